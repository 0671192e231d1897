#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "signorini/cone/lorentz.h"
#include "signorini/cone/positive.h"

namespace signorini {

// How far one may go in a direction before leaving a cone. Two rules (thesis §4.14.3): `step_interval` intersects the
// line with the cone by the roots of a quadratic and serves any μ and any point; `scaled_direction` maps a
// Nesterov-Todd scaled point to the unit of the algebra, where the answer can be read off the eigenvalues of the
// direction.

/// The steps α with p + α d in a cone: all of [inf, sup], which may be unbounded on either side, or empty.
struct StepInterval {
  double inf;
  double sup;

  bool empty() const { return !(inf <= sup); }
  static StepInterval all() { return {-infinity(), infinity()}; }
  static StepInterval none() { return {infinity(), -infinity()}; }
  static StepInterval from(double inf) { return {inf, infinity()}; }
  static StepInterval up_to(double sup) { return {-infinity(), sup}; }

 private:
  static constexpr double infinity() { return std::numeric_limits<double>::infinity(); }
};

/// Positive row: p + α d ≥ 0.
inline StepInterval step_interval(double p, double d) {
  if (d == 0) return p >= 0 ? StepInterval::all() : StepInterval::none();
  return d > 0 ? StepInterval::from(-p / d) : StepInterval::up_to(-p / d);
}

namespace internal {

/// pᵀ J d with J = diag(μ², -1, …), accurate next to the boundary: μ p₀ and μ d₀ enter unrounded.
template <int D>
inline double friction_form(const VectorN<D>& p, const VectorN<D>& d, double mu) {
  const ExactPair p0 = two_product(mu, p[0]), d0 = two_product(mu, d[0]);
  ExactSum sum;
  sum.add_product(p0.high, d0.high);
  sum.add(p0.high * d0.low);
  sum.add(p0.low * d0.high);
  sum.add(p0.low * d0.low);
  for (int i = 1; i < D; ++i) sum.add_product(-p[i], d[i]);
  return sum.value();
}

/// k² - a c without the cancellation that loses half the digits of the roots when d is nearly parallel to p. Equal
/// signs of a and c are the only trouble. In the plane k² - a c is a square; in space, with ∥ and ⊥ taken with respect
/// to p₁, it is a sum of squares, (μ p₀ d_∥ - μ d₀ |p₁|)² + c d_⊥², whose first bracket is μ (d₀ c - p₀ k)/|p₁|.
template <int D>
inline double discriminant(const VectorN<D>& p, const VectorN<D>& d, double mu, double a, double k, double c) {
  if constexpr (D == 2) {
    const double root = mu * difference_of_products(p[0], d[1], d[0], p[1]);
    return root * root;
  } else {
    if (a * c <= 0) return k * k - a * c;
    // Both outside: only a line that nearly touches the cone loses digits, and that one is ill-posed anyway.
    if (a < 0) return difference_of_products(k, k, a, c);
    const double cross = difference_of_products(p[1], d[2], p[2], d[1]);
    const double p0 = mu * p[0];
    const double p1_squared = p[1] * p[1] + p[2] * p[2];
    if (p1_squared > 0.25 * p0 * p0) {
      const double parallel = mu * difference_of_products(d[0], c, p[0], k);
      return (parallel * parallel + c * cross * cross) / p1_squared;
    }
    const double v1 = mu * difference_of_products(p[0], d[1], d[0], p[1]);
    const double v2 = mu * difference_of_products(p[0], d[2], d[0], p[2]);
    return std::max(0.0, v1 * v1 + v2 * v2 - cross * cross);  // p near the axis: at most a quarter cancels
  }
}

}  // namespace internal

/// Rule `quadratic`: p + α d in the cone |x₁| ≤ μ x₀ with μ > 0 (1 for Lorentz). In other words
///   a α² + 2 k α + c ≥ 0 and p₀ + α d₀ ≥ 0, with a = dᵀJd, k = pᵀJd, c = pᵀJp
/// (thesis eq. 4.52-4.54, tables 4.1-4.3; the second row of each table is for negative d₀). p may lie anywhere; when it
/// is inside, 0 is in the interval. The ends are good to a few units in the last place, unless p is outside and the
/// line nearly touches the cone.
template <int D>
StepInterval step_interval(const VectorN<D>& p, const VectorN<D>& d, double mu) {
  const double a = internal::friction_form<D>(d, d, mu);
  const double k = internal::friction_form<D>(p, d, mu);
  const double c = internal::friction_form<D>(p, p, mu);
  const bool p_inside = c >= 0 && p[0] >= 0;

  if (a == 0) {
    if (d[0] == 0) return p_inside ? StepInterval::all() : StepInterval::none();  // d = 0
    // d along the boundary: the line meets the cone in a ray, from -c/2k on, when it passes on the inner side (k has
    // the sign of d₀); or it runs in the boundary itself (k = c = 0) and leaves at the apex.
    const bool forward = d[0] > 0;
    double end;
    if (forward ? k > 0 : k < 0) {
      end = -c / (2 * k);
    } else if (k == 0 && c == 0) {
      end = -p[0] / d[0];
    } else {
      return StepInterval::none();
    }
    return forward ? StepInterval::from(end) : StepInterval::up_to(end);
  }

  const double discriminant = internal::discriminant<D>(p, d, mu, a, k, c);
  if (discriminant < 0) return StepInterval::none();
  // The roots as q/a and c/q, so that nothing cancels.
  const double q = -(k + std::copysign(std::sqrt(discriminant), k));
  const double one = q / a, other = q == 0 ? 0 : c / q;
  const double lower = std::min(one, other), upper = std::max(one, other);

  // d inside the cone or its opposite: the line enters for good, or leaves for good. The height p₀ + α d₀ is zero
  // between the roots, so its own bound α_b = -p₀/d₀ never decides.
  if (a > 0) return d[0] > 0 ? StepInterval::from(upper) : StepInterval::up_to(lower);
  // d outside: the chord between the roots lies in the cone or in its opposite. Table 4.3 compares with α_b; asking for
  // the sign of the height in the middle, p₀ - d₀ k/a, says the same without dividing by d₀ or a.
  if (!p_inside && difference_of_products(a, p[0], k, d[0]) > 0) return StepInterval::none();
  return {lower, upper};
}

/// A direction Δ seen from a point z inside the Lorentz cone: the eigenvalues of ρ, where z + α Δ is in the cone
/// exactly when e + α ρ is (thesis eq. 4.55-4.56; there the final reciprocal is missing).
struct ScaledDirection {
  double lowest;
  double highest;

