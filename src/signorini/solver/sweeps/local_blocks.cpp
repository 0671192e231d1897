#include "signorini/solver/sweeps/local_blocks.h"

namespace signorini {
namespace {

constexpr double relative_regularisation = 1e-12;

}  // namespace

Vector effective_friction(const ContactProblem& problem) {
  Vector mu(problem.cones.friction());
  for (int i = 0; i < mu.size(); ++i) mu[i] = problem.friction(i);
  return mu;
}

Vector inverse_or_zero(const Vector& x) {
  return x.unaryExpr([](double value) { return value > 0 ? 1 / value : 0.0; });
}

void regularise_blocks(std::vector<double>& blocks, int dimension) {
  const std::ptrdiff_t size = dimension * dimension;
  for (double* block = blocks.data(); block != blocks.data() + blocks.size(); block += size) {
    double trace = 0;
    for (int i = 0; i < dimension; ++i) trace += block[i * (dimension + 1)];
    const double shift = trace > 0 ? relative_regularisation * trace : 1.0;
    for (int i = 0; i < dimension; ++i) block[i * (dimension + 1)] += shift;
  }
}

}  // namespace signorini
