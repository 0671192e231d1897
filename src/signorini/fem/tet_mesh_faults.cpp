#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include "signorini/fem/mesh_sides.h"
#include "signorini/fem/quadrature.h"
#include "signorini/fem/tet10.h"
#include "signorini/fem/tet_mesh.h"

namespace signorini {
namespace {

/// Volume over the cube of the longest edge, dimensionless; a regular tetrahedron has 0.118. Below, the inverse of the
/// Jacobian loses half of the digits.
constexpr double flat_volume = 1e-8;
/// Numbers that a line names before it says how many more there are.
constexpr std::size_t named_numbers = 10;

/// "elements 3, 17, 20 and 5 more"
std::string number_list(std::string_view what, const std::vector<int>& numbers) {
  std::string text(what);
  for (std::size_t k = 0; k < std::min(numbers.size(), named_numbers); ++k)
    text += fmt::format("{}{}", k == 0 ? " " : ", ", numbers[k]);
  if (numbers.size() > named_numbers) text += fmt::format(" and {} more", numbers.size() - named_numbers);
  return text;
}

void add_fault(std::vector<std::string>& lines, std::string_view what, const std::vector<int>& numbers,
               std::string_view fault) {
  if (!numbers.empty()) lines.push_back(fmt::format("{}: {}", number_list(what, numbers), fault));
}

/// What must hold before anything else can be looked at.
std::vector<std::string> range_faults(const TetMesh& mesh) {
  if (mesh.nodes_per_element != 4 && mesh.nodes_per_element != 10)
    return {fmt::format("elements of {} nodes: only tetrahedra with 4 or 10 are known", mesh.nodes_per_element)};
  if (mesh.elements.empty()) return {"no elements: there is nothing to compute with"};
  if (mesh.elements.size() % static_cast<std::size_t>(mesh.nodes_per_element) != 0)
    return {fmt::format("{} node numbers do not make elements of {}", mesh.elements.size(), mesh.nodes_per_element)};
  std::vector<std::string> lines;
  const int count = static_cast<int>(mesh.nodes.size());
  std::vector<int> outside, infinite;
  for (int k = 0; k < mesh.element_count(); ++k)
    if (std::any_of(mesh.element(k), mesh.element(k) + mesh.nodes_per_element,
                    [count](int node) { return node < 0 || node >= count; }))
      outside.push_back(k);
  for (int k = 0; k < count; ++k)
    if (!mesh.nodes[k].allFinite()) infinite.push_back(k);
  add_fault(lines, "elements", outside, fmt::format("name nodes outside 0 to {}", count - 1));
  add_fault(lines, "nodes", infinite, "places that are not finite");
  return lines;
}

/// Smallest determinant of the Jacobian over the quadrature points, times the volume of the reference element.
double least_volume(const TetMesh& mesh, const int* element) {
  double least = jacobian<Tet4>(mesh, element, Vector3::Zero()).determinant();
  if (mesh.nodes_per_element == Tet10::nodes)
    for (const QuadraturePoint& point : Tet10::rule())
      least = std::min(least, jacobian<Tet10>(mesh, element, point.xi).determinant());
  return least / 6;
}

double longest_edge(const TetMesh& mesh, const int* element) {
  double longest = 0;
  for (const auto& edge : Tet10::edges)
    longest = std::max(longest, (mesh.nodes[element[edge[0]]] - mesh.nodes[element[edge[1]]]).norm());
  return longest;
}

void shape_faults(const TetMesh& mesh, std::vector<std::string>& lines) {
  std::vector<int> inverted, flat;
  for (int k = 0; k < mesh.element_count(); ++k) {
    const double volume = least_volume(mesh, mesh.element(k)), edge = longest_edge(mesh, mesh.element(k));
    if (!(std::abs(volume) > flat_volume * edge * edge * edge))  // so that what overflows counts
      flat.push_back(k);
    else if (volume < 0)
      inverted.push_back(k);
  }
  add_fault(lines, "elements", inverted,
            "inverted, their volume is negative: order the corners so that the fourth lies on the side from which the "
            "first three run counter-clockwise, and keep middles of edges near the edges");
  add_fault(lines, "elements", flat, "flat, their volume is zero: mesh again");
}

void use_faults(const TetMesh& mesh, std::vector<std::string>& lines) {
  std::vector<char> used(mesh.nodes.size(), 0);
  for (int node : mesh.elements) used[node] = 1;
  std::vector<int> unattached;
  for (std::size_t k = 0; k < used.size(); ++k)
    if (used[k] == 0) unattached.push_back(static_cast<int>(k));
  add_fault(lines, "nodes", unattached, "belong to no element: remove them");

  std::vector<std::pair<std::array<int, 4>, int>> corners;
  for (int k = 0; k < mesh.element_count(); ++k) {
    std::array<int, 4> sorted{mesh.element(k)[0], mesh.element(k)[1], mesh.element(k)[2], mesh.element(k)[3]};
    std::sort(sorted.begin(), sorted.end());
    corners.emplace_back(sorted, k);
  }
  std::sort(corners.begin(), corners.end());
  std::vector<int> duplicate;
  for (std::size_t k = 1; k < corners.size(); ++k)
    if (corners[k].first == corners[k - 1].first) duplicate.push_back(corners[k].second);
  std::sort(duplicate.begin(), duplicate.end());
  add_fault(lines, "elements", duplicate, "have the corners of an earlier element: remove them");
}

void boundary_faults(const TetMesh& mesh, std::vector<std::string>& lines) {
  std::vector<int> crowded;
  for (const MeshSide& side : mesh_sides(mesh))
    if (side.elements > 2) crowded.push_back(side.first.element);
  std::sort(crowded.begin(), crowded.end());
  add_fault(lines, "elements", crowded, "a side belongs to three elements or more: they overlap");

  // Every edge of a closed surface without self-contact has two triangles.
  std::vector<std::pair<int, int>> edges;
  for (const TetMesh::Face& face : boundary_faces(mesh)) {
    const std::array<int, 6> nodes = face_nodes(mesh, face);
    for (int k = 0; k < 3; ++k) edges.push_back(std::minmax(nodes[k], nodes[(k + 1) % 3]));
  }
  std::sort(edges.begin(), edges.end());
  std::vector<int> pinched;
  for (std::size_t k = 0, next = 0; k < edges.size(); k = next) {
    while (next < edges.size() && edges[next] == edges[k]) ++next;
    if (next - k != 2) pinched.insert(pinched.end(), {edges[k].first, edges[k].second});
  }
  std::sort(pinched.begin(), pinched.end());
  pinched.erase(std::unique(pinched.begin(), pinched.end()), pinched.end());
  add_fault(lines, "nodes", pinched, "at edges where the boundary meets itself: parts touch along an edge only");
}

void group_faults(const TetMesh& mesh, std::vector<std::string>& lines) {
  const int nodes = static_cast<int>(mesh.nodes.size()), elements = mesh.element_count();
  for (const auto& [name, group] : mesh.node_groups) {
    if (std::any_of(group.begin(), group.end(), [nodes](int node) { return node < 0 || node >= nodes; }))
      lines.push_back(fmt::format("node group '{}': names nodes outside 0 to {}", name, nodes - 1));
    if (std::adjacent_find(group.begin(), group.end(), std::greater_equal<>()) != group.end())
      lines.push_back(fmt::format("node group '{}': not sorted, or names a node twice", name));
  }
  for (const auto& [name, group] : mesh.face_groups)
    if (std::any_of(group.begin(), group.end(), [elements](const TetMesh::Face& face) {
          return face.element < 0 || face.element >= elements || face.side < 0 || face.side > 3;
        }))
      lines.push_back(
          fmt::format("face group '{}': names elements outside 0 to {} or sides outside 0 to 3", name, elements - 1));
}

}  // namespace

std::vector<std::string> faults(const TetMesh& mesh) {
  std::vector<std::string> lines = range_faults(mesh);
  if (!lines.empty()) return lines;
  shape_faults(mesh, lines);
  use_faults(mesh, lines);
  boundary_faults(mesh, lines);
  group_faults(mesh, lines);
  return lines;
}

}  // namespace signorini
