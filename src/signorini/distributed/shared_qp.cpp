#include "signorini/distributed/shared_qp.h"

#include <algorithm>
#include <cmath>

namespace signorini::distributed {

using first_order::Block;
using first_order::ReducedProblem;

SharedQp::SharedQp(const Part& part, const Halo& halo, first_order::Scaling scaling)
    : part_(part),
      halo_(halo),
      qp_(ReducedProblem(part.problem, scaling), 1, 1),
      has_friction_(most_of_ranks(qp_.has_friction() ? 1 : 0) > 0),
      leaf_sums_(static_cast<std::size_t>(part.leaves) + 1) {
  for (const int row : qp_.map().source) {
    const int leaf = part.row_leaf[static_cast<std::size_t>(row)];
    leaf_.push_back(leaf < 0 ? part.leaves : leaf);
  }
}

SharedQp::Point SharedQp::start() const {
  Point point = qp_.start({{}, part_.guess, {}});
  halo_.exchange(point.s.data());
  return point;
}

void SharedQp::refresh(Point& point) const {
  qp_.refresh(point);
  halo_.exchange(point.s.data());
}

void SharedQp::judge(Watch& watch, Point& point) const {
  refresh(point);
  watch.check(point.s, qp_.map().impulses(point.x));
}

void SharedQp::add_up_leaves(double* totals) const {
  const double* first = leaf_sums_.front().sums.data();
  flat_.assign(first, first + width * static_cast<std::size_t>(part_.leaves));
  add_up(flat_, width, totals);
}

SharedQp::Sums SharedQp::complete(Point& out) const {
  halo_.exchange(out.s.data());
  for (const int j : part_.owned)
    leaf_sums_[static_cast<std::size_t>(part_.freedom_leaf[static_cast<std::size_t>(j)])].curvature +=
        out.s[j] * out.s[j];
  if (qp_.delassus().compliant()) {
    const Vector& E = qp_.delassus().E();
    for (int k = 0; k < qp_.rows(); ++k)
      leaf_sums_[static_cast<std::size_t>(leaf_[static_cast<std::size_t>(k)])].curvature += E[k] * out.x[k] * out.x[k];
  }
  double totals[width];
  add_up_leaves(totals);
  curvature_ = totals[width - 1];
  Sums sums;
  std::copy(totals, totals + sums.size(), sums.begin());
  return sums;
}

double SharedQp::norm_estimate(int steps) const {
  Point x = qp_.zero(), y;
  // Uneven, as ConeQp's, by the numbers of the rows in the whole.
  for (int k = 0; k < qp_.rows(); ++k) {
    const int row = part_.row_number[static_cast<std::size_t>(qp_.map().source[static_cast<std::size_t>(k)])];
    x.x[k] = 1 + static_cast<double>(row) / static_cast<double>(part_.all_rows);
  }
  const auto norm_of = [&](const Vector& values) {
    std::fill(leaf_sums_.begin(), leaf_sums_.end(), LeafSum{});
    for (int k = 0; k < qp_.rows(); ++k)
      leaf_sums_[static_cast<std::size_t>(leaf_[static_cast<std::size_t>(k)])].curvature += values[k] * values[k];
    double totals[width];
    add_up_leaves(totals);
    return std::sqrt(totals[width - 1]);
  };
  qp_.refresh_direction(x);
  halo_.exchange(x.s.data());
  double norm = norm_of(x.x);
  for (int k = 0; k < steps; ++k) {
    if (!(norm > 0)) return 1.0;
    x.x /= norm;
    x.s /= norm;
    qp_.sweep_direction(x, y,
                        []<int d>(Sums&, const Block&, const VectorN<d>& slope, const VectorN<d>&) { return slope; });
    halo_.exchange(y.s.data());
    norm = norm_of(y.x);
    x.swap(y);
  }
  return norm > 0 ? norm : 1.0;
}

}  // namespace signorini::distributed
