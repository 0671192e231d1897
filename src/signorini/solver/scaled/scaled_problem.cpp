#include "signorini/solver/scaled/scaled_problem.h"

#include <cmath>

namespace signorini::interior_point {
namespace {

/// The Delassus diagonal with M's diagonal only: good enough for scaling.
Vector delassus_diagonal(const ContactProblem& p) {
  if (p.form == Form::local) return p.W.diagonal();
  const Vector mass = p.M.diagonal();
  Vector diagonal = Vector::Zero(p.rows());
  for (Eigen::Index k = 0; k < p.H.cols(); ++k)
    for (SparseMatrix::InnerIterator it(p.H, k); it; ++it) diagonal[k] += it.value() * it.value() / mass[it.row()];
  return diagonal;
}

double inverse_root(double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; }

/// Selects and scales rows: the matrix with entry t[k] at (source[k], k).
SparseMatrix selection(int rows, const std::vector<int>& source, const Vector& t) {
  SparseMatrix S(rows, static_cast<int>(source.size()));
  for (int k = 0; k < S.cols(); ++k) {
    S.startVec(k);
    S.insertBack(source[k], k) = t[k];
  }
  S.finalize();
  return S;
}

}  // namespace

ScaledProblem::ScaledProblem(const ContactProblem& problem)
    : original(problem), free(problem.cones.free), dimension(problem.cones.dimension) {
  const Cones& K = problem.cones;
  const Vector diagonal = delassus_diagonal(problem);
  std::vector<double> scale;
  const auto take = [&](int row, double factor) {
    source.push_back(row);
    scale.push_back(factor);
  };
  for (int k = 0; k < K.first_friction(); ++k) take(k, inverse_root(diagonal[k]));
  for (int i = 0; i < K.friction(); ++i)
    if (problem.friction(i) == 0) take(K.friction_row(i), inverse_root(diagonal[K.friction_row(i)]));
  positive = static_cast<int>(source.size()) - free;
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
  t = Eigen::Map<const Vector>(scale.data(), static_cast<Eigen::Index>(scale.size()));

  const SparseMatrix select = selection(problem.rows(), source, t);
  E = Vector::Zero(rows());
  if (problem.E.size() != 0)
    for (int k = 0; k < rows(); ++k) E[k] = t[k] * t[k] * problem.E[source[k]];
  compliant = E.any();
  if (global()) {
    const SparseMatrix scaled = scaled_H();
    const int width = BlockColumns(scaled, free + positive, cones, dimension).width();
    H = RowBlocks(scaled, free, positive, cones, dimension,
                  cones > 0 ? width : BlockColumns(scaled, 0, free + positive, 1).width());
    w = select.transpose() * problem.w;
    inverse_mass = problem.M.diagonal().cwiseInverse();
  } else {
    W = select.transpose() * SparseMatrix(problem.W * select);
    w = select.transpose() * problem.q;
  }
}

SparseMatrix ScaledProblem::scaled_H() const { return original.H * selection(original.rows(), source, t); }

Vector ScaledProblem::scaled_impulses(const Vector& r) const {
  Vector result(rows());
  for (int k = 0; k < rows(); ++k) result[k] = r[source[k]] / t[k];
  return result;
}

Vector ScaledProblem::scaled_velocities(const Vector& u) const {
  Vector result(rows());
  for (int k = 0; k < rows(); ++k) result[k] = u[source[k]] * t[k];
  return result;
}

Vector ScaledProblem::impulses(const Vector& r) const {
  Vector result = Vector::Zero(original.rows());
  for (int k = 0; k < rows(); ++k) result[source[k]] = t[k] * r[k];
  return result;
}

}  // namespace signorini::interior_point
