#include "signorini/fem/tet_generators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <Eigen/LU>

#include "signorini/base/error.h"
#include "signorini/fem/quadrature.h"
#include "signorini/fem/tet10.h"

namespace signorini {
namespace {

/// A grid of cells, each cut into Kuhn's six tetrahedra along the paths from one of its corners to the opposite one.
/// Where `mirrored`, that path leads away from the middle of the grid: then no element has two sides on the boundary
/// that bulging would make flat.
struct CellGrid {
  std::array<int, 3> cells;
  std::array<bool, 3> mirrored;

  int node(const std::array<int, 3>& at) const { return (at[2] * (cells[1] + 1) + at[1]) * (cells[0] + 1) + at[0]; }
};

constexpr int kuhn_paths[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

void add_cell(const CellGrid& grid, const std::array<int, 3>& cell, std::vector<int>& elements) {
  std::array<int, 3> start = cell, step{1, 1, 1};
  bool odd_turns = false;
  for (int axis = 0; axis < 3; ++axis) {
    if (!grid.mirrored[axis] || 2 * cell[axis] >= grid.cells[axis]) continue;
    ++start[axis];
    step[axis] = -1;
    odd_turns = !odd_turns;
  }
  for (int path = 0; path < 6; ++path) {
    std::array<int, 3> at = start;
    std::array<int, 4> corners;
    corners[0] = grid.node(at);
    for (int k = 0; k < 3; ++k) {
      at[kuhn_paths[path][k]] += step[kuhn_paths[path][k]];
      corners[k + 1] = grid.node(at);
    }
    // The first three paths turn like the axes, the others against them; so does each mirroring.
    if ((path >= 3) != odd_turns) std::swap(corners[2], corners[3]);
    elements.insert(elements.end(), corners.begin(), corners.end());
  }
}

/// `place` maps [0, 1]³ or, on mirrored axes, [-1, 1] to space.
TetMesh grid_mesh(const CellGrid& grid, const std::function<Vector3(const Vector3&)>& place) {
  const std::array<int, 3>& n = grid.cells;
  TetMesh mesh;
  for (int k = 0; k <= n[2]; ++k)
    for (int j = 0; j <= n[1]; ++j)
      for (int i = 0; i <= n[0]; ++i) {
        const std::array<int, 3> at{i, j, k};
        Vector3 t;
        for (int axis = 0; axis < 3; ++axis)
          t[axis] =
              grid.mirrored[axis] ? (2.0 * at[axis] - n[axis]) / n[axis] : static_cast<double>(at[axis]) / n[axis];
        mesh.nodes.push_back(place(t));
      }
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) add_cell(grid, {i, j, k}, mesh.elements);
  return mesh;
}

using GroupOf = std::function<std::string(int axis, bool upper)>;

/// Sorts the boundary into groups by the end of the grid that it lies on.
void name_boundary(const CellGrid& grid, const GroupOf& group_of, TetMesh& mesh) {
  const std::array<int, 3>& n = grid.cells;
  for (const TetMesh::Face& face : boundary_faces(mesh)) {
    const std::array<int, 6> nodes = face_nodes(mesh, face);
    for (int end = 0; end < 6; ++end) {
      const int axis = end / 2, at = end % 2 == 0 ? 0 : n[axis];
      const auto on_end = [&](int node) {
        const std::array<int, 3> place{node % (n[0] + 1), node / (n[0] + 1) % (n[1] + 1),
                                       node / ((n[0] + 1) * (n[1] + 1))};
        return place[axis] == at;
      };
      if (std::all_of(nodes.begin(), nodes.begin() + 3, on_end))
        mesh.face_groups[group_of(axis, end % 2 == 1)].push_back(face);
    }
  }
  for (const auto& [name, faces] : mesh.face_groups) mesh.node_groups[name] = nodes_of(mesh, faces);
}

/// The square or cube [-1, 1]ᵈ to the ball: shells keep their distance from the centre, directions are spread by equal
/// angles over the sides.
Vector3 swollen(const Vector3& t) {
  const double shell = t.cwiseAbs().maxCoeff();
  if (shell == 0) return Vector3::Zero();
  const Vector3 side = (t * (std::numbers::pi / 4 / shell)).array().tan();
  return shell * side.normalized();
}

/// Puts the middles of edges of these faces to where `onto` says, unless that turns an element inside out.
void bend_faces(TetMesh& mesh, const std::vector<TetMesh::Face>& faces, const std::function<Vector3(Vector3)>& onto) {
  const auto rule = Tet10::rule();
  for (const TetMesh::Face& face : faces) {
    const std::array<int, 6> nodes = face_nodes(mesh, face);
    std::array<Vector3, 3> straight;
    for (int k = 0; k < 3; ++k) {
      straight[k] = mesh.nodes[nodes[3 + k]];
      mesh.nodes[nodes[3 + k]] = onto(straight[k]);
    }
    const bool valid = std::all_of(rule.begin(), rule.end(), [&](const QuadraturePoint& point) {
      return jacobian<Tet10>(mesh, mesh.element(face.element), point.xi).determinant() > 0;
    });
    for (int k = 0; k < 3 && !valid; ++k) mesh.nodes[nodes[3 + k]] = straight[k];
  }
}

void require_sizes(std::string_view what, std::initializer_list<double> lengths, std::initializer_list<int> counts,
                   int nodes_per_element) {
  for (double length : lengths)
    if (!(length > 0 && std::isfinite(length)))
      throw InputError(fmt::format("mesh of a {}: a length is {}: it must be positive and finite, in m", what, length));
  double nodes = 1;
  for (int count : counts) {
    if (count < 1)
      throw InputError(fmt::format("mesh of a {}: a number of cells is {}: it must be 1 or more", what, count));
    nodes *= count + 1.0;
  }
  // 6 elements with 10 nodes a cell must be countable.
  if (nodes * 60 > std::numeric_limits<int>::max())
    throw InputError(fmt::format("mesh of a {}: {} cells are more than can be counted: take fewer", what, nodes));
  if (nodes_per_element != 4 && nodes_per_element != 10)
    throw InputError(fmt::format("mesh of a {}: elements of {} nodes: it must be 4 or 10", what, nodes_per_element));
}

}  // namespace

TetMesh block_mesh(const Vector3& size, int nx, int ny, int nz, int nodes_per_element) {
  require_sizes("block", {size[0], size[1], size[2]}, {nx, ny, nz}, nodes_per_element);
  const CellGrid grid{{nx, ny, nz}, {false, false, false}};
  TetMesh mesh =
      grid_mesh(grid, [&size](const Vector3& t) { return Vector3((t - Vector3::Constant(0.5)).cwiseProduct(size)); });
  name_boundary(
      grid, [](int axis, bool upper) { return fmt::format("{}{}", "xyz"[axis], upper ? 1 : 0); }, mesh);
  return nodes_per_element == 4 ? mesh : quadratic(mesh);
}

TetMesh cylinder_mesh(double radius, double length, int cells, int layers, int nodes_per_element) {
  require_sizes("cylinder", {radius, length}, {cells, cells, layers}, nodes_per_element);
  const CellGrid grid{{2 * cells, 2 * cells, layers}, {true, true, false}};
  TetMesh mesh = grid_mesh(grid, [radius, length](const Vector3& t) {
    const Vector3 across = radius * swollen({t[0], t[1], 0});
    return Vector3(across[0], across[1], (t[2] - 0.5) * length);
  });
  name_boundary(
      grid, [](int axis, bool upper) { return axis < 2 ? "side"
                                              : upper  ? "z1"
                                                       : "z0"; }, mesh);
  if (nodes_per_element == 4) return mesh;
  mesh = quadratic(mesh);
  bend_faces(mesh, mesh.face_groups["side"], [radius](const Vector3& x) {
    const double scale = radius / std::hypot(x[0], x[1]);
    return Vector3(scale * x[0], scale * x[1], x[2]);
  });
  return mesh;
}

TetMesh sphere_mesh(double radius, int cells, int nodes_per_element) {
  require_sizes("sphere", {radius}, {cells, cells, cells}, nodes_per_element);
  const CellGrid grid{{2 * cells, 2 * cells, 2 * cells}, {true, true, true}};
  TetMesh mesh = grid_mesh(grid, [radius](const Vector3& t) { return Vector3(radius * swollen(t)); });
  name_boundary(
      grid, [](int, bool) { return "surface"; }, mesh);
  if (nodes_per_element == 4) return mesh;
  mesh = quadratic(mesh);
  bend_faces(mesh, mesh.face_groups["surface"],
             [radius](const Vector3& x) { return Vector3(radius * x.normalized()); });
  return mesh;
}

TetMesh quadratic(const TetMesh& linear) {
  TetMesh mesh = linear;
  mesh.nodes_per_element = Tet10::nodes;
  mesh.elements.clear();
  // For each node the middles of the edges to larger nodes.
  std::vector<std::vector<std::pair<int, int>>> middles(linear.nodes.size());
  for (int k = 0; k < linear.element_count(); ++k) {
    const int* corners = linear.element(k);
    mesh.elements.insert(mesh.elements.end(), corners, corners + 4);
    for (const auto& edge : Tet10::edges) {
      const auto [a, b] = std::minmax(corners[edge[0]], corners[edge[1]]);
      std::vector<std::pair<int, int>>& list = middles[a];
      auto found = std::find_if(list.begin(), list.end(), [b = b](const auto& entry) { return entry.first == b; });
      if (found == list.end()) {
        found = list.insert(list.end(), {b, static_cast<int>(mesh.nodes.size())});
        mesh.nodes.push_back(0.5 * (linear.nodes[a] + linear.nodes[b]));
      }
      mesh.elements.push_back(found->second);
    }
  }
  for (auto& [name, nodes] : mesh.node_groups) {
    const auto faces = mesh.face_groups.find(name);
    if (faces != mesh.face_groups.end()) {
      nodes = nodes_of(mesh, faces->second);
      continue;
    }
    const std::vector<int> corners = nodes;
    for (int a : corners)
      for (const auto& [b, middle] : middles[a])
        if (std::binary_search(corners.begin(), corners.end(), b)) nodes.push_back(middle);
    std::sort(nodes.begin(), nodes.end());
  }
  return mesh;
}

}  // namespace signorini
