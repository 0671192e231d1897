#include "signorini/problem/free_motion.h"

#include <utility>

#include "signorini/linalg/mass_factor.h"

namespace signorini {

FreeMotion::FreeMotion(const ContactProblem& problem) : q(problem.q) {
  if (problem.form == Form::local) return;
  *this = FreeMotion(problem, MassFactor(problem.M).solve(problem.f));
}

FreeMotion::FreeMotion(const ContactProblem& problem, Vector free_v)
    : v(std::move(free_v)), q(problem.H.transpose() * v + problem.w) {}

Vector delassus_diagonal(const ContactProblem& problem) {
  if (problem.form == Form::local) return problem.W.diagonal();
  const Vector mass = problem.M.diagonal();
  Vector diagonal = Vector::Zero(problem.rows());
  for (Eigen::Index k = 0; k < problem.H.cols(); ++k)
    for (SparseMatrix::InnerIterator it(problem.H, k); it; ++it)
      diagonal[k] += it.value() * it.value() / mass[it.row()];
  return diagonal;
}

}  // namespace signorini
