#pragma once

#include <vector>

#include "signorini/distributed/halo.h"
#include "signorini/distributed/watch.h"
#include "signorini/solver/first_order/cone_qp.h"

namespace signorini::distributed {

/// ConeQp over the ranks, with what first_order::Descent asks of it. Each rank visits the contacts of its part; what a
/// pass adds to the velocities is complete for the bodies it owns, and the halo brings the others'.
class SharedQp {
 public:
  using Point = first_order::Point;
  using Sums = first_order::Sums;

  SharedQp(const Part& part, const Halo& halo, first_order::Scaling scaling);

  const first_order::ConeQp& contacts() const { return qp_; }
  /// Of any rank.
  bool has_friction() const { return has_friction_; }
  bool is_zero(const Point& point) const { return on_all_ranks(qp_.is_zero(point)); }
  Point start() const;
  void refresh(Point& point) const;
  void judge(Watch& watch, Point& point) const;
  double norm_estimate(int steps) const;

  /// As ConeQp's; each contact is counted by its owner.
  template <typename Impulses, typename Update>
  Sums sweep_at(Impulses&& x, const Vector& state, Point& out, Update&& update) const {
    std::fill(leaf_sums_.begin(), leaf_sums_.end(), LeafSum{});
    const auto by_leaf = [&](Sums&, const first_order::Block& block, const auto& g, const auto& from) {
      return update(leaf_sums_[static_cast<std::size_t>(leaf_[static_cast<std::size_t>(block.row)])].sums, block, g,
                    from);
    };
    qp_.sweep_at(x, state, out, by_leaf);
    return complete(out);
  }
  /// Of the direction that the last sweep wrote.
  double curvature(const Point&) const { return curvature_; }
  template <typename F>
  void for_ranges(Eigen::Index size, F&& f) const {
    f(Eigen::Index{0}, size);
  }

 private:
  struct LeafSum {
    Sums sums{};
    double curvature = 0;
  };
  static constexpr std::size_t width = sizeof(LeafSum) / sizeof(double);

  /// Brings the halo of `out` and adds up the sums and the curvature.
  Sums complete(Point& out) const;
  void add_up_leaves(double* totals) const;

  const Part& part_;
  const Halo& halo_;
  first_order::ConeQp qp_;
  bool has_friction_;
  std::vector<int> leaf_;  ///< of each reduced row; one past the last for rows of other ranks
  mutable std::vector<LeafSum> leaf_sums_;
  mutable std::vector<double> flat_;
  mutable double curvature_ = 0;
};

}  // namespace signorini::distributed
