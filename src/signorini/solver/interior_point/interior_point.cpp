#include "signorini/solver/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "signorini/base/stopwatch.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/solver/interior_point/newton_system.h"
#include "signorini/solver/monitor.h"

namespace signorini {
namespace {

using namespace interior_point;

constexpr const char* name = "interior-point";
constexpr int default_max_iterations = 100;
/// Without a better certificate in this many iterations the method has stalled.
constexpr int patience = 12;
/// Steps shorter than this do not move the iterate.
constexpr double shortest_step = 1e-9;

/// The proximal term δ added to W². It starts at the smallest that stands up to rounding, grows when refinement cannot
/// undo it, shrinks when that is easy.
class Regularisation {
 public:
  double value() const { return delta_; }
  void after_solve(double residual) {
    delta_ = residual > poor_residual ? std::min(100 * delta_, largest) : std::max(0.1 * delta_, smallest);
  }
  /// After a factorisation that broke down; false when there is no more to try.
  bool raise() {
    delta_ = std::max(100 * delta_, 1e-14);
    return delta_ <= 1e-6;
  }

 private:
  static constexpr double smallest = 1e-18, largest = 1e-10, poor_residual = 1e-6;
  double delta_ = 1e-16;
};

/// A Newton direction: Δv and Δr, and ρ = W Δr, υ = W⁻¹ Δu of the scaled space, ρ + υ = d.
struct Direction {
  Vector v, r, rho, upsilon, d;
  double residual = 0;
};

template <int D>
class Method {
 public:
  Method(const ContactProblem& problem, const InteriorPointOptions& options, Monitor& monitor)
      : options_(options), monitor_(monitor), p_(problem), point_(p_), v_(Vector::Zero(problem.dof())) {
    if (p_.global()) mass_.emplace(problem.M);
  }

  void run(const Vector& guess) {
    monitor_.check({velocities(guess), guess, {}});
    start();
    const Stopwatch clock;
    system_ = make_newton_system<D>(p_, point_);
    monitor_.count_analysis(clock.seconds());
    monitor_.setup_done();

    while (monitor_.running()) {
      residuals();
      const double mu = point_.scale();
      if (!factorize())
        return monitor_.give_up(Status::numerical_failure, "the reduced matrix is not positive definite to rounding");

      predict();
      const double sigma = centering(mu);
      correct(sigma * mu);
      for (int k = 0; k < options_.correctors && centre(sigma * mu); ++k) {
      }
      const double alpha =
          std::min(1.0, options_.step_fraction * point_.step_to_boundary(direction_.rho, direction_.upsilon));
      v_ += alpha * direction_.v;
      point_.advance(alpha, direction_.r, direction_.rho, direction_.upsilon);

      regularisation_.after_solve(direction_.residual);
      judge();
      if (stalled(alpha))
        return monitor_.give_up(Status::inaccurate, fmt::format("stalled at certificate {:.2e}", monitor_.best()));
    }
  }

 private:
  Vector velocities(const Vector& r) const {
    return p_.global() ? mass_->solve(p_.original.f + p_.original.H * r) : Vector();
  }

  /// v = 0, every normal impulse three times the largest that f exerts along a normal, every opening velocity the root
  /// mean square of the free velocities.
  void start() {
    const ContactProblem& problem = p_.original;
    Vector free_velocities = problem.q;
    if (p_.global()) free_velocities = problem.H.transpose() * mass_->solve(problem.f) + problem.w;
    double largest = 0, squares = 0;
    for (int k = p_.free; k < p_.rows(); ++k) {
      const int row = p_.source[k];
      squares += free_velocities[row] * free_velocities[row];
      const bool normal = k < p_.first_cone() || (k - p_.first_cone()) % D == 0;
      if (!normal) continue;
      const double exerted =
          p_.global() ? problem.H.col(row).dot(problem.f) : problem.q[row] / std::max(problem.W.coeff(row, row), tiny);
      largest = std::max(largest, std::abs(exerted));
    }
    double velocity = std::sqrt(squares / std::max(1, p_.rows() - p_.free));
    if (velocity == 0) velocity = 1;
    const double impulse = largest > 0 ? 3 * largest : velocity;
    point_.set_on_axes(impulse * p_.t.cwiseInverse(), velocity * p_.t);
  }

