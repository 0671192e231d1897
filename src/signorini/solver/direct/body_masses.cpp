#include "signorini/solver/direct/body_masses.h"

#include <algorithm>
#include <cmath>

namespace signorini::direct {
namespace {

constexpr int body_freedoms = 6;
/// Degrees of freedom in a block: four bodies that springs tie. A dense factor of as many takes 5,000 operations.
constexpr int largest_block = 24;
/// Of √(M_ii M_jj): as is_symmetric() has it.
constexpr double rounding = 1e-13;

}  // namespace

void BodyMasses::find_blocks(const SparseMatrix& M) {
  const int freedoms = static_cast<int>(M.rows());
  std::vector<int> next(static_cast<std::size_t>(freedoms));
  for (int k = 0; k < freedoms; ++k) next[k] = k - k % body_freedoms;
  const auto least = [&](int k) {
    while (next[k] != k) k = next[k] = next[next[k]];
    return k;
  };
  for (int k = 0; k < freedoms; ++k)
    for (SparseMatrix::InnerIterator it(M, k); it; ++it) {
      const int a = least(static_cast<int>(it.row())), b = least(k);
      next[std::max(a, b)] = std::min(a, b);
    }
  blocks_.clear();
  block_of_.assign(static_cast<std::size_t>(freedoms), -1);
  place_of_.resize(static_cast<std::size_t>(freedoms));
  for (int k = 0; k < freedoms; ++k) {
    const int leader = least(k);
    if (leader == k) {
      block_of_[k] = blocks();
      blocks_.emplace_back();
    }
    block_of_[k] = block_of_[leader];
    place_of_[k] = blocks_[block_of_[k]].size++;
  }
}

bool BodyMasses::analyze(const SparseMatrix& M) {
  remember_pattern(M, outer_, inner_);
  find_blocks(M);
  fit_ = std::ranges::all_of(blocks_, [](const Block& block) { return block.size <= largest_block; });
  if (!fit_) return false;
  int values = 0, first = 0;
  for (Block& block : blocks_) {
    block.first = first;
    block.values = values;
    first += block.size;
    values += block.size * block.size;
  }
  freedoms_.resize(block_of_.size());
  for (int k = 0; k < M.rows(); ++k) freedoms_[blocks_[block_of_[k]].first + place_of_[k]] = k;
  values_.resize(static_cast<std::size_t>(values));
  segment_.resize(largest_block);
  target_.clear();
  for (int k = 0; k < M.rows(); ++k)
    for (SparseMatrix::InnerIterator it(M, k); it; ++it) {
      const Block& block = blocks_[block_of_[k]];
      target_.push_back(block.values + place_of_[it.row()] * block.size + place_of_[k]);
    }
  return true;
}

template <int known_size>
bool BodyMasses::factorize(const Block& block) {
  double* const A = values_.data() + block.values;
  const int n = known_size == Eigen::Dynamic ? block.size : known_size;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const double above = A[j * n + i], below = A[i * n + j];
      if (above != below && !(std::abs(above - below) <= rounding * std::sqrt(A[i * n + i] * A[j * n + j])))
        return false;
    }
  for (int i = 0; i < n; ++i) {
    double pivot = A[i * n + i];
    for (int j = 0; j < i; ++j) {
      double sum = A[i * n + j];
      for (int k = 0; k < j; ++k) sum -= A[i * n + k] * A[j * n + k];
      A[i * n + j] = sum *= A[j * n + j];
      pivot -= sum * sum;
    }
    if (!(pivot > 0)) return false;
    A[i * n + i] = 1 / std::sqrt(pivot);
  }
  return true;
}

bool BodyMasses::factorize(const SparseMatrix& M) {
  std::ranges::fill(values_, 0.0);
  for (std::size_t k = 0; k < target_.size(); ++k) values_[target_[k]] = M.valuePtr()[k];
  return std::ranges::all_of(blocks_, [&](const Block& block) {
    return block.size == body_freedoms ? factorize<body_freedoms>(block) : factorize<Eigen::Dynamic>(block);
  });
}

template <int known_size>
void BodyMasses::solve(int block, Vector& b) {
  const int n = known_size == Eigen::Dynamic ? blocks_[block].size : known_size;
  const int* const freedoms = freedoms_.data() + blocks_[block].first;
  const double* const L = values_.data() + blocks_[block].values;
  double* const x = segment_.data();
  for (int i = 0; i < n; ++i) x[i] = b[freedoms[i]];
  whiten<known_size>(block, x);
  for (int i = n - 1; i >= 0; --i) {
    x[i] *= L[i * n + i];
    for (int k = 0; k < i; ++k) x[k] -= L[i * n + k] * x[i];
  }
  for (int i = 0; i < n; ++i) b[freedoms[i]] = x[i];
}

void BodyMasses::solve(Vector& b) {
  for (int block = 0; block < blocks(); ++block)
    size(block) == body_freedoms ? solve<body_freedoms>(block, b) : solve<Eigen::Dynamic>(block, b);
}

}  // namespace signorini::direct
