#include "signorini/solver/first_order/s_correction.h"

#include <algorithm>

namespace signorini::first_order {
namespace {

constexpr double damping_factor = 0.5, smallest_share = 0.01;

}  // namespace

SCorrection::SCorrection(Law law, const ConeQp& qp, double share, int patience)
    : s_(Vector::Zero(law == Law::coulomb && qp.cones().friction() > 0 ? qp.rows() : 0)),
      share_(share),
      watch_(patience) {}

void SCorrection::start(const ConeQp& qp, const Point& guess) {
  if (!active()) return;
  qp.read(guess, [&]<int d>(Sums&, const Block& block, const VectorN<d>& u, const VectorN<d>& x) {
    if (x[0] > 0) s_[block.row] = target<d>(block, u);
  });
}

void SCorrection::damp() { share_ = std::max(smallest_share, damping_factor * share_); }

}  // namespace signorini::first_order
