#include "signorini/solver/first_order/kucera.h"

#include <algorithm>
#include <cmath>

#include "signorini/solver/first_order/face.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr int default_max_iterations = 100'000;
constexpr int norm_steps = 30;
/// The power method estimates ‖A‖ from below.
constexpr double norm_margin = 1.05;
/// Of the objective: what differences of it can be trusted to.
constexpr double rounding = 1e-13;

/// One solve. x is the last feasible point, y = x + d the point of the chain of conjugate gradients that started there:
/// it moves in the planes that touch the cones at x.
class Search {
 public:
  Search(const ConeQp& qp, const KuceraOptions& options, Monitor& monitor, Point start)
      : qp_(qp),
        gamma2_(options.gamma * options.gamma),
        alpha_(options.step / (norm_margin * qp.norm_estimate(norm_steps))),
        monitor_(monitor),
        x_(std::move(start)),
        y_(x_),
        face_(qp) {}

  void run() {
    for (bool first = true; monitor_.running();) {
      read_gradients(first);
      if (beta_g_ > gamma2_ * phi_g_) {
        fixed_step(Face::Place::open);  // proportioning
        first = true;
      } else {
        first = !conjugate_step(first);
      }
      if (monitor_.due()) {
        if (!first) fixed_step(Face::Place::sticking);
        first = true;
        qp_.judge(monitor_, x_);
      }
    }
  }

 private:
  /// The free gradient φ, preconditioned, and the products of both projected gradients (eq. 25-28) with g. The first of
  /// a chain finds the face.
  void read_gradients(bool first) {
    if (first) value_ = 0;
    const Sums sums =
        qp_.sweep(y_, phi_, [&]<int d>(Sums& sum, const Block& block, const VectorN<d>& g, const VectorN<d>& y) {
          if (first) face_.update<d>(block, y, g);
          const VectorN<d> g_tilde = (y - ConeQp::project<d>(block, VectorN<d>(y - alpha_ * g))) / alpha_;
          sum[face_.place<d>(block) == Face::Place::open ? 1 : 0] += g_tilde.dot(g);
          VectorN<d> full = g;
          if (!first) full += face_.curve<d>(block, since_start<d>(block, y));
          const VectorN<d> phi = face_.precondition<d>(block, full);
          sum[2] += phi.dot(full);
          return phi;
        });
    phi_g_ = sums[0];
    beta_g_ = sums[1];
    phi2_ = sums[2];
  }

  /// One step of conjugate gradients, with an expansion when it leaves the cones. Returns whether the chain goes on.
  bool conjugate_step(bool first) {
    if (first)
      p_ = phi_;
    else
      p_.turn(phi2_ / phi2_old_, phi_);
    phi2_old_ = phi2_;
    double curving = 0, feasible = INFINITY;
    qp_.for_each_block([&](const Block& block, auto rows) {
      constexpr int d = rows;
      const VectorN<d> p = p_.x.segment<d>(block.row), y = y_.x.segment<d>(block.row);
      curving += p.dot(face_.curve<d>(block, p));
      feasible = std::min(feasible, face_.step_to_boundary<d>(block, y, VectorN<d>(-p)));
    });
    const double curvature = qp_.curvature(p_) + curving, full = phi2_ / curvature;
    if (!(phi2_ > 0) || !std::isfinite(full)) {
      fixed_step(Face::Place::sticking);
      return false;
    }
    y_.add(-full, p_);
    value_ += -0.5 * full * phi2_;
    if (full <= feasible) return true;
    // Expansion. The paper cuts the step where it meets the boundary; the whole step, brought back onto the cones,
    // frees more contacts at once. When that does not pay, the cut one is left.
    const double cut = feasible * (0.5 * feasible * curvature - phi2_) + 0.5 * full * phi2_;
    fixed_step(Face::Place::sticking, cut, full - feasible);
    return false;
  }

  /// x, y ← P_K(y - α̃ g) for the open contacts or for all others, the rest onto their cones. Must improve on the start
  /// of the chain; with `cut`, the change of the model when the last step is shortened by `excess`, also on that.
  void fixed_step(Face::Place place, double cut = 0, double excess = 0) {
    const bool open = place == Face::Place::open;
    const double trusted = rounding * std::abs(qp_.delassus().q().dot(x_.x));
    if (excess > 0) {
      if (try_step(open) <= std::min(0.0, value_ + cut) + trusted) return accept();
      y_.add(excess, p_);
    }
    if (try_step(open) <= trusted) return accept();
    // Along curved cones the chain may have gone too far: a step from where it started.
    y_ = x_;
    try_step(open);
    accept();
  }

  /// f(P_K(y - α̃ g)) - f(x), with the move in move_.
  double try_step(bool open) {
    const double value =
        qp_.sweep(y_, move_, [&]<int d>(Sums& sums, const Block& block, const VectorN<d>& g, const VectorN<d>& y) {
          const bool chosen = (face_.place<d>(block) == Face::Place::open) == open;
          const VectorN<d> move = ConeQp::project<d>(block, chosen ? VectorN<d>(y - alpha_ * g) : y) - y;
          // f(y) - f(x) = gᵀd - ½ dᵀA d with d = y - x, and f(y + move) - f(y) = gᵀmove + ½ moveᵀA move.
          sums[0] += g.dot(since_start<d>(block, y) + move);
          return move;
        })[0];
    since_.x = y_.x - x_.x;
    since_.s = y_.s - x_.s;
    return value + 0.5 * (qp_.curvature(move_) - qp_.curvature(since_));
  }

  void accept() {
    y_.add(1, move_);
    x_ = y_;
  }

  template <int d>
  VectorN<d> since_start(const Block& block, const VectorN<d>& y) const {
    VectorN<d> result;
    for (int i = 0; i < d; ++i) result[i] = y[i] - x_.x[block.row + i];
    return result;
  }

  const ConeQp& qp_;
  double gamma2_, alpha_;
  Monitor& monitor_;
  Point x_, y_, p_, phi_, move_, since_;
  Face face_;
  double phi_g_ = 0, beta_g_ = 0, phi2_ = 0, phi2_old_ = 0;
  double value_ = 0;  ///< what the model with the curvature of the cones promises for y, against x
};

}  // namespace

OptionFields KuceraOptions::fields() {
  return {{"gamma", &gamma, "weight of the free against the active gradient (Krylov paper 4.4)", 1e-3, 1e3},
          {"step", &step, "fixed step, in units of 1/|A| (Krylov paper 4.4)", 0.01, 1.99},
          {"threads", &threads, "threads of the passes over the contacts; 0: as many as the machine has", 0, 64},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Report Kucera::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const ConeQp qp(problem, scaling_from_string(options_.scaling), options_.threads);
  Point start = qp.start(solution);
  qp.judge(monitor, start);
  if (!monitor.may_prepare(Preparation::norm_estimate)) return monitor.finish(solution);
  Search search(qp, options_, monitor, std::move(start));
  monitor.setup_done();
  search.run();
  return monitor.finish(solution);
}

}  // namespace signorini
