#pragma once

#include <vector>

#include "signorini/problem/delassus.h"

namespace signorini {

enum class Direction { forward, backward };

/// The inner loop of the sweeping methods. Visits groups of `columns` (one kind of rows of the Delassus operator),
/// whose rows start at `first`: reads the relative velocity u from the state x, asks `update(k, u, r_old)` for the new
/// impulse, and moves r and the state x_new by the change. Gauss-Seidel passes one state as x and x_new, Jacobi two.
/// `which(step)` is the group that is visited in step 0 … steps - 1.
template <typename Which, typename Update>
void visit_some(const Delassus& delassus, const BlockColumns& columns, int first, Vector& r, const Vector& x,
                Vector& x_new, int steps, Which&& which, Update&& update) {
  with_block_sizes(columns, [&](auto group_constant, auto width_constant) {
    constexpr int group = group_constant, width = width_constant;
    using Block = VectorN<group>;
    const bool global = delassus.form() == Form::global, compliant = delassus.compliant();
    for (int step = 0; step < steps; ++step) {
      const int k = which(step);
      const int row = first + k * group;
      double* r_k = r.data() + row;
      const double *w = delassus.w().data() + row, *E = delassus.E().data() + row;
      // Entry by entry: mixing packets and scalars of one short vector stalls the store buffer.
      Block u, old;
      columns.template gather<group, width>(k, x.data(), u.data());
      for (int g = 0; g < group; ++g) {
        old[g] = r_k[g];
        u[g] += w[g];
        if (compliant) u[g] += E[g] * old[g];
      }
      const Block result = update(k, u, old);
      Block change;
      for (int g = 0; g < group; ++g) {
        change[g] = result[g] - old[g];
        r_k[g] = result[g];
        if (!global) x_new[row + g] = result[g];
      }
      if (global) columns.template scatter<group, width>(k, change.data(), x_new.data());
    }
  });
}

/// All groups, in a direction.
template <typename Update>
void visit_contacts(const Delassus& delassus, const BlockColumns& columns, int first, Vector& r, const Vector& x,
                    Vector& x_new, Direction direction, Update&& update) {
  const int n = columns.groups();
  if (direction == Direction::forward)
    visit_some(
        delassus, columns, first, r, x, x_new, n, [](int step) { return step; }, update);
  else
    visit_some(
        delassus, columns, first, r, x, x_new, n, [n](int step) { return n - 1 - step; }, update);
}

/// Those of a list.
template <typename Update>
void visit_listed(const Delassus& delassus, const BlockColumns& columns, int first, const std::vector<int>& list,
                  Vector& r, Vector& x, Direction direction, Update&& update) {
  const int n = static_cast<int>(list.size());
  if (direction == Direction::forward)
    visit_some(
        delassus, columns, first, r, x, x, n, [&](int step) { return list[step]; }, update);
  else
    visit_some(
        delassus, columns, first, r, x, x, n, [&](int step) { return list[n - 1 - step]; }, update);
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
