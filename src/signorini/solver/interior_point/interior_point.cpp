#include "signorini/solver/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/memory.h"
#include "signorini/base/stopwatch.h"
#include "signorini/problem/infeasibility.h"
#include "signorini/solver/combined/portfolio.h"
#include "signorini/solver/interior_point/newton_systems.h"
#include "signorini/solver/interior_point/regularisation.h"
#include "signorini/solver/interior_point/starting_point.h"
#include "signorini/solver/interior_point/swept_guess.h"
#include "signorini/solver/interior_point/workspace.h"
#include "signorini/solver/monitor.h"

namespace signorini {
namespace {

using namespace interior_point;

constexpr int default_max_iterations = 100;
/// With the sweeps and Newton steps of the polish.
constexpr int default_max_coulomb_iterations = 100'000;
/// Without a better certificate in this many iterations the method has stalled; earlier it tries again, without its
/// warm start or with a more accurate system.
constexpr int patience = 12, hurried_patience = 4;
/// Above this certificate a method on its way may wander.
constexpr double late_certificate = 1e-3;
/// Steps shorter than this do not move the iterate.
constexpr double shortest_step = 1e-9;
/// A first step shorter than this means that a warm start was too close to the boundary: start further inside, by this
/// factor of μ, until the cold start is as good.
constexpr double poor_warm_step = 0.4, warm_retreat = 30;
/// μ of a warm start over the mean square of what the guess violates, and the largest share of the cold start's μ at
/// which a guess still saves iterations (bench_warm_start).
constexpr double warm_mu_per_violation = 10, largest_warm_mu = 0.01;

/// A guess whose certificate is within this factor of the tolerance.
constexpr double narrow_miss = 100;
/// A factorisation that is worth its digits takes at most this many times the operations; below a millisecond any is.
constexpr double dearest_exchange = 100, negligible_flops = 1e6;
/// Inside the cones even when only free rows miss.
constexpr double smallest_narrow_mu = 1e-16;

/// A Newton direction: Δv, Δr and ρ = W Δr, and υ = W⁻¹ Δu with ρ + υ = d.
template <int D>
struct Direction : NewtonStep {
  Vector upsilon, d;
  typename ConePoint<D>::Reach reach;
};

template <int D>
class Method {
 public:
  Method(const ContactProblem& problem, const InteriorPointOptions& options, Workspace& workspace, Monitor& monitor)
      : options_(options),
        workspace_(workspace),
        monitor_(monitor),
        p_(problem),
        point_(p_),
        v_(Vector::Zero(problem.dof())) {
    if (p_.global())
      mass_.emplace(problem.M);
    else if (options.system != "auto" && options.system != "delassus")
      throw InputError(fmt::format("option system of interior-point is '{}', but a local problem has neither M nor H",
                                   options.system));
    exchangeable_ = p_.global() && options.system == "auto";
  }

  void run(Vector guess) {
    monitor_.record_figures(figure_names(), figures_);
    monitor_.check({velocities(guess), guess, {}});
    if (sweeping_pays(guess) && monitor_.may_prepare(Preparation::operators))
      guess = swept_guess(p_.original, guess, options_.sweeps, monitor_);
    if (!make_system(options_.system)) return monitor_.setup_done();
    start(guess);
    monitor_.setup_done();
    correct_guess(guess);

    while (monitor_.running()) {
      point_.residuals(v_, dual_, primal_);
      mu_ = point_.scale();
      if (!factorize()) return;
      predict();
      sigma_ = centering();
      correct(sigma_ * mu_);
      for (int k = 0; k < worthwhile_correctors() && centre(sigma_ * mu_); ++k) {
      }
      choose_steps();
      if (retreat(guess)) continue;
      v_ += step_u_ * direction_.v;
      point_.advance(step_r_, step_u_, direction_.r, direction_.rho, direction_.upsilon);
      regularisation_.after_solve(accuracy_.residual);
      judge();
      if (stalled() && !forget_guess() && !change_system()) return give_up();
    }
    if (monitor_.status() == Status::iteration_limit) recognise_infeasibility();
  }

