#include "signorini/solver/sweeps/one_contact.h"

#include <algorithm>
#include <limits>

#include "signorini/cone/friction.h"

namespace signorini {
namespace {

/// Newton stops once a step is below this, relative to the unknown; convergence is quadratic, so the next error is its
/// square.
constexpr double newton_tolerance = 1e-7;
constexpr int newton_steps = 60;
/// The fallback looks for sign changes between this many directions and halves the bracket this often.
constexpr int scan_directions = 48;
constexpr int bisections = 52;
constexpr double infinity = std::numeric_limits<double>::infinity();

using Vector2 = VectorN<2>;

/// An interval with a sign change, narrowed by each evaluation; steps that leave it are replaced by bisection.
struct Bracket {
  double low, high;

  void narrow(double x, double value) { (value < 0 ? low : high) = x; }
  /// The Newton step from x when it falls inside, else a point between the ends.
  double next(double x, double step) const {
    const double target = x + step;
    if (target >= low && target <= high) return target;
    return high == infinity ? 2 * std::max(low, std::abs(step)) : 0.5 * (low + high);
  }
};

/// Exact Coulomb friction. A sliding contact has u_N = 0 and u_T = -α r_T, α > 0. With r_N eliminated by u_N = 0 that
/// is (S + αI) r_T = -c, S the Schur complement of W_NN, and what remains is |r_T(α)| = μ r_N(α). At α = 0 (sticking)
/// the impulse is outside the cone, for α → ∞ it tends to the cone's axis: a root in between always exists.
struct CoulombSlide {
  double S11, S12, S21, S22, c1, c2;
  double n0, n1, n2;  ///< r_N = n0 + n1 r_T1 + n2 r_T2
  double mu;

  CoulombSlide(const Matrix3& W, const Vector3& b, double friction) : mu(friction) {
    const double inverse = 1 / W(0, 0);
    n0 = -b[0] * inverse, n1 = -W(0, 1) * inverse, n2 = -W(0, 2) * inverse;
    S11 = W(1, 1) + W(1, 0) * n1, S12 = W(1, 2) + W(1, 0) * n2, c1 = b[1] + W(1, 0) * n0;
    S21 = W(2, 1) + W(2, 0) * n1, S22 = W(2, 2) + W(2, 0) * n2, c2 = b[2] + W(2, 0) * n0;
  }

  double normal(const Vector2& r_T) const { return n0 + n1 * r_T[0] + n2 * r_T[1]; }

  /// Newton on μ r_N/|r_T| - 1, nearly linear in α as in trust-region methods.
  bool solve(double start, Vector3& r) const {
    Bracket bracket{0, infinity};
    double alpha = start;
    for (int step = 0; step < newton_steps; ++step) {
      const double a = S11 + alpha, d = S22 + alpha, inverse = 1 / (a * d - S12 * S21);
      const Vector2 r_T(inverse * (S12 * c2 - d * c1), inverse * (S21 * c1 - a * c2));
      const Vector2 slope(inverse * (S12 * r_T[1] - d * r_T[0]), inverse * (S21 * r_T[0] - a * r_T[1]));
      const double r_N = normal(r_T), squared = r_T[0] * r_T[0] + r_T[1] * r_T[1];
      const double value = mu * r_N - std::sqrt(squared);
      const double change =
          -value * squared / (mu * ((n1 * slope[0] + n2 * slope[1]) * squared - r_N * r_T.dot(slope)));
      bracket.narrow(alpha, value);
      const double next = bracket.next(alpha, change);
      if (std::abs(next - alpha) <= newton_tolerance * a) {
        // The last step by the tangent: its error is of second order.
        const Vector2 answer = r_T + (next - alpha) * slope;
        r = {normal(answer), answer[0], answer[1]};
        return std::isfinite(r[0]) && r[0] >= 0;
      }
      alpha = next;
    }
    return false;
  }
};

Vector2 turned(const Vector2& d) { return {-d[1], d[0]}; }

/// Convex law. A sliding contact has r = r_N (1, μ d), d a unit vector, and u ⟂ r. What remains is one equation in the
/// angle of d: that the slip u_T be along d. Its root is where ½ rᵀWr + bᵀr, minimised over r_N ≥ 0, is least on the
/// surface of the cone.
struct ConvexSlide {
  const Matrix3& W;
  const Vector3& b;
  double mu;

