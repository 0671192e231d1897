#include "signorini/solver/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/problem/infeasibility.h"
#include "signorini/solver/coulomb/portfolio.h"
#include "signorini/solver/interior_point/nesterov_todd_equation.h"
#include "signorini/solver/interior_point/starting_point.h"
#include "signorini/solver/newton/warm_newton.h"
#include "signorini/solver/path/predictor_corrector.h"
#include "signorini/solver/progress.h"
#include "signorini/solver/sweeps/gauss_seidel_sweep.h"
#include "signorini/solver/sweeps/momentum.h"

namespace signorini {
namespace {

using namespace interior_point;

constexpr int default_max_iterations = 100;
/// Iterations without a better certificate after which the method has stalled; the smaller number where it can still
/// try without its warm start, or with a more accurate system.
constexpr int patience = 13, hurried_patience = 5;
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
/// Closer to the boundary than this share of the cold start's μ a guess saves less: balls at rest take 9.6 iterations
/// a step, 10.8 with 1e-6 and 18.4 with 1e-10.
constexpr double smallest_warm_mu = 1e-5;
/// A guess whose certificate is within this factor of the tolerance.
constexpr double narrow_miss = 100;
/// Inside the cones even when only free rows miss.
constexpr double smallest_narrow_mu = 1e-16;
/// A factorisation that is worth its digits takes at most this many times the operations; below a millisecond any is.
constexpr double dearest_exchange = 100;
/// Below this many operations an entry of the factor, which is near 2000 contacts, a factorisation is cheap beside a
/// solve, and a second corrector does not pay.
constexpr double cheap_factor = 150;
/// Largest over smallest Delassus diagonal up to which sweeps help: a frictionless stack of mass ratio 10 takes 6
/// iterations at any height without them, with them 9 at 6 spheres and 32 at 30.
constexpr double largest_mass_spread = 1e3;

/// `guess` after some sweeps of Gauss-Seidel with momentum: a hundred cost about as much as one factorisation at a
/// thousand contacts, less beyond, and save several. Fewer when the monitor's time is over.
Vector swept_guess(const ContactProblem& problem, const Vector& guess, int sweeps, const Monitor& monitor) {
  const Delassus delassus(problem);
  GaussSeidelSweep sweep(problem, delassus, 1, 1);
  Vector r = guess, x;
  delassus.state(r, x);
  Momentum momentum(delassus.diagonal(), r, x);
  for (int k = 1; k < sweeps && !monitor.over(); ++k) {
    sweep.run(r, x);
    momentum.extrapolate(r, x);
  }
  sweep.run(r, x);
  return r;
}

template <int D>
class Method {
 public:
  Method(const ContactProblem& problem, const InteriorPointOptions& options, Workspace& workspace, Monitor& monitor)
      : options_(options),
        monitor_(monitor),
        p_(problem),
        motion_(p_, monitor.take_mass_factor()),
        workspace_(workspace),
        equation_(p_, motion_.mass(), options, workspace, monitor) {
    if (!p_.global() && options.system != "auto" && options.system != "delassus")
      throw InputError(fmt::format("option system of interior-point is '{}', but a local problem has neither M nor H",
                                   options.system));
    exchangeable_ = p_.global() && options.system == "auto";
  }

  void run(Vector guess) {
    monitor_.record_figures(figure_names(), figures_);
    monitor_.check({velocities(guess), guess, {}});
    if (options_.newton && options_.warm_start == "full" && newton::newton_pays(p_.original, guess, monitor_))
      guess = after_newton_steps(guess);
    if (!equation_.make_system(options_.system)) return monitor_.setup_done();
    whitening_is_dear_ = whitening_is_dear(motion_.mass(), p_.rows(), equation_.system().factorization().flops());
    if (sweeping_pays(guess) && monitor_.may_prepare(Preparation::operators))
      guess = swept_guess(p_.original, guess, options_.sweeps, monitor_);
    start(guess);
    monitor_.setup_done();
    correct_guess(guess);
    // Where M has a factor as large as that of the Newton system, one of them at a time is enough.
    if (whitening_is_dear_ && !equation_.system().needs_mass()) motion_.release();

    while (monitor_.running()) {
      equation_.look_around();
      if (!equation_.factorize()) return;
      path_.find_direction(equation_, {}, worthwhile_correctors());
      steps_ = equation_.steps(path_.direction.reach, step_fraction());
      if (retreat(guess)) continue;
      equation_.advance(path_.direction, steps_);
      equation_.regularisation.after_solve(equation_.accuracy().residual);
      judge();
      if (stalled() && !recover()) return give_up();
    }
    if (monitor_.status() == Status::iteration_limit) recognise_infeasibility();
  }

