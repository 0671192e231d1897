#pragma once

#include <vector>

#include "signorini/fem/tet_mesh.h"
#include "signorini/math/types.h"

namespace signorini {

/// A point ξ of the reference tetrahedron (corners 0, e₁, e₂, e₃) and its weight; weights sum to the volume 1/6.
struct QuadraturePoint {
  Vector3 xi;
  double weight;
};

/// 125 points, exact for polynomials of degree 7, which the mass of a curved 10-node element is: the product of Gauss
/// rules of 5 points in collapsed coordinates (Stroud's conical product).
const std::vector<QuadraturePoint>& exact_tet_rule();

/// ∂x/∂ξ at ξ of an element whose nodes have these numbers.
template <typename Element>
Matrix3 jacobian(const TetMesh& mesh, const int* nodes, const Vector3& xi) {
  const Eigen::Matrix<double, 3, Element::nodes> gradients = Element::gradients(xi);
  Matrix3 sum = Matrix3::Zero();
  for (int a = 0; a < Element::nodes; ++a) sum += mesh.nodes[nodes[a]] * gradients.col(a).transpose();
  return sum;
}

}  // namespace signorini
