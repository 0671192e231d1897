#pragma once

#include <vector>

#include "signorini/math/types.h"
#include "signorini/solver/direct/same_pattern.h"

namespace signorini::direct {

/// M in small dense blocks of its own: degrees of freedom in runs of six, as bodies have them, and together where M
/// ties them. Keeps what it knows of a pattern for the next M.
class BodyMasses {
 public:
  /// Whether M has the pattern that was analysed last.
  bool knows(const SparseMatrix& M) const { return same_pattern(M, outer_, inner_); }
  /// False where some block would be too large, as with finite elements.
  bool analyze(const SparseMatrix& M);
  /// What it said.
  bool fit() const { return fit_; }
  /// False where M is not symmetric or not positive definite.
  bool factorize(const SparseMatrix& M);

  int blocks() const { return static_cast<int>(blocks_.size()); }
  int size(int block) const { return blocks_[block].size; }
  int block_of(int freedom) const { return block_of_[freedom]; }
  /// Of a degree of freedom in its block.
  int place_of(int freedom) const { return place_of_[freedom]; }

  /// C⁻¹ x of one block with M = C Cᵀ. `known_size`: the compiler's, or Eigen::Dynamic.
  template <int known_size>
  void whiten(int block, double* x) const {
    const int n = known_size == Eigen::Dynamic ? blocks_[block].size : known_size;
    const double* const L = values_.data() + blocks_[block].values;
    for (int i = 0; i < n; ++i) {
      double sum = x[i];
      for (int k = 0; k < i; ++k) sum -= L[i * n + k] * x[k];
      x[i] = sum * L[i * n + i];
    }
  }
  /// M⁻¹ b, in place.
  void solve(Vector& b);

 private:
  struct Block {
    int size = 0;
    int first = 0;   ///< in freedoms_
    int values = 0;  ///< of its matrix, row by row
  };
  void find_blocks(const SparseMatrix& M);
  template <int known_size>
  bool factorize(const Block& block);
  template <int known_size>
  void solve(int block, Vector& b);

  std::vector<int> outer_, inner_;  ///< the pattern of M
  bool fit_ = false;
  std::vector<Block> blocks_;
  std::vector<int> freedoms_, block_of_, place_of_;
  std::vector<int> target_;      ///< of each entry of M
  std::vector<double> values_;   ///< lower triangles: factors, with inverse diagonals
  std::vector<double> segment_;  ///< of one block
};

}  // namespace signorini::direct
