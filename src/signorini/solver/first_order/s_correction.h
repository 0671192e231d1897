#pragma once

#include "signorini/solver/first_order/cone_qp.h"
#include "signorini/solver/sweeps/stall_watch.h"

namespace signorini::first_order {

/// Law coulomb for the methods of this room. It reads K* ∋ u + s ⟂ x ∈ K with s = μ |u_T| on the normal rows, in the
/// units of a ReducedProblem too; for a held s that is the convex law's problem with b + s. Here s follows the
/// velocities while a method iterates: every iteration moves it a share of the way. When that stalls the caller makes
/// the share smaller. Under the other laws s is 0.
class SCorrection {
 public:
  /// `share` in (0,1]; `patience`: iterations in which the residual must fall.
  SCorrection(Law law, const ConeQp& qp, double share, int patience)
      : SCorrection(law == Law::coulomb && qp.has_friction(), qp, share, patience) {}
  /// The contacts of one process of several may be without friction while those of another are not.
  SCorrection(bool active, const ConeQp& qp, double share, int patience)
      : active_(active), s_(Vector::Zero(active ? qp.rows() : 0)), share_(share), watch_(patience) {}

  bool active() const { return active_; }
  /// By row; empty when not active.
  const Vector& s() const { return s_; }
  /// s of a guess: μ |u_T| where contacts carry something, else 0.
  void start(const ConeQp& qp, const Point& guess) {
    if (!active()) return;
    qp.read(guess, [&]<int d>(Sums&, const Block& block, const VectorN<d>& u, const VectorN<d>& x) {
      if (x[0] > 0) s_[block.row] = target<d>(block, u);
    });
  }

  /// μ |u_T| of a contact, where s should go.
  template <int d>
  double target(const Block& block, const VectorN<d>& u) const {
    if constexpr (d == 1) return 0;
    return active() ? block.mu * friction::tangential_norm<d>(u) : 0.0;
  }
  /// Moves s of the contact its share of the way and returns it. Contacts may be visited by several threads.
  template <int d>
  double follow(const Block& block, const VectorN<d>& u) {
    if (d == 1 || !active()) return 0;
    double& s = s_[block.row];
    return s += share_ * (target<d>(block, u) - s);
  }

  /// Whether the method's residual has stopped falling; asked once an iteration.
  bool stalled(double residual) { return active() && watch_.stalled(residual); }
  /// Makes s follow more slowly, down to a floor.
  void damp() { share_ = std::max(smallest_share, damping_factor * share_); }
  void set_share(double share) { share_ = share; }

 private:
  static constexpr double damping_factor = 0.5, smallest_share = 0.01;

  bool active_;
  Vector s_;
  double share_;
  StallWatch watch_;
};

}  // namespace signorini::first_order
