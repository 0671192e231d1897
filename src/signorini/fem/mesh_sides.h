#pragma once

#include <vector>

#include "signorini/fem/tet_mesh.h"

namespace signorini {

/// A side of a mesh.
struct MeshSide {
  int middle, largest;  ///< corners; the smallest one is a corner of `first`
  TetMesh::Face first;  ///< in the first element that has it
  int elements;         ///< that share it
};

/// Every side once, ordered by smallest corner, then by first appearance. Sides are found by their smallest corner, so
/// that the work is linear in the number of elements. Node numbers must be in range.
std::vector<MeshSide> mesh_sides(const TetMesh& mesh);

}  // namespace signorini