 private:
  /// False when the solve is over, by the guess or for want of time.
  bool make_system(const std::string& kind) {
    if (!monitor_.may_prepare(kind == "augmented" ? Preparation::large_system : Preparation::system)) return false;
    const Stopwatch clock;
    system_ = make_newton_system<D>(kind, p_, point_, mass_ ? &*mass_ : nullptr, workspace_);
    monitor_.count_analysis(clock.seconds());
    return true;
  }

  Vector velocities(const Vector& r) const {
    return p_.global() ? mass_->solve(p_.original.f + p_.original.H * r) : Vector();
  }

  /// Whether Gauss-Seidel brings the start nearer to the answer: from a guess that is not next to it already, and
  /// always without friction.
  bool sweeping_pays(const Vector& guess) const {
    if (options_.sweeps == 0 || options_.warm_start != "full" || monitor_.stopped() || p_.degree() == 0) return false;
    const double spread = p_.t.maxCoeff() / p_.t.minCoeff();
    if (spread * spread > largest_mass_spread) return false;
    const bool near = monitor_.best() <= narrow_miss * monitor_.tolerance();
    return guess.isZero(0) ? p_.cones == 0 : !near;
  }

  /// Cold, or from the guess: the further it violates the laws, the further inside the cones.
  void start(const Vector& guess) {
    start_.emplace(p_, mass_ ? &*mass_ : nullptr, *system_, point_, v_);
    start_->cold(options_.start);
    cold_mu_ = point_.scale();
    regularisation_ = Regularisation(point_.smallest_scaling());
    if (guess.isZero(0) || monitor_.stopped() || p_.degree() == 0 || options_.warm_start == "none") return;
    if (options_.warm_start == "partial") {
      v_ = velocities(guess);
      return;
    }
    const double mu = std::max(warm_mu_per_violation * start_->violation(guess), smallest_warm_mu * cold_mu_);
    if (mu > largest_warm_mu * cold_mu_) return;
    warm_mu_ = mu;
    started_warm_ = true;
    start_->warm(guess, warm_mu_);
  }

  /// One Newton step from a guess that misses narrowly, not held back by the cones: bodies at rest need no more. The
  /// point keeps r∘u = μ e, so that impulses which no motion tells apart stay as they are.
  void correct_guess(const Vector& guess) {
    if (!started_warm_ || monitor_.best() > narrow_miss * monitor_.tolerance() || !monitor_.running()) return;
    start_->warm(guess, std::max(start_->violation(guess), smallest_narrow_mu * cold_mu_));
    point_.residuals(v_, dual_, primal_);
    mu_ = point_.scale();
    if (!factorize()) return;
    accuracy_ = system_->solve(dual_, -primal_, direction_, options_.refinements);
    const Vector r = p_.impulses(point_.r + direction_.r);
    if (r.allFinite()) monitor_.check({velocities(r), r, {}});
    start_->warm(guess, warm_mu_);
  }

  /// After the first step of a warm start: true when it was poor and the method starts again, further inside.
  bool retreat(const Vector& guess) {
    const double mu = std::exchange(warm_mu_, 0);
    if (mu == 0 || std::min(step_r_, step_u_) >= poor_warm_step) return false;
    if (warm_retreat * mu < largest_warm_mu * cold_mu_) {
      warm_mu_ = warm_retreat * mu;
      start_->warm(guess, warm_mu_);
    } else {
      started_warm_ = false;
      start_->cold(options_.start);
    }
    return true;
  }

