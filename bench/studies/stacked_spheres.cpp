// Stacks of spheres on the vertical axis: figure 5.6 of D. Mangoni's thesis, 50 steps of 0.05 s. Equal masses first:
// iterations should not grow with the number of spheres. Then each sphere ten times as heavy as the one below, the
// n-th of 10ⁿ kg: how many does a solver hold? The thesis: fifteen.

#include "signorini/solver/catalogue/catalogue.h"
#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

struct Stack {
  std::string solver;
  int spheres;
  double mass, ratio;  ///< of the lowest sphere, kg; of each to the one below
};

struct Options {
  int steps = 50;
  int max_iterations = 20000;  ///< of a step
};

struct Outcome {
  double cold_iterations = 0;  ///< a step
  Totals totals;               ///< warm
  double drift = 0;            ///< the furthest that a sphere moved, in its own radii
  /// Spheres that stay within a hundredth of their radius.
  bool holds() const { return drift < 0.01; }
};

Outcome simulate(const Stack& stack, const Options& options) {
  Scene scene = shipped_scene("stacked_spheres", {{"spheres", std::to_string(stack.spheres)},
                                                  {"mass", fmt::format("{}", stack.mass)},
                                                  {"mass_ratio", fmt::format("{}", stack.ratio)}});
  scene.settings.solver = stack.solver;
  scene.settings.max_iterations = options.max_iterations;
  Outcome outcome;
  Settings cold = scene.settings;
  cold.warm_start = false;
  outcome.cold_iterations = run_steps(scene, cold, options.steps).iterations / options.steps;
  Simulation simulation(scene.model, scene.settings);
  const State start = simulation.state();
  outcome.totals = run_steps(simulation, options.steps);
  for (std::size_t k = 0; k < scene.model.bodies.size(); ++k) {
    const Body& body = scene.model.bodies[k];
    if (body.fixed) continue;
    const double radius = std::get<Sphere>(body.shapes.front().geometry).radius;
    const double moved = (simulation.state().poses[k].position - start.poses[k].position).norm();
    outcome.drift = std::max(outcome.drift, std::isfinite(moved) ? moved / radius : INFINITY);
  }
  return outcome;
}

void add(Table& table, const std::string& name, const Stack& stack, const Options& options, const Outcome& o) {
  table.add(name, stack.solver, stack.spheres, o.cold_iterations, o.totals.iterations / options.steps,
            fmt::format("{:.1e}", o.totals.worst_certificate), fmt::format("{}/{}", o.totals.solved, o.totals.steps),
            fmt::format("{:.1e}", o.drift), o.holds() ? "yes" : "no");
}

const std::vector<Column> columns = {{"masses"},          {"solver", 16},      {"spheres"},
                                     {"cold iterations"}, {"warm iterations"}, {"certificate"},
                                     {"steps solved"},    {"drift (radii)"},   {"holds"}};

void equal_masses(const Options& options, const std::string& out) {
  Table table("stacked_spheres_equal", "Equal masses; thesis: iterations depend on the mass, not on the number",
              columns);
  for (const double mass : {100.0, 1e6, 1e12})
    for (const int spheres : {5, 10, 20, 50, 100}) {
      const Stack stack{"interior-point", spheres, mass, 1};
      add(table, fmt::format("{:g} kg", mass), stack, options, simulate(stack, options));
    }
  table.save(out);
}

void growing_masses(const Options& options, const std::string& out) {
  Table table("stacked_spheres_x10", "The n-th sphere weighs 10^n kg; thesis: holds 15, iterations grow with n",
              columns);
  constexpr int most = 20;
  std::string verdicts;
  for (const CatalogueEntry& entry : catalogue()) {
    if (!entry.supports(Law::convex)) continue;
    int held = 1, solved = 1;  // a single sphere is no stack
    for (int spheres = 2; spheres <= most; ++spheres) {
      const Stack stack{entry.name, spheres, 10, 10};
      const Outcome outcome = simulate(stack, options);
      add(table, "10^n kg", stack, options, outcome);
      if (!outcome.holds()) break;
      held = spheres;
      if (outcome.totals.solved == options.steps && solved == spheres - 1) solved = spheres;
    }
    verdicts += fmt::format("  {} holds {}{}, with every step solved {}\n", entry.name, held,
                            held == most ? " or more" : "", solved);
  }
  fmt::print("{}", verdicts);
  table.save(out);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How many stacked spheres a solver holds: thesis figure 5.6");
  Options options;
  app.add_option("--steps", options.steps, "Time steps of each stack")->capture_default_str();
  app.add_option("--max-iterations", options.max_iterations, "Iterations of a step, at most")->capture_default_str();
  return study(app, argc, argv, [&](const std::string& out) {
    equal_masses(options, out);
    growing_masses(options, out);
  });
}
