#include "signorini/solver/first_order/gpminres.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "signorini/solver/first_order/face_preconditioner.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr int default_max_iterations = 100'000;

/// One solve: what the phases share.
class Search {
 public:
  Search(const ConeQp& qp, const GpminresOptions& options, Monitor& monitor, Point start,
         FacePreconditioner* preconditioner)
      : qp_(qp),
        options_(options),
        monitor_(monitor),
        x_(std::move(start)),
        face_(qp),
        preconditioner_(preconditioner) {
    qp_.gradient(x_, g_);
    face_.update(x_.x, g_);
  }

  void run() {
    int minres_steps = options_.max_minres;
    double eta2 = options_.eta2;
    while (monitor_.running()) {
      project_gradients();
      do {
        face_.update(x_.x, g_);
        minres(minres_steps, eta2);
        // Listing lines 27-34.
        if (move(d_, 1.0) <= 0) {
          judge();
          break;
        }
        // The face may be the right one: go on without gradient projection, more accurately.
        if (!active_is_binding()) {
          minres_steps = options_.max_minres;
          eta2 = options_.eta2;
          break;
        }
        minres_steps += options_.additional_minres;
        eta2 = std::max(eta2 * eta2, 1e-12);
      } while (monitor_.running());
    }
  }

 private:
  /// Listing lines 4-13: steepest descent along the projected gradient while it changes the face and pays.
  void project_gradients() {
    double best_gain = 0;
    for (int j = 0; j < options_.max_projections; ++j) {
      if (j > 0 && !monitor_.running()) return;
      const double norm2 = qp_.sweep(
          x_, direction_, []<int d>(Sums& sums, const Block& block, const VectorN<d>& g, const VectorN<d>& x) {
            const VectorN<d> pg = Face::projected_gradient<d>(block, x, g);
            sums[0] += pg.squaredNorm();
            return pg;
          })[0];
      const double curvature = qp_.curvature(direction_);
      if (!(curvature > 0)) return;
      // Along -g (eq. 15), not along the projected gradient (listing): next to its apex a cone is left after the
      // shortest way.
      const double gain = move(g_, -norm2 / curvature);
      if (gain <= 0) return;
      const bool changed = face_.update(x_.x, g_);
      if (!changed || gain <= options_.eta1 * best_gain) return;
      best_gain = std::max(best_gain, gain);
    }
  }

  /// x ← P_K(x + α d) with the largest of α, α/2, … that decreases the objective enough (eq. 16). Returns the decrease,
  /// 0 when none does.
  double move(const Vector& d, double alpha) {
    for (int i = 0; i <= options_.max_halvings && (i == 0 || !monitor_.over()); ++i, alpha *= 0.5) {
      double slope = 0;
      trial_.x.resize(qp_.rows());
      qp_.for_each_block([&](const Block& block, auto rows) {
        constexpr int n = rows;
        VectorN<n> target;
        for (int k = 0; k < n; ++k) target[k] = x_.x[block.row + k] + alpha * d[block.row + k];
        const VectorN<n> end = ConeQp::project<n>(block, target);
        for (int k = 0; k < n; ++k) {
          trial_.x[block.row + k] = end[k] - x_.x[block.row + k];
          slope += g_[block.row + k] * trial_.x[block.row + k];
        }
      });
      qp_.refresh_direction(trial_);
      const double gain = -slope - 0.5 * qp_.curvature(trial_);
      if (gain >= -options_.mu * slope && gain > 0) {
        x_.add(1, trial_);
        qp_.gradient(x_, g_);
        judge();
        return gain;
      }
    }
    return 0;
  }

