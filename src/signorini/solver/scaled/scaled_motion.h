#pragma once

#include <optional>
#include <utility>

#include "signorini/linalg/mass_factor.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace signorini::interior_point {

/// How the bodies follow scaled impulses.
class ScaledMotion {
 public:
  /// `mass`: of the problem's M where that is at hand.
  ScaledMotion(const ScaledProblem& problem, std::optional<MassFactor> mass) : p_(problem), mass_(std::move(mass)) {
    if (p_.global() && !mass_) mass_.emplace(p_.original.M);
  }

  /// Null in local form.
  const MassFactor* mass() const { return mass_ ? &*mass_ : nullptr; }
  /// Lets go of the factor of M, which solve() makes again when it is needed.
  void release() { mass_.reset(); }
  /// M⁻¹ b. Global form.
  Vector solve(const Vector& b) {
    if (!mass_) mass_.emplace(p_.original.M);
    return mass_->solve(b);
  }
  /// v; empty in local form.
  Vector body_velocities(const Vector& r) {
    if (!p_.global()) return {};
    momentum_ = p_.original.f;
    p_.H.scatter(r, momentum_);
    return solve(momentum_);
  }
  /// u.
  void velocities(const Vector& r, Vector& u) {
    if (p_.global())
      p_.H.gather(body_velocities(r), u);
    else
      u = p_.W * r;
    u += p_.w;
    if (p_.compliant) u += p_.E.cwiseProduct(r);
  }
  /// The change of u with r.
  void apply(const Vector& r, Vector& u) {
    if (p_.global()) {
      momentum_.setZero(p_.original.dof());
      p_.H.scatter(r, momentum_);
      p_.H.gather(solve(momentum_), u);
    } else {
      u = p_.W * r;
    }
    if (p_.compliant) u += p_.E.cwiseProduct(r);
  }

 private:
  const ScaledProblem& p_;
  std::optional<MassFactor> mass_;
  Vector momentum_;
};

}  // namespace signorini::interior_point
