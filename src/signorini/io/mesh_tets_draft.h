#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "signorini/fem/tet_mesh.h"

namespace signorini {

/// What a mesh file says, with the file's own numbers of nodes.
struct TetDraft {
  /// A group of the file: dimension and number.
  using Group = std::pair<int, int>;
  struct Triangle {
    std::array<std::int64_t, 3> corners;
    std::string where;  ///< for messages
    std::vector<Group> groups;
  };
  struct GroupNodes {
    std::vector<std::int64_t> nodes;
    std::string where;
  };

  std::vector<std::pair<std::int64_t, Vector3>> nodes;  ///< number and place
  int nodes_per_element = 0;                            ///< 0 before the first element
  std::vector<std::int64_t> elements;                   ///< in the order of TetMesh
  std::vector<std::string> where;                       ///< of each element, for messages
  std::vector<Triangle> triangles;                      ///< those that belong to groups
  std::map<Group, GroupNodes> members;                  ///< nodes of volumes, curves and points that belong to groups
  std::map<Group, std::string> names;

  /// The mesh, with nodes counted from 0 in the order of the file. Throws InputError for numbers that are not there or
  /// twice, triangles that are no side of an element, and faults of the mesh.
  TetMesh finish(const std::string& file) const;
};

/// Of the bytes of a Gmsh file, whose name is for messages.
TetDraft parse_gmsh(const std::string& bytes, const std::string& file);
/// Of VTK's legacy format and of its XML format, text both.
TetDraft parse_vtk(const std::string& text, const std::string& file);
TetDraft parse_vtu(const std::string& text, const std::string& file);

}  // namespace signorini
