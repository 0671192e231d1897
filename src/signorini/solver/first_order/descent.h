#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "signorini/solver/first_order/s_correction.h"

namespace signorini::first_order {

inline constexpr int norm_steps = 20;
/// The bound L is taken a little above the curvature met.
inline constexpr double curvature_margin = 1.05;
/// Momentum lets steps grow now and then. When they exceed the shortest so far by this factor, L was too small.
inline constexpr double tolerated_growth = 100;
/// Whole moves as extrapolation are stable for steps below 4/3 of 1/‖A‖.
inline constexpr double greedy_step = 1.3;
/// Of s, in one iteration: slow enough for the momentum, and all of it where the momentum is guarded.
inline constexpr double free_share = 0.1, guarded_share = 1;
/// How much longer an extrapolated step of a guarded run may be than the step before, squared.
inline constexpr double guarded_growth = 1.1;
/// Iterations in which the residual must fall, or s is slowed down.
inline constexpr int patience = 400;

/// The share β of the last move by which the next point is extrapolated.
class Extrapolation {
 public:
  explicit Extrapolation(bool greedy) : greedy_(greedy) {}

  double next(bool restart) {
    if (restart) t_ = 1;
    const double t_next = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_)), beta = (t_ - 1) / t_next;
    t_ = t_next;
    return greedy_ ? (restart ? 0.0 : 1.0) : beta;
  }

 private:
  bool greedy_;
  double t_ = 1;
};

/// Projected gradient steps from extrapolated points, x⁺ = P_K(y - α g(y)) with y = x + β (x - x_old). `Qp` is a
/// ConeQp, or has the contacts of a process of several; `Watch` says how long to go on, as a Monitor does.
template <typename Qp, typename Watch>
class Descent {
 public:
  Descent(const ContactProblem& problem, const Qp& qp, bool greedy, Point start, Watch& monitor)
      : qp_(qp),
        monitor_(monitor),
        greedy_(greedy),
        extrapolation_(greedy),
        sliding_(problem.law == Law::coulomb && qp.has_friction(), qp.contacts(), free_share, patience),
        x_(std::move(start)),
        x_old_(x_),
        y_state_(x_.s),
        x_next_(qp.contacts().rows()),
        L_(curvature_margin * qp.norm_estimate(norm_steps)) {
    sliding_.start(qp.contacts(), x_);
    // Momentum that runs away would lose the guess.
    if (sliding_.active() && !qp.is_zero(x_)) guard();
  }

  void run() {
    while (monitor_.running()) {
      const Move move = step();
      if (sliding_.stalled(move.length2)) guarded_ ? sliding_.damp() : guard();
      if (sound(move)) advance(move);
      if (monitor_.due()) judge();
    }
  }

 private:
  struct Move {
    double length2;  ///< |x⁺ - y|²
    double turn;     ///< (x⁺ - y)ᵀ(x⁺ - x)
  };

  /// x⁺ in x_next_ and x⁺ - y in step_.
  Move step() {
    const double alpha = (greedy_ ? greedy_step : 1) / L_;
    const auto y = [&](int row) { return x_.x[row] + beta_ * (x_.x[row] - x_old_.x[row]); };
    const Sums sums = qp_.sweep_at(y, y_state_, step_,
                                   [&]<int d>(Sums& sum, const Block& block, VectorN<d> g, const VectorN<d>& from) {
                                     g[0] += sliding_.follow<d>(block, g);
                                     VectorN<d> target;
                                     for (int i = 0; i < d; ++i) target[i] = from[i] - alpha * g[i];
                                     VectorN<d> move = ConeQp::project<d>(block, target);
                                     for (int i = 0; i < d; ++i) {
                                       const double end = x_next_[block.row + i] = move[i];
                                       move[i] -= from[i];
                                       sum[0] += move[i] * move[i];
                                       sum[1] += move[i] * (end - x_.x[block.row + i]);
                                     }
                                     return move;
                                   });
    shortest2_ = std::min(shortest2_, sums[0]);
    return {sums[0], sums[1]};
  }

  /// False when L was too small or momentum ran away; then both are mended and the step is thrown away.
  bool sound(const Move& move) {
    // f(x⁺) ≤ f(y) + g(y)ᵀ(x⁺-y) + L/2 |x⁺-y|², which for a quadratic f reads:
    const double curvature = qp_.curvature(step_);
    if (curvature > L_ * move.length2) {
      L_ = curvature_margin * curvature / move.length2;
      return false;
    }
    // Under law coulomb momentum can run away: there is no objective that it descends.
    if (guarded_ && beta_ > 0 && move.length2 > guarded_growth * last2_) {
      drop_momentum();
      return false;
    }
    if (move.length2 > tolerated_growth * tolerated_growth * shortest2_) {
      L_ *= curvature_margin;
      drop_momentum();
      shortest2_ = INFINITY;
      return false;
    }
    return true;
  }

  void advance(const Move& move) {
    last2_ = move.length2;
    x_old_.x.swap(x_.x);
    x_.x.swap(x_next_);
    // O'Donoghue and Candès: start over when the move turns against the generalised gradient y - x⁺.
    beta_ = extrapolation_.next(move.turn < 0);
    qp_.for_ranges(x_.s.size(), [&](Eigen::Index begin, Eigen::Index end) {
      for (Eigen::Index i = begin; i < end; ++i) {
        const double now = y_state_[i] + step_.s[i];
        y_state_[i] = now + beta_ * (now - x_.s[i]);
        x_.s[i] = now;
      }
    });
  }

  void judge() {
    qp_.judge(monitor_, x_);
    // What rounding left in y alone would double with every extrapolation.
    qp_.refresh(x_old_);
    y_state_ = x_.s + beta_ * (x_.s - x_old_.s);
  }

  void guard() {
    guarded_ = true;
    sliding_.set_share(guarded_share);
  }
  void drop_momentum() {
    beta_ = extrapolation_.next(true);
    y_state_ = x_.s;
  }

  const Qp& qp_;
  Watch& monitor_;
  const bool greedy_;
  Extrapolation extrapolation_;
  SCorrection sliding_;
  Point x_, x_old_, step_;
  Vector y_state_, x_next_;
  double L_, beta_ = 0;
  double shortest2_ = INFINITY, last2_ = INFINITY;  ///< of |x⁺ - y|²
  bool guarded_ = false;
};

}  // namespace signorini::first_order