  /// r_d = M v - f - H r and r_p = Hᵀ v + w + E r - u.
  void residuals() {
    if (p_.global()) {
      p_.H.gather(v_, primal_);
      dual_ = p_.original.f - p_.original.M * v_;  // -r_d
      p_.H.scatter(point_.r, dual_);
    } else {
      primal_ = p_.W * point_.r;
    }
    primal_ += p_.w + p_.E.cwiseProduct(point_.r) - point_.u;
  }

  bool factorize() {
    const Stopwatch clock;
    bool done = system_->factorize(regularisation_.value());
    while (!done && regularisation_.raise()) done = system_->factorize(regularisation_.value());
    monitor_.count_factorization(clock.seconds());
    return done;
  }

  /// Solves for the direction with ρ + υ = d: (E + W²) Δr = W d - r_p - Hᵀ Δv.
  void solve(Direction& direction, int refinements) {
    point_.apply(direction.d, right_);
    right_ -= primal_;
    direction.residual = system_->solve(dual_, right_, direction.v, direction.r, refinements);
    point_.apply(direction.r, direction.rho);
    direction.upsilon = direction.d - direction.rho;
  }

  void predict() {
    direction_.d = -point_.z;
    solve(direction_, 0);
  }

  /// σ = (μ_p/μ)³ (thesis §4.7).
  double centering(double mu) const {
    if (p_.degree() == 0) return 0;
    const double alpha = std::min(1.0, point_.step_to_boundary(direction_.rho, direction_.upsilon));
    const double predicted =
        (point_.z + alpha * direction_.rho).dot(point_.z + alpha * direction_.upsilon) / p_.degree();
    return std::pow(std::clamp(predicted / mu, 0.0, 1.0), 3);
  }

  void correct(double target) {
    point_.corrected(direction_.rho, direction_.upsilon, target, direction_.d);
    solve(direction_, options_.refinements);
  }

  /// One of Gondzio's correctors; false when it does not lengthen the step enough to go on.
  bool centre(double target) {
    constexpr double aim = 0.08, gain = 0.01;
    const double before = point_.step_to_boundary(direction_.rho, direction_.upsilon);
    trial_.d = direction_.d;
    point_.add_centrality(direction_.rho, direction_.upsilon, std::min(1.0, (1 + aim) * before + aim), target,
                          trial_.d);
    solve(trial_, options_.refinements);
    if (!(point_.step_to_boundary(trial_.rho, trial_.upsilon) >= before + gain * aim)) return false;
    std::swap(direction_, trial_);
    return true;
  }

  /// Near the end v from the Newton steps and v from the impulses differ by rounding: which is better depends on the
  /// mass ratios.
  void judge() {
    const Vector r = p_.impulses(point_.r);
    const Certificate certificate = monitor_.check({v_, r, {}});
    certificate_ = certificate.value();
    if (p_.global() && certificate.dynamics > certificate.natural && !monitor_.stopped())
      certificate_ = std::min(certificate_, monitor_.check({velocities(r), r, {}}).value());
  }

  bool stalled(double alpha) {
    if (monitor_.stopped()) return false;
    if (certificate_ < best_) {  // not the monitor's best: that may still be the guess
      best_ = certificate_;
      since_best_ = 0;
    } else {
      ++since_best_;
    }
    return since_best_ > patience || alpha < shortest_step;
  }

  static constexpr double tiny = 1e-300;
  const InteriorPointOptions& options_;
  Monitor& monitor_;
  ScaledProblem p_;
  ConePoint<D> point_;
  Vector v_;
  std::optional<MassFactor> mass_;
  std::unique_ptr<NewtonSystem<D>> system_;
  Regularisation regularisation_;
  Direction direction_, trial_;
  Vector dual_, primal_, right_;
  double certificate_ = INFINITY, best_ = INFINITY;
  int since_best_ = 0;
};

}  // namespace

OptionFields InteriorPointOptions::fields() {
  return {{"step_fraction", &step_fraction, "share of the way to the boundary that a step takes", 0.1, 0.9999},
          {"correctors", &correctors, "Gondzio's centrality correctors (QP study 3.1)", 0, 10},
          {"refinements", &refinements, "refinement steps of the corrector's linear solves", 0, 10}};
}

InteriorPoint::InteriorPoint(InteriorPointOptions options) : options_(std::move(options)) {
  validate_options(options_.fields(), name);
}

Report InteriorPoint::solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name, problem, rule, default_max_iterations);
  const Vector guess = usable_guess(problem, solution);
  problem.cones.dimension == 3 ? Method<3>(problem, options_, monitor).run(guess)
                               : Method<2>(problem, options_, monitor).run(guess);
  return monitor.finish(solution);
}

}  // namespace signorini
