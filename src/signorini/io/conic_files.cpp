#include "signorini/io/conic_files.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "signorini/problem/pyramid_qp.h"

namespace signorini {
namespace {

constexpr int most_dense_rows = 2000;

struct Entry {
  int row, column;
  double value;
};

void require_convex(const ContactProblem& p) {
  if (p.law == Law::coulomb)
    throw InputError(
        "law coulomb is no convex program: choose --law convex, which opens sliding contacts, or --law pyramid");
  if (p.form == Form::local) return;
  const double asymmetry = SparseMatrix(p.M - SparseMatrix(p.M.transpose())).norm();
  if (asymmetry > 1e-12 * p.M.norm()) throw InputError("M is not symmetric, so the problem is no convex program");
}

void write_text(const std::filesystem::path& path, const fmt::memory_buffer& text) {
  write_atomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

template <typename... Values>
void put(fmt::memory_buffer& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

/// R with Rᵀ R = A, row by row.
std::vector<Entry> root_of_mass(const SparseMatrix& M) {
  Eigen::SimplicialLLT<SparseMatrix> factor(M);
  if (factor.info() != Eigen::Success) throw InputError("M is not positive definite");
  SparseMatrix R = SparseMatrix(factor.matrixU()) * factor.permutationP();
  std::vector<Entry> entries;
  for (int k = 0; k < R.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(R, k); it; ++it)
      if (it.value() != 0) entries.push_back({static_cast<int>(it.row()), k, it.value()});
  return entries;
}

std::vector<Entry> root_of_delassus(const SparseMatrix& W) {
  if (W.rows() > most_dense_rows)
    throw InputError(
        fmt::format("a local problem of {} rows has no file of cones, the limit is {}: its W would need a "
                    "dense root; QPS takes it as it is",
                    W.rows(), most_dense_rows));
  const Eigen::MatrixXd dense = 0.5 * (Eigen::MatrixXd(W) + Eigen::MatrixXd(W.transpose()));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(dense);
  const double least = 1e-15 * std::max(1e-300, eigen.eigenvalues().cwiseAbs().maxCoeff());
  std::vector<Entry> entries;
  int row = 0;
  for (int k = 0; k < dense.rows(); ++k) {
    if (eigen.eigenvalues()[k] <= least) continue;
    for (int j = 0; j < dense.rows(); ++j)
      entries.push_back({row, j, std::sqrt(eigen.eigenvalues()[k]) * eigen.eigenvectors()(j, k)});
    ++row;
  }
  return entries;
}

/// The rows of A x + b and the cones that they are in.
struct ConicRows {
  std::vector<std::pair<const char*, int>> cones;
  std::vector<Entry> A, b;
  int count = 0;

  void add(const char* cone, int rows) {
    if (rows == 0) return;
    cones.emplace_back(cone, rows);
    count += rows;
  }
};

void add_dynamics(const ContactProblem& p, ConicRows& rows) {
  for (int k = 0; k < p.M.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(p.M, k); it; ++it)
      rows.A.push_back({static_cast<int>(it.row()), k, it.value()});
  for (int k = 0; k < p.H.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(p.H, k); it; ++it)
      rows.A.push_back({static_cast<int>(it.row()), p.dof() + k, -it.value()});
  for (int j = 0; j < p.dof(); ++j) rows.b.push_back({j, 0, -p.f[j]});
  rows.add("L=", p.dof());
}

void add_friction(const ContactProblem& p, ConicRows& rows) {
  const int d = p.cones.dimension;
  for (int i = 0; i < p.cones.friction(); ++i) {
    const int variable = p.dof() + p.cones.friction_row(i);
    const double mu = p.friction(i);
    rows.A.push_back({rows.count, variable, mu == 0 ? 1 : mu});
    for (int t = 1; t < d; ++t) rows.A.push_back({rows.count + t, variable + t, 1});
    if (mu == 0) {
      rows.add("L+", 1);
      rows.add("L=", d - 1);
    } else {
      rows.add("Q", d);
    }
  }
}

/// 2 t ≥ |R x|²: the quadratic terms lie below t.
void add_epigraph(const ContactProblem& p, ConicRows& rows) {
  const bool local = p.form == Form::local;
  std::vector<Entry> R = local ? root_of_delassus(p.W) : root_of_mass(p.M);
  int height = 0;
  for (const Entry& entry : R) height = std::max(height, entry.row + 1);
  for (Eigen::Index k = 0; k < p.E.size(); ++k)
    if (p.E[k] > 0) R.push_back({height++, p.dof() + static_cast<int>(k), std::sqrt(p.E[k])});
  rows.A.push_back({rows.count, p.dof() + p.rows(), 1});
  rows.b.push_back({rows.count + 1, 0, 1});
  for (const Entry& entry : R) rows.A.push_back({rows.count + 2 + entry.row, entry.column, entry.value});
  rows.add("QR", height + 2);
}

void put_entries(fmt::memory_buffer& text, const char* section, const std::vector<Entry>& entries, bool with_column) {
  const auto count = std::ranges::count_if(entries, [](const Entry& e) { return e.value != 0; });
  if (count == 0) return;
  put(text, "{}\n{}\n", section, count);
  for (const Entry& e : entries) {
    if (e.value == 0) continue;
    with_column ? put(text, "{} {} {:.17g}\n", e.row, e.column, e.value) : put(text, "{} {:.17g}\n", e.row, e.value);
  }
  put(text, "\n");
}

// ---- QPS ----

/// The names of the rows of the QP, as variables.
std::vector<std::string> impulse_names(const ContactProblem& original, int sides) {
  const Cones& cones = original.cones;
  std::vector<std::string> names;
  for (int k = 0; k < cones.first_friction(); ++k) names.push_back(fmt::format("R{}", k));
  for (int i = 0; i < cones.friction(); ++i) {
    const int rays = original.friction(i) == 0 ? 1 : cones.dimension == 2 ? 2 : sides;
    for (int s = 0; s < rays; ++s) names.push_back(fmt::format("B{}_{}_{}", i, s, rays));
  }
  return names;
}

void put_columns(const ContactProblem& qp, const std::vector<std::string>& names, fmt::memory_buffer& text) {
  put(text, "COLUMNS\n");
  for (int j = 0; j < qp.dof(); ++j)
    for (SparseMatrix::InnerIterator it(qp.M, j); it; ++it) put(text, " V{} D{} {:.17g}\n", j, it.row(), it.value());
  const Vector& linear = qp.form == Form::local ? qp.q : qp.w;
  for (int k = 0; k < qp.rows(); ++k) {
    const std::string& name = names[static_cast<std::size_t>(k)];
    put(text, " {} COST {:.17g}\n", name, linear[k]);  // also where it is 0: every variable needs an entry
    if (qp.form == Form::global)
      for (SparseMatrix::InnerIterator it(qp.H, k); it; ++it)
        put(text, " {} D{} {:.17g}\n", name, it.row(), -it.value());
  }
}

/// The lower triangle of the symmetric part.
void put_quadratic(const SparseMatrix& A, const std::vector<std::string>& names, fmt::memory_buffer& text) {
  const SparseMatrix symmetric = 0.5 * (A + SparseMatrix(A.transpose()));
  for (int k = 0; k < symmetric.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(symmetric, k); it; ++it)
      if (it.row() >= k)
        put(text, " {} {} {:.17g}\n", names[static_cast<std::size_t>(k)], names[static_cast<std::size_t>(it.row())],
            it.value());
}

}  // namespace

void write_cbf(const std::filesystem::path& path, const ContactProblem& problem) {
  require_convex(problem);
  if (problem.law == Law::pyramid)
    throw InputError("law pyramid is a QP: write it as .qps, or choose --law convex for its cones");
  const Cones& cones = problem.cones;
  const int n = problem.dof(), m = problem.rows();
  ConicRows rows;
  if (problem.form == Form::global) add_dynamics(problem, rows);
  add_friction(problem, rows);
  add_epigraph(problem, rows);

  fmt::memory_buffer text;
  put(text, "# velocities 0 to {}, impulses {} to {}, epigraph {}\nVER\n1\n\nOBJSENSE\nMIN\n\n", n - 1, n, n + m - 1,
      n + m);
  std::vector<std::pair<const char*, int>> variables;
  for (const auto& [cone, count] : {std::pair{"F", n + cones.free}, std::pair{"L+", cones.positive},
                                    std::pair{"F", m - cones.first_friction() + 1}})
    if (count > 0) variables.emplace_back(cone, count);
  put(text, "VAR\n{} {}\n", n + m + 1, variables.size());
  for (const auto& [cone, count] : variables) put(text, "{} {}\n", cone, count);
  put(text, "\nCON\n{} {}\n", rows.count, rows.cones.size());
  for (const auto& [cone, count] : rows.cones) put(text, "{} {}\n", cone, count);
  put(text, "\n");
  std::vector<Entry> objective{{n + m, 0, 1}};
  const Vector& linear = problem.form == Form::local ? problem.q : problem.w;
  for (int k = 0; k < m; ++k) objective.push_back({n + k, 0, linear[k]});
  put_entries(text, "OBJACOORD", objective, false);
  put_entries(text, "ACOORD", rows.A, true);
  put_entries(text, "BCOORD", rows.b, false);
  write_text(path, text);
}

void write_qps(const std::filesystem::path& path, const ContactProblem& problem, int sides) {
  ContactProblem convex = problem;
  if (convex.law != Law::frictionless) convex.law = Law::pyramid;
  require_convex(convex);
  const PyramidQp program(convex, sides);
  const ContactProblem& qp = program.rows();
  const std::vector<std::string> names = impulse_names(convex, sides);
  std::vector<std::string> velocities;
  for (int j = 0; j < qp.dof(); ++j) velocities.push_back(fmt::format("V{}", j));

  fmt::memory_buffer text;
  put(text, "NAME CONTACT FREE\nROWS\n N COST\n");
  for (int j = 0; j < qp.dof(); ++j) put(text, " E D{}\n", j);
  put_columns(qp, names, text);
  put(text, "RHS\n");
  for (int j = 0; j < qp.dof(); ++j)
    if (qp.f[j] != 0) put(text, " RHS D{} {:.17g}\n", j, qp.f[j]);
  put(text, "BOUNDS\n");
  for (const std::string& name : velocities) put(text, " FR BND {}\n", name);
  for (int k = 0; k < qp.cones.free; ++k) put(text, " FR BND {}\n", names[static_cast<std::size_t>(k)]);
  put(text, "QUADOBJ\n");
  put_quadratic(qp.form == Form::local ? program.dual().P : qp.M, qp.form == Form::local ? names : velocities, text);
  put(text, "ENDATA\n");
  write_text(path, text);
}

}  // namespace signorini