  /// Listing lines 18-25: minimal residual steps for (A + C) d = -g on the face, in the form of conjugate residuals,
  /// which for semidefinite matrices take the same steps and carry the residual, z = M residual and q = M (A + C) p
  /// along.
  void minres(int steps, double eta2) {
    const bool factored = preconditioner_ != nullptr && monitor_.fits(preconditioner_->factorization()) &&
                          preconditioner_->factorize(qp_, face_);
    d_.setZero(qp_.rows());
    residual_ = -g_;
    if (factored) {
      preconditioner_->apply(qp_, face_, residual_, z_.x);
    } else {
      z_.x.resize(qp_.rows());
      qp_.for_each_block([&](const Block& block, auto rows) {
        constexpr int n = rows;
        const VectorN<n> r = residual_.segment<n>(block.row);
        z_.x.segment<n>(block.row) = face_.precondition<n>(block, r);
      });
    }
    qp_.refresh_direction(z_);
    slope_.resize(qp_.rows());
    double zAz_old = 0, best_gain = 0;
    for (int j = 0; j < steps; ++j) {
      if (!monitor_.running()) return;
      const double zAz = multiply(factored);
      if (!(zAz > 0)) return;
      if (j == 0) {
        p_ = z_.x;
        Ap_ = slope_;
        q_ = Mslope_;
      } else {
        const double beta = zAz / zAz_old;
        p_ = z_.x + beta * p_;
        Ap_ = slope_ + beta * Ap_;
        q_.turn(beta, Mslope_);
      }
      zAz_old = zAz;
      const double qMq = q_.x.dot(Ap_), alpha = zAz / qMq;
      if (!(qMq > 0)) return;
      const double gain = alpha * p_.dot(residual_) - 0.5 * alpha * alpha * p_.dot(Ap_);
      d_ += alpha * p_;
      residual_ -= alpha * Ap_;
      z_.add(-alpha, q_);
      if (gain <= eta2 * best_gain || monitor_.ending()) return;
      best_gain = std::max(best_gain, gain);
    }
  }

  /// slope = (A + C) z and M slope, without a factor in one pass; returns zᵀ(A + C) z.
  double multiply(bool factored) {
    const auto visit = [&]<int n>(Sums& sums, const Block& block, const VectorN<n>& slope, const VectorN<n>& z) {
      const VectorN<n> full = slope + face_.curve<n>(block, z);
      slope_.segment<n>(block.row) = full;
      sums[0] += z.dot(full);
      return face_.precondition<n>(block, full);
    };
    if (!factored) return qp_.sweep_direction(z_, Mslope_, visit)[0];
    const double zAz = qp_.read_direction(z_, visit)[0];
    preconditioner_->apply(qp_, face_, slope_, Mslope_.x);
    qp_.refresh_direction(Mslope_);
    return zAz;
  }

  /// Whether no contact on the boundary of its cone wants to leave it: A(x) = B(x), listing line 35.
  bool active_is_binding() const {
    bool binding = true;
    qp_.for_each_block([&](const Block& block, auto rows) {
      constexpr int n = rows;
      const VectorN<n> x = x_.x.segment<n>(block.row), g = g_.segment<n>(block.row);
      binding &= Face::is_binding<n>(block, x, g);
    });
    return binding;
  }

  void judge() {
    if (monitor_.due()) qp_.judge(monitor_, x_);
  }

  const ConeQp& qp_;
  const GpminresOptions& options_;
  Monitor& monitor_;
  Point x_;
  Vector g_;
  Face face_;
  FacePreconditioner* preconditioner_;
  Point direction_, trial_, z_, Mslope_, q_;
  Vector d_, p_, Ap_, slope_, residual_;
};

}  // namespace

OptionFields GpminresOptions::fields() {
  return {{"mu", &mu, "sufficient decrease (Krylov paper eq. 16)", 1e-6, 0.499},
          {"eta1", &eta1, "share of the best gain that keeps gradient projection going (Krylov paper eq. 18)", 0, 1},
          {"eta2", &eta2, "share of the best gain that keeps MINRES going (Krylov paper eq. 20)", 0, 1},
          {"max_projections", &max_projections, "gradient projections in a row at most", 1, 10000},
          {"max_minres", &max_minres, "MINRES steps on one face at most", 1, 1000000},
          {"additional_minres", &additional_minres, "steps added when active and binding set agree", 0, 1000000},
          {"max_halvings", &max_halvings, "halvings in a projected search at most", 0, 60},
          {"preconditioner", &preconditioner, "of MINRES on a face", 0, 0, {"diagonal", "cholesky"}},
          {"threads", &threads, "threads of the passes over the contacts; 0: as many as the machine has", 0, 64},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Report Gpminres::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const ReducedProblem reduced(problem, scaling_from_string(options_.scaling));
  const ConeQp qp(reduced, options_.threads);
  Point start = qp.start(solution);
  qp.judge(monitor, start);
  std::optional<FacePreconditioner> preconditioner;
  if (options_.preconditioner == "cholesky" && problem.form == Form::global && !qp.delassus().compliant() &&
      monitor.fits(Preparation::system))
    preconditioner.emplace(reduced.problem);
  Search search(qp, options_, monitor, std::move(start), preconditioner ? &*preconditioner : nullptr);
  monitor.setup_done();
  search.run();
  return monitor.finish(solution);
}

}  // namespace signorini