  struct Point {
    double r_N;        ///< normal impulse
    double r_N_slope;  ///< its derivative by the angle of d
    double turn;       ///< u_T · d⊥: zero when the slip is along d
    double slope;      ///< its derivative by the angle of d
    double along;      ///< u_T · d: not positive when friction opposes the slip
  };

  Point at(const Vector2& d) const {
    const Vector2 p = turned(d);
    const double g1 = mu * d[0], g2 = mu * d[1];
    const Vector3 Wg(W(0, 0) + W(0, 1) * g1 + W(0, 2) * g2, W(1, 0) + W(1, 1) * g1 + W(1, 2) * g2,
                     W(2, 0) + W(2, 1) * g1 + W(2, 2) * g2);
    const Vector3 Wp(W(0, 1) * p[0] + W(0, 2) * p[1], W(1, 1) * p[0] + W(1, 2) * p[1], W(2, 1) * p[0] + W(2, 2) * p[1]);
    // r_N = -gᵀb / gᵀWg, g = (1, μ d), with derivatives by the angle (g' = (0, μ d⊥)).
    const double inverse = 1 / (Wg[0] + g1 * Wg[1] + g2 * Wg[2]);
    const double r_N = -(b[0] + g1 * b[1] + g2 * b[2]) * inverse;
    const double numerator_slope = mu * (p[0] * b[1] + p[1] * b[2]);
    const double denominator_slope = mu * (p[0] * Wg[1] + p[1] * Wg[2] + Wp[0] + g1 * Wp[1] + g2 * Wp[2]);
    const double r_N_slope = -(numerator_slope + r_N * denominator_slope) * inverse;
    const double u1 = b[1] + r_N * Wg[1], u2 = b[2] + r_N * Wg[2];
    const double along = u1 * d[0] + u2 * d[1];
    const double slope =
        p[0] * (r_N_slope * Wg[1] + r_N * mu * Wp[1]) + p[1] * (r_N_slope * Wg[2] + r_N * mu * Wp[2]) - along;
    return {r_N, r_N_slope, u1 * p[0] + u2 * p[1], slope, along};
  }

  bool accepted(const Point& point) const { return point.r_N >= 0 && point.along <= 0; }

  /// Newton in τ = tan(θ/2), θ the angle between d and `axis`, kept inside (-limit, limit), at whose ends r_N vanishes
  /// and the slip turns back.
  bool solve(const Vector2& axis, double start, double limit, Vector3& r) const {
    Bracket bracket{-limit, limit};
    double tau = start;
    for (int step = 0; step < newton_steps; ++step) {
      const double half = 1 / (1 + tau * tau);
      const Vector2 d = half * ((1 - tau * tau) * axis + 2 * tau * turned(axis));
      const Point point = at(d);
      bracket.narrow(tau, point.turn);
      const double angle = -point.turn / point.slope;
      const double next = bracket.next(tau, 0.5 * (1 + tau * tau) * angle);
      if (std::abs(angle) <= newton_tolerance) {
        const double r_N = point.r_N + angle * point.r_N_slope;  // the last step, without another evaluation
        r = {r_N, mu * r_N * (d[0] - angle * d[1]), mu * r_N * (d[1] + angle * d[0])};
        return accepted(point);
      }
      tau = next;
    }
    return false;
  }

