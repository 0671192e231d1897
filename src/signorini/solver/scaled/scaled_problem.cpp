#include "signorini/solver/scaled/scaled_problem.h"

#include <cmath>
#include <utility>

#include "signorini/problem/free_motion.h"

namespace signorini::interior_point {
namespace {

double inverse_root(double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; }

}  // namespace

ScaledProblem::ScaledProblem(const ContactProblem& problem)
    : original(problem), free(problem.cones.free), dimension(problem.cones.dimension) {
  const Vector diagonal = delassus_diagonal(problem);
  const auto row_unit = [&](int row) { return inverse_root(diagonal[row]); };
  const auto cone_units = [&](int i) {
    const double mu = problem.friction(i);
    const int row = problem.cones.friction_row(i);
    const double trace = diagonal[row] / (mu * mu) + diagonal.segment(row + 1, dimension - 1).sum();
    const double s = inverse_root(trace / dimension);
    return std::pair(s / mu, s);
  };
  RowMap::operator=(RowMap(problem, row_unit, cone_units));
  E = scaled_compliance(problem.E);
  compliant = E.any();
  if (global()) {
    H = RowBlocks::even(scaled_H(), free, positive, cones, dimension);
    w = scaled_velocities(problem.w);
    inverse_mass = problem.M.diagonal().cwiseInverse();
  } else {
    const SparseMatrix select = selection();
    W = select.transpose() * SparseMatrix(problem.W * select);
    w = scaled_velocities(problem.q);
  }
}

}  // namespace signorini::interior_point
