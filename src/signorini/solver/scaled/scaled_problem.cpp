#include "signorini/solver/scaled/scaled_problem.h"

#include <cmath>

#include "signorini/problem/free_motion.h"

namespace signorini::interior_point {
namespace {

double inverse_root(double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; }

}  // namespace

ScaledProblem::ScaledProblem(const ContactProblem& problem)
    : original(problem), free(problem.cones.free), dimension(problem.cones.dimension) {
  const Cones& K = problem.cones;
  const Vector diagonal = delassus_diagonal(problem);
  std::vector<int> taken;
  std::vector<double> units;
  const auto take = [&](int row, double unit) {
    taken.push_back(row);
    units.push_back(unit);
  };
  for (int k = 0; k < K.first_friction(); ++k) take(k, inverse_root(diagonal[k]));
  for (int i = 0; i < K.friction(); ++i)
    if (problem.friction(i) == 0) take(K.friction_row(i), inverse_root(diagonal[K.friction_row(i)]));
  positive = static_cast<int>(taken.size()) - free;
  for (int i = 0; i < K.friction(); ++i) {
    const double mu = problem.friction(i);
    if (mu == 0) continue;
    const int row = K.friction_row(i);
    const double trace = diagonal[row] / (mu * mu) + diagonal.segment(row + 1, dimension - 1).sum();
    const double s = inverse_root(trace / dimension);
    take(row, s / mu);
    for (int d = 1; d < dimension; ++d) take(row + d, s);
    ++cones;
  }
  RowMap::operator=(RowMap(problem.rows(), std::move(taken), units));
  E = scaled_compliance(problem.E);
  compliant = E.any();
  if (global()) {
    const SparseMatrix scaled = scaled_H();
    const int width = BlockColumns(scaled, free + positive, cones, dimension).width();
    H = RowBlocks(scaled, free, positive, cones, dimension,
                  cones > 0 ? width : BlockColumns(scaled, 0, free + positive, 1).width());
    w = scaled_velocities(problem.w);
    inverse_mass = problem.M.diagonal().cwiseInverse();
  } else {
    const SparseMatrix select = selection();
    W = select.transpose() * SparseMatrix(problem.W * select);
    w = scaled_velocities(problem.q);
  }
}

}  // namespace signorini::interior_point
