#include "signorini/solver/coulomb/portfolio.h"

#include <fmt/format.h>

#include "signorini/solver/coulomb/central_path.h"
#include "signorini/solver/coulomb/polish.h"
#include "signorini/solver/interior_point/interior_point.h"

namespace signorini {
namespace coulomb {
namespace {

/// Hundreds of sweeps cost about one factorisation.
constexpr int first_sweeps = 300, polish_sweeps = 200;
constexpr int first_newton_steps = 60, polish_newton_steps = 100;
/// The convex answer serves as a start; more digits do not make it a better one.
constexpr double convex_tolerance = 1e-3;
/// Below this ratio of the certificates under the two laws the convex answer is the exact one: nothing slides.
constexpr double same_answer = 10;
/// Iterations without a better certificate after which a pass ends.
constexpr int path_patience = 40;

/// Where a pass of the interior point method starts, see CentralPath.
struct Start {
  enum { best, axes } from;
  double size;  ///< the gap, or the size on the axes
  double retreat;
};
/// The first starts from the convex answer. Which of the others succeeds is luck: they differ as much as possible.
constexpr Start starts[] = {{Start::best, 1e-2, 10}, {Start::best, 1e-3, 100}, {Start::axes, 1, 10},
                            {Start::best, 1e-4, 30}, {Start::axes, 0.1, 100},  {Start::best, 1e-1, 10}};

template <int D>
class Run {
 public:
  Run(const ContactProblem& problem, const StopRule& rule, Monitor& monitor)
      : problem_(problem), rule_(rule), monitor_(monitor), bench_(problem, monitor), polish_(problem, bench_) {}

  void operator()(const Portfolio& plan, const Vector& guess) {
    bench_.judge(bench_.p.scaled_impulses(guess));
    monitor_.setup_done();
    if (plan.sweeps_first && bench_.p.cones > 0) polish_.run(bench_.best, first_sweeps, first_newton_steps);
    if (monitor_.stopped()) return;
    keep_best();
    convex();
    const Vector convex_answer = bench_.best;
    for (int pass = 0; pass < plan.passes && !monitor_.stopped(); ++pass) {
      const Start& start = starts[pass % std::size(starts)];
      CentralPath<D> path(bench_);
      if (start.from == Start::axes)
        path.start_on_axes(start.size);
      else
        path.start_from(pass == 0 ? convex_answer : best_, start.size);
      bench_.best_value = INFINITY;
      path.run(path_patience, start.retreat);
      if (!monitor_.stopped()) polish_.run(bench_.best, polish_sweeps, polish_newton_steps);
      keep_best();
      if (std::getenv("VERBOSE") != nullptr)
        std::fprintf(stderr, "PASS %d best %.2e now %.2e %.1f s\n", pass, best_value_, bench_.best_value, clock_.seconds());
    }
    if (!monitor_.stopped())
      monitor_.give_up(Status::inaccurate, fmt::format("stalled at certificate {:.2e}", monitor_.best()));
  }

 private:
  void keep_best() {
    if (bench_.best_value >= best_value_) return;
    best_value_ = bench_.best_value;
    best_ = bench_.best;
  }

  /// Leaves the answer of the convex law as the bench's best.
  void convex() {
    bench_.best_value = INFINITY;
    const bool frictionless = bench_.p.cones == 0;
    const double reached = solve_convex(frictionless ? rule_.tolerance : std::max(rule_.tolerance, convex_tolerance));
    if (!monitor_.stopped() && !frictionless && bench_.best_value < same_answer * reached)
      solve_convex(rule_.tolerance);
    keep_best();
  }
  double solve_convex(double tolerance) {
    if (!monitor_.running()) return 0;
    ContactProblem problem = problem_;
    problem.law = Law::convex;
    StopRule rule;
    rule.tolerance = tolerance;
    rule.cancelled = rule_.cancelled;
    if (rule_.time_limit > 0) rule.time_limit = std::max(1e-3, rule_.time_limit - clock_.seconds());
    Solution solution;
    const Report report = InteriorPoint().solve(problem, rule, solution);
    bench_.judge(bench_.p.scaled_impulses(solution.r));
    if (!monitor_.stopped()) monitor_.check(solution);
    return report.certificate.value();
  }

  const ContactProblem& problem_;
  const StopRule& rule_;
  Monitor& monitor_;
  const Stopwatch clock_;
  Workbench<D> bench_;
  Polish<D> polish_;
  Vector best_;
  double best_value_ = INFINITY;
};

}  // namespace

void Portfolio::run(const ContactProblem& problem, const StopRule& rule, Monitor& monitor, const Vector& guess) const {
  problem.cones.dimension == 3 ? Run<3>(problem, rule, monitor)(*this, guess)
                               : Run<2>(problem, rule, monitor)(*this, guess);
}

}  // namespace coulomb

Report Auto::solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  constexpr int default_max_iterations = 100'000;
  Monitor monitor("auto", problem, rule, default_max_iterations);
  coulomb::Portfolio().run(problem, rule, monitor, usable_guess(problem, solution));
  return monitor.finish(solution);
}

}  // namespace signorini
