#include "signorini/problem/infeasibility.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "signorini/linalg/mass_factor.h"
#include "signorini/problem/free_motion.h"

namespace signorini {
namespace {

/// rᵀ(W + E)r. In global form as a sum of squares, which cancels no further than H r itself.
double delassus_square(const ContactProblem& p, const Vector& r) {
  const double rigid =
      p.form == Form::local ? std::max(0.0, r.dot(p.W * r)) : MassFactor(p.M).whiten(Vector(p.H * r)).squaredNorm();
  return p.E.size() == 0 ? rigid : rigid + p.E.dot(r.cwiseAbs2());
}

}  // namespace

double Infeasibility::ratio() const {
  if (!(energy > 0)) return 0;
  return reference > 0 ? std::sqrt(energy / reference) : INFINITY;
}

Infeasibility judge_infeasibility(const ContactProblem& problem, const Vector& r) {
  Infeasibility result;
  const Vector q = FreeMotion(problem).q, diagonal = delassus_diagonal(problem);
  const double speed = q.size() == 0 ? 0 : q.cwiseAbs().maxCoeff();
  for (const double d : diagonal)
    if (d > 0) result.reference += 0.5 * speed * speed / d;
  const double work = q.dot(r);
  if (!(work < 0)) return result;
  const double square = delassus_square(problem, r);
  result.energy = square > 0 ? 0.5 * work * work / square : INFINITY;
  return result;
}

std::vector<int> contradicting_blocks(const ContactProblem& problem, const Vector& r) {
  const Cones& K = problem.cones;
  const Vector diagonal = delassus_diagonal(problem);
  std::vector<std::pair<double, int>> blocks;  // weight, first row
  const auto add = [&](int row, int rows) {
    double sum = 0;
    for (int k = row; k < row + rows; ++k) sum += r[k] * r[k] * std::max(diagonal[k], 1e-300);
    blocks.emplace_back(std::sqrt(sum), row);
  };
  for (int k = 0; k < K.first_friction(); ++k) add(k, 1);
  for (int i = 0; i < K.friction(); ++i) add(K.friction_row(i), K.dimension);
  std::ranges::stable_sort(blocks, std::greater{}, [](const auto& block) { return block.first; });
  // Rows that matter less than a thousandth are rounding, or interior point methods keeping off the boundary.
  constexpr double negligible = 1e-3;
  std::vector<int> rows;
  for (const auto& [weight, row] : blocks)
    if (weight > negligible * blocks.front().first) rows.push_back(row);
  return rows;
}

std::string contradiction_message(const ContactProblem& problem, const Vector& r) {
  constexpr std::size_t most = 4;
  const Cones& K = problem.cones;
  const auto name = [&](int row) {
    if (row < K.first_positive()) return fmt::format("free row {}", row);
    if (row < K.first_friction()) return fmt::format("positive row {}", row - K.first_positive());
    return fmt::format("contact {}", (row - K.first_friction()) / K.dimension);
  };
  const std::vector<int> rows = contradicting_blocks(problem, r);
  std::string names;
  for (std::size_t k = 0; k < std::min(most, rows.size()); ++k) names += (k == 0 ? "" : ", ") + name(rows[k]);
  return "no motion satisfies all rows; these contradict each other: " + names;
}

}  // namespace signorini
