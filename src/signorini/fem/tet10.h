#pragma once

#include <array>
#include <cmath>

#include "signorini/fem/quadrature.h"
#include "signorini/fem/tet4.h"
#include "signorini/math/types.h"

namespace signorini {

/// The quadratic tetrahedron. With L the shape functions of the linear one: N_a = L_a (2 L_a - 1) at corners, 4 L_a L_b
/// in the middle of the edge ab. Straight elements have a linear deformation gradient: 4 points, exact for degree 2,
/// integrate their stiffness at rest exactly.
struct Tet10 {
  static constexpr int nodes = 10;
  static constexpr int points = 4;
  /// Corners of the edges whose middles are the nodes 4 … 9.
  static constexpr int edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

  /// Hammer's rule: L = (b, b, b, a) and permutations, a = (5 + 3√5)/20, b = (5 - √5)/20.
  static std::array<QuadraturePoint, points> rule() {
    const double b = (5 - std::sqrt(5.0)) / 20, a = 1 - 3 * b, weight = 1.0 / 24.0;
    return {{{Vector3(b, b, b), weight},
             {Vector3(a, b, b), weight},
             {Vector3(b, a, b), weight},
             {Vector3(b, b, a), weight}}};
  }

  static Eigen::Matrix<double, nodes, 1> shape(const Vector3& xi) {
    const Eigen::Vector4d L = Tet4::shape(xi);
    Eigen::Matrix<double, nodes, 1> N;
    for (int a = 0; a < 4; ++a) N[a] = L[a] * (2 * L[a] - 1);
    for (int e = 0; e < 6; ++e) N[4 + e] = 4 * L[edges[e][0]] * L[edges[e][1]];
    return N;
  }
  /// Column a: ∂N_a/∂ξ.
  static Eigen::Matrix<double, 3, nodes> gradients(const Vector3& xi) {
    const Eigen::Vector4d L = Tet4::shape(xi);
    const Eigen::Matrix<double, 3, 4> dL = Tet4::gradients(xi);
    Eigen::Matrix<double, 3, nodes> result;
    for (int a = 0; a < 4; ++a) result.col(a) = (4 * L[a] - 1) * dL.col(a);
    for (int e = 0; e < 6; ++e) {
      const int a = edges[e][0], b = edges[e][1];
      result.col(4 + e) = 4 * (L[a] * dL.col(b) + L[b] * dL.col(a));
    }
    return result;
  }
};

}  // namespace signorini
