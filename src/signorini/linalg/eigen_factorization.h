#pragma once

#include <cmath>

#include "signorini/linalg/factorization.h"

namespace signorini {

/// Eigen's simplicial factorisations, L Lᵀ or L D Lᵀ. For use inside linalg.
template <typename Solver>
class EigenFactorization : public Factorization {
 public:
  Outcome factorize_values(const SparseMatrix& lower) override {
    solver_.factorize(lower);
    return solver_.info() == Eigen::Success && pivots_are_numbers() ? Outcome::done : Outcome::breakdown;
  }
  void solve_with_factor(Vector& b) override { b = solver_.solve(b).eval(); }
  double flops() const override {
    double sum = 0;
    for (Eigen::Index j = 0; j < L().outerSize(); ++j) sum += std::pow(column_entries(j), 2);
    return sum;
  }
  double factor_entries() const override {
    double sum = 0;
    for (Eigen::Index j = 0; j < L().outerSize(); ++j) sum += column_entries(j);
    return sum;
  }

 private:
  /// The diagonal of L is one, and D is stored apart.
  static constexpr bool has_D = requires(Solver solver) { solver.vectorD(); };

  void analyze_pattern(const SparseMatrix& lower) override { solver_.analyzePattern(lower); }
  const SparseMatrix& L() const { return solver_.matrixL().nestedExpression(); }
  double column_entries(Eigen::Index j) const {
    return L().outerIndexPtr()[j + 1] - L().outerIndexPtr()[j] + (has_D ? 1 : 0);
  }
  /// Eigen compares pivots with zero, which NaN passes.
  bool pivots_are_numbers() const {
    if constexpr (has_D) {
      return solver_.vectorD().allFinite();
    } else {
      for (Eigen::Index j = 0; j < L().outerSize(); ++j)
        if (!std::isfinite(L().valuePtr()[L().outerIndexPtr()[j]])) return false;
      return true;
    }
  }

  Solver solver_;
};

}  // namespace signorini
