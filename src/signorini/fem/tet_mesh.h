#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/math/types.h"

namespace SIGNORINI_PUBLIC signorini {

/// Tetrahedra with 4 or 10 nodes.
struct TetMesh {
  /// A side of an element: side k lies opposite corner k.
  struct Face {
    int element, side;
    bool operator==(const Face&) const = default;
  };

  std::vector<Vector3> nodes;  ///< m
  int nodes_per_element = 4;   ///< 4 or 10
  /// Corners 0-3 with positive volume, then (10) the middles of the edges 01, 12, 20, 03, 13, 23 (VTK's order).
  std::vector<int> elements;
  std::map<std::string, std::vector<int>> node_groups = {};   ///< sorted, each node once
  std::map<std::string, std::vector<Face>> face_groups = {};  ///< sides of elements, in the order of boundary_faces

  int element_count() const { return static_cast<int>(elements.size()) / nodes_per_element; }
  const int* element(int k) const { return elements.data() + static_cast<std::size_t>(k) * nodes_per_element; }
};

/// The nodes of a face, counter-clockwise seen from outside: three corners, then (10-node elements) the middles of the
/// edges 01, 12, 20 of the face; -1 where there are none.
std::array<int, 6> face_nodes(const TetMesh& mesh, const TetMesh::Face& face);

/// The sides that belong to one element only, by element and side. Linear time.
std::vector<TetMesh::Face> boundary_faces(const TetMesh& mesh);
/// The nodes of these faces, sorted, each once.
std::vector<int> nodes_of(const TetMesh& mesh, const std::vector<TetMesh::Face>& faces);

/// m³, curved elements exactly.
double volume(const TetMesh& mesh);
/// The centre of the volume between the elements' corners, m.
Vector3 centroid(const TetMesh& mesh);

/// Why the mesh cannot be computed with, a line for each kind of fault with the numbers of elements or nodes (from 0):
/// node numbers out of range, nodes of no element, inverted, flat or duplicate elements, sides that three elements
/// share, edges where the boundary meets itself, groups that name what is not there. Empty when it can.
std::vector<std::string> faults(const TetMesh& mesh);

}  // namespace signorini
