#include "signorini/solver/quadratic_constraints/newton_system.h"

namespace signorini::quadratic_constraints {
namespace {

/// Of the other unknowns, so that redundant rows do no harm.
constexpr double smallest_regularisation = 1e-8;

}  // namespace

template <typename Add>
void NewtonSystem::for_each_term(const Point& at, const Vector& g, double regularisation, Add&& add) const {
  const int n = problem_.size();
  for (int column = 0; column < n; ++column) {
    for (SparseMatrix::InnerIterator it(problem_.K, column); it; ++it)
      add(static_cast<int>(it.row()), column, it.value());
    add(column, column, column < problem_.regularised ? regularisation : smallest_regularisation);
  }
  for (int j = 0; j < problem_.count(); ++j) {
    const Constraint& c = problem_.constraints[static_cast<std::size_t>(j)];
    const double lambda = at.lambda[j], share = lambda * row_scale_[j];
    const auto add_entry = [&](int i, double gradient, double curvature) {
      add(i, i, -lambda * curvature);
      add(i, n + j, -gradient);
      add(n + j, i, share * gradient);
    };
    add_entry(c.head, c.width == 0 ? 1 : 2 * at.x[c.head], c.width == 0 ? 0 : 2);
    for (int i = c.tail; i < c.tail + c.width; ++i) add_entry(i, -2 * at.x[i], -2);
    add(n + j, n + j, g[j] * row_scale_[j]);
  }
}

NewtonSystem::NewtonSystem(const ConeProblem& problem) : problem_(problem), lu_(make_lu_factorization()) {
  const int size = problem.size() + problem.count();
  const Vector ones = Vector::Ones(problem.count());
  row_scale_ = ones;
  J_.lay_out(size, [&](auto&& add) { for_each_term({Vector::Ones(problem.size()), ones}, ones, 1, add); });
  lu_->analyze(J_.matrix());
}

Factorization::Outcome NewtonSystem::factorize(const Point& at, const Vector& g, double regularisation) {
  // λ and g range over 16 orders of magnitude each; without this the pivots would follow them.
  row_scale_ = at.lambda.cwiseMax(g).cwiseInverse();
  J_.sum([&](auto&& add) { for_each_term(at, g, regularisation, add); });
  return lu_->factorize(J_.matrix());
}

void NewtonSystem::solve(const Vector& residual, const Vector& complementarity, Point& direction) {
  right_.resize(J_.matrix().rows());
  right_ << -residual, row_scale_.cwiseProduct(complementarity);
  lu_->solve(right_);
  direction.x = right_.head(problem_.size());
  direction.lambda = right_.tail(problem_.count());
}

}  // namespace signorini::quadratic_constraints
