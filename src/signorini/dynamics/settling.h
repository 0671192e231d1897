#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// By how much an answer misses the problem that was made along its own motion, as a share of the velocities: in the
/// momenta, and in the rates of the joints.
inline double unsettled(const ContactProblem& p, const SparseMatrix& mass, const Solution& solution) {
  const Vector& v = solution.v;
  const auto speed = [&](const Vector& momentum) {
    return std::sqrt(momentum.cwiseAbs2().cwiseQuotient(mass.diagonal()).sum());
  };
  const double moving = speed(p.M * v) + speed(p.f);
  const double pushed = moving > 0 ? speed(p.M * v - p.f - p.H * solution.r) / moving : 0;
  if (p.cones.free == 0) return pushed;
  const auto terms = p.w.head(p.cones.free);
  Vector apart = p.H.leftCols(p.cones.free).transpose() * v + terms;
  if (p.E.size() > 0) apart += p.E.head(p.cones.free).cwiseProduct(solution.r.head(p.cones.free));
  // At rest velocities are rounding: then compared with those of bodies without joints and contacts.
  const Vector unheld = p.f.cwiseQuotient(mass.diagonal());
  const double turning = terms.cwiseAbs().maxCoeff() + v.cwiseAbs().maxCoeff() + unheld.cwiseAbs().maxCoeff();
  return std::max(pushed, turning > 0 ? apart.cwiseAbs().maxCoeff() / turning : 0);
}

}  // namespace signorini