  /// False, and the solve given up, when there is no factor, or no time for it.
  bool factorize() {
    if (!monitor_.may_factorize(system_->factorization())) return false;
    const Stopwatch clock;
    auto outcome = Factorization::Outcome::out_of_memory;
    if (const double bytes = sizeof(double) * system_->factorization().factor_entries();
        bytes < static_cast<double>(available_memory_bytes())) {
      outcome = system_->factorize(regularisation_.value());
      while (outcome == Factorization::Outcome::breakdown && regularisation_.raise()) {
        if (!monitor_.may_factorize(system_->factorization())) return false;
        outcome = system_->factorize(regularisation_.value());
      }
    }
    factor_seconds_ = clock.seconds();
    monitor_.count_factorization(factor_seconds_);
    if (outcome == Factorization::Outcome::out_of_memory)
      monitor_.give_up(Status::numerical_failure,
                       fmt::format("out of memory: the factor takes {:.3g} GB, {:.3g} GB are available; a matrix-free "
                                   "solver needs less, such as gauss-seidel",
                                   1e-9 * sizeof(double) * system_->factorization().factor_entries(),
                                   1e-9 * static_cast<double>(available_memory_bytes())));
    if (outcome == Factorization::Outcome::breakdown)
      monitor_.give_up(Status::numerical_failure, "the reduced matrix is not positive definite to rounding");
    return outcome == Factorization::Outcome::done;
  }

  /// With right_ as the second line; refined as long as the last corrector's solve had to be.
  void solve(const Vector& first_line, NewtonStep& step) {
    if (accuracy_.needs_no_refinement())
      system_->solve_once(first_line, right_, step);
    else
      system_->solve(first_line, right_, step, 0);
  }

  /// υ = d - ρ, and how far the direction reaches.
  void complete(Direction<D>& direction) {
    direction.upsilon = direction.d - direction.rho;
    if (options_.step_rule == "scaled") {
      direction.reach = point_.scaled_reach(direction.rho, direction.upsilon);
    } else {
      point_.apply(direction.upsilon, right_);
      direction.reach = point_.quadratic_reach(direction.r, right_);
    }
  }

  /// The affine direction: ρ + υ = -z, that is (E + W²) Δr = -W z - r_p - Hᵀ Δv.
  void predict() {
    direction_.d = -point_.z;
    point_.apply(direction_.d, right_);
    right_ -= primal_;
    solve(dual_, direction_);
    complete(direction_);
  }

  /// σ = (μ_p/μ)³ (thesis §4.7).
  double centering() const {
    if (p_.degree() == 0) return 0;
    const auto [alpha_r, alpha_u] = policy(direction_.reach, 1);
    const double predicted =
        (point_.z + alpha_r * direction_.rho).dot(point_.z + alpha_u * direction_.upsilon) / p_.degree();
    return std::pow(std::clamp(predicted / mu_, 0.0, 1.0), 3);
  }

  void correct(double target) {
    point_.corrected(direction_.rho, direction_.upsilon, target, direction_.d);
    point_.apply(direction_.d, right_);
    right_ -= primal_;
    accuracy_ = system_->solve(dual_, right_, direction_, options_.refinements);
    complete(direction_);
  }

  /// As many as the option allows, but one where a factorisation is cheap beside a solve: below some 150 operations an
  /// entry of the factor, which is near 2000 contacts, the second does not pay.
  int worthwhile_correctors() const {
    constexpr double cheap = 150;
    const Factorization& factor = system_->factorization();
    return factor.flops() < cheap * factor.factor_entries() ? std::min(options_.correctors, 1) : options_.correctors;
  }

  /// One of Gondzio's correctors; false when it does not lengthen the step enough to go on.
  bool centre(double target) {
    constexpr double aim = 0.08, gain = 0.01;
    const double before = direction_.reach.both();
    if (before >= longest_useful_reach) return false;
    point_.centrality(direction_.rho, direction_.upsilon, std::min(1.0, (1 + aim) * before + aim), target, trial_.d);
    point_.apply(trial_.d, right_);
    solve(Vector::Zero(v_.size()), trial_);
    trial_.d += direction_.d;
    trial_ += direction_;
    complete(trial_);
    if (!(trial_.reach.both() >= before + gain * aim)) return false;
    std::swap(direction_, trial_);
    return true;
  }

