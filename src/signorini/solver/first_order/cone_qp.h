#pragma once

#include "signorini/cone/friction.h"
#include "signorini/cone/positive.h"
#include "signorini/problem/delassus.h"
#include "signorini/solver/first_order/reduced_problem.h"
#include "signorini/solver/monitor.h"

namespace signorini::first_order {

/// Impulses x and the state s that goes with them (see Delassus). Directions have one too, without the constant part of
/// the dynamics. Points and states combine linearly; in local form s is x.
struct Point {
  Vector x, s;

  /// this += a d.
  void add(double a, const Point& d) {
    x += a * d.x;
    s += a * d.s;
  }
  /// this = d + a this.
  void turn(double a, const Point& d) {
    x = d.x + a * x;
    s = d.s + a * s;
  }
  void swap(Point& other) {
    x.swap(other.x);
    s.swap(other.s);
  }
};

/// The rows of one contact or joint row.
struct Block {
  enum class Kind { free, positive, friction } kind;
  int row;
  double mu;
};

/// What all methods of this room minimise: ½ xᵀAx + bᵀx over x ∈ K, the convex laws' problem in the units of a
/// ReducedProblem. A = T (W + E) T, b = T q.
class ConeQp {
 public:
  ConeQp(const ContactProblem& problem, Scaling scaling) : ConeQp(ReducedProblem(problem, scaling)) {}
  explicit ConeQp(const ReducedProblem& reduced);

  int rows() const { return cones().rows(); }
  const Cones& cones() const { return delassus_.cones(); }
  const Delassus& delassus() const { return delassus_; }

  /// The solution's impulses in units of t, moved into K, or 0 when they do not fit.
  Point start(const Solution& guess) const;
  Point zero() const { return {Vector::Zero(rows()), Vector::Zero(delassus_.state_size())}; }
  /// The state of impulses x, computed afresh.
  void refresh(Point& point) const { delassus_.state(point.x, point.s); }
  void refresh_direction(Point& direction) const;
  /// Has a point judged in the units of the problem. Its state is computed afresh, so that rounding does not build up
  /// in it.
  void judge(Monitor& monitor, Point& point) const;

  /// The nearest point of the block's cone.
  template <int d>
  static VectorN<d> project(const Block& block, const VectorN<d>& x) {
    if constexpr (d == 1) {
      return block.kind == Block::Kind::free ? x : VectorN<1>(positive::project(x[0]));
    } else {
      return friction::project<d>(x, block.mu);
    }
  }

  /// One pass over the matrix, contact by contact: reads the gradient g = A x + b (the slope A x when `at` is a
  /// direction), asks `update(block, g, x)` for a direction, stores it in `out` and moves the state of `out` along.
  template <typename Update>
  void sweep(const Point& at, Point& out, Update&& update) const {
    pass<true>(at, out, update);
  }
  template <typename Update>
  void sweep_direction(const Point& at, Point& out, Update&& update) const {
    pass<false>(at, out, update);
  }
  /// The same without a result: `visit(block, g, x)`.
  template <typename Visit>
  void read(const Point& at, Visit&& visit) const {
    read_pass<true>(at, visit);
  }
  template <typename Visit>
  void read_direction(const Point& at, Visit&& visit) const {
    read_pass<false>(at, visit);
  }
  /// Calls f(block, d) for every block, d its rows as a constant.
  template <typename F>
  void for_each_block(F&& f) const;

  /// g = A x + b.
  void gradient(const Point& at, Vector& g) const;
  /// dᵀ A d.
  double curvature(const Point& d) const;
  /// ‖A‖ from below by the power method; 1 when A is 0.
  double norm_estimate(int steps) const;

 private:
  template <bool affine, typename Update>
  void pass(const Point& at, Point& out, Update& update) const;
  template <bool affine, typename Visit>
  void read_pass(const Point& at, Visit& visit) const;
  template <typename F>
  void for_each_kind(F&& f) const;

  Delassus delassus_;
  RowMap map_;
  Vector mu_;
};

// The passes, in the header because their updates are inlined.

template <typename F>
void ConeQp::for_each_kind(F&& f) const {
  const Cones& K = cones();
  f(delassus_.free(), Block::Kind::free, 0);
  f(delassus_.positive(), Block::Kind::positive, K.first_positive());
  f(delassus_.friction(), Block::Kind::friction, K.first_friction());
}

template <typename F>
void ConeQp::for_each_block(F&& f) const {
  for_each_kind([&](const BlockColumns& columns, Block::Kind kind, int first) {
    with_block_sizes(columns, [&](auto group, auto) {
      for (int k = 0; k < columns.groups(); ++k)
        f(Block{kind, first + k * group, kind == Block::Kind::friction ? mu_[k] : 0.0}, group);
    });
  });
}

template <bool affine, typename Visit>
void ConeQp::read_pass(const Point& at, Visit& visit) const {
  for_each_kind([&](const BlockColumns& columns, Block::Kind kind, int first) {
    with_block_sizes(columns, [&](auto group_constant, auto width_constant) {
      constexpr int d = group_constant, width = width_constant;
      const double *w = delassus_.w().data(), *E = delassus_.E().data(), *x_all = at.x.data();
      for (int k = 0; k < columns.groups(); ++k) {
        const Block block{kind, first + k * d, kind == Block::Kind::friction ? mu_[k] : 0.0};
        VectorN<d> g, x;
        columns.template gather<d, width>(k, at.s.data(), g.data());
        for (int i = 0; i < d; ++i) {
          x[i] = x_all[block.row + i];
          g[i] += E[block.row + i] * x[i];
          if (affine) g[i] += w[block.row + i];
        }
        visit(block, g, x);
      }
    });
  });
}

template <bool affine, typename Update>
void ConeQp::pass(const Point& at, Point& out, Update& update) const {
  const bool global = delassus_.form() == Form::global;
  out.x.resize(rows());
  if (global)
    out.s.setZero(delassus_.state_size());
  else
    out.s.resize(rows());
  for_each_kind([&](const BlockColumns& columns, Block::Kind kind, int first) {
    with_block_sizes(columns, [&](auto group_constant, auto width_constant) {
      constexpr int d = group_constant, width = width_constant;
      const double *w = delassus_.w().data(), *E = delassus_.E().data(), *x_all = at.x.data();
      for (int k = 0; k < columns.groups(); ++k) {
        const Block block{kind, first + k * d, kind == Block::Kind::friction ? mu_[k] : 0.0};
        VectorN<d> g, x;
        columns.template gather<d, width>(k, at.s.data(), g.data());
        for (int i = 0; i < d; ++i) {
          x[i] = x_all[block.row + i];
          g[i] += E[block.row + i] * x[i];
          if (affine) g[i] += w[block.row + i];
        }
        const VectorN<d> result = update(block, g, x);
        for (int i = 0; i < d; ++i) out.x[block.row + i] = result[i];
        if (global)
          columns.template scatter<d, width>(k, result.data(), out.s.data());
        else
          for (int i = 0; i < d; ++i) out.s[block.row + i] = result[i];
      }
    });
  });
}

}  // namespace signorini::first_order
