#include "signorini/solver/scaled/row_map.h"

namespace signorini {
namespace {

/// f(row, row of the original) for every row.
template <typename F>
Vector row_by_row(const std::vector<int>& source, F&& f) {
  Vector result(static_cast<Eigen::Index>(source.size()));
  for (Eigen::Index k = 0; k < result.size(); ++k) result[k] = f(k, source[static_cast<std::size_t>(k)]);
  return result;
}

}  // namespace

Vector RowMap::impulses(const Vector& scaled) const {
  Vector r = Vector::Zero(original_rows);
  for (Eigen::Index k = 0; k < t.size(); ++k) r[source[static_cast<std::size_t>(k)]] = t[k] * scaled[k];
  return r;
}

Vector RowMap::scaled_impulses(const Vector& r) const {
  return row_by_row(source, [&](Eigen::Index k, int row) { return t[k] > 0 ? r[row] / t[k] : 0.0; });
}

Vector RowMap::scaled_velocities(const Vector& u) const {
  return row_by_row(source, [&](Eigen::Index k, int row) { return u[row] * t[k]; });
}

Vector RowMap::scaled_compliance(const Vector& E) const {
  return row_by_row(source, [&](Eigen::Index k, int row) { return E.size() == 0 ? 0.0 : t[k] * t[k] * E[row]; });
}

SparseMatrix RowMap::selection() const {
  SparseMatrix S(original_rows, t.size());
  for (Eigen::Index k = 0; k < t.size(); ++k) {
    S.startVec(k);
    S.insertBack(source[static_cast<std::size_t>(k)], k) = t[k];
  }
  S.finalize();
  return S;
}

}  // namespace signorini
