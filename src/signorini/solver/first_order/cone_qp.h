#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "signorini/base/team.h"
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

/// What a pass over the contacts adds up; each method gives the entries their meaning.
using Sums = std::array<double, 4>;

/// What all methods of this room minimise: ½ xᵀAx + bᵀx over x ∈ K, the convex laws' problem in the units of a
/// ReducedProblem. A = T (W + E) T, b = T q.
class ConeQp {
 public:
  /// `threads`: 0 takes as many as the machine has where there are enough contacts.
  ConeQp(const ContactProblem& problem, Scaling scaling, int threads)
      : ConeQp(ReducedProblem(problem, scaling), threads) {}
  ConeQp(const ReducedProblem& reduced, int threads, int most_parts = usual_parts);

  /// Fixed, so that sums are taken in the same order on every machine; also the most threads that find work. With one
  /// part they are taken from the first contact to the last.
  static constexpr int usual_parts = 4;

  /// The contacts at hand; there are others where several processes share a problem.
  const ConeQp& contacts() const { return *this; }
  const RowMap& map() const { return map_; }
  bool is_zero(const Point& point) const { return point.x.isZero(); }
  int rows() const { return cones().rows(); }
  const Cones& cones() const { return delassus_.cones(); }
  bool has_friction() const { return cones().friction() > 0; }
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
  /// direction), asks `update(sums, block, g, x)` for a direction, stores it in `out` and moves the state of `out`
  /// along. Returns the sums. Contacts are visited in parts, by several threads where there are many, and sums and
  /// states are added up part by part: the same bits for any number of threads.
  template <typename Update>
  Sums sweep(const Point& at, Point& out, Update&& update) const {
    return pass<true, true>([&](int row) { return at.x[row]; }, at.s, &out, update);
  }
  template <typename Update>
  Sums sweep_direction(const Point& at, Point& out, Update&& update) const {
    return pass<false, true>([&](int row) { return at.x[row]; }, at.s, &out, update);
  }
  /// The same at impulses that are computed row by row, `x(row)`, with their state.
  template <typename Impulses, typename Update>
  Sums sweep_at(Impulses&& x, const Vector& s, Point& out, Update&& update) const {
    return pass<true, true>(x, s, &out, update);
  }
  /// The same without a result: `visit(sums, block, g, x)`.
  template <typename Visit>
  Sums read(const Point& at, Visit&& visit) const {
    return pass<true, false>([&](int row) { return at.x[row]; }, at.s, nullptr, visit);
  }
  template <typename Visit>
  Sums read_direction(const Point& at, Visit&& visit) const {
    return pass<false, false>([&](int row) { return at.x[row]; }, at.s, nullptr, visit);
  }
  /// Calls f(block, d) for every block, d its rows as a constant.
  template <typename F>
  void for_each_block(F&& f) const;
  /// Calls f(begin, end) for parts of [0, size), on several threads where that pays.
  template <typename F>
  void for_ranges(Eigen::Index size, F&& f) const;

  /// g = A x + b.
  void gradient(const Point& at, Vector& g) const;
  /// dᵀ A d.
  double curvature(const Point& d) const;
  /// ‖A‖ from below by the power method; 1 when A is 0.
  double norm_estimate(int steps) const;

 private:
  static constexpr int contacts_at_a_time = 32;

  /// A share of the contacts, the same whatever the number of threads.
  struct Part {
    int begin[3], end[3];         ///< groups, by kind of rows
    int first_entry, past_entry;  ///< of the state, that they touch
  };
  std::vector<Part> make_parts(int most) const;

  template <bool affine, bool writes, typename Impulses, typename Update>
  Sums pass(Impulses&& x_at, const Vector& state, Point* out, Update& update) const;
  template <typename F>
  void for_each_kind(F&& f) const;
  /// out = Σ of the parts' states, in their order.
  void add_partial_states(Vector& out) const;

  Delassus delassus_;
  RowMap map_;
  Vector mu_;
  std::vector<Part> parts_;
  std::unique_ptr<Team> team_;
  mutable std::vector<Vector> partial_states_;
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

template <typename F>
void ConeQp::for_ranges(Eigen::Index size, F&& f) const {
  const auto count = static_cast<int>(parts_.size());
  team_->run(count, [&](int part) { f(size * part / count, size * (part + 1) / count); });
}

template <bool affine, bool writes, typename Impulses, typename Update>
Sums ConeQp::pass(Impulses&& x_at, const Vector& state, Point* out, Update& update) const {
  const bool global = delassus_.form() == Form::global;
  const auto count = static_cast<int>(parts_.size());
  if (writes) {
    out->x.resize(rows());
    out->s.resize(delassus_.state_size());
  }
  std::vector<Sums> sums(parts_.size(), Sums{});
  team_->run(count, [&](int part_index) {
    const Part& part = parts_[static_cast<std::size_t>(part_index)];
    Sums sum{};
    double *direction = nullptr, *moved = nullptr;
    if (writes) {
      direction = out->x.data();
      moved = (count == 1 || !global ? out->s : partial_states_[static_cast<std::size_t>(part_index)]).data();
      if (global) std::fill(moved + part.first_entry, moved + part.past_entry, 0.0);
    }
    for_each_kind([&](const BlockColumns& columns, Block::Kind kind, int first) {
      with_block_sizes(columns, [&](auto group, auto) {
        constexpr int d = group;
        const double *w = delassus_.w().data(), *E = delassus_.E().data();
        const auto kind_index = static_cast<std::size_t>(kind);
        // Read, update, write a few contacts at a time: each of the three loops keeps the processor busier than one
        // loop that does all, and the matrix is still in the cache when it is needed again.
        double slopes[contacts_at_a_time * d];
        const int past = part.end[kind_index];
        for (int begin = part.begin[kind_index]; begin < past; begin += contacts_at_a_time) {
          const int end = std::min(past, begin + contacts_at_a_time);
          columns.gather(begin, end, state.data(), slopes);
          for (int k = begin; k < end; ++k) {
            const Block block{kind, first + k * d, kind == Block::Kind::friction ? mu_[k] : 0.0};
            VectorN<d> g, x;
            for (int i = 0; i < d; ++i) {
              x[i] = x_at(block.row + i);
              g[i] = slopes[(k - begin) * d + i] + E[block.row + i] * x[i];
              if (affine) g[i] += w[block.row + i];
            }
            if constexpr (writes) {
              const VectorN<d> result = update(sum, block, g, x);
              for (int i = 0; i < d; ++i) direction[block.row + i] = result[i];
            } else {
              update(sum, block, g, x);
            }
          }
          if constexpr (!writes) continue;
          if (global)
            columns.scatter(begin, end, direction + first + begin * d, moved);
          else
            std::copy(direction + first + begin * d, direction + first + end * d, moved + first + begin * d);
        }
      });
    });
    sums[static_cast<std::size_t>(part_index)] = sum;
  });
  if (writes && global && count > 1) add_partial_states(out->s);
  Sums total{};
  for (const Sums& sum : sums)
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += sum[i];
  return total;
}

}  // namespace signorini::first_order
