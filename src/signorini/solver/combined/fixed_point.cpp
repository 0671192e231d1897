#include "signorini/solver/combined/fixed_point.h"

#include <algorithm>

#include "signorini/solver/interior_point/interior_point.h"
#include "signorini/solver/monitor.h"
#include "signorini/solver/progress.h"

namespace signorini {
namespace {

constexpr int default_max_iterations = 1000;
/// The inner tolerance over the outer certificate, and its limits: more accuracy is thrown away with the next s.
constexpr double inner_share = 0.1, loosest = 1e-3, tightest = 1e-13;
/// Iterations without a better certificate after which the loop has stalled.
constexpr int patience = 50;

/// |u_T| of every friction contact.
Vector tangential_speeds(const Cones& cones, const Vector& u) {
  Vector s(cones.friction());
  for (int i = 0; i < s.size(); ++i) s[i] = u.segment(cones.friction_row(i) + 1, cones.dimension - 1).norm();
  return s;
}

/// With law convex and μ s added to the normal velocities.
void hold(const ContactProblem& problem, const Vector& s, ContactProblem& convex) {
  Vector& w = convex.form == Form::global ? convex.w : convex.q;
  w = problem.form == Form::global ? problem.w : problem.q;
  for (int i = 0; i < s.size(); ++i) w[problem.cones.friction_row(i)] += problem.friction(i) * s[i];
}

}  // namespace

OptionFields CoulombFixedPointOptions::fields() {
  return {{"relaxation", &relaxation, "share of the way from the old s to the new one", 0.01, 1}};
}

Report CoulombFixedPoint::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  Solution now{{}, guess_or_zero(problem, solution), {}};
  now.v = velocities_from_impulses(problem, now.r);
  monitor.check(now);
  ContactProblem convex = problem;
  convex.law = Law::convex;
  InteriorPoint inner;
  monitor.setup_done();

  Vector s = Vector::Zero(problem.cones.friction());
  Progress progress;
  while (monitor.running()) {
    hold(problem, s, convex);
    const double tolerance = std::clamp(inner_share * monitor.best(), tightest, loosest);
    const Report report = inner.solve(convex, monitor.inner_rule(tolerance), now);
    monitor.count_factorizations_of(report);
    progress.add(monitor.check(now).value());
    // No factor, or no time for one: there will be less in the next round.
    if ((report.status == Status::numerical_failure || report.status == Status::time_limit) && !monitor.stopped())
      monitor.give_up(report.status, report.message);
    s += options_.relaxation * (tangential_speeds(problem.cones, now.u) - s);
    if (progress.idle() >= patience && !monitor.stopped()) monitor.give_up_stalled();
  }
  return monitor.finish(solution);
}

}  // namespace signorini
