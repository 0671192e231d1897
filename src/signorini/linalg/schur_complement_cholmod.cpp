#include <cholmod.h>

#include <algorithm>
#include <new>
#include <utility>

#include "signorini/linalg/cholmod_view.h"
#include "signorini/linalg/ordering.h"
#include "signorini/linalg/schur_complement.h"
#include "signorini/linalg/threads.h"

namespace signorini {
namespace {

/// The roots of the elimination tree (Liu 1986) over the first `size` rows of a lower triangle.
std::vector<int> elimination_roots(const SparseMatrix& lower, int size) {
  const SparseMatrix upper = lower.transpose();
  std::vector<int> parent(static_cast<std::size_t>(size), -1), ancestor = parent, roots;
  for (int k = 0; k < size; ++k)
    for (SparseMatrix::InnerIterator it(upper, k); it && it.row() < k; ++it)
      for (int i = static_cast<int>(it.row()); i != -1 && i < k;) {
        const int next = std::exchange(ancestor[i], k);
        if (next == -1) parent[i] = k;
        i = next;
      }
  for (int k = 0; k < size; ++k)
    if (parent[k] == -1) roots.push_back(k);
  return roots;
}

/// L Lᵀ of a lower triangular matrix, its lower triangle, by blocks of columns: a third of the operations of a product.
Eigen::MatrixXd times_transpose(const Eigen::MatrixXd& L) {
  constexpr Eigen::Index block = 128;
  const Eigen::Index n = L.rows();
  Eigen::MatrixXd S(n, n);
  for (Eigen::Index j = 0; j < n; j += block) {
    const Eigen::Index width = std::min(block, n - j), end = j + width;
    S.block(j, j, n - j, width).noalias() = L.block(j, 0, n - j, end) * L.block(j, 0, width, end).transpose();
  }
  return S;
}

}  // namespace

struct SchurComplement::Factor {
  mutable cholmod_common common{};
  std::vector<int> outer, inner;  ///< the pattern of M ordered last
  std::vector<int> order;         ///< that it got: the row to eliminate k-th
  double whole_flops = 0;
  std::vector<int> kept;   ///< ascending
  std::vector<int> row;    ///< of M, by places in L
  std::vector<int> tail;   ///< which of `kept` each of the last places is
  std::vector<int> entry;  ///< of M, one an entry of `permuted`; -1 for zeros that only tie the pattern
  cholmod_sparse* permuted = nullptr;
  cholmod_factor* L = nullptr;
  Eigen::MatrixXd last;  ///< L_cc

  Factor() {
    cholmod_start(&common);
    common.print = 0;
    common.quick_return_if_not_posdef = 1;
    common.final_ll = 1;
    common.postorder = 1;
  }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;
  ~Factor() {
    release();
    cholmod_finish(&common);
  }
  void release() {
    cholmod_free_sparse(&permuted, &common);
    cholmod_free_factor(&L, &common);
  }

  int size() const { return static_cast<int>(order.size()); }
  int others() const { return size() - static_cast<int>(kept.size()); }

  bool known(const SparseMatrix& M) const {
    return std::equal(outer.begin(), outer.end(), M.outerIndexPtr(), M.outerIndexPtr() + M.outerSize() + 1) &&
           std::equal(inner.begin(), inner.end(), M.innerIndexPtr(), M.innerIndexPtr() + M.nonZeros());
  }

  void find_order(const SparseMatrix& M) {
    release();
    outer.clear();
    const SparseMatrix lower = M.triangularView<Eigen::Lower>();
    cholmod_sparse A = cholmod_view(lower, -1);
    common.supernodal = CHOLMOD_SIMPLICIAL;  // the order and its count alone are wanted
    common.method[0].ordering = CHOLMOD_AMD;
    common.method[1].ordering = CHOLMOD_METIS;
    common.nmethods = lower.rows() < smallest_dissected ? 1 : 2;
    cholmod_factor* found = cholmod_analyze(&A, &common);
    if (found == nullptr) throw std::bad_alloc();
    const int* first = static_cast<const int*>(found->Perm);
    order.assign(first, first + found->n);
    cholmod_free_factor(&found, &common);
    whole_flops = common.fl;
    outer.assign(M.outerIndexPtr(), M.outerIndexPtr() + M.outerSize() + 1);
    inner.assign(M.innerIndexPtr(), M.innerIndexPtr() + M.nonZeros());
  }

  /// The rows of M with the kept ones last, either part in the order found: what separates the parts of M separates
  /// them without the kept rows too.
  std::vector<int> sequence() const {
    std::vector<int> result = order;
    std::stable_partition(result.begin(), result.end(),
                          [&](int k) { return !std::binary_search(kept.begin(), kept.end(), k); });
    return result;
  }

  /// The lower triangle of M in a sequence of its rows, with the number of its entry, from 1, in place of each value.
  SparseMatrix numbered(const std::vector<int>& rows) const {
    std::vector<int> place(rows.size());
    for (int k = 0; k < size(); ++k) place[rows[k]] = k;
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve((inner.size() + rows.size()) / 2);
    for (int j = 0; j < size(); ++j)
      for (int e = outer[j]; e < outer[j + 1]; ++e)
        if (inner[e] >= j) {
          const auto [low, high] = std::minmax(place[inner[e]], place[j]);
          entries.emplace_back(high, low, e + 1.0);
        }
    SparseMatrix result(size(), size());
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
  }

  /// Zeros that make the kept rows one path at the end of the elimination tree, below which everything else hangs:
  /// every postorder leaves them last. Without the ties bodies that do not touch would be apart from each other.
  SparseMatrix ties(const SparseMatrix& lower) const {
    std::vector<Eigen::Triplet<double>> entries;
    for (const int root : elimination_roots(lower, others())) entries.emplace_back(others(), root, 0.0);
    for (int k = others(); k + 1 < size(); ++k) entries.emplace_back(k + 1, k, 0.0);
    SparseMatrix result(size(), size());
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
  }