 private:
  Vector velocities(const Vector& r) {
    return p_.global() ? motion_.solve(p_.original.f + p_.original.H * r) : Vector();
  }

  /// Their matrix has the pattern of the condensed one, and shares its analysis.
  Vector after_newton_steps(const Vector& guess) {
    const double before = monitor_.best();
    const auto run = [&](auto&& bench) {
      newton::WarmNewton(bench, Law::convex).run(bench.p.scaled_impulses(guess));
      return bench.best_value < before ? bench.p.impulses(bench.best) : guess;
    };
    if (p_.global() && motion_.mass()->symmetric())
      return run(newton::Workbench<D, NormalMatrix>(p_.original, monitor_, &workspace_.condensed()));
    return run(newton::Workbench<D>(p_.original, monitor_));
  }

  /// Whether Gauss-Seidel brings the start nearer to the answer: from a guess that is not next to it already, and
  /// always without friction. Not where to whiten H, which sweeps work with, takes longer than a factorisation.
  bool sweeping_pays(const Vector& guess) const {
    if (options_.sweeps == 0 || options_.warm_start != "full" || monitor_.stopped() || p_.degree() == 0) return false;
    if (whitening_is_dear_) return false;
    const double spread = p_.t.maxCoeff() / p_.t.minCoeff();
    if (spread * spread > largest_mass_spread) return false;
    const bool near = monitor_.best() <= narrow_miss * monitor_.tolerance();
    return guess.isZero(0) ? p_.cones == 0 : !near;
  }

