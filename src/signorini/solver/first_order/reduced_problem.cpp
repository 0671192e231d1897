#include "signorini/solver/first_order/reduced_problem.h"

#include <cmath>

#include "signorini/cone/friction.h"

namespace signorini::first_order {
namespace {

/// The Delassus diagonal with M's diagonal only: good enough for scaling.
Vector delassus_diagonal(const ContactProblem& p) {
  Vector diagonal = p.E.size() == 0 ? Vector::Zero(p.rows()) : p.E;
  if (p.form == Form::local) return diagonal + p.W.diagonal();
  const Vector mass = p.M.diagonal();
  for (Eigen::Index k = 0; k < p.H.cols(); ++k)
    for (SparseMatrix::InnerIterator it(p.H, k); it; ++it) diagonal[k] += it.value() * it.value() / mass[it.row()];
  return diagonal;
}

double inverse_root(double x) { return x > 0 ? 1 / std::sqrt(x) : 0.0; }

/// The factors of one cone's normal and tangential rows.
std::pair<double, double> cone_scale(double normal, double tangential, int dimension, Scaling scaling) {
  if (!(normal > 0) && !(tangential > 0)) return {0.0, 0.0};
  if (scaling == Scaling::none) return {1.0, 1.0};
  if (scaling == Scaling::contact) {
    const double both = inverse_root((normal + (dimension - 1) * tangential) / dimension);
    return {both, both};
  }
  return {inverse_root(normal > 0 ? normal : tangential), inverse_root(tangential > 0 ? tangential : normal)};
}

/// The matrix with entry t[k] at (source[k], k): selects and scales rows.
SparseMatrix selection(int rows, const std::vector<int>& source, const Vector& t) {
  SparseMatrix S(rows, static_cast<int>(source.size()));
  for (int k = 0; k < S.cols(); ++k) {
    S.startVec(k);
    S.insertBack(source[static_cast<std::size_t>(k)], k) = t[k];
  }
  S.finalize();
  return S;
}

}  // namespace

Scaling scaling_from_string(const std::string& name) {
  return name == "none" ? Scaling::none : name == "contact" ? Scaling::contact : Scaling::rows;
}

ReducedProblem::ReducedProblem(const ContactProblem& original, Scaling scaling) {
  map.original_rows = original.rows();
  std::vector<int>& source = map.source;
  Vector& t = map.t;
  const Cones& K = original.cones;
  const Vector diagonal = delassus_diagonal(original);
  std::vector<double> scale, mu;
  const auto take = [&](int row, double factor) {
    source.push_back(row);
    scale.push_back(factor);
  };
  const auto take_scalar = [&](int row) {
    const double factor = inverse_root(diagonal[row]);
    take(row, scaling == Scaling::none && factor > 0 ? 1.0 : factor);
  };
  for (int k = 0; k < K.first_friction(); ++k) take_scalar(k);
  for (int i = 0; i < K.friction(); ++i)
    if (friction::is_positive(original.friction(i))) take_scalar(K.friction_row(i));
  problem.cones.free = K.free;
  problem.cones.positive = static_cast<int>(source.size()) - K.free;
  problem.cones.dimension = K.dimension;
  for (int i = 0; i < K.friction(); ++i) {
    if (friction::is_positive(original.friction(i))) continue;
    const int row = K.friction_row(i);
    const auto [normal, tangential] =
        cone_scale(diagonal[row], diagonal.segment(row + 1, K.dimension - 1).mean(), K.dimension, scaling);
    take(row, normal);
    for (int d = 1; d < K.dimension; ++d) take(row + d, tangential);
    mu.push_back(tangential > 0 ? original.friction(i) * normal / tangential : original.friction(i));
  }
  t = Eigen::Map<const Vector>(scale.data(), static_cast<Eigen::Index>(scale.size()));
  problem.cones.mu = Eigen::Map<const Vector>(mu.data(), static_cast<Eigen::Index>(mu.size()));
  problem.law = Law::convex;
  problem.form = original.form;
  const SparseMatrix select = selection(original.rows(), source, t);
  if (original.form == Form::global) {
    problem.M = original.M;
    problem.H = original.H * select;
    problem.f = original.f;
    problem.w = select.transpose() * original.w;
  } else {
    problem.W = select.transpose() * SparseMatrix(original.W * select);
    problem.q = select.transpose() * original.q;
  }
  if (original.E.size() != 0) {
    problem.E.resize(t.size());
    for (Eigen::Index k = 0; k < t.size(); ++k)
      problem.E[k] = t[k] * t[k] * original.E[source[static_cast<std::size_t>(k)]];
  }
}

Vector RowMap::impulses(const Vector& x) const {
  Vector r = Vector::Zero(original_rows);
  for (std::size_t k = 0; k < source.size(); ++k)
    r[source[k]] = t[static_cast<Eigen::Index>(k)] * x[static_cast<Eigen::Index>(k)];
  return r;
}

Vector RowMap::scaled(const Vector& r) const {
  Vector x(t.size());
  for (Eigen::Index k = 0; k < t.size(); ++k) x[k] = t[k] > 0 ? r[source[static_cast<std::size_t>(k)]] / t[k] : 0.0;
  return x;
}

}  // namespace signorini::first_order
