#include "signorini/solver/first_order/kucera.h"

#include <algorithm>
#include <cmath>

#include "signorini/solver/first_order/face.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr const char* name = "kucera";
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
      if (first) start_chain();
      read_gradients(first);
      if (beta_g_ > gamma2_ * phi_g_) {
        step([](Face::Place place) { return place == Face::Place::open; });  // proportioning
        first = true;
      } else {
        first = !conjugate_step(first);
      }
      if (monitor_.due()) qp_.judge(monitor_, x_);
    }
  }

 private:
  void start_chain() {
    qp_.gradient(y_, g_);
    face_.update(y_.x, g_);
    value_ = 0;
  }

  /// The free gradient φ, preconditioned, and the products of both projected gradients (eq. 25-28) with g.
  void read_gradients(bool first) {
    phi_g_ = beta_g_ = phi2_ = 0;
    qp_.sweep(y_, phi_, [&]<int d>(const Block& block, VectorN<d> g, const VectorN<d>& y) {
      const VectorN<d> g_tilde = (y - ConeQp::project<d>(block, VectorN<d>(y - alpha_ * g))) / alpha_;
      if (face_.place<d>(block) == Face::Place::open)
        beta_g_ += g_tilde.dot(g);
      else
        phi_g_ += g_tilde.dot(g);
      for (int i = 0; i < d; ++i) g_[block.row + i] = g[i];
      if (!first) {
        VectorN<d> turn;
        for (int i = 0; i < d; ++i) turn[i] = y[i] - x_.x[block.row + i];
        g += face_.curve<d>(block, turn);
      }
      const VectorN<d> phi = face_.precondition<d>(block, g);
      phi2_ += phi.dot(g);
      return phi;
    });
  }

  /// One step of conjugate gradients, or an expansion when that would leave the cones. Returns whether the chain goes
  /// on.
  bool conjugate_step(bool first) {
    if (!(phi2_ > 0)) return end_chain();
    if (first)
      p_ = phi_;
    else
      p_.turn(phi2_ / phi2_old_, phi_);
    phi2_old_ = phi2_;
    double slope = 0, curving = 0, feasible = INFINITY;
    qp_.for_each_block([&](const Block& block, auto rows) {
      constexpr int d = rows;
      const VectorN<d> p = p_.x.segment<d>(block.row), y = y_.x.segment<d>(block.row), g = g_.segment<d>(block.row);
      slope += g.dot(p);
      curving += p.dot(face_.curve<d>(block, p));
      feasible = std::min(feasible, face_.step_to_boundary<d>(block, y, VectorN<d>(-p)));
    });
    const double curvature = qp_.curvature(p_), full = phi2_ / (curvature + curving);
    if (!(curvature + curving > 0)) return end_chain();
    const double step_length = std::min(full, feasible);
    y_.add(-step_length, p_);
    value_ += -step_length * slope + 0.5 * step_length * step_length * curvature;
    if (full <= feasible) {
      if (!monitor_.due()) return true;
      return end_chain();
    }
    return end_chain();
  }

  /// Back onto the cones with a fixed step of the free contacts: the expansion.
  bool end_chain() {
    step([](Face::Place place) { return place != Face::Place::open; });
    return false;
  }

  /// x, y ← P_K(y - α̃ g) for the contacts chosen, the others onto their cones.
  template <typename Chosen>
  void step(Chosen&& chosen) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      double slope = 0;
      qp_.sweep(y_, move_, [&]<int d>(const Block& block, const VectorN<d>& g, const VectorN<d>& y) {
        VectorN<d> move = ConeQp::project<d>(block, chosen(face_.place<d>(block)) ? VectorN<d>(y - alpha_ * g) : y) - y;
        slope += move.dot(g);
        return move;
      });
      value_ += slope + 0.5 * qp_.curvature(move_);
      // Along curved cones the chain may have gone too far: then a step from where it started.
      if (value_ <= rounding * std::abs(qp_.delassus().q().dot(x_.x)) || attempt == 1) break;
      y_ = x_;
      value_ = 0;
    }
    y_.add(1, move_);
    x_ = y_;
  }

  const ConeQp& qp_;
  double gamma2_, alpha_;
  Monitor& monitor_;
  Point x_, y_, p_, phi_, move_;
  Vector g_;
  Face face_;
  double phi_g_ = 0, beta_g_ = 0, phi2_ = 0, phi2_old_ = 0;
  double value_ = 0;  ///< f(y) - f(x)
};

}  // namespace

OptionFields KuceraOptions::fields() {
  return {{"gamma", &gamma, "weight of the free against the active gradient (Krylov paper 4.4)", 1e-3, 1e3},
          {"step", &step, "fixed step, in units of 1/|A| (Krylov paper 4.4)", 0.01, 1.99},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Kucera::Kucera(KuceraOptions options) : options_(std::move(options)) { validate_options(options_.fields(), name); }

Report Kucera::solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name, problem, rule, default_max_iterations);
  const ConeQp qp(problem, scaling_from_string(options_.scaling));
  Point start = qp.start(solution);
  qp.judge(monitor, start);
  Search search(qp, options_, monitor, std::move(start));
  monitor.setup_done();
  search.run();
  return monitor.finish(solution);
}

}  // namespace signorini
