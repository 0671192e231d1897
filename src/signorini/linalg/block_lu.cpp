#include "signorini/linalg/block_lu.h"

#include <algorithm>

namespace signorini {
namespace {

/// The rows that entries of A connect, component by component, in the order of their first rows.
std::vector<int> components(const SparseMatrix& A) {
  std::vector<int> parent(static_cast<std::size_t>(A.rows()));
  for (int i = 0; i < A.rows(); ++i) parent[static_cast<std::size_t>(i)] = i;
  const auto root = [&](int i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
      int& up = parent[static_cast<std::size_t>(i)];
      up = parent[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  };
  for (Eigen::Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
      const int a = root(static_cast<int>(it.row())), b = root(static_cast<int>(j));
      parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  for (int i = 0; i < A.rows(); ++i) parent[static_cast<std::size_t>(i)] = root(i);
  return parent;
}

}  // namespace

BlockLu::BlockLu(const SparseMatrix& A)
    : block_of_(static_cast<std::size_t>(A.rows())), place_(static_cast<std::size_t>(A.rows())) {
  const std::vector<int> first = components(A);
  for (int i = 0; i < A.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (first[row] == i) {
      block_of_[row] = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
    } else {
      block_of_[row] = block_of_[static_cast<std::size_t>(first[row])];
    }
    Block& block = blocks_[static_cast<std::size_t>(block_of_[row])];
    place_[row] = static_cast<int>(block.rows.size());
    block.rows.push_back(i);
  }
  for (Block& block : blocks_) {
    const auto size = static_cast<int>(block.rows.size());
    std::vector<Eigen::Triplet<double>> entries;
    for (int c = 0; c < size; ++c) {
      entries.emplace_back(c, c, 0.0);  // patterns hold the diagonal
      for (SparseMatrix::InnerIterator it(A, block.rows[static_cast<std::size_t>(c)]); it; ++it)
        entries.emplace_back(place_[static_cast<std::size_t>(it.row())], c, it.value());
    }
    SparseMatrix part(size, size);
    part.setFromTriplets(entries.begin(), entries.end());
    part.makeCompressed();
    block.lu = make_lu_factorization();
    block.lu->analyze(part);
    ok_ = ok_ && block.lu->factorize(part) == Factorization::Outcome::done;
  }
}

Vector BlockLu::solve(const Vector& b) const {
  Vector x(b.size()), part;
  for (const Block& block : blocks_) {
    part = b(block.rows);
    block.lu->solve(part);
    x(block.rows) = part;
  }
  return x;
}

SparseMatrix BlockLu::solve(const SparseMatrix& B) const {
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<int> touched;
  std::vector<Vector> parts(blocks_.size());
  for (Eigen::Index j = 0; j < B.outerSize(); ++j) {
    touched.clear();
    for (SparseMatrix::InnerIterator it(B, j); it; ++it) {
      const auto row = static_cast<std::size_t>(it.row());
      const int k = block_of_[row];
      Vector& part = parts[static_cast<std::size_t>(k)];
      if (std::ranges::find(touched, k) == touched.end()) {
        touched.push_back(k);
        part.setZero(static_cast<Eigen::Index>(blocks_[static_cast<std::size_t>(k)].rows.size()));
      }
      part[place_[row]] = it.value();
    }
    for (const int k : touched) {
      const Block& block = blocks_[static_cast<std::size_t>(k)];
      Vector& part = parts[static_cast<std::size_t>(k)];
      block.lu->solve(part);
      for (std::size_t i = 0; i < block.rows.size(); ++i)
        entries.emplace_back(block.rows[i], static_cast<int>(j), part[static_cast<Eigen::Index>(i)]);
    }
  }
  SparseMatrix X(B.rows(), B.cols());
  X.setFromTriplets(entries.begin(), entries.end());
  return X;
}

}  // namespace signorini
