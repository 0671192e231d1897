#include "signorini/problem/pyramid_qp.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "signorini/base/error.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/problem/delassus.h"

namespace signorini {
namespace {

double largest(const SparseMatrix& A) {
  double value = 0;
  for (Eigen::Index k = 0; k < A.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(A, k); it; ++it) value = std::max(value, std::abs(it.value()));
  return value;
}

double largest(const Vector& x) { return x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff(); }

/// The most by which u misses u ≥ 0, or u = 0 in the first rows.
double violation(const Vector& u, int free) {
  const auto rest = u.tail(u.size() - free);
  return std::max(largest(Vector(u.head(free))), rest.size() == 0 ? 0 : std::max(0.0, -rest.minCoeff()));
}

using Triplets = std::vector<Eigen::Triplet<double, SparseMatrix::StorageIndex>>;

Triplets triplets(const SparseMatrix& A) {
  Triplets list;
  list.reserve(static_cast<std::size_t>(A.nonZeros()));
  for (Eigen::Index k = 0; k < A.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(A, k); it; ++it)
      list.emplace_back(static_cast<int>(it.row()), static_cast<int>(it.col()), it.value());
  return list;
}

SparseMatrix matrix(int rows, int columns, const Triplets& list) {
  SparseMatrix A(rows, columns);
  A.setFromTriplets(list.begin(), list.end());
  return A;
}

}  // namespace

double QpMeasures::relative_gap() const { return std::abs(gap) / (1 + std::abs(primal_objective)); }

double QpMeasures::relative_residual() const {
  return std::max(primal_infeasibility, dual_infeasibility) / std::max(largest_datum, 1e-300);
}

ContactProblem with_springs_as_masses(const ContactProblem& problem) {
  if (problem.form == Form::local || problem.E.size() == 0 || !problem.E.any()) return problem;
  ContactProblem rigid = problem;
  Triplets M = triplets(problem.M), H = triplets(problem.H);
  int dof = problem.dof();
  for (int k = 0; k < problem.rows(); ++k) {
    if (problem.E[k] == 0) continue;
    M.emplace_back(dof, dof, 1 / problem.E[k]);
    H.emplace_back(dof, k, 1.0);
    ++dof;
  }
  rigid.M = matrix(dof, dof, M);
  rigid.H = matrix(dof, problem.rows(), H);
  rigid.f = Vector::Zero(dof);
  rigid.f.head(problem.dof()) = problem.f;
  rigid.E.resize(0);
  return rigid;
}

PyramidQp::PyramidQp(const ContactProblem& original, int sides)
    : dof_(original.dof()), rigid_(with_springs_as_masses(original)), pyramid_(rigid_, sides) {}

PyramidQp::Dual PyramidQp::dual() const {
  const ContactProblem local = to_local(rows());
  SparseMatrix P = local.W;
  if (local.E.size() != 0) P += SparseMatrix(local.E.asDiagonal());
  return {0.5 * (P + SparseMatrix(P.transpose())), local.q};
}

Vector PyramidQp::velocities(const Vector& lambda) const {
  if (!has_primal()) throw InputError("a problem in local form has no velocities");
  return MassFactor(M()).solve(rows().f + rows().H * lambda);
}

QpMeasures PyramidQp::measure(const Solution& answer) const {
  const ContactProblem& p = rows();
  const Vector& lambda = answer.r;
  QpMeasures m;
  m.dual_infeasibility = violation(lambda, 0);
  if (free() > 0) m.dual_infeasibility = violation(lambda.tail(lambda.size() - free()), 0);
  if (!has_primal()) {
    const Dual d = dual();
    const Vector u = d.P * lambda + d.kappa;
    m.gap = u.dot(lambda);
    m.primal_objective = m.gap - (0.5 * lambda.dot(d.P * lambda) + d.kappa.dot(lambda));
    m.primal_infeasibility = violation(u, free());
    m.largest_datum = std::max(largest(d.P), largest(d.kappa));
    return m;
  }
  const Vector v = answer.v.size() == 0 ? velocities(lambda) : answer.v;
  const Vector Mv = p.M * v;
  m.primal_objective = 0.5 * v.dot(Mv) - p.f.dot(v);
  m.gap = v.dot(Mv) - p.f.dot(v) + p.w.dot(lambda);
  m.primal_infeasibility = violation(p.H.transpose() * v + p.w, free());
  m.dual_infeasibility = std::max(m.dual_infeasibility, largest(Vector(Mv - p.f - p.H * lambda)));
  m.largest_datum = std::max({largest(p.M), largest(p.H), largest(p.f), largest(p.w)});
  return m;
}

Solution PyramidQp::back(const Solution& answer) const {
  Solution original = pyramid_.back(answer);
  if (has_primal()) original.v = (answer.v.size() == 0 ? velocities(answer.r) : answer.v).head(dof_);
  return original;
}

Solution PyramidQp::forward(const Solution& original) const {
  Solution answer = pyramid_.forward(original);
  if (has_primal()) answer.v = velocities(answer.r);
  return answer;
}

ContactProblem opening_problem(const ContactProblem& original, int sides) {
  if (original.form == Form::local) throw InputError("a problem in local form does not tell whether its bodies jam");
  ContactProblem rigid = original;
  rigid.E.resize(0);  // springs give way, but not without bound
  ContactProblem opening = Pyramid(rigid, sides).problem();
  opening.f.setZero();
  opening.w.setConstant(-1);
  opening.w.head(opening.cones.free).setZero();
  return opening;
}

}  // namespace signorini
