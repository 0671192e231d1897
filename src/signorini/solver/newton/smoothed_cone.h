#pragma once

#include <cmath>

#include "signorini/math/types.h"

namespace signorini::newton {

/// g(λ) = ½ (λ + √(λ² + 4ν)) with its root and its slope, without cancellation: the positive part of λ, rounded off
/// within √ν of 0. g(-λ) = g(λ) - λ.
struct SmoothedPart {
  double root, value;
  SmoothedPart(double lambda, double nu) : root(std::sqrt(lambda * lambda + 4 * nu)) {
    value = lambda >= 0 ? 0.5 * (lambda + root) : root > 0 ? 2 * nu / (root - lambda) : 0;
  }
  double slope() const { return root > 0 ? value / root : 0.5; }
};

/// x(z) = ½ (z + √(z² + 4ν)) in the Jordan algebra of the Lorentz cone: the projection of z onto it, rounded off within
/// √ν of its boundary. x and y = x - z = x(-z) are inside the cone, with x ∘ y = ν e.
template <int D>
class SmoothedProjection {
 public:
  static constexpr int T = D - 1;
  SmoothedProjection(const VectorN<D>& z, double nu)
      : z_(z),
        length_(z.template tail<T>().norm()),
        high_(z[0] + length_, nu),
        low_(z[0] - length_, nu),
        // (g(λ₊) - g(λ₋)) / (λ₊ - λ₋), which takes no difference.
        across_(high_.root + low_.root > 0 ? (high_.value + low_.value) / (high_.root + low_.root) : 0.5) {}

  VectorN<D> point() const {
    VectorN<D> x;
    x[0] = 0.5 * (high_.value + low_.value);
    x.template tail<T>() = across_ * z_.template tail<T>();
    return x;
  }

  /// ∂x/∂z, symmetric. That of y, but for its sign, is ∂x/∂z at -z.
  MatrixN<D> jacobian() const {
    MatrixN<D> L = MatrixN<D>::Zero();
    L(0, 0) = 0.5 * (high_.slope() + low_.slope());
    L.template bottomRightCorner<T, T>().diagonal().setConstant(across_);
    if (!(length_ > 0)) return L;
    const VectorN<T> n = z_.template tail<T>() / length_;
    L.template block<T, 1>(1, 0) = 0.5 * (high_.slope() - low_.slope()) * n;
    L.template block<1, T>(0, 1) = L.template block<T, 1>(1, 0).transpose();
    L.template bottomRightCorner<T, T>() += (L(0, 0) - across_) * (n * n.transpose());
    return L;
  }

 private:
  const VectorN<D> z_;
  const double length_;
  const SmoothedPart high_, low_;
  const double across_;
};

}  // namespace signorini::newton
