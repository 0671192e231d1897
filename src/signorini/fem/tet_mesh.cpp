#include "signorini/fem/tet_mesh.h"

#include <algorithm>
#include <cstddef>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "signorini/fem/mesh_sides.h"
#include "signorini/fem/quadrature.h"
#include "signorini/fem/tet10.h"

namespace signorini {
namespace {

/// Per side: corners counter-clockwise seen from outside, then the middles of its edges 01, 12, 20.
constexpr int side_nodes[4][6] = {{1, 2, 3, 5, 9, 8}, {0, 3, 2, 7, 9, 6}, {0, 1, 3, 4, 8, 7}, {0, 2, 1, 6, 5, 4}};

}  // namespace

std::array<int, 6> face_nodes(const TetMesh& mesh, const TetMesh::Face& face) {
  const int* element = mesh.element(face.element);
  const int* local = side_nodes[face.side];
  std::array<int, 6> nodes{-1, -1, -1, -1, -1, -1};
  const int count = mesh.nodes_per_element == 4 ? 3 : 6;
  for (int k = 0; k < count; ++k) nodes[k] = element[local[k]];
  return nodes;
}

std::vector<TetMesh::Face> boundary_faces(const TetMesh& mesh) {
  std::vector<TetMesh::Face> faces;
  for (const MeshSide& side : mesh_sides(mesh))
    if (side.elements == 1) faces.push_back(side.first);
  std::sort(faces.begin(), faces.end(), [](const TetMesh::Face& a, const TetMesh::Face& b) {
    return a.element != b.element ? a.element < b.element : a.side < b.side;
  });
  return faces;
}

std::vector<int> nodes_of(const TetMesh& mesh, const std::vector<TetMesh::Face>& faces) {
  std::vector<int> nodes;
  for (const TetMesh::Face& face : faces)
    for (int node : face_nodes(mesh, face))
      if (node >= 0) nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

double volume(const TetMesh& mesh) {
  double sum = 0;
  for (int k = 0; k < mesh.element_count(); ++k) {
    const int* element = mesh.element(k);
    if (mesh.nodes_per_element == 4) {
      const Vector3& x0 = mesh.nodes[element[0]];
      sum += (mesh.nodes[element[1]] - x0).cross(mesh.nodes[element[2]] - x0).dot(mesh.nodes[element[3]] - x0) / 6.0;
    } else {
      for (const QuadraturePoint& point : exact_tet_rule())
        sum += point.weight * jacobian<Tet10>(mesh, element, point.xi).determinant();
    }
  }
  return sum;
}

Vector3 centroid(const TetMesh& mesh) {
  Vector3 sum = Vector3::Zero();
  double whole = 0;
  for (int k = 0; k < mesh.element_count(); ++k) {
    const int* e = mesh.element(k);
    const Vector3 &a = mesh.nodes[e[0]], &b = mesh.nodes[e[1]], &c = mesh.nodes[e[2]], &d = mesh.nodes[e[3]];
    const double sixfold = (b - a).cross(c - a).dot(d - a);
    sum += 0.25 * sixfold * (a + b + c + d);
    whole += sixfold;
  }
  return sum / whole;
}

}  // namespace signorini
