#pragma once

#include <array>

#include "signorini/fem/quadrature.h"
#include "signorini/math/types.h"

namespace signorini {

/// The linear tetrahedron: N₀ = 1 - ξ₁ - ξ₂ - ξ₃, N_a = ξ_a. Its deformation gradient is constant: one point is exact.
struct Tet4 {
  static constexpr int nodes = 4;
  static constexpr int points = 1;

  static std::array<QuadraturePoint, points> rule() { return {{{Vector3::Constant(0.25), 1.0 / 6.0}}}; }

  static Eigen::Matrix<double, nodes, 1> shape(const Vector3& xi) { return {1 - xi.sum(), xi[0], xi[1], xi[2]}; }
  /// Column a: ∂N_a/∂ξ.
  static Eigen::Matrix<double, 3, nodes> gradients(const Vector3&) {
    Eigen::Matrix<double, 3, nodes> result;
    result << Vector3::Constant(-1), Matrix3::Identity();
    return result;
  }
};

}  // namespace signorini
