#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The degrees of freedom that decide whether a motion has settled: all but those of bodies that nothing ties to others
/// (`alone`, by rigid body, six each) and that stand. These are the same along any motion, and what is far from here
/// must not count, nor change the order of sums.
inline std::vector<Eigen::Index> freedoms_in_motion(const std::vector<char>& alone, const Vector& v) {
  constexpr Eigen::Index own = 6;
  std::vector<Eigen::Index> freedoms;
  for (Eigen::Index k = 0; k < v.size(); ++k) {
    const auto body = static_cast<std::size_t>(k / own);
    if (body >= alone.size() || alone[body] == 0 || !v.segment<own>(k - k % own).isZero(0)) freedoms.push_back(k);
  }
  return freedoms;
}

/// By how much an answer misses the problem that was made along its own motion, as a share of the velocities: in the
/// momenta, and in the rates of the joints.
inline double unsettled(const ContactProblem& p, const SparseMatrix& mass, const Solution& solution,
                        const std::vector<char>& alone) {
  const Vector& v = solution.v;
  const Vector masses = mass.diagonal();
  const std::vector<Eigen::Index> in_motion = freedoms_in_motion(alone, v);
  const auto speed = [&](const Vector& momentum) {
    double sum = 0;
    for (const Eigen::Index k : in_motion) sum += momentum[k] * momentum[k] / masses[k];
    return std::sqrt(sum);
  };
  const double moving = speed(p.M * v) + speed(p.f);
  const double pushed = moving > 0 ? speed(p.M * v - p.f - p.H * solution.r) / moving : 0;
  if (p.cones.free == 0) return pushed;
  const auto terms = p.w.head(p.cones.free);
  Vector apart = p.H.leftCols(p.cones.free).transpose() * v + terms;
  if (p.E.size() > 0) apart += p.E.head(p.cones.free).cwiseProduct(solution.r.head(p.cones.free));
  // At rest velocities are rounding: then compared with those of bodies without joints and contacts.
  double unheld = 0;
  for (const Eigen::Index k : in_motion) unheld = std::max(unheld, std::abs(p.f[k] / masses[k]));
  const double turning = terms.cwiseAbs().maxCoeff() + v.cwiseAbs().maxCoeff() + unheld;
  return std::max(pushed, turning > 0 ? apart.cwiseAbs().maxCoeff() / turning : 0);
}

}  // namespace signorini
