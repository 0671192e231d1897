#include "signorini/linalg/node_lu.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/LU>
#include <Eigen/OrderingMethods>

namespace signorini {
namespace {

constexpr int width = NodeLu::width, block_size = width * width;
using Block = Eigen::Matrix<double, width, width>;
using BlockMap = Eigen::Map<Block>;
using Segment = Eigen::Matrix<double, width, 1>;

double* block_at(std::vector<double>& blocks, int k) { return blocks.data() + std::ptrdiff_t{block_size} * k; }
const double* block_at(const std::vector<double>& blocks, int k) {
  return blocks.data() + std::ptrdiff_t{block_size} * k;
}

/// C -= A B. Written out: the compiler keeps a column of C in packets.
void subtract_product(double* __restrict C, const double* __restrict A, const double* __restrict B) {
  for (int c = 0; c < width; ++c) {
    double sum[width];
    for (int r = 0; r < width; ++r) sum[r] = C[c * width + r];
    for (int k = 0; k < width; ++k)
      for (int r = 0; r < width; ++r) sum[r] -= A[k * width + r] * B[c * width + k];
    for (int r = 0; r < width; ++r) C[c * width + r] = sum[r];
  }
}

/// y -= A x.
void subtract_product_of_vector(double* __restrict y, const double* __restrict A, const double* __restrict x) {
  for (int k = 0; k < width; ++k)
    for (int r = 0; r < width; ++r) y[r] -= A[k * width + r] * x[k];
}

}  // namespace

double NodeLu::entries() const {
  return block_size * (static_cast<double>(order_.size()) + 2.0 * static_cast<double>(later_.size()));
}

void NodeLu::analyze(const SparseMatrix& matrix, bool by_values) {
  const std::vector<std::vector<int>> joined = neighbours(matrix, by_values);
  order(joined);
  find_fill(joined);
}

/// Of each node the others that share a block with it.
std::vector<std::vector<int>> NodeLu::neighbours(const SparseMatrix& matrix, bool by_values) {
  std::vector<std::vector<int>> joined(static_cast<std::size_t>(matrix.rows() / width));
  std::vector<int> seen(joined.size(), -1);
  for (int node = 0; node < static_cast<int>(joined.size()); ++node)
    for (int c = 0; c < width; ++c)
      for (SparseMatrix::InnerIterator it(matrix, node * width + c); it; ++it) {
        const int other = static_cast<int>(it.row()) / width;
        if (other == node || seen[other] == node || (by_values && it.value() == 0)) continue;
        seen[other] = node;
        joined[node].push_back(other);
        joined[other].push_back(node);
      }
  for (std::vector<int>& others : joined) {
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
  }
  return joined;
}

/// Minimum degree.
void NodeLu::order(const std::vector<std::vector<int>>& joined) {
  const int count = static_cast<int>(joined.size());
  SparseMatrix graph(count, count);
  graph.reserve(std::accumulate(joined.begin(), joined.end(), count,
                                [](int sum, const auto& others) { return sum + static_cast<int>(others.size()); }));
  for (int node = 0; node < count; ++node) {
    graph.startVec(node);
    bool own = false;  // the ordering takes columns without their diagonal for full ones
    for (const int other : joined[node]) {
      if (!own && other > node) graph.insertBack(node, node) = 1, own = true;
      graph.insertBack(other, node) = 1;
    }
    if (!own) graph.insertBack(node, node) = 1;
  }
  graph.finalize();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  order_.assign(permutation.indices().begin(), permutation.indices().end());
  place_.resize(order_.size());
  for (int k = 0; k < count; ++k) place_[order_[k]] = k;
}

/// What a pivot meets are its own neighbours and those of the pivots that meet it first.
void NodeLu::find_fill(const std::vector<std::vector<int>>& joined) {
  std::vector<std::vector<int>> before(order_.size());  // of each pivot, those that meet it first
  std::vector<int> seen(order_.size(), -1);
  start_.assign(1, 0);
  later_.clear();
  flops_ = 0;
  for (int k = 0; k < nodes(); ++k) {
    const auto meet = [&](int other) {
      if (other > k && seen[other] != k) {
        seen[other] = k;
        later_.push_back(other);
      }
    };
    for (const int other : joined[order_[k]]) meet(place_[other]);
    for (const int earlier : before[k])
      for (int e = start_[earlier]; e < start_[earlier + 1]; ++e) meet(later_[e]);
    std::sort(later_.begin() + start_[k], later_.end());
    start_.push_back(static_cast<int>(later_.size()));
    const double met = start_[k + 1] - start_[k];
    if (met > 0) before[later_[start_[k]]].push_back(k);
    flops_ += 2.0 * width * block_size * (met * met + met + 1);
  }
}

/// The blocks of the matrix at their places in the factor.
void NodeLu::assemble(const SparseMatrix& matrix) {
  own_.assign(order_.size() * block_size, 0);
  below_.assign(later_.size() * block_size, 0);
  beside_.assign(later_.size() * block_size, 0);
  const auto entry = [&](int pivot, int later) {
    const auto begin = later_.begin();
    return static_cast<int>(std::lower_bound(begin + start_[pivot], begin + start_[pivot + 1], later) - begin);
  };
  std::vector<double*> block(order_.size());
  std::vector<int> seen(order_.size(), -1);
  for (int node = 0; node < nodes(); ++node)
    for (int c = 0; c < width; ++c)
      for (SparseMatrix::InnerIterator it(matrix, node * width + c); it; ++it) {
        if (it.value() == 0) continue;
        const int other = static_cast<int>(it.row()) / width;
        if (seen[other] != node) {
          seen[other] = node;
          const int i = place_[other], j = place_[node];
          block[other] = i == j  ? block_at(own_, i)
                         : i > j ? block_at(below_, entry(j, i))
                                 : block_at(beside_, entry(i, j));
        }
        block[other][c * width + it.row() - other * width] = it.value();
      }
}

bool NodeLu::factorize(const SparseMatrix& matrix) {
  assemble(matrix);
  entry_.resize(order_.size());
  for (int k = 0; k < nodes(); ++k) {
    BlockMap own(block_at(own_, k));
    own = Eigen::PartialPivLU<Block>(own).inverse().eval();
    if (!own.allFinite()) return false;
    eliminate(k);
  }
  return true;
}

void NodeLu::eliminate(int pivot) {
  const int begin = start_[pivot], end = start_[pivot + 1];
  const BlockMap inverse(block_at(own_, pivot));
  for (int a = begin; a < end; ++a) {
    BlockMap below(block_at(below_, a));
    below = (below * inverse).eval();
  }
  for (int a = begin; a < end; ++a) {
    const int i = later_[a];
    for (int e = start_[i]; e < start_[i + 1]; ++e) entry_[later_[e]] = e;
    subtract_product(block_at(own_, i), block_at(below_, a), block_at(beside_, a));
    for (int b = a + 1; b < end; ++b) {
      const int e = entry_[later_[b]];
      subtract_product(block_at(below_, e), block_at(below_, b), block_at(beside_, a));
      subtract_product(block_at(beside_, e), block_at(below_, a), block_at(beside_, b));
    }
  }
}

void NodeLu::solve(Vector& b) const {
  const auto part = [&](int pivot) { return b.data() + std::ptrdiff_t{width} * order_[pivot]; };
  for (int k = 0; k < nodes(); ++k)
    for (int e = start_[k]; e < start_[k + 1]; ++e)
      subtract_product_of_vector(part(later_[e]), block_at(below_, e), part(k));
  for (int k = nodes() - 1; k >= 0; --k) {
    for (int e = start_[k]; e < start_[k + 1]; ++e)
      subtract_product_of_vector(part(k), block_at(beside_, e), part(later_[e]));
    Eigen::Map<Segment> x(part(k));
    x = (Eigen::Map<const Block>(block_at(own_, k)) * x).eval();
  }
}

}  // namespace signorini
