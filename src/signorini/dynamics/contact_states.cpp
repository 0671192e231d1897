#include "signorini/dynamics/contact_states.h"

#include <algorithm>
#include <cmath>

#include "signorini/problem/certificate.h"
#include "signorini/problem/islands.h"

namespace signorini {
namespace {

/// Of the largest normal impulse in the step: what carries no more is called open. Answers are no better than that.
constexpr double open_share = 1e-6;
/// Of μ r_N: a tangential impulse that comes so near to it is called sliding. Answers of inexact solvers stay a little
/// inside the cone.
constexpr double sliding_share = 1 - 1e-3;

/// The friction cone of a contact, -1 where it has none.
int cone_of(const Cones& cones, int row) {
  return row < cones.first_friction() ? -1 : (row - cones.first_friction()) / cones.dimension;
}

}  // namespace

std::vector<ContactLoad> contact_loads(const Assembly& assembly, const Solution& answer, int rigid) {
  const ContactProblem& problem = assembly.problem;
  std::vector<ContactLoad> loads(assembly.contact_row.size());
  if (answer.r.size() != problem.rows() || answer.v.size() != problem.dof() || loads.empty()) return loads;
  const Judge::Parts parts = ProblemIslands(problem, rigid).parts();
  Judge judge(problem);
  const std::vector<Judge::PartJudged> judged = judge.judge_parts(answer, parts);
  for (std::size_t k = 0; k < loads.size(); ++k) {
    const int row = assembly.contact_row[k], cone = cone_of(problem.cones, row);
    const int rows = cone < 0 ? 1 : problem.cones.dimension;
    loads[k] = {.normal = answer.r[row],
                .tangential = answer.r.segment(row + 1, rows - 1).norm(),
                .limit = cone < 0 ? 0 : problem.friction(cone) * answer.r[row],
                .error = judge.violation().segment(row, rows).norm() / judged[parts.of_row[row]].scale};
  }
  return loads;
}

std::vector<ContactState> contact_states(const std::vector<ContactLoad>& loads) {
  double largest = 0;
  for (const ContactLoad& load : loads) largest = std::max(largest, load.normal);
  std::vector<ContactState> states(loads.size());
  for (std::size_t k = 0; k < loads.size(); ++k) {
    const ContactLoad& load = loads[k];
    using enum ContactState::Kind;
    const bool slides = load.tangential >= sliding_share * load.limit;
    states[k] = {!(load.normal > open_share * largest) ? open : slides ? sliding : sticking, load.error};
  }
  return states;
}

}  // namespace signorini