  /// The largest α with z + α Δ in the cone; +∞ when the direction never leaves.
  double step_to_boundary() const { return positive::step_to_boundary(1, lowest); }
  /// det(z + α Δ) / det z, for carrying determinants along. Scaling with W leaves the ratio as it is, so it holds for
  /// the unscaled point too.
  double det_factor(double alpha) const { return (1 + alpha * lowest) * (1 + alpha * highest); }
};

/// Rule `scaled`: det_z is taken apart from z because NesterovTodd knows it better than the rounded z does. Relative
/// errors of a few units in the last place times z₀/√(det z), which is 1 on the central path.
template <int D>
ScaledDirection scaled_direction(const VectorN<D>& z, double det_z, const VectorN<D>& delta) {
  constexpr int T = D - 1;
  constexpr double clear = 0.5;
  const double root = std::sqrt(det_z);
  const VectorN<D> z_bar = z / root;
  const double rho0 = lorentz::minkowski<D>(z, delta, clear) / det_z;
  const VectorN<T> rho1 =
      delta.template tail<T>() / root - (rho0 + delta[0] / root) / (z_bar[0] + 1) * z_bar.template tail<T>();
  // ρ₀ ± |ρ₁|: the one in which nothing cancels as it stands, the other from their product det ρ = det Δ / det z.
  const double norm = rho1.norm();
  const double large = rho0 + std::copysign(norm, rho0);
  if (large == 0) return {0, 0};
  const double small = lorentz::det<D>(delta, clear) / det_z / large;
  return {std::min(small, large), std::max(small, large)};
}

/// Positive row of the rule `scaled`: the largest α with z + α Δ ≥ 0, read off 1 + α Δ/z.
inline double scaled_step(double z, double delta) { return positive::step_to_boundary(1, delta / z); }

template <int D>
double scaled_step(const VectorN<D>& z, double det_z, const VectorN<D>& delta) {
  return scaled_direction<D>(z, det_z, delta).step_to_boundary();
}

}  // namespace signorini
