#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "signorini/base/stopwatch.h"
#include "signorini/problem/delassus.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "study.h"

// What the studies of Heyn, Anitescu, Tasora and Negrut's paper on Krylov subspace and spectral methods share: a
// problem frozen out of a simulation, solved by each method for a growing number of iterations.

namespace signorini::bench {

struct Contender {
  std::string name, solver;
  OptionValues options;
};

/// The paper's methods, the projected Jacobi method as the paper has it first, then those that users would take
/// instead. One thread each.
inline const std::vector<Contender>& contenders() {
  static const std::vector<Contender> all = {
      {"jacobi", "jacobi", {{"momentum", "false"}, {"scaling", "trace"}, {"omega", "0.3"}}},
      {"gauss-seidel", "gauss-seidel", {}},
      {"gpminres", "gpminres", {{"threads", "1"}}},
      {"p-spg-fb", "p-spg-fb", {{"threads", "1"}}},
      {"kucera", "kucera", {{"threads", "1"}}},
      {"apgd", "apgd", {{"threads", "1"}}},
      {"admm", "admm", {{"threads", "1"}}},
      {"interior-point", "interior-point", {}}};
  return all;
}
inline const Contender& contender(const std::string& name) {
  return *std::find_if(contenders().begin(), contenders().end(), [&](const Contender& c) { return c.name == name; });
}

/// What a solve of so many iterations came to.
struct Outcome {
  int iterations = 0;
  double seconds = 0;  ///< processor time
  double objective = 0, certificate = 0;
  bool solved = false;
  Vector r, u;

  /// Contacts that carry nothing, the paper's active set: next to nothing, as interior points are never on the
  /// boundary.
  int active() const { return static_cast<int>((r.array() <= 1e-9 * r.maxCoeff()).count()); }
};

/// A contact problem without friction and the least value of its objective ½ rᵀW r + qᵀr.
class FrozenProblem {
 public:
  static constexpr double tolerance = 1e-10;

  explicit FrozenProblem(ContactProblem problem) : problem_(std::move(problem)), delassus_(problem_) {
    exact_ = solve(contender("interior-point"), 0);
  }

  int contacts() const { return problem_.cones.contacts(); }
  /// To `tolerance`, by the interior point method.
  const Outcome& exact() const { return exact_; }
  /// How far an objective is above the least one, as a share of that.
  double gap(const Outcome& outcome) const {
    return std::max(0.0, (outcome.objective - exact_.objective) / std::abs(exact_.objective));
  }

  /// From r = 0; 0 iterations: as many as it takes.
  Outcome solve(const Contender& contender, int iterations) const {
    const auto solver = make_solver(contender.solver, contender.options);
    StopRule rule;
    rule.tolerance = tolerance;
    rule.max_iterations = iterations;
    Solution solution;
    const std::clock_t start = std::clock();
    const Report report = solver->solve(problem_, rule, solution);
    Outcome outcome;
    outcome.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    outcome.iterations = report.iterations;
    outcome.certificate = report.certificate.value();
    outcome.solved = report.status == Status::solved;
    outcome.r = std::move(solution.r);
    delassus_.apply(outcome.r, outcome.u);
    outcome.u += delassus_.q();
    outcome.objective = 0.5 * outcome.r.dot(outcome.u + delassus_.q());
    return outcome;
  }

 private:
  ContactProblem problem_;
  Delassus delassus_;
  Outcome exact_;
};

/// The answers of one method to one problem for growing numbers of iterations, eight to a decade.
struct Curve {
  std::string name;
  std::vector<Outcome> outcomes;
};

/// Ends early once `enough(outcome)` holds, or a solve takes too long.
template <typename Enough>
Curve follow(const FrozenProblem& problem, const Contender& contender, int max_iterations, const Enough& enough) {
  constexpr double max_seconds = 6;
  constexpr double ratio = 1.333521432163324;  // 10^(1/8)
  Curve curve{contender.name, {}};
  int done = 0;
  for (double next = 1; done < max_iterations; next *= ratio) {
    const int iterations = std::min(max_iterations, static_cast<int>(std::lround(next)));
    if (iterations <= done) continue;
    done = iterations;
    curve.outcomes.push_back(problem.solve(contender, iterations));
    const Outcome& last = curve.outcomes.back();
    if (last.solved || last.seconds > max_seconds || enough(last)) break;
  }
  return curve;
}

/// Where on a curve `error` first comes down to `goal`, in the unit of `cost`; between two points on the straight line
/// of the logarithms. Infinite when it never does.
template <typename Cost, typename Error>
double cost_to_reach(double goal, const Curve& curve, const Cost& cost, const Error& error) {
  const auto& points = curve.outcomes;
  const auto hit = std::find_if(points.begin(), points.end(), [&](const Outcome& o) { return error(o) <= goal; });
  if (hit == points.end()) return INFINITY;
  if (hit == points.begin() || error(*hit) <= 0) return cost(*hit);
  const auto before = hit - 1;
  const double share = std::log(error(*before) / goal) / std::log(error(*before) / error(*hit));
  return cost(*before) * std::pow(cost(*hit) / cost(*before), share);
}

inline double iterations_of(const Outcome& o) { return o.iterations; }
inline double seconds_of(const Outcome& o) { return o.seconds; }
inline double certificate_of(const Outcome& o) { return o.certificate; }

inline std::string figure(double value, const char* format = "{:.3g}") {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : "-";
}

template <typename X, typename Y>
Series series(const Curve& curve, const X& x, const Y& y) {
  Series line{.name = curve.name, .x = {}, .y = {}};
  for (const Outcome& outcome : curve.outcomes) {
    line.x.push_back(x(outcome));
    line.y.push_back(y(outcome));
  }
  return line;
}

/// A state that bodies have nearly settled in, to freeze a problem at.
struct Settled {
  int steps;
  State state;
};

inline Settled settle(const Scene& scene, int steps) {
  Settings settings = scene.settings;
  settings.solver = "apgd";  // the quickest to digits enough for a scene that is only prepared
  settings.tolerance = 1e-5;
  Simulation simulation(scene.model, settings);
  const Stopwatch clock;
  const Totals totals = run_steps(simulation, steps);
  double speed = 0;
  const Vector& v = simulation.state().v;
  for (Eigen::Index k = 0; k < v.size(); k += 6) speed = std::max(speed, v.segment<3>(k).norm());
  fmt::print("{} steps in {:.0f} s, {} solved; speeds of up to {:.2g} m/s left\n", steps, clock.seconds(),
             totals.solved, speed);
  return {steps, simulation.state()};
}

/// The contact problem of the scene's next step from there.
inline FrozenProblem freeze(const Scene& scene, const Settled& settled) {
  Settings settings = scene.settings;
  settings.solver = "apgd";
  settings.max_iterations = 1;  // what matters is the problem, not its answer
  Simulation simulation(scene.model, settings);
  simulation.resume(settled.steps, settled.state, {});
  simulation.step();
  return FrozenProblem(simulation.last_problem());
}

}  // namespace signorini::bench