  /// Cold, or from the guess: the further it violates the laws, the further inside the cones.
  void start(const Vector& guess) {
    start_.emplace(p_, motion_, equation_.system(), equation_.point, equation_.v);
    start_->cold(options_.start);
    cold_mu_ = equation_.point.scale();
    equation_.regularisation = Regularisation(equation_.point.smallest_scaling());
    if (guess.isZero(0) || monitor_.stopped() || p_.degree() == 0 || options_.warm_start == "none") return;
    if (options_.warm_start == "partial") {
      equation_.v = velocities(guess);
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
    equation_.look_around();
    if (!equation_.factorize()) return;
    const Vector r = p_.impulses(equation_.unrestrained_impulses());
    if (r.allFinite()) monitor_.check({velocities(r), r, {}});
    start_->warm(guess, warm_mu_);
  }

  /// After the first step of a warm start: true when it was poor and the method starts again, further inside.
  bool retreat(const Vector& guess) {
    const double mu = std::exchange(warm_mu_, 0);
    if (mu == 0 || steps_.shorter() >= poor_warm_step) return false;
    if (warm_retreat * mu < largest_warm_mu * cold_mu_) {
      warm_mu_ = warm_retreat * mu;
      start_->warm(guess, warm_mu_);
    } else {
      started_warm_ = false;
      start_->cold(options_.start);
    }
    return true;
  }

  /// As many as the option allows, but one where a factorisation is cheap.
  int worthwhile_correctors() const {
    const Factorization& factor = equation_.system().factorization();
    const bool cheap = factor.flops() < cheap_factor * factor.factor_entries();
    return cheap ? std::min(options_.correctors, 1) : options_.correctors;
  }

  double step_fraction() const {
    return options_.adaptive_fraction ? 0.9 + 0.1 * std::exp(-equation_.mu() * p_.degree()) : options_.step_fraction;
  }

  /// Near the end v from the Newton steps and v from the impulses differ by rounding: which is better depends on the
  /// mass ratios.
  void judge() {
    const Vector &dual = equation_.dual(), &primal = equation_.primal();
    figures_ = {equation_.mu(),
                dual.norm(),
                primal.head(p_.free).norm(),
                primal.tail(p_.rows() - p_.free).norm(),
                path_.sigma(),
                steps_.r,
                steps_.u,
                static_cast<double>(equation_.accuracy().refinements),
                equation_.factor_seconds()};
    const Vector r = p_.impulses(equation_.point.r);
    const Certificate certificate = monitor_.check({equation_.v, r, {}});
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
    // Not the monitor's best: that may still be the guess.
    if (progress_.add(certificate_) && exchangeable_) {
      best_v_ = equation_.v;
      equation_.point.save(best_point_);
    }
    const bool hurried = started_warm_ || (exchangeable_ && progress_.least() < late_certificate);
    return progress_.idle() >= (hurried ? hurried_patience : patience) || steps_.shorter() < shortest_step;
  }

  /// What is left to try when the method has stalled. Each is tried once.
  enum class Recovery { forget_guess, augmented_system, none };
  Recovery next_recovery() const {
    if (started_warm_) return Recovery::forget_guess;
    if (exchangeable_ && best_point_.r.size() > 0) return Recovery::augmented_system;
    return Recovery::none;
  }
  /// Whether the method goes on.
  bool recover() {
    switch (next_recovery()) {
      case Recovery::forget_guess:
        forget_guess();
        break;
      case Recovery::augmented_system:
        if (!change_to_augmented_system()) return false;
        break;
      case Recovery::none:
        return false;
    }
    progress_.forgive();
    equation_.regularisation.reset();
    return true;
  }

  void forget_guess() {
    started_warm_ = false;
    start_->cold(options_.start);
    progress_ = Progress();
  }

  /// The condensed matrix loses digits near the end that the augmented one keeps, at two to three times the price: goes
  /// on with that from the best point so far. False when it is far dearer: with many more rows than degrees of freedom.
  bool change_to_augmented_system() {
    exchangeable_ = false;
    const double condensed = std::max(equation_.system().factorization().flops(), negligible_flops);
    if (!equation_.make_system("augmented")) return false;
    if (equation_.system().factorization().flops() > dearest_exchange * condensed) return false;
    equation_.v = best_v_;
    equation_.point.restore(best_point_);
    return true;
  }

  void give_up() {
    if (!monitor_.stopped() && !recognise_infeasibility()) monitor_.give_up_stalled();
  }

  /// The impulses of a contradictory problem grow along a ray that proves the contradiction.
  bool recognise_infeasibility() {
    const Vector r = p_.impulses(equation_.point.r);
    if (!r.allFinite() || !judge_infeasibility(p_.original, r).proven()) return false;
    monitor_.give_up_infeasible(contradiction_message(p_.original, r), r);
    return true;
  }

  const InteriorPointOptions& options_;
  Monitor& monitor_;
  ScaledProblem p_;
  ScaledMotion motion_;
  Workspace& workspace_;
  NesterovToddEquation<D> equation_;
  PredictorCorrector<typename NesterovToddEquation<D>::Direction> path_;
  typename NesterovToddEquation<D>::Steps steps_{};
  std::optional<StartingPoint<D>> start_;
  double cold_mu_ = 0, warm_mu_ = 0;
  std::vector<double> figures_;
  double certificate_ = INFINITY;
  Progress progress_;
  bool exchangeable_ = false, started_warm_ = false, whitening_is_dear_ = false;
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
      {"newton", &newton, "semismooth Newton steps from a guess, before anything else"},
      {"sweeps", &sweeps, "Gauss-Seidel sweeps that improve a guess, or the start of a frictionless problem", 0, 10000},
      {"system", &system, "the matrix to factor", 0, 0, {"auto", "condensed", "delassus", "augmented"}}};
}

InteriorPoint::InteriorPoint(InteriorPointOptions options)
    : SolverWith("interior-point", every_law(), std::move(options)), workspace_(std::make_unique<Workspace>()) {}
InteriorPoint::~InteriorPoint() = default;

Report InteriorPoint::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  if (problem.law != Law::coulomb || problem.cones.friction() == 0) return solve_relaxed(problem, rule, solution);
  const auto relaxation = [&](const StopRule& inner, Solution& answer) {
    return solve_relaxed(problem, inner, answer);
  };
  return coulomb::Portfolio{.relaxation = relaxation, .sweeps_first = false, .newton_first = options_.newton}.solve(
      name(), problem, rule, solution);
}

Report InteriorPoint::solve_relaxed(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  const Law law = problem.law == Law::coulomb ? Law::convex : problem.law;
  Monitor monitor(name(), problem, rule, default_max_iterations, law);
  const Vector guess = guess_or_zero(problem, solution);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  try {
    problem.cones.dimension == 3 ? Method<3>(problem, options_, *workspace_, monitor).run(guess)
                                 : Method<2>(problem, options_, *workspace_, monitor).run(guess);
  } catch (const std::bad_alloc&) {
    monitor.give_up_out_of_memory();
  }
  workspace_->condensed().release_values();
  return monitor.finish(solution);
}

}  // namespace signorini