  struct Steps {
    double r, u;
  };
  Steps policy(const typename ConePoint<D>::Reach& reach, double fraction) const {
    if (options_.steps == "equal") {
      const double alpha = std::min(1.0, fraction * reach.both());
      return {alpha, alpha};
    }
    return {std::min(1.0, fraction * reach.r), std::min(1.0, fraction * reach.u)};
  }

  void choose_steps() {
    const double fraction =
        options_.adaptive_fraction ? 0.9 + 0.1 * std::exp(-mu_ * p_.degree()) : options_.step_fraction;
    const Steps steps = policy(direction_.reach, fraction);
    step_r_ = steps.r;
    step_u_ = steps.u;
  }

  /// Near the end v from the Newton steps and v from the impulses differ by rounding: which is better depends on the
  /// mass ratios.
  void judge() {
    figures_ = {mu_,
                dual_.norm(),
                primal_.head(p_.free).norm(),
                primal_.tail(p_.rows() - p_.free).norm(),
                sigma_,
                step_r_,
                step_u_,
                static_cast<double>(accuracy_.refinements),
                factor_seconds_};
    const Vector r = p_.impulses(point_.r);
    const Certificate certificate = monitor_.check({v_, r, {}});
    certificate_ = certificate.value();
    if (p_.global() && certificate.dynamics > certificate.natural && !monitor_.stopped())
      certificate_ = std::min(certificate_, monitor_.check({velocities(r), r, {}}).value());
  }
  static std::vector<std::string> figure_names() {
    return {"mu",     "dual_residual", "free_residual", "cone_residual",    "sigma",
            "step_r", "step_v",        "refinements",   "factorize_seconds"};
  }

  bool stalled() {
    if (monitor_.stopped()) return false;
    if (certificate_ < best_) {  // not the monitor's best: that may still be the guess
      best_ = certificate_;
      since_best_ = 0;
      if (exchangeable_) {
        best_v_ = v_;
        point_.save(best_point_);
      }
    } else {
      ++since_best_;
    }
    const bool hurried = started_warm_ || (exchangeable_ && best_ < late_certificate);
    return since_best_ > (hurried ? hurried_patience : patience) || std::min(step_r_, step_u_) < shortest_step;
  }

  /// A solve that stalls after a warm start begins again without it.
  bool forget_guess() {
    if (!started_warm_) return false;
    started_warm_ = false;
    start_->cold(options_.start);
    best_ = INFINITY;
    since_best_ = 0;
    regularisation_.reset();
    return true;
  }

  /// The condensed matrix loses digits near the end that the augmented one keeps, at two to three times the price: goes
  /// on with that from the best point so far. False when there is no other system to try, or only one that is far
  /// dearer: with many more rows than degrees of freedom.
  bool change_system() {
    if (!exchangeable_ || best_point_.r.size() == 0) return false;
    exchangeable_ = false;
    const double condensed = std::max(system_->factorization().flops(), negligible_flops);
    if (!make_system("augmented") || system_->factorization().flops() > dearest_exchange * condensed) return false;
    v_ = best_v_;
    point_.restore(best_point_);
    since_best_ = 0;
    regularisation_.reset();
    return true;
  }

  void give_up() {
    if (!monitor_.stopped() && !recognise_infeasibility()) monitor_.give_up_stalled();
  }

  /// The impulses of a contradictory problem grow along a ray that proves the contradiction.
  bool recognise_infeasibility() {
    const Vector r = p_.impulses(point_.r);
    if (!r.allFinite() || !judge_infeasibility(p_.original, r).proven()) return false;
    monitor_.give_up_infeasible(contradiction_message(p_.original, r), r);
    return true;
  }

