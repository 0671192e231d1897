#include "signorini/linalg/envelope_cholesky.h"

#include <algorithm>
#include <cmath>

namespace signorini {
namespace {

/// Two sums, which halve the chain of additions.
double dot_product(const double* a, const double* b, std::ptrdiff_t count) {
  double even = 0, odd = 0;
  std::ptrdiff_t k = 0;
  for (; k + 1 < count; k += 2) {
    even += a[k] * b[k];
    odd += a[k + 1] * b[k + 1];
  }
  return k < count ? even + odd + a[k] * b[k] : even + odd;
}

}  // namespace

void EnvelopeCholesky::shape(const std::vector<int>& first) {
  first_ = first;
  start_.resize(first.size());
  inverse_.resize(first.size());
  std::ptrdiff_t size = 0;
  for (std::size_t k = 0; k < first.size(); ++k) {
    start_[k] = size - first[k];
    size += static_cast<std::ptrdiff_t>(k) - first[k] + 1;
  }
  values_.assign(static_cast<std::size_t>(size), 0.0);
}

void EnvelopeCholesky::set_zero() { std::ranges::fill(values_, 0.0); }

bool EnvelopeCholesky::factorize(double dependent) {
  const int rows = static_cast<int>(first_.size());
  for (int i = 0; i < rows; ++i) {
    double* const a = row(i);
    for (int j = first_[i]; j < i; ++j) {
      const int from = std::max(first_[i], first_[j]);
      a[j] = (a[j] - dot_product(a + from, row(j) + from, j - from)) * inverse_[j];
    }
    const double diagonal = a[i];
    const double pivot = diagonal - dot_product(a + first_[i], a + first_[i], i - first_[i]);
    if (std::abs(pivot) <= dependent * diagonal) {
      inverse_[i] = 0;
      continue;
    }
    if (!(pivot > 0)) return false;
    a[i] = std::sqrt(pivot);
    inverse_[i] = 1 / a[i];
  }
  return true;
}

void EnvelopeCholesky::solve(Vector& b) const {
  const int rows = static_cast<int>(first_.size());
  double* const x = b.data();
  for (int i = 0; i < rows; ++i)
    x[i] = (x[i] - dot_product(values_.data() + start_[i] + first_[i], x + first_[i], i - first_[i])) * inverse_[i];
  for (int i = rows - 1; i >= 0; --i) {
    x[i] *= inverse_[i];
    const double* const l = values_.data() + start_[i];
    for (int j = first_[i]; j < i; ++j) x[j] -= l[j] * x[i];
  }
}

double EnvelopeCholesky::flops(const std::vector<int>& first) {
  double sum = 0;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const double width = static_cast<double>(k) - first[k] + 1;
    sum += width * width;
  }
  return sum;
}

}  // namespace signorini
