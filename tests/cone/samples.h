#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <type_traits>

#include "signorini/math/types.h"

namespace signorini::test {

/// Reference arithmetic: 113 bits (on this compiler's x86; long double where that is missing), with the operations the
/// tests need.
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quad;
#else
using Quad = long double;
#endif

/// What a test that holds in the plane and in space is instantiated for: TypeParam::value is D.
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;

inline constexpr double epsilon = 0x1p-53;

inline Quad sqrt(Quad x) {
  if (!(x > 0)) return 0;
  Quad root = std::sqrt(static_cast<double>(x));
  for (int i = 0; i < 3; ++i) root = (root + x / root) / 2;
  return root;
}
inline Quad abs(Quad x) { return x < 0 ? -x : x; }

/// |x_T| in the reference arithmetic.
template <int D>
Quad tangential_norm(const VectorN<D>& x) {
  Quad sum = 0;
  for (int i = 1; i < D; ++i) sum += Quad(x[i]) * x[i];
  return sqrt(sum);
}

/// Seeded points, cones and sizes.
class Samples {
 public:
  explicit Samples(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }
  /// 10^uniform(low, high)
  double power_of_ten(double low, double high) { return std::pow(10.0, uniform(low, high)); }
  int integer(int below) { return std::uniform_int_distribution<>(0, below - 1)(engine_); }
  double size() { return power_of_ten(-8, 8); }
  double sign() { return integer(2) == 0 ? -1 : 1; }

  /// From very flat (1e-6) to very steep (1e3).
  double friction_coefficient() { return integer(4) == 0 ? power_of_ten(-6, 3) : choices_[integer(7)]; }

  template <int D>
  VectorN<D> anywhere() {
    VectorN<D> x;
    for (int i = 0; i < D; ++i) x[i] = uniform(-1, 1);
    return size() * x;
  }

  template <int D>
  VectorN<D - 1> unit() {
    if constexpr (D == 2) {
      return VectorN<1>(sign());
    } else {
      const double angle = uniform(0, 2 * std::numbers::pi);
      return Eigen::Vector2d(std::cos(angle), std::sin(angle));
    }
  }

  /// A point at relative distance `distance` inside (outside, when negative) the boundary of |x_T| ≤ μ x_N.
  template <int D>
  VectorN<D> near_boundary(double mu, double distance) {
    const double normal = size();
    VectorN<D> x;
    x[0] = normal;
    x.template tail<D - 1>() = mu * normal / (1 + distance) * unit<D>();
    return x;
  }

  /// Strictly inside the Lorentz cone, as often next to the boundary as not.
  template <int D>
  VectorN<D> inside_lorentz() {
    return near_boundary<D>(1, integer(2) == 0 ? power_of_ten(-12, -1) : power_of_ten(-1, 2));
  }

  /// Every region that a projection distinguishes: inside, outside, polar, next to each boundary, on the axis, at the
  /// apex.
  template <int D>
  VectorN<D> around_cone(double mu) {
    switch (integer(7)) {
      case 0:
        return near_boundary<D>(mu, sign() * power_of_ten(-12, -1));
      case 1: {  // next to the polar cone's boundary, |x_T| ≤ -x_N/μ
        if (mu == 0) return -near_boundary<D>(1, 0);
        return -near_boundary<D>(1 / mu, sign() * power_of_ten(-12, -1));
      }
      case 2:
        return sign() * size() * VectorN<D>(VectorN<D>::Unit(0));
      case 3: {
        VectorN<D> x = anywhere<D>();
        x[0] *= power_of_ten(-3, 3);
        return x;
      }
      case 4:
        return integer(20) == 0 ? VectorN<D>(VectorN<D>::Zero()) : anywhere<D>();
      default:
        return anywhere<D>();
    }
  }

 private:
  std::mt19937_64 engine_;
  static constexpr double choices_[] = {0, 1e-6, 1e-3, 0.3, 1, 20, 1e3};
};

}  // namespace signorini::test
