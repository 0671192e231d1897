#pragma once

#include "signorini/problem/delassus.h"

namespace signorini {

enum class Direction { forward, backward };

/// Groups [begin, end) of some columns. Group j is contact order[j], or contact j where there is no order.
struct Stretch {
  int begin, end;
  const int* order = nullptr;
};

/// The inner loop of the sweeping methods. Visits groups of `columns` (one kind of rows of the Delassus operator,
/// sorted or not), whose rows start at `first`: reads the relative velocity u from the state x, asks `update(k, u,
/// r_old)` for the new impulse of contact k, and moves r and the state x_new by the change. Gauss-Seidel passes one
/// state as x and x_new, Jacobi two.
template <typename Update>
void visit_stretch(const Delassus& delassus, const BlockColumns& columns, int first, const Stretch& stretch, Vector& r,
                   const Vector& x, Vector& x_new, Direction direction, Update&& update) {
  with_block_sizes(columns, [&](auto group_constant, auto width_constant) {
    constexpr int group = group_constant, width = width_constant;
    using Block = VectorN<group>;
    const bool global = delassus.form() == Form::global, compliant = delassus.compliant();
    for (int step = 0; step < stretch.end - stretch.begin; ++step) {
      const int j = direction == Direction::forward ? stretch.begin + step : stretch.end - 1 - step;
      const int k = stretch.order == nullptr ? j : stretch.order[j];
      const int row = first + k * group;
      double* r_k = r.data() + row;
      const double *w = delassus.w().data() + row, *E = delassus.E().data() + row;
      // Entry by entry: mixing packets and scalars of one short vector stalls the store buffer.
      Block u, old;
      columns.template gather<group, width>(j, x.data(), u.data());
      for (int g = 0; g < group; ++g) {
        old[g] = r_k[g];
        u[g] += w[g];
        if (compliant) u[g] += E[g] * old[g];
      }
      const Block result = update(j, u, old);
      Block change;
      for (int g = 0; g < group; ++g) {
        change[g] = result[g] - old[g];
        r_k[g] = result[g];
        if (!global) x_new[row + g] = result[g];
      }
      if (global) columns.template scatter<group, width>(j, change.data(), x_new.data());
    }
  });
}

/// All groups.
template <typename Update>
void visit_contacts(const Delassus& delassus, const BlockColumns& columns, int first, Vector& r, const Vector& x,
                    Vector& x_new, Direction direction, Update&& update) {
  visit_stretch(delassus, columns, first, {0, columns.groups()}, r, x, x_new, direction, update);
}

/// λ result + (1 - λ) old.
template <int d>
inline VectorN<d> damped(double lambda, const VectorN<d>& result, const VectorN<d>& old) {
  if (lambda == 1) return result;
  return lambda * result + (1 - lambda) * old;
}

/// 1/x entrywise, 0 where x is not positive: rows that nothing moves are left alone.
inline Vector inverse_or_zero(const Vector& x) {
  return x.unaryExpr([](double value) { return value > 0 ? 1 / value : 0.0; });
}

}  // namespace signorini
