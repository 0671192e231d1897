#pragma once

#include <algorithm>

#include "signorini/solver/scaled/cone_point.h"

namespace signorini::interior_point {

/// What the Newton equations over Nesterov-Todd scaled cones share: the point, its residuals, and the right-hand sides
/// of prediction, correction and Gondzio's correctors, all of them of the form ρ + υ = d (see ConePoint). `Method` adds
///
///     void tilt(Vector& b)                                          what its second line does to W d
///     void solve_roughly(const Vector& a, const Vector& b, Step&)   with the factor at hand
///     void solve_well(const Vector& a, const Vector& b, Step&)      the same, refined where that pays
///     Reach reach(const Direction&)
///     Steps steps(const Reach&, double fraction)                    how far to go
template <int D, typename Method>
class ConeEquation {
 public:
  using Reach = typename ConePoint<D>::Reach;
  /// A Newton direction: Δv, Δr and ρ = W Δr, υ = W⁻¹ Δu with ρ + υ = d, and how far r and u reach along it.
  struct Direction : NewtonStep {
    Vector upsilon, d;
    Reach reach;
  };
  /// Shares of Δr, and of Δv and Δu.
  struct Steps {
    double r, u;
    double shorter() const { return std::min(r, u); }
  };

  explicit ConeEquation(const ScaledProblem& problem)
      : point(problem), v(Vector::Zero(problem.original.dof())), p_(problem) {}

  ConePoint<D> point;
  Vector v;

  /// Scaling, μ and residuals at the point, which the rest relies on.
  void look_around() {
    mu_ = point.scale();
    point.residuals(v, dual_, primal_);
  }
  double mu() const { return mu_; }

  /// The affine direction: ρ + υ = -z.
  void predict(Direction& direction) {
    direction.d = -point.z;
    set_right(direction.d);
    right_ -= primal_;
    method().solve_roughly(dual_, right_, direction);
    complete(direction);
  }

  double predicted_mu(const Direction& direction) const {
    if (p_.degree() == 0) return 0;
    const Steps steps = method().steps(direction.reach, 1);
    return (point.z + steps.r * direction.rho).dot(point.z + steps.u * direction.upsilon) / p_.degree();
  }

  /// With the second-order term of the prediction (thesis eq. 4.51).
  void correct(Direction& direction, double target) {
    point.corrected(direction.rho, direction.upsilon, target, direction.d);
    set_right(direction.d);
    right_ -= primal_;
    method().solve_well(dual_, right_, direction);
    complete(direction);
  }

  /// One of Gondzio's correctors (QP study §3.1): aims at a step longer by `aim`; false when it gains less than the
  /// share `gain` of that.
  bool centre(const Direction& direction, double target, Direction& trial) {
    constexpr double aim = 0.08, gain = 0.01;
    const double before = direction.reach.both();
    if (before >= longest_useful_reach) return false;
    point.centrality(direction.rho, direction.upsilon, std::min(1.0, (1 + aim) * before + aim), target, trial.d);
    set_right(trial.d);
    method().solve_roughly(Vector::Zero(v.size()), right_, trial);
    trial.d += direction.d;
    trial += direction;
    complete(trial);
    return trial.reach.both() >= before + gain * aim;
  }

  void advance(const Direction& direction, const Steps& steps) {
    v += steps.u * direction.v;
    point.advance(steps.r, steps.u, direction.r, direction.rho, direction.upsilon);
  }

 protected:
  const ScaledProblem& p_;
  Vector dual_, primal_;  ///< f + H r - M v, and Hᵀ v + w + E r - u
  double mu_ = 0;

 private:
  /// Correctors cannot lengthen a step that is full already.
  static constexpr double longest_useful_reach = 1.02;

  Method& method() { return static_cast<Method&>(*this); }
  const Method& method() const { return static_cast<const Method&>(*this); }

  void set_right(const Vector& d) {
    point.apply(d, right_);
    method().tilt(right_);
  }
  void complete(Direction& direction) {
    direction.upsilon = direction.d - direction.rho;
    direction.reach = method().reach(direction);
  }

  Vector right_;
};

}  // namespace signorini::interior_point
