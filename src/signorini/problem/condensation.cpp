#include "signorini/problem/condensation.h"

#include <new>

#include "signorini/base/error.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/linalg/symmetry.h"

namespace signorini {
namespace {

/// Of an interior point solve (bench_flexible: 9 to 12).
constexpr double typical_factorizations = 10;
/// Counted operations are not time: the condensed problem must promise this share of them.
constexpr double clearly_less = 0.7;

std::vector<int> touched_rows(const SparseMatrix& H) {
  std::vector<char> touched(static_cast<std::size_t>(H.rows()), 0);
  for (Eigen::Index k = 0; k < H.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(H, k); it; ++it) touched[it.row()] = 1;
  std::vector<int> rows;
  for (int k = 0; k < H.rows(); ++k)
    if (touched[k] != 0) rows.push_back(k);
  return rows;
}

/// The given rows of H.
SparseMatrix rows_of(const SparseMatrix& H, const std::vector<int>& rows) {
  std::vector<int> place(static_cast<std::size_t>(H.rows()), -1);
  for (std::size_t k = 0; k < rows.size(); ++k) place[rows[k]] = static_cast<int>(k);
  SparseMatrix result(static_cast<Eigen::Index>(rows.size()), H.cols());
  result.reserve(H.nonZeros());
  for (Eigen::Index k = 0; k < H.outerSize(); ++k) {
    result.startVec(k);
    for (SparseMatrix::InnerIterator it(H, k); it; ++it) result.insertBack(place[it.row()], k) = it.value();
  }
  result.finalize();
  return result;
}

double dense_flops(double n) { return n * n * n / 3; }

}  // namespace

bool Condensation::pays(const ContactProblem& problem) {
  if (problem.form == Form::local || dense_flops(problem.dof()) < negligible_flops) return false;
  if (is_diagonal(problem.M)) return false;
  touched_ = touched_rows(problem.H);
  // Where contacts touch most of it, M is no mesh's, or a small one's.
  if (touched_.empty() || 2 * touched_.size() > static_cast<std::size_t>(problem.dof())) return false;
  if (!is_symmetric(problem.M)) return false;
  const double whole = typical_factorizations * schur_.order(problem.M);
  const double condensed = typical_factorizations * dense_flops(static_cast<double>(touched_.size()));
  if (whole < typical_factorizations * negligible_flops || condensed > clearly_less * whole) return false;
  return condensed + schur_.analyze(touched_) < clearly_less * whole;
}

bool Condensation::apply(const ContactProblem& problem) {
  try {
    if (!pays(problem)) return false;
    condense(problem);
    return true;
  } catch (const std::bad_alloc&) {  // methods have their own ways when memory runs out
    return false;
  }
}

void Condensation::condense(const ContactProblem& problem) {
  touched_ = touched_rows(problem.H);
  schur_.order(problem.M);
  schur_.analyze(touched_);
  if (!schur_.factorize(problem.M))
    throw NotPositiveDefinite("M is not positive definite: its Cholesky factorisation met a pivot <= 0");
  condensed_ = {};
  condensed_.M = schur_.complement();
  condensed_.H = rows_of(problem.H, touched_);
  condensed_.f = schur_.reduce(problem.f);
  condensed_.w = problem.w;
  condensed_.E = problem.E;
  condensed_.cones = problem.cones;
  condensed_.law = problem.law;
  condensed_.pyramid_sides = problem.pyramid_sides;
}

Solution Condensation::forward(const Solution& original) const {
  Solution guess = original;
  if (original.v.size() > 0) guess.v = original.v(touched_);
  return guess;
}

Solution Condensation::back(const ContactProblem& original, const Solution& answer) const {
  return {schur_.expand(original.f, answer.v), answer.r, answer.u};
}

}  // namespace signorini
