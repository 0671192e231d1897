#pragma once

#include <utility>
#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// Writes H column by column, where each acts on one or two bodies of six velocities each, or on anything.
class BodyColumns {
 public:
  /// How a unit impulse acts on a body: force, torque.
  using Wrench = Eigen::Matrix<double, 6, 1>;

  /// `more`: entries besides twelve for each column.
  BodyColumns(SparseMatrix& H, Eigen::Index dof, Eigen::Index columns, Eigen::Index more = 0) : H_(H) {
    H_.resize(dof, columns);
    H_.resizeNonZeros(12 * columns + more);
  }
  ~BodyColumns() { H_.resizeNonZeros(size_); }
  BodyColumns(const BodyColumns&) = delete;
  BodyColumns& operator=(const BodyColumns&) = delete;

  /// The next column. `place`: of the body's first velocity, negative for one that does not move. Zeros are left out.
  void write(int place_a, const Wrench& on_a, int place_b, const Wrench& on_b) {
    const bool a_first = place_a < place_b;
    write_body(a_first ? place_a : place_b, a_first ? on_a : on_b);
    write_body(a_first ? place_b : place_a, a_first ? on_b : on_a);
    H_.outerIndexPtr()[++column_] = size_;
  }

  /// The next column, of entries sorted by place. Zeros are left out.
  void write(const std::vector<std::pair<int, double>>& entries) {
    for (const auto& [place, value] : entries) {
      if (value == 0) continue;
      H_.innerIndexPtr()[size_] = place;
      H_.valuePtr()[size_++] = value;
    }
    H_.outerIndexPtr()[++column_] = size_;
  }

 private:
  void write_body(int place, const Wrench& wrench) {
    if (place < 0) return;
    for (int k = 0; k < 6; ++k) {
      if (wrench[k] == 0) continue;
      H_.innerIndexPtr()[size_] = place + k;
      H_.valuePtr()[size_] = wrench[k];
      ++size_;
    }
  }

  SparseMatrix& H_;
  Eigen::Index column_ = 0;
  int size_ = 0;
};

}  // namespace signorini