  void analyze() {
    release();
    const std::vector<int> rows = sequence();
    SparseMatrix lower = numbered(rows);
    lower = SparseMatrix(lower + ties(lower));
    cholmod_sparse A = cholmod_view(lower, -1);
    common.supernodal = CHOLMOD_SUPERNODAL;
    common.method[0].ordering = CHOLMOD_NATURAL;
    common.nmethods = 1;
    L = cholmod_analyze(&A, &common);
    if (L == nullptr) throw std::bad_alloc();
    int* postorder = static_cast<int*>(L->Perm);
    cholmod_sparse* upper = cholmod_ptranspose(&A, 1, postorder, nullptr, 0, &common);
    permuted = upper != nullptr ? cholmod_transpose(upper, 1, &common) : nullptr;
    cholmod_free_sparse(&upper, &common);
    if (permuted == nullptr) throw std::bad_alloc();
    const double* number = static_cast<const double*>(permuted->x);
    entry.resize(static_cast<std::size_t>(lower.nonZeros()));
    std::transform(number, number + entry.size(), entry.begin(), [](double n) { return static_cast<int>(n) - 1; });
    row.resize(rows.size());
    for (int k = 0; k < size(); ++k) row[k] = rows[postorder[k]];
    tail.clear();
    for (int k = others(); k < size(); ++k)
      tail.push_back(static_cast<int>(std::lower_bound(kept.begin(), kept.end(), row[k]) - kept.begin()));
  }

  bool factorize(const SparseMatrix& M) {
    const SerialOpenMp serial;
    require_blas_buffer();
    double* value = static_cast<double*>(permuted->x);
    for (std::size_t k = 0; k < entry.size(); ++k) value[k] = entry[k] < 0 ? 0 : M.valuePtr()[entry[k]];
    double no_shift[2] = {0, 0};
    cholmod_super_numeric(permuted, nullptr, no_shift, L, &common);
    if (common.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    if (!(cholmod_rcond(L, &common) > 0)) return false;
    read_last_block();
    return true;
  }

  /// L_cc out of the supernodes, which are stored as full rectangles, column by column.
  void read_last_block() {
    const int *super = static_cast<const int*>(L->super), *pi = static_cast<const int*>(L->pi);
    const int *px = static_cast<const int*>(L->px), *rows = static_cast<const int*>(L->s);
    const double* x = static_cast<const double*>(L->x);
    last.setZero(size() - others(), size() - others());
    for (std::size_t s = 0; s < L->nsuper; ++s) {
      const int height = pi[s + 1] - pi[s];
      for (int j = std::max(super[s], others()); j < super[s + 1]; ++j)
        for (int r = j - super[s]; r < height; ++r)
          last(rows[pi[s] + r] - others(), j - others()) = x[px[s] + (j - super[s]) * height + r];
    }
  }

  Vector solve(int system, const Vector& b) const { return solve_with_factor(system, L, b, common); }
  /// L⁻¹ f, by places in L.
  Vector forward(const Vector& f) const { return solve(CHOLMOD_L, f(row)); }
  /// L⁻ᵀ y, by rows of M.
  Vector backward(const Vector& y) const {
    Vector v(y.size());
    v(row) = solve(CHOLMOD_Lt, y);
    return v;
  }
};

SchurComplement::SchurComplement() = default;
SchurComplement::~SchurComplement() = default;

double SchurComplement::order(const SparseMatrix& M) {
  if (!factor_) factor_ = std::make_unique<Factor>();  // only now: CHOLMOD takes long to load
  if (!factor_->known(M)) factor_->find_order(M);
  return factor_->whole_flops;
}

double SchurComplement::analyze(const std::vector<int>& kept) {
  if (factor_->L == nullptr || factor_->kept != kept) {
    factor_->kept = kept;
    factor_->analyze();
  }
  return factor_->common.fl;
}

bool SchurComplement::factorize(const SparseMatrix& M) { return factor_->factorize(M); }

SparseMatrix SchurComplement::complement() const {
  const Eigen::MatrixXd S = times_transpose(factor_->last);
  const std::vector<int>& tail = factor_->tail;
  std::vector<int> place(tail.size());
  for (std::size_t k = 0; k < tail.size(); ++k) place[tail[k]] = static_cast<int>(k);
  const auto n = static_cast<int>(tail.size());
  SparseMatrix result(n, n);
  result.reserve(S.size());
  for (int j = 0; j < n; ++j) {
    result.startVec(j);
    for (int i = 0; i < n; ++i) {
      const auto [low, high] = std::minmax(place[i], place[j]);
      if (S(high, low) != 0) result.insertBack(i, j) = S(high, low);
    }
  }
  result.finalize();
  return result;
}

Vector SchurComplement::reduce(const Vector& f) const {
  const Vector y = factor_->forward(f);
  Vector reduced(static_cast<Eigen::Index>(factor_->kept.size()));
  reduced(factor_->tail) = factor_->last.triangularView<Eigen::Lower>() * y.tail(reduced.size());
  return reduced;
}

Vector SchurComplement::expand(const Vector& f, const Vector& kept_v) const {
  Vector y = factor_->forward(f);
  y.tail(kept_v.size()) = factor_->last.transpose().triangularView<Eigen::Upper>() * Vector(kept_v(factor_->tail));
  Vector v = factor_->backward(y);
  v(factor_->kept) = kept_v;
  return v;
}

Vector SchurComplement::solve(const Vector& b) const { return factor_->backward(factor_->forward(b)); }

}  // namespace signorini
