#include "signorini/solver/one_contact.h"

#include <algorithm>
#include <cmath>

#include "signorini/cone/friction.h"

namespace signorini {
namespace {

/// Newton on the slip angle stops once a step is below this; convergence is quadratic, so the next error is its square.
constexpr double angle_tolerance = 1e-7;
/// Longest Newton step, radians: beyond that the linear model says nothing.
constexpr double longest_turn = 0.7;
constexpr int newton_steps = 12;
/// The fallback looks for sign changes between this many directions and halves the bracket this often.
constexpr int scan_directions = 48;
constexpr int bisections = 52;

using Vector2 = VectorN<2>;

Vector2 turned(const Vector2& d) { return {-d[1], d[0]}; }

/// A contact that slides with r = r_N (1, μ d), d a unit vector. What is left of the law is one equation in the angle
/// of d, that the slip u_T be opposite to d. Exact Coulomb: u_N = 0. Convex law: u ⟂ r.
struct Slide {
  const Matrix3& W;
  const Vector3& b;
  double mu;
  bool coulomb;

  struct Point {
    double r_N;    ///< normal impulse
    double turn;   ///< u_T · d⊥: zero when the slip is along d
    double slope;  ///< its derivative by the angle of d
    double along;  ///< u_T · d: not positive when friction opposes the slip
  };

  Point at(const Vector2& d) const {
    const Vector2 p = turned(d);
    const Vector3 g(1, mu * d[0], mu * d[1]);
    const Vector3 Wg = W * g;
    const Vector3 Wp(W(0, 1) * p[0] + W(0, 2) * p[1], W(1, 1) * p[0] + W(1, 2) * p[1], W(2, 1) * p[0] + W(2, 2) * p[1]);
    // r_N = -numerator / denominator, with derivatives by the angle (g' = (0, μ d⊥)).
    double numerator = b[0], denominator = Wg[0], numerator_slope = 0, denominator_slope = mu * Wp[0];
    if (!coulomb) {
      numerator = g.dot(b);
      denominator = g.dot(Wg);
      numerator_slope = mu * (p[0] * b[1] + p[1] * b[2]);
      denominator_slope = mu * (p[0] * Wg[1] + p[1] * Wg[2] + g.dot(Wp));
    }
    const double inverse = 1 / denominator;
    const double r_N = -numerator * inverse;
    const double r_N_slope = -(numerator_slope + r_N * denominator_slope) * inverse;
    const Vector2 u_T(b[1] + r_N * Wg[1], b[2] + r_N * Wg[2]);
    const double along = u_T.dot(d);
    const double slope =
        p[0] * (r_N_slope * Wg[1] + r_N * mu * Wp[1]) + p[1] * (r_N_slope * Wg[2] + r_N * mu * Wp[2]) - along;
    return {denominator > 0 ? r_N : -1, u_T.dot(p), slope, along};
  }

  bool accepted(const Point& point) const { return point.r_N >= 0 && point.along <= 0; }
  Vector3 impulse(const Point& point, const Vector2& d) const {
    return {point.r_N, mu * point.r_N * d[0], mu * point.r_N * d[1]};
  }
};

bool newton(const Slide& slide, Vector2 d, Vector3& r) {
  for (int step = 0; step < newton_steps; ++step) {
    const Slide::Point point = slide.at(d);
    if (!(point.r_N >= 0) || !(point.slope > 0)) return false;
    const double angle = std::clamp(-point.turn / point.slope, -longest_turn, longest_turn);
    if (std::abs(angle) <= angle_tolerance) {
      r = slide.impulse(point, d);
      return slide.accepted(point);
    }
    d += angle * turned(d);
    d *= 1 / d.norm();
  }
  return false;
}

/// Brackets every sign change around the circle and bisects; for contacts whose normal and tangential responses are
/// strongly coupled.
bool scan(const Slide& slide, const Vector2& first, Vector3& r) {
  const double angle = 2 * M_PI / scan_directions;
  const Eigen::Matrix2d rotation{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
  Vector2 left = first;
  Slide::Point at_left = slide.at(left);
  for (int k = 0; k < scan_directions; ++k) {
    const Vector2 right = rotation * left;
    const Slide::Point at_right = slide.at(right);
    if (at_left.r_N >= 0 && at_right.r_N >= 0 && at_left.turn * at_right.turn <= 0) {
      Vector2 a = left, c = right;
      for (int step = 0; step < bisections; ++step) {
        const Vector2 middle = (a + c).normalized();
        (slide.at(middle).turn * at_left.turn > 0 ? a : c) = middle;
      }
      const Slide::Point root = slide.at(c);
      if (slide.accepted(root)) {
        r = slide.impulse(root, c);
        return true;
      }
    }
    left = right;
    at_left = at_right;
  }
  return false;
}

Vector2 unit_or(const Vector2& x, const Vector2& otherwise) {
  const double norm = x.norm();
  return norm > 0 && std::isfinite(norm) ? Vector2(x / norm) : otherwise;
}

/// What remains when no exact solution was found: a scaled projection, which the next sweeps improve.
template <int D>
VectorN<D> projected(const MatrixN<D>& W, const VectorN<D>& b, double mu, bool coulomb, const VectorN<D>& guess) {
  VectorN<D> u = W * guess + b;
  if (coulomb) u[0] += mu * u.template tail<D - 1>().norm();
  return friction::project<D>(guess - u / W.trace(), mu);
}

}  // namespace

Vector3 solve_sliding_contact(const Matrix3& W, const Vector3& b, double mu, bool coulomb, const Vector3& guess,
                              const Vector3& stick) {
  const Slide slide{W, b, mu, coulomb};
  const Vector2 towards_stick = unit_or(stick.tail<2>(), unit_or(-b.tail<2>(), Vector2::UnitX()));
  const Vector2 start = unit_or(guess.tail<2>(), towards_stick);
  Vector3 r;
  if (newton(slide, start, r) || newton(slide, towards_stick, r) || scan(slide, start, r)) return r;
  return projected<3>(W, b, mu, coulomb, guess);
}

Vector2 solve_sliding_contact(const MatrixN<2>& W, const Vector2& b, double mu, bool coulomb, const Vector2& guess,
                              const Vector2& stick) {
  for (const double d : {stick[1] < 0 ? -1.0 : 1.0, stick[1] < 0 ? 1.0 : -1.0}) {
    const Vector2 g(1, mu * d), Wg = W * g;
    const double r_N = coulomb ? -b[0] / Wg[0] : -g.dot(b) / g.dot(Wg);
    if (r_N >= 0 && (b[1] + r_N * Wg[1]) * d <= 0) return r_N * g;
  }
  return projected<2>(W, b, mu, coulomb, guess);
}

}  // namespace signorini
