#include "signorini/solver/coulomb/portfolio.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "signorini/solver/coulomb/central_path.h"
#include "signorini/solver/coulomb/polish.h"
#include "signorini/solver/coulomb/semismooth_newton.h"
#include "signorini/solver/in_dimension.h"

namespace signorini {
namespace coulomb {
namespace {

/// Hundreds of sweeps cost about one factorisation of a large problem.
constexpr int polish_sweeps = 100;
/// Of the time that is left.
constexpr double sweeps_share = 0.5;
/// Most passes of the interior point method that end well take fewer.
constexpr int factorizations_of_a_pass = 150;
/// Up to this many the convex answer comes first: it costs little there, and people look at each contact.
constexpr int few_cones = 100;
/// The convex answer serves as a start; more digits do not make it a better one.
constexpr double convex_tolerance = 1e-3;
/// Below this ratio of the certificates under the two laws nothing slides, and the convex answer is the exact one.
constexpr double same_answer = 10;
/// Ratio of a point's certificate to that of the last one polished above which polishing it promises nothing new.
constexpr double worth_polishing = 0.5;

/// Passes from this one on persist below this certificate: the cheaper ways have failed by then. Without that RockPile
/// (463 contacts) ends at 9e-8, with it at 8e-9.
constexpr int first_persistent_pass = 2;
constexpr double nearly_solved = 3e-4;
constexpr int persistent_sweeps = 1000, persistent_newton_steps = 100, persistent_proximal_points = 300;

/// Where a pass of the interior point method starts, see CentralPath.
struct Start {
  enum { convex, best, axes } from;
  double size;      ///< the gap; that over what belongs to the certificate of the best; or the size on the axes
  double retreat;   ///< see CentralPath::retreat
  int short_steps;  ///< see CentralPath::follow
};
/// Which of them succeeds is luck: they differ as much as possible.
constexpr Start starts[] = {{Start::axes, 1, 10, 2},   {Start::best, 10, 100, 4}, {Start::convex, 1e-2, 10, 4},
                            {Start::best, 1e3, 10, 2}, {Start::axes, 0.1, 30, 4}, {Start::best, 1e5, 30, 4}};
/// Each round through them starts nearer and retreats further.
Start start_of(int pass) {
  constexpr int count = static_cast<int>(std::size(starts));
  Start start = starts[pass % count];
  const double doubled = std::exp2(pass / count);
  start.size /= doubled;
  start.retreat *= doubled;
  return start;
}
/// The gap, relative to the square of the free velocities, that goes with a certificate c is about 20 c².
constexpr double gap_per_squared_certificate = 20, widest_gap = 0.1;

template <int D>
class Run {
 public:
  Run(const Portfolio& plan, const ContactProblem& problem, const StopRule& rule, Monitor& monitor)
      : plan_(plan), rule_(rule), monitor_(monitor), bench_(problem, monitor), polish_(problem, bench_) {}

  void operator()(const Vector& guess) {
    bench_.judge(bench_.p.scaled_impulses(guess));
    monitor_.setup_done();
    best_ = bench_.best;
    if (!monitor_.stopped() && (!plan_.sweeps_first || bench_.p.cones <= few_cones)) from_convex();
    if (!monitor_.stopped() && plan_.sweeps_first && bench_.p.cones > 0) sweeps();
    for (int pass = 0; pass < plan_.passes && !monitor_.stopped(); ++pass) {
      bench_.best_value = INFINITY;
      path(start_of(pass));
      if (pass >= first_persistent_pass) persist();
      keep_best();
    }
    if (!monitor_.stopped()) monitor_.give_up_stalled();
  }

 private:
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
        polish_.sweep_towards(rule_.tolerance, sweeps_share * monitor_.seconds_left(), r);
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
    return factorizations_of_a_pass * seconds < left ? Affordable::pass
           : seconds < left                          ? Affordable::factorization
                                                     : Affordable::sweeps;
  }

  void path(const Start& start) {
    if (start.from == Start::convex && convex_answer_.size() == 0) convex();
    if (monitor_.stopped()) return;
    CentralPath<D> path(bench_);
    if (start.from == Start::axes)
      path.start_on_axes(start.size);
    else if (start.from == Start::convex)
      path.start_from(convex_answer_, start.size);
    else
      path.start_from(best_,
                      std::min(widest_gap, start.size * gap_per_squared_certificate * best_value_ * best_value_));
    double polished = INFINITY;
    while (!monitor_.stopped()) {
      path.follow(start.short_steps);
      if (!monitor_.stopped() && bench_.best_value < worth_polishing * polished) {
        polished = bench_.best_value;
        Vector r = bench_.best;
        polish_.run(r, polish_sweeps);
      }
      if (path.exhausted()) return;
      path.retreat(start.retreat);
    }
  }

  /// Sweeps, line searches and proximal points in turn, as long as they improve what a pass has left near a solution.
  void persist() {
    double before = nearly_solved;
    while (!monitor_.stopped() && bench_.best_value < 0.9 * before) {
      before = bench_.best_value;
      Vector r = bench_.best;
      polish_.sweep(r, persistent_sweeps);
      if (!monitor_.stopped()) SemismoothNewton<D>(bench_).run(r, persistent_newton_steps);
      if (!monitor_.stopped()) ProximalPoint<D>(bench_).run(r, persistent_proximal_points);
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
        solve_convex(frictionless ? rule_.tolerance : std::max(rule_.tolerance, convex_tolerance));
    if (!monitor_.stopped() && !frictionless && nothing_slides) solve_convex(rule_.tolerance);
    convex_answer_ = bench_.best;
    keep_best();
  }
  /// Whether the answer is about as good under the exact law.
  bool solve_convex(double tolerance) {
    if (!monitor_.running()) return false;
    StopRule rule;
    rule.tolerance = tolerance;
    rule.cancelled = rule_.cancelled;
    if (rule_.time_limit > 0) rule.time_limit = std::max(1e-3, monitor_.seconds_left());
    Solution solution;
    const Report report = plan_.relaxation(rule, solution);
    bench_.judge(bench_.p.scaled_impulses(solution.r));
    if (monitor_.stopped()) return false;
    // With its own velocities, which odd masses give to more digits than the impulses do.
    const double exact = monitor_.check(solution).value();
    // Contradictions under the convex law need not be ones under Coulomb's, which asks for less; without friction they
    // are.
    if (!monitor_.stopped() && bench_.p.cones == 0 && report.status == Status::infeasible)
      monitor_.give_up_infeasible(report.message, report.proof);
    return exact < same_answer * report.certificate.value();
  }

  const Portfolio& plan_;
  const StopRule& rule_;
  Monitor& monitor_;
  Workbench<D> bench_;
  Polish<D> polish_;
  Vector best_, convex_answer_;
  double best_value_ = INFINITY;
};

}  // namespace

void Portfolio::run(const ContactProblem& problem, const StopRule& rule, Monitor& monitor, const Vector& guess) const {
  in_dimension(problem, monitor, [&](auto dimension) { Run<dimension>(*this, problem, rule, monitor)(guess); });
}

}  // namespace coulomb

}  // namespace signorini