  /// Brackets every sign change around the circle and bisects: for the rare surfaces with several minima.
  bool scan(const Vector2& first, Vector3& r) const {
    const double angle = 2 * M_PI / scan_directions;
    const Eigen::Matrix2d rotation{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
    Vector2 left = first;
    double turn_left = at(left).turn;
    for (int k = 0; k < scan_directions; ++k) {
      const Vector2 right = rotation * left;
      const double turn_right = at(right).turn;
      if (turn_left <= 0 && turn_right >= 0) {
        Vector2 low = left, high = right;
        for (int step = 0; step < bisections; ++step) {
          const Vector2 middle = (low + high).normalized();
          (at(middle).turn < 0 ? low : high) = middle;
        }
        const Point root = at(high);
        if (accepted(root)) {
          r = {root.r_N, mu * root.r_N * high[0], mu * root.r_N * high[1]};
          return true;
        }
      }
      left = right;
      turn_left = turn_right;
    }
    return false;
  }
};

bool slide_coulomb(const Matrix3& W, const Vector3& b, double mu, const Vector3& guess, Vector3& r) {
  // α of the guess: how the slip it leaves compares with its friction impulse.
  const Vector3 u = W * guess + b;
  const double friction_squared = guess[1] * guess[1] + guess[2] * guess[2];
  const double alpha = friction_squared > 0 ? -(u[1] * guess[1] + u[2] * guess[2]) / friction_squared : 0;
  const CoulombSlide slide(W, b, mu);
  return slide.solve(alpha > 0 ? alpha : 0.5 * (slide.S11 + slide.S22), r);
}

bool slide_convex(const Matrix3& W, const Vector3& b, double mu, const Vector3& guess, Vector3& r) {
  const ConvexSlide slide{W, b, mu};
  const double slip = friction::tangential_norm<3>(b), friction = friction::tangential_norm<3>(guess);
  const Vector2 axis = slip > 0 ? Vector2(-b[1] / slip, -b[2] / slip) : Vector2(1, 0);
  // r_N > 0 asks for gᵀb < 0, cos θ > b_N/(μ|b_T|).
  const double cosine = slip > 0 ? b[0] / (mu * slip) : -1;
  const double limit = cosine > -1 ? std::sqrt((1 - cosine) / (1 + cosine)) : infinity;
  double start = 0;
  if (friction > 0) {
    const double along = (axis[0] * guess[1] + axis[1] * guess[2]) / friction,
                 across = (axis[0] * guess[2] - axis[1] * guess[1]) / friction;
    start = across / (1 + along);
    if (!(std::abs(start) < limit)) start = 0;
  }
  return slide.solve(axis, start, limit, r) || slide.scan(axis, r);
}

/// What remains when rounding defeats the search: a scaled projection, which the next sweeps improve.
template <int D>
VectorN<D> projected(const MatrixN<D>& W, const VectorN<D>& b, double mu, bool coulomb, const VectorN<D>& guess) {
  VectorN<D> u = W * guess + b;
  if (coulomb) u[0] += mu * friction::tangential_norm<D>(u);
  return friction::project<D>(guess - u / W.trace(), mu);
}

}  // namespace

Vector3 solve_sliding_contact(const Matrix3& W, const Vector3& b, double mu, bool coulomb, const Vector3& guess) {
  Vector3 r;
  const bool found = coulomb ? slide_coulomb(W, b, mu, guess, r) : slide_convex(W, b, mu, guess, r);
  return found ? r : projected<3>(W, b, mu, coulomb, guess);
}

Vector2 solve_sliding_contact(const MatrixN<2>& W, const Vector2& b, double mu, bool coulomb, const Vector2& guess) {
  for (const double d : {1.0, -1.0}) {
    const Vector2 g(1, mu * d), Wg = W * g;
    const double r_N = coulomb ? -b[0] / Wg[0] : -g.dot(b) / g.dot(Wg);
    if (r_N >= 0 && (b[1] + r_N * Wg[1]) * d <= 0) return r_N * g;
  }
  return projected<2>(W, b, mu, coulomb, guess);
}

}  // namespace signorini
