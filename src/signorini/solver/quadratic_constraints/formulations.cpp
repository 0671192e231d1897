#include "signorini/solver/quadratic_constraints/formulations.h"

namespace signorini::quadratic_constraints {
namespace {

/// Collects the entries of K block by block.
class Blocks {
 public:
  explicit Blocks(int size) : size_(size) {}

  /// Factor times the matrix, or its transpose, with its first entry at (row, column).
  void add(int row, int column, const SparseMatrix& block, double factor = 1) {
    for (Eigen::Index j = 0; j < block.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(block, j); it; ++it)
        add(row + static_cast<int>(it.row()), column + static_cast<int>(j), factor * it.value());
  }
  void add_transposed(int row, int column, const SparseMatrix& block, double factor = 1) {
    add(row, column, SparseMatrix(block.transpose()), factor);
  }
  void add_diagonal(int row, int column, const Vector& diagonal) {
    for (int i = 0; i < diagonal.size(); ++i) add(row + i, column + i, diagonal[i]);
  }
  void add(int row, int column, double value) { entries_.emplace_back(row, column, value); }

  SparseMatrix matrix() const {
    SparseMatrix K(size_, size_);
    K.setFromTriplets(entries_.begin(), entries_.end());
    return K;
  }

 private:
  int size_;
  std::vector<Eigen::Triplet<double>> entries_;
};

/// M, H and f over the roots of the masses: v̂ = D^½ v with D = diag M.
struct Whitened {
  SparseMatrix M, H;
  Vector f;

  explicit Whitened(const ScaledProblem& p) {
    if (!p.global()) return;
    const Vector root = p.inverse_mass.cwiseSqrt();
    M = root.asDiagonal() * p.original.M * root.asDiagonal();
    H = root.asDiagonal() * p.scaled_H();
    f = root.cwiseProduct(p.original.f);
  }
};

/// The cones of the contacts over impulses that begin at `r`, those with curvature first.
void constrain_impulses(const ScaledProblem& p, int r, std::vector<Constraint>& curved,
                        std::vector<Constraint>& linear) {
  for (int i = 0; i < p.cones; ++i) {
    const int head = r + p.cone_row(i);
    curved.push_back({head, head + 1, p.dimension - 1});
    linear.push_back({head});
  }
  for (int k = p.free; k < p.first_cone(); ++k) linear.push_back({r + k});
}

/// In units of `unit`; the first `regularised` of x are what a regularisation acts on.
ConeProblem cone_problem(const Blocks& K, const Vector& k, std::vector<Constraint> curved,
                         const std::vector<Constraint>& linear, double unit, int regularised) {
  const int count = static_cast<int>(curved.size());
  curved.insert(curved.end(), linear.begin(), linear.end());
  return {K.matrix(), k / unit, std::move(curved), count, regularised};
}

}  // namespace

Formulation fixed_sliding(const ScaledProblem& p, double unit) {
  const int dof = p.global() ? p.original.dof() : 0, size = dof + p.rows();
  const Whitened bodies(p);
  Blocks K(size);
  Vector k(size);
  if (p.global()) {
    K.add(0, 0, bodies.M);
    K.add(0, dof, bodies.H, -1);
    K.add_transposed(dof, 0, bodies.H);
    k << -bodies.f, p.w;
  } else {
    K.add(0, 0, p.W);
    k = p.w;
  }
  K.add_diagonal(dof, dof, p.E);
  std::vector<Constraint> curved, linear;
  constrain_impulses(p, dof, curved, linear);
  return {cone_problem(K, k, curved, linear, unit, size), unit, dof};
}

void hold(const ScaledProblem& p, const Vector& s, Formulation& formulation) {
  for (int i = 0; i < p.cones; ++i) {
    const int k = p.cone_row(i);
    formulation.problem.k[formulation.r + k] = (p.w[k] + s[i]) / formulation.unit;
  }
}

Formulation smooth_reformulation(const ScaledProblem& p, double unit) {
  const int n = p.rows(), dof = p.global() ? p.original.dof() : 0;
  const int r = 0, u = n, s = 2 * n, multipliers = s + p.cones, v = multipliers + n, adjoint = v + dof;
  const Whitened bodies(p);
  Blocks K(adjoint + dof);
  Vector k = Vector::Zero(adjoint + dof);

  // Stationary in r: u + s e + (W + E)ᵀ p; in s: r₀; in u: r - p. Joint rows have u = 0 instead.
  for (int i = 0; i < n; ++i) {
    K.add(r + i, u + i, 1);
    if (i < p.free) {
      K.add(u + i, u + i, 1);
    } else {
      K.add(u + i, r + i, 1);
      K.add(u + i, multipliers + i, -1);
    }
  }
  for (int i = 0; i < p.cones; ++i) {
    K.add(r + p.cone_row(i), s + i, 1);
    K.add(s + i, r + p.cone_row(i), 1);
  }
  K.add_diagonal(r, multipliers, p.E);
  // u = (W + E) r + q.
  K.add_diagonal(multipliers, u, Vector::Ones(n));
  K.add_diagonal(multipliers, r, -p.E);
  k.segment(multipliers, n) = -p.w;
  if (p.global()) {
    K.add_transposed(r, adjoint, bodies.H);
    K.add_transposed(adjoint, adjoint, bodies.M);
    K.add(adjoint, multipliers, bodies.H, -1);
    K.add(v, v, bodies.M);
    K.add(v, r, bodies.H, -1);
    k.segment(v, dof) = -bodies.f;
    K.add_transposed(multipliers, v, bodies.H, -1);
  } else {
    K.add_transposed(r, multipliers, p.W);
    K.add(multipliers, r, p.W, -1);
  }

  std::vector<Constraint> curved, linear;
  constrain_impulses(p, r, curved, linear);
  for (int i = 0; i < p.cones; ++i) {
    curved.push_back({s + i, u + p.cone_row(i) + 1, p.dimension - 1});
    linear.push_back({s + i});
    linear.push_back({u + p.cone_row(i)});
  }
  for (int i = p.free; i < p.first_cone(); ++i) linear.push_back({u + i});
  return {cone_problem(K, k, curved, linear, unit, multipliers), unit, r};
}

}  // namespace signorini::quadratic_constraints
