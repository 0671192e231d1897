#include "signorini/solver/coulomb/portfolio.h"

#include <algorithm>
#include <cmath>

#include "signorini/solver/coulomb/central_path.h"
#include "signorini/solver/coulomb/polish.h"
#include "signorini/solver/coulomb/semismooth_newton.h"
#include "signorini/solver/newton/smoothed_points.h"
#include "signorini/solver/newton/warm_newton.h"

namespace signorini::coulomb {
namespace {

/// With the sweeps and Newton steps of the polish.
constexpr int default_max_iterations = 100'000;

/// Each round through the starts begins nearer and retreats further.
PathStart start_of(int pass, const PortfolioOptions& options) {
  const int count = static_cast<int>(options.starts.size());
  PathStart start = options.starts[static_cast<std::size_t>(pass % count)];
  const double doubled = std::exp2(pass / count);
  start.size /= doubled;
  start.retreat *= doubled;
  return start;
}

template <int D>
class Run {
 public:
  Run(const Portfolio& plan, Workbench<D>& bench)
      : plan_(plan), options_(plan.options), monitor_(bench.monitor), bench_(bench), polish_(bench, options_) {}

  void operator()(const Vector& guess) {
    bench_.judge(bench_.p.scaled_impulses(guess));
    monitor_.setup_done();
    best_ = bench_.best;
    if (!monitor_.stopped() && !guess.isZero(0)) from_guess();
    if (!monitor_.stopped() && convex_first()) from_convex();
    if (!monitor_.stopped() && plan_.sweeps_first && bench_.p.cones > 0) sweeps();
    for (int pass = 0; pass < options_.passes && !monitor_.stopped(); ++pass) {
      bench_.best_value = INFINITY;
      path(start_of(pass, options_));
      if (pass >= options_.first_persistent_pass) persist();
      keep_best();
    }
    if (!monitor_.stopped()) monitor_.give_up_stalled();
  }

 private:
  bool convex_first() { return !plan_.sweeps_first || bench_.p.cones <= options_.few_cones || !polish_.sweeps_pay(); }

  /// A guess near the answer needs no more than the polish.
  void from_guess() {
    if (affordable() == Affordable::sweeps) return;
    if (plan_.newton_first && newton::newton_pays(bench_.p.original, best_, monitor_, options_.warm_newton))
      newton::WarmNewton<D>(bench_, Law::coulomb, options_.warm_newton).run(best_);
    if (monitor_.stopped()) return;
    Vector r = best_;
    plan_.swept ? polish_.finish(r) : polish_.run(r);
    keep_best();
    if (monitor_.stopped() || !plan_.newton_first || affordable() != Affordable::pass) return;
    newton::SmoothedPoints<D>(bench_, Law::coulomb, options_.smoothed_points).run(best_);
    keep_best();
  }

  /// Where forces are not unique, as in a grip, what starts from the convex answer rests whenever that is possible;
  /// what starts from other impulses may find a motion that Coulomb's law allows as well.
  void from_convex() {
    convex();
    best_ = convex_answer_;
    best_value_ = INFINITY;
  }

  /// Sweeps, and what finishes them. Where the time does not allow for the factorisations of an interior point pass,
  /// sweeps for as long as they help.
  void sweeps() {
    Vector r = best_;
    switch (affordable()) {
      case Affordable::pass:
        polish_.sweep_towards(monitor_.tolerance(), options_.sweeps.time_share * monitor_.seconds_left(), r);
        break;
      case Affordable::factorization:
        polish_.sweep_while_worthwhile(r);
        break;
      case Affordable::sweeps:
        return polish_.sweep_to_the_end(r);
    }
    keep_best();
    polish_.finish(r);
    keep_best();
  }

  /// What there is time for. Without a limit, everything.
  enum class Affordable { sweeps, factorization, pass };
  Affordable affordable() {
    if (!monitor_.limited()) return Affordable::pass;
    if (!bench_.system_fits()) return Affordable::sweeps;
    const double seconds = bench_.system().factorization().expected_seconds(), left = monitor_.seconds_left();
    return options_.factorizations_of_a_pass * seconds < left ? Affordable::pass
           : seconds < left                                   ? Affordable::factorization
                                                              : Affordable::sweeps;
  }

