#include "signorini/problem/infeasibility.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "signorini/linalg/mass_factor.h"

namespace signorini {
namespace {

Vector free_velocities(const ContactProblem& p) {
  if (p.form == Form::local) return p.q;
  return p.H.transpose() * MassFactor(p.M).solve(p.f) + p.w;
}

/// rᵀ(W + E)r. In global form as a sum of squares, which cancels no further than H r itself.
double delassus_square(const ContactProblem& p, const Vector& r) {
  const double rigid =
      p.form == Form::local ? std::max(0.0, r.dot(p.W * r)) : MassFactor(p.M).whiten(Vector(p.H * r)).squaredNorm();
  return p.E.size() == 0 ? rigid : rigid + p.E.dot(r.cwiseAbs2());
}

/// With M's diagonal only.
Vector delassus_diagonal(const ContactProblem& p) {
  if (p.form == Form::local) return p.W.diagonal();
  return p.H.cwiseAbs2().transpose() * p.M.diagonal().cwiseInverse();
}

}  // namespace

double Infeasibility::ratio() const {
  if (!(energy > 0)) return 0;
  return reference > 0 ? std::sqrt(energy / reference) : INFINITY;
}

Infeasibility judge_infeasibility(const ContactProblem& problem, const Vector& r) {
  Infeasibility result;
  const Vector q = free_velocities(problem), diagonal = delassus_diagonal(problem);
  const double speed = q.size() == 0 ? 0 : q.cwiseAbs().maxCoeff();
  for (const double d : diagonal)
    if (d > 0) result.reference += 0.5 * speed * speed / d;
  const double work = q.dot(r);
  if (!(work < 0)) return result;
  const double square = delassus_square(problem, r);
  result.energy = square > 0 ? 0.5 * work * work / square : INFINITY;
  return result;
}

std::string contradicting_rows(const ContactProblem& problem, const Vector& r, int most) {
  const Cones& K = problem.cones;
  const Vector diagonal = delassus_diagonal(problem);
  struct Share {
    double weight;
    std::string name;
  };
  std::vector<Share> shares;
  const auto weight = [&](int row, int rows) {
    double sum = 0;
    for (int k = row; k < row + rows; ++k) sum += r[k] * r[k] * std::max(diagonal[k], 1e-300);
    return std::sqrt(sum);
  };
  for (int k = 0; k < K.free; ++k) shares.push_back({weight(k, 1), fmt::format("free row {}", k)});
  for (int k = 0; k < K.positive; ++k)
    shares.push_back({weight(K.first_positive() + k, 1), fmt::format("positive row {}", k)});
  for (int i = 0; i < K.friction(); ++i)
    shares.push_back({weight(K.friction_row(i), K.dimension), fmt::format("contact {}", i)});
  std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) { return a.weight > b.weight; });
  // Rows that matter less than a thousandth are rounding, or interior point methods keeping off the boundary.
  constexpr double negligible = 1e-3;
  std::string text;
  for (int k = 0; k < std::min(most, static_cast<int>(shares.size())); ++k)
    if (shares[k].weight > negligible * shares[0].weight) text += (k == 0 ? "" : ", ") + shares[k].name;
  return text;
}

}  // namespace signorini