  /// Correctors cannot lengthen a step that is full already.
  static constexpr double longest_useful_reach = 1.02;
  /// Closer to the boundary than this share of the cold start's μ a guess saves less: balls at rest take 9.6 iterations
  /// a step, 10.8 with 1e-6 and 18.4 with 1e-10.
  static constexpr double smallest_warm_mu = 1e-5;
  /// Largest over smallest Delassus diagonal up to which sweeps help: a frictionless stack of mass ratio 10 takes 6
  /// iterations at any height without them, with them 9 at 6 spheres and 32 at 30.
  static constexpr double largest_mass_spread = 1e3;
  const InteriorPointOptions& options_;
  Workspace& workspace_;
  Monitor& monitor_;
  ScaledProblem p_;
  ConePoint<D> point_;
  Vector v_;
  std::optional<MassFactor> mass_;
  std::unique_ptr<NewtonSystem<D>> system_;
  std::optional<StartingPoint<D>> start_;
  Regularisation regularisation_;
  Direction<D> direction_, trial_;
  Vector dual_, primal_, right_;
  double mu_ = 0, sigma_ = 0, step_r_ = 0, step_u_ = 0;
  double cold_mu_ = 0, warm_mu_ = 0;
  typename NewtonSystem<D>::Accuracy accuracy_{.unrefined = INFINITY};
  double factor_seconds_ = 0;
  std::vector<double> figures_;
  double certificate_ = INFINITY, best_ = INFINITY;
  int since_best_ = 0;
  bool exchangeable_ = false, started_warm_ = false;
  Vector best_v_;
  typename ConePoint<D>::Saved best_point_;
};

}  // namespace

OptionFields InteriorPointOptions::fields() {
  return {
      {"step_fraction", &step_fraction, "share of the way to the boundary that a step takes", 0.1, 0.9999},
      {"adaptive_fraction", &adaptive_fraction, "0.9 + 0.1 exp(-mu n) in place of step_fraction (thesis 4.12)"},
      {"steps", &steps, "one step length, or one for r and one for v and u", 0, 0, {"equal", "separate"}},
      {"step_rule", &step_rule, "how to find the boundary (thesis 4.14.3)", 0, 0, {"scaled", "quadratic"}},
      {"correctors", &correctors, "Gondzio's centrality correctors (QP study 3.1)", 0, 10},
      {"refinements", &refinements, "refinement steps of the corrector's linear solve", 0, 10},
      {"start", &start, "cold start", 0, 0, {"axes", "nocedal", "dapuzzo", "cone"}},
      {"warm_start", &warm_start, "what to take from a guess", 0, 0, {"none", "partial", "full"}},
      {"sweeps", &sweeps, "Gauss-Seidel sweeps that improve a guess, or the start of a frictionless problem", 0, 10000},
      {"system", &system, "the matrix to factor", 0, 0, {"auto", "condensed", "delassus", "augmented"}}};
}

InteriorPoint::InteriorPoint(InteriorPointOptions options)
    : Solver("interior-point", every_law()), options_(std::move(options)), workspace_(std::make_unique<Workspace>()) {
  validate_options(options_.fields(), name());
}
InteriorPoint::~InteriorPoint() = default;

Report InteriorPoint::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  const bool exact = problem.law == Law::coulomb;
  Monitor monitor(name(), problem, rule, exact ? default_max_coulomb_iterations : default_max_iterations);
  const Vector guess = guess_or_zero(problem, solution);
  if (exact) {
    coulomb::Portfolio{.sweeps_first = false}.run(problem, rule, monitor, guess);
    return monitor.finish(solution);
  }
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  // Not by in_dimension: GCC 12 then takes mass_ for uninitialised.
  try {
    problem.cones.dimension == 3 ? Method<3>(problem, options_, *workspace_, monitor).run(guess)
                                 : Method<2>(problem, options_, *workspace_, monitor).run(guess);
  } catch (const std::bad_alloc&) {
    monitor.give_up_out_of_memory();
  }
  return monitor.finish(solution);
}

}  // namespace signorini
