#include "signorini/problem/contact_problem.h"

#include <cmath>

#include <fmt/format.h>

namespace signorini {
namespace {

using Findings = std::vector<std::string>;

void check_size(Findings& findings, const char* field, Eigen::Index actual, Eigen::Index expected,
                const char* meaning) {
  if (actual != expected)
    findings.push_back(fmt::format("{} has size {}, expected {} ({})", field, actual, expected, meaning));
}

void check_shape(Findings& findings, const char* field, const SparseMatrix& A, Eigen::Index rows,
                 Eigen::Index columns) {
  if (A.rows() != rows || A.cols() != columns)
    findings.push_back(fmt::format("{} is {} x {}, expected {} x {}", field, A.rows(), A.cols(), rows, columns));
}

void check_finite(Findings& findings, const char* field, const Vector& x) {
  if (x.allFinite()) return;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]))
      return findings.push_back(fmt::format("{}[{}] is {}, not a finite number", field, i, x[i]));
}

void check_not_negative(Findings& findings, const char* field, const Vector& x, const char* meaning) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (x[i] < 0) return findings.push_back(fmt::format("{}[{}] is {}, but {} must be >= 0", field, i, x[i], meaning));
}

/// The structure and the values of a compressed matrix; false when it is too broken to look at further.
bool check_matrix(Findings& findings, const char* field, const SparseMatrix& A) {
  if (!A.isCompressed()) {
    findings.push_back(fmt::format("{} is not compressed: call makeCompressed()", field));
    return false;
  }
  const int* outer = A.outerIndexPtr();
  const int* inner = A.innerIndexPtr();
  const double* value = A.valuePtr();
  for (Eigen::Index j = 0; j < A.outerSize(); ++j) {
    for (int k = outer[j]; k < outer[j + 1]; ++k) {
      if (inner[k] < 0 || inner[k] >= A.rows()) {
        findings.push_back(
            fmt::format("{} has row index {} in column {}, out of range 0..{}", field, inner[k], j, A.rows() - 1));
        return false;
      }
      if (k > outer[j] && inner[k] <= inner[k - 1]) {
        findings.push_back(fmt::format("{} has unsorted or repeated row index {} in column {}", field, inner[k], j));
        return false;
      }
      if (!std::isfinite(value[k])) {
        findings.push_back(fmt::format("{}({},{}) is {}, not a finite number", field, inner[k], j, value[k]));
        return true;
      }
    }
  }
  return true;
}

/// A mass matrix may be unsymmetric by its gyroscopic terms. One triangle alone means that the other was left out.
void check_both_triangles(Findings& findings, const SparseMatrix& M) {
  Eigen::Index below = 0, above = 0, row = 0, column = 0;
  for (Eigen::Index j = 0; j < M.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(M, j); it; ++it) {
      if (it.value() == 0 || it.row() == j) continue;
      ++(it.row() > j ? below : above);
      row = it.row();
      column = j;
    }
  if ((below == 0) != (above == 0))
    findings.push_back(fmt::format("M holds one triangle only: M({0},{1}) = {2} but M({1},{0}) = 0", row, column,
                                   M.coeff(row, column)));
}

void check_mass(Findings& findings, const SparseMatrix& M) {
  const Vector diagonal = M.diagonal();
  for (Eigen::Index i = 0; i < diagonal.size(); ++i)
    if (!(diagonal[i] > 0)) {
      findings.push_back(
          fmt::format("M({0},{0}) is {1}, but the diagonal of a mass matrix must be > 0", i, diagonal[i]));
      return;
    }
  check_both_triangles(findings, M);
}

void check_cones(Findings& findings, const Cones& cones) {
  if (cones.free < 0) findings.push_back(fmt::format("cones.free is {}, but a count must be >= 0", cones.free));
  if (cones.positive < 0)
    findings.push_back(fmt::format("cones.positive is {}, but a count must be >= 0", cones.positive));
  if (cones.dimension != 2 && cones.dimension != 3)
    findings.push_back(fmt::format("cones.dimension is {}, but friction cones have 2 or 3 rows", cones.dimension));
  check_finite(findings, "mu", cones.mu);
  check_not_negative(findings, "mu", cones.mu, "a friction coefficient");
}

void check_global(Findings& findings, const ContactProblem& p) {
  const Eigen::Index dof = p.M.rows(), rows = p.rows();
  check_shape(findings, "M", p.M, dof, dof);
  check_shape(findings, "H", p.H, dof, rows);
  check_size(findings, "f", p.f.size(), dof, "one entry a row of M");
  check_size(findings, "w", p.w.size(), rows, "one entry a row of the cones");
  const bool sound = check_matrix(findings, "M", p.M);
  check_matrix(findings, "H", p.H);
  check_finite(findings, "f", p.f);
  check_finite(findings, "w", p.w);
  if (sound && p.M.rows() == p.M.cols()) check_mass(findings, p.M);
}

void check_local(Findings& findings, const ContactProblem& p) {
  check_shape(findings, "W", p.W, p.rows(), p.rows());
  check_size(findings, "q", p.q.size(), p.rows(), "one entry a row of the cones");
  check_matrix(findings, "W", p.W);
  check_finite(findings, "q", p.q);
}

}  // namespace

std::string_view to_string(Form form) { return form == Form::global ? "global" : "local"; }

std::vector<std::string> ContactProblem::validate() const {
  Findings findings;
  check_cones(findings, cones);
  form == Form::global ? check_global(findings, *this) : check_local(findings, *this);
  if (E.size() != 0) check_size(findings, "E", E.size(), rows(), "one entry a row of the cones");
  check_finite(findings, "E", E);
  check_not_negative(findings, "E", E, "a compliance");
  if (law == Law::pyramid && pyramid_sides < 3)
    findings.push_back(fmt::format("pyramid_sides is {}, but a friction pyramid has at least 3", pyramid_sides));
  return findings;
}

Solution Solution::zero(const ContactProblem& problem) {
  return {Vector::Zero(problem.dof()), Vector::Zero(problem.rows()), Vector::Zero(problem.rows())};
}

}  // namespace signorini
