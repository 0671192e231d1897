#include "signorini/linalg/supernodal.h"

#include <dlfcn.h>

#include <algorithm>
#include <utility>

namespace signorini {
namespace {

/// Of a Fortran BLAS. Found at run time, since it comes with CHOLMOD, which a program may load late.
struct Blas {
  using Dgemm = void(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
                     const int*, const double*, const int*, const double*, double*, const int*);
  using Dsyrk = void(const char*, const char*, const int*, const int*, const double*, const double*, const int*,
                     const double*, double*, const int*);
  using Dtrsm = void(const char*, const char*, const char*, const char*, const int*, const int*, const double*,
                     const double*, const int*, double*, const int*);
  using Dpotrf = void(const char*, const int*, double*, const int*, int*);
  template <typename Function>
  static Function* find(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
  }
  Dgemm* dgemm = find<Dgemm>("dgemm_");
  Dsyrk* dsyrk = find<Dsyrk>("dsyrk_");
  Dtrsm* dtrsm = find<Dtrsm>("dtrsm_");
  Dpotrf* dpotrf = find<Dpotrf>("dpotrf_");
  bool whole() const { return dgemm != nullptr && dsyrk != nullptr && dtrsm != nullptr && dpotrf != nullptr; }
};
const Blas& blas() {
  static const Blas found;
  return found;
}

/// From here on half of the square on top of an update is worth a call of its own.
constexpr int large_square = 32;

/// C = C·keep - sign A Bᵀ of `rows` rows, whose first `columns` are those of B: only the lower triangle counts there.
void subtract_product(const double* A, int stride, int rows, int columns, int depth, double keep, double* C,
                      int C_stride) {
  const double minus = -1;
  int done = 0;
  if (columns >= large_square) {
    blas().dsyrk("L", "N", &columns, &depth, &minus, A, &stride, &keep, C, &C_stride);
    done = columns;
  }
  const int left = rows - done;
  if (left > 0)
    blas().dgemm("N", "C", &left, &columns, &depth, &minus, A + done, &stride, A, &stride, &keep, C + done, &C_stride);
}

/// The next `columns` entries of L x = w, and what they take from those below; L and x from the same row on.
template <int columns>
void solve_down(const double* L, int stride, int rows, double* __restrict w) {
  double x[columns];
  for (int k = 0; k < columns; ++k) {
    x[k] = w[k];
    for (int c = 0; c < k; ++c) x[k] -= L[std::ptrdiff_t{stride} * c + k] * x[c];
    w[k] = x[k] /= L[std::ptrdiff_t{stride} * k + k];
  }
  for (int i = columns; i < rows; ++i) {
    double sum = 0;
    for (int k = 0; k < columns; ++k) sum += L[std::ptrdiff_t{stride} * k + i] * x[k];
    w[i] -= sum;
  }
}

/// The same of Lᵀ x = w, from below. Even and odd rows are summed apart.
template <int columns>
void solve_up(const double* L, int stride, int rows, double* __restrict w) {
  double even[columns] = {}, odd[columns] = {};
  int i = columns;
  for (; i + 1 < rows; i += 2)
    for (int k = 0; k < columns; ++k) {
      even[k] += L[std::ptrdiff_t{stride} * k + i] * w[i];
      odd[k] += L[std::ptrdiff_t{stride} * k + i + 1] * w[i + 1];
    }
  for (int k = columns - 1; k >= 0; --k) {
    double sum = even[k] + odd[k];
    if (i < rows) sum += L[std::ptrdiff_t{stride} * k + i] * w[i];
    for (int c = k + 1; c < columns; ++c) sum += L[std::ptrdiff_t{stride} * k + c] * w[c];
    w[k] = (w[k] - sum) / L[std::ptrdiff_t{stride} * k + k];
  }
}

/// Columns in a step of a solve: what is added up is read and written so many times less.
constexpr int at_once = 4;

}  // namespace

bool SupernodalCholesky::available() { return blas().whole(); }

void SupernodalCholesky::analyze(const SupernodalPattern& pattern) {
  p_ = pattern;
  supernode_of_.resize(static_cast<std::size_t>(p_.size));
  int tallest = 0;
  for (int s = 0; s < p_.supernodes; ++s) {
    std::fill(supernode_of_.begin() + p_.first_column[s], supernode_of_.begin() + p_.first_column[s + 1], s);
    tallest = std::max(tallest, height(s));
  }
  place_.resize(supernode_of_.size());
  target_.resize(static_cast<std::size_t>(tallest));
  next_.resize(static_cast<std::size_t>(p_.supernodes));
  start_ = head_ = next_;
}

void SupernodalCholesky::hand_on(int s, int place) {
  start_[s] = place;
  if (place == height(s)) return;
  int& head = head_[supernode_of_[p_.rows[p_.first_row[s] + place]]];
  next_[s] = std::exchange(head, s);
}

void SupernodalCholesky::take(int s, const int* outer, const int* inner, const double* lower, double* block) {
  const int rows = height(s), first = p_.first_column[s];
  for (int k = 0; k < rows; ++k) place_[p_.rows[p_.first_row[s] + k]] = k;
  std::fill_n(block, std::ptrdiff_t{rows} * columns(s), 0.0);
  for (int k = 0; k < columns(s); ++k, block += rows)
    for (int e = outer[first + k]; e < outer[first + k + 1]; ++e) block[place_[inner[e]]] += lower[e];
}

/// Subtracts from s what supernode `from` adds to its columns.
void SupernodalCholesky::update(int s, int from, const double* values, double* block) {
  const int first = start_[from], height_from = height(from), rows = height_from - first, stride = height(s);
  const int* const row = p_.rows + p_.first_row[from] + first;
  int width = 0;
  while (width < rows && row[width] < p_.first_column[s + 1]) ++width;
  const double* const A = values + p_.first_value[from] + first;
  for (int k = 0; k < rows; ++k) target_[k] = place_[row[k]];
  if (target_[rows - 1] - target_[0] == rows - 1) {  // without gaps
    subtract_product(A, height_from, rows, width, columns(from), 1, block + target_[0] * (stride + std::ptrdiff_t{1}),
                     stride);
  } else {
    work_.resize(std::max(work_.size(), static_cast<std::size_t>(rows) * static_cast<std::size_t>(width)));
    subtract_product(A, height_from, rows, width, columns(from), 0, work_.data(), rows);
    for (int k = 0; k < width; ++k) {
      double* const column = block + std::ptrdiff_t{stride} * target_[k];
      const double* const change = work_.data() + std::ptrdiff_t{rows} * k;
      for (int i = k; i < rows; ++i) column[target_[i]] += change[i];
    }
  }
  hand_on(from, first + width);
}

int SupernodalCholesky::factorize(const int* outer, const int* inner, const double* lower, double* values) {
  std::ranges::fill(head_, -1);
  for (int s = 0; s < p_.supernodes; ++s) {
    double* const block = values + p_.first_value[s];
    take(s, outer, inner, lower, block);
    for (int from = head_[s]; from >= 0;) {
      const int after = next_[from];
      update(s, from, values, block);
      from = after;
    }
    const int width = columns(s), stride = height(s), below = stride - width;
    int failed = 0;
    blas().dpotrf("L", &width, block, &stride, &failed);
    for (int k = 0; k < width; ++k)  // what is no number passes some libraries
      if (k + 1 == failed || !(block[k * (stride + std::ptrdiff_t{1})] > 0)) return p_.first_column[s] + k;
    const double one = 1;
    if (below > 0) blas().dtrsm("R", "L", "C", "N", &below, &width, &one, block, &stride, block + width, &stride);
    hand_on(s, width);
  }
  return p_.size;
}

void SupernodalCholesky::solve(const double* values, double* b) {
  work_.resize(std::max(work_.size(), target_.size()));
  double* const w = work_.data();
  for (int s = 0; s < p_.supernodes; ++s) {
    const int width = columns(s), rows = height(s);
    const int* const row = p_.rows + p_.first_row[s];
    const double* L = values + p_.first_value[s];
    std::copy_n(b + p_.first_column[s], width, w);
    std::fill(w + width, w + rows, 0.0);
    int k = 0;
    for (; k + at_once <= width; k += at_once, L += at_once * (std::ptrdiff_t{rows} + 1))
      solve_down<at_once>(L, rows, rows - k, w + k);
    for (; k < width; ++k, L += rows + 1) solve_down<1>(L, rows, rows - k, w + k);
    std::copy_n(w, width, b + p_.first_column[s]);
    for (int i = width; i < rows; ++i) b[row[i]] += w[i];
  }
  for (int s = p_.supernodes - 1; s >= 0; --s) {
    const int width = columns(s), rows = height(s);
    const int* const row = p_.rows + p_.first_row[s];
    const double* L = values + p_.first_value[s] + width * (std::ptrdiff_t{rows} + 1);
    for (int i = 0; i < rows; ++i) w[i] = b[row[i]];
    int k = width;
    for (; k % at_once != 0; --k) solve_up<1>(L -= rows + 1, rows, rows - k + 1, w + k - 1);
    for (; k > 0; k -= at_once)
      solve_up<at_once>(L -= at_once * (std::ptrdiff_t{rows} + 1), rows, rows - k + at_once, w + k - at_once);
    std::copy_n(w, width, b + p_.first_column[s]);
  }
}

}  // namespace signorini
