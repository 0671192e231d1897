#include "signorini/fem/mesh_sides.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace signorini {
namespace {

std::array<int, 3> sorted_corners(const TetMesh& mesh, const TetMesh::Face& face) {
  const std::array<int, 6> nodes = face_nodes(mesh, face);
  std::array<int, 3> corners{nodes[0], nodes[1], nodes[2]};
  std::sort(corners.begin(), corners.end());
  return corners;
}

}  // namespace

std::vector<MeshSide> mesh_sides(const TetMesh& mesh) {
  // Counting sort of all sides by smallest corner.
  std::vector<int> begin(mesh.nodes.size() + 1, 0);
  const int count = 4 * mesh.element_count();
  for (int k = 0; k < count; ++k) ++begin[static_cast<std::size_t>(sorted_corners(mesh, {k / 4, k % 4})[0]) + 1];
  for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
  std::vector<int> order(count), next(begin.begin(), begin.end() - 1);
  for (int k = 0; k < count; ++k) order[next[sorted_corners(mesh, {k / 4, k % 4})[0]]++] = k;

  std::vector<MeshSide> sides;
  sides.reserve(static_cast<std::size_t>(count) / 2 + 1);
  for (std::size_t node = 0; node + 1 < begin.size(); ++node) {
    const std::size_t of_node = sides.size();
    for (int k = begin[node]; k < begin[node + 1]; ++k) {
      const TetMesh::Face face{order[k] / 4, order[k] % 4};
      const auto [smallest, middle, largest] = sorted_corners(mesh, face);
      const auto same = [middle = middle, largest = largest](const MeshSide& side) {
        return side.middle == middle && side.largest == largest;
      };
      const auto found = std::find_if(sides.begin() + static_cast<std::ptrdiff_t>(of_node), sides.end(), same);
      if (found != sides.end())
        ++found->elements;
      else
        sides.push_back({middle, largest, face, 1});
    }
  }
  return sides;
}

}  // namespace signorini