  void path(const PathStart& start) {
    if (start.from == PathStart::convex && convex_answer_.size() == 0) convex();
    if (monitor_.stopped()) return;
    PathOptions path_options = options_.path;
    path_options.short_steps = start.short_steps;
    CentralPath<D> path(bench_, path_options);
    if (start.from == PathStart::axes)
      path.start_on_axes(start.size);
    else if (start.from == PathStart::convex)
      path.start_from(convex_answer_, start.size);
    else
      path.start_from(best_, std::min(options_.widest_gap,
                                      start.size * options_.gap_per_squared_certificate * best_value_ * best_value_));
    double polished = INFINITY;
    while (!monitor_.stopped()) {
      path.follow();
      if (!monitor_.stopped() && bench_.best_value < options_.worth_polishing * polished) {
        polished = bench_.best_value;
        Vector r = bench_.best;
        polish_.run(r);
      }
      if (path.exhausted()) return;
      path.retreat(start.retreat);
    }
  }

  /// Sweeps, line searches and proximal points in turn, as long as they improve what a pass has left near a solution.
  void persist() {
    double before = options_.nearly_solved;
    while (!monitor_.stopped() && bench_.best_value < good_share * before) {
      before = bench_.best_value;
      Vector r = bench_.best;
      polish_.sweep(r, options_.persistent_sweeps);
      if (!monitor_.stopped())
        SemismoothNewton<D>(bench_, options_.line_search).run(r, options_.persistent_newton_steps);
      if (!monitor_.stopped()) ProximalPoint<D>(bench_, options_.proximal).run(r, options_.persistent_points);
    }
  }

  void keep_best() {
    if (bench_.best_value >= best_value_) return;
    best_value_ = bench_.best_value;
    best_ = bench_.best;
  }

  /// Leaves the answer of the convex law as the bench's best.
  void convex() {
    bench_.best_value = INFINITY;
    const bool frictionless = bench_.p.cones == 0;
    const bool nothing_slides =
        solve_convex(frictionless ? monitor_.tolerance() : std::max(monitor_.tolerance(), options_.convex_tolerance));
    if (!monitor_.stopped() && !frictionless && nothing_slides) solve_convex(monitor_.tolerance());
    convex_answer_ = bench_.best;
    keep_best();
  }
  /// Whether the answer is about as good under the exact law.
  bool solve_convex(double tolerance) {
    if (!monitor_.running()) return false;
    Solution solution;
    const Report report = plan_.relaxation(monitor_.inner_rule(tolerance), solution);
    monitor_.count_factorizations_of(report);
    bench_.judge(bench_.p.scaled_impulses(solution.r));
    if (monitor_.stopped()) return false;
    // With its own velocities, which odd masses give to more digits than the impulses do.
    const double exact = monitor_.check(solution).value();
    // Contradictions under the convex law need not be ones under Coulomb's, which asks for less; without friction they
    // are.
    if (!monitor_.stopped() && bench_.p.cones == 0 && report.status == Status::infeasible)
      monitor_.give_up_infeasible(report.message, report.proof);
    return exact < options_.same_answer * report.certificate.value();
  }

  const Portfolio& plan_;
  const PortfolioOptions& options_;
  Monitor& monitor_;
  Workbench<D>& bench_;
  Polish<D> polish_;
  Vector best_, convex_answer_;
  double best_value_ = INFINITY;
};

}  // namespace

Report Portfolio::solve(const std::string& name, const ContactProblem& problem, const StopRule& rule,
                        Solution& solution) const {
  Monitor monitor(name, problem, rule, default_max_iterations);
  const Vector guess = guess_or_zero(problem, solution);
  newton::on_workbench(problem, monitor, [&](auto&& bench) { Run(*this, bench)(guess); });
  return monitor.finish(solution);
}

}  // namespace signorini::coulomb
