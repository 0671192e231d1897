#include "signorini/linalg/normal_matrix.h"

#include <algorithm>
#include <cstdint>

namespace signorini {
namespace {

using Pair = std::uint64_t;
Pair make_pair_of(int column, int row) { return (static_cast<Pair>(column) << 32) | static_cast<std::uint32_t>(row); }
int column_of(Pair pair) { return static_cast<int>(pair >> 32); }
int row_of(Pair pair) { return static_cast<int>(pair & 0xffffffffU); }

/// The block pairs (column ≤ row) that M and the contacts touch, sorted by column, then row.
std::vector<Pair> touched_pairs(const SparseMatrix& M, const std::vector<const BlockColumns*>& parts, int width) {
  std::vector<Pair> pairs;
  for (int b = 0; b < M.rows() / width; ++b) pairs.push_back(make_pair_of(b, b));
  for (Eigen::Index j = 0; j < M.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(M, j); it; ++it)
      if (it.row() / width > j / width)
        pairs.push_back(make_pair_of(static_cast<int>(j) / width, static_cast<int>(it.row()) / width));
  for (const BlockColumns* part : parts)
    for (int k = 0; k < part->groups(); ++k)
      for (int i = part->start()[k]; i < part->start()[k + 1]; ++i)
        for (int j = i + 1; j < part->start()[k + 1]; ++j)
          pairs.push_back(make_pair_of(part->block()[i], part->block()[j]));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Place of the first entry of local column c in a block column whose values start at `base` and that has `height`
/// rows: the diagonal block is stored as its lower triangle, so each column is one shorter than the one before.
int column_place(int base, int height, int c) { return base + c * height - c * (c - 1) / 2; }

}  // namespace

NormalMatrix::NormalMatrix(const SparseMatrix& M, std::vector<const BlockColumns*> parts)
    : parts_(std::move(parts)), width_(parts_.empty() ? 1 : parts_.front()->width()) {
  const std::vector<Pair> pairs = touched_pairs(M, parts_, width_);
  const int blocks = static_cast<int>(M.rows()) / width_;
  std::vector<int> first(static_cast<std::size_t>(blocks) + 1, 0);
  for (const Pair pair : pairs) ++first[column_of(pair) + 1];
  for (int b = 0; b < blocks; ++b) first[b + 1] += first[b];

  base_.resize(blocks);
  height_.resize(blocks);
  int place = 0;
  for (int b = 0; b < blocks; ++b) {
    base_[b] = place;
    height_[b] = width_ * (first[b + 1] - first[b]);
    place = column_place(place, height_[b], width_);
  }
  S_.resize(M.rows(), M.cols());
  S_.resizeNonZeros(place);
  for (int b = 0; b < blocks; ++b)
    for (int c = 0; c < width_; ++c) {
      int entry = column_place(base_[b], height_[b], c);
      S_.outerIndexPtr()[b * width_ + c] = entry;
      for (int r = c; r < width_; ++r) S_.innerIndexPtr()[entry++] = b * width_ + r;
      for (int p = first[b] + 1; p < first[b + 1]; ++p)
        for (int r = 0; r < width_; ++r) S_.innerIndexPtr()[entry++] = row_of(pairs[p]) * width_ + r;
    }
  S_.outerIndexPtr()[S_.cols()] = place;

  const auto rank = [&](int column, int row) {
    const auto begin = pairs.begin() + first[column], end = pairs.begin() + first[column + 1];
    return static_cast<int>(std::lower_bound(begin, end, make_pair_of(column, row)) - begin);
  };
  for (const BlockColumns* part : parts_) {
    std::vector<int>& ranks = rank_.emplace_back();
    std::vector<int>& starts = pair_start_.emplace_back(1, 0);
    for (int k = 0; k < part->groups(); ++k) {
      for (int i = part->start()[k]; i < part->start()[k + 1]; ++i)
        for (int j = i + 1; j < part->start()[k + 1]; ++j) ranks.push_back(rank(part->block()[i], part->block()[j]));
      starts.push_back(static_cast<int>(ranks.size()));
    }
  }
  for (Eigen::Index j = 0; j < M.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(M, j); it; ++it) {
      if (it.row() < j) continue;
      const int b = static_cast<int>(j) / width_, c = static_cast<int>(j) % width_, row = static_cast<int>(it.row());
      const int k = rank(b, row / width_), start = column_place(base_[b], height_[b], c);
      M_place_.push_back(k == 0 ? start + row % width_ - c : start + (width_ - c) + width_ * (k - 1) + row % width_);
      M_value_.push_back(it.value());
    }
}

void NormalMatrix::reset() {
  std::fill_n(S_.valuePtr(), S_.nonZeros(), 0.0);
  for (std::size_t e = 0; e < M_place_.size(); ++e) S_.valuePtr()[M_place_[e]] = M_value_[e];
}

template <int group, int width>
void NormalMatrix::add_group(int part, int k, const double* B) {
  const BlockColumns& H = *parts_[part];
  const int* rank = rank_[part].data() + pair_start_[part][k];
  for (int i = H.start()[k]; i < H.start()[k + 1]; ++i) {
    const double* Hi = H.values(i);
    double BH[group][width];
    for (int g = 0; g < group; ++g)
      for (int c = 0; c < width; ++c) {
        double sum = 0;
        for (int h = 0; h < group; ++h) sum += B[g * group + h] * Hi[h * width + c];
        BH[g][c] = sum;
      }
    const int b = H.block()[i];
    for (int c = 0; c < width; ++c) {
      double* column = S_.valuePtr() + column_place(base_[b], height_[b], c) - c;
      for (int r = c; r < width; ++r)
        for (int g = 0; g < group; ++g) column[r] += Hi[g * width + r] * BH[g][c];
    }
    for (int j = i + 1; j < H.start()[k + 1]; ++j, ++rank) {
      const double* Hj = H.values(j);
      for (int c = 0; c < width; ++c) {
        double* __restrict column = S_.valuePtr() + column_place(base_[b], height_[b], c) - c + width * *rank;
        for (int r = 0; r < width; ++r) {
          double sum = 0;
          for (int g = 0; g < group; ++g) sum += Hj[g * width + r] * BH[g][c];
          column[r] += sum;
        }
      }
    }
  }
}

void NormalMatrix::add(int part, int k, const double* B) {
  with_block_sizes(*parts_[part], [&](auto group, auto width) { add_group<group, width>(part, k, B); });
}

}  // namespace signorini
