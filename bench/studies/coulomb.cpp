// What share of generated packings, walls and stacks does a solver solve under exact Coulomb friction, and at what cost
// in convex solves? A convex solve is the interior point method on the same problem with the convex law, to the same
// tolerance of 1e-8.

#include <algorithm>
#include <map>

#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

constexpr double tolerance = 1e-8;

struct Plan {
  std::vector<std::string> families = {"packing", "wall", "stack"};
  std::vector<int> sizes = {100, 300, 1000, 3000, 10'000};
  std::vector<double> frictions = {0.1, 0.3, 0.5, 0.7, 1.0};
  int seeds = 20, first_seed = 1;
  double seconds = 60;
  std::string solver = "auto";
  bool each = false;
};

ContactProblem generate(const std::string& family, int contacts, double friction, int seed) {
  const auto sample = static_cast<std::uint64_t>(seed);
  if (family == "packing") {
    PackingOptions options;
    options.spheres = std::max(1, static_cast<int>(contacts / 2.95));
    options.friction = friction;
    options.seed = sample;
    return generate_packing(options);
  }
  if (family == "wall") {
    WallOptions options;  // about 13 contacts come with each brick
    options.rows = options.columns = std::max(1, static_cast<int>(std::lround(std::sqrt(contacts / 12.0))));
    options.friction = friction;
    options.seed = sample;
    return generate_wall(options);
  }
  if (family != "stack") throw InputError(fmt::format("family {}: one of packing, wall, stack", family));
  StackOptions options;
  options.shape = StackShape::box;
  options.bodies = std::max(1, contacts / 4);
  options.mass_ratio = 1;
  options.gap_spread = 0.001;
  options.agitation = 0.01;
  options.friction = friction;
  options.seed = sample;
  return generate_stack(options);
}

struct Outcome {
  int contacts;
  double certificate, convex_seconds, seconds;
};

Outcome solve(ContactProblem problem, const Plan& plan) {
  const auto run = [&](const std::string& solver, Law law) {
    problem.law = law;
    StopRule rule;
    rule.tolerance = tolerance;
    rule.time_limit = plan.seconds;
    Solution solution;
    return make_solver(solver)->solve(problem, rule, solution);
  };
  const Report convex = run("interior-point", Law::convex), exact = run(plan.solver, Law::coulomb);
  return {problem.cones.contacts(), exact.certificate.value(), convex.timings.total, exact.timings.total};
}

struct Tally {
  int runs = 0, solved[3] = {};
  std::vector<double> costs;  ///< of the runs that met the tolerance
  double worst = 0;

  void add(const Outcome& outcome) {
    ++runs;
    constexpr double levels[] = {1e-4, 1e-6, tolerance};
    for (int k = 0; k < 3; ++k) solved[k] += outcome.certificate <= levels[k] ? 1 : 0;
    worst = std::max(worst, outcome.certificate);
    if (outcome.certificate <= tolerance) costs.push_back(outcome.seconds / outcome.convex_seconds);
  }
  std::string share(int k) const { return fmt::format("{:.0f} %", 100.0 * solved[k] / runs); }
  std::string cost(double quantile) const {
    if (costs.empty()) return "-";
    std::vector<double> sorted = costs;
    std::sort(sorted.begin(), sorted.end());
    return fmt::format("{:.2g}", sorted[static_cast<std::size_t>(quantile * static_cast<double>(sorted.size() - 1))]);
  }
};

const std::vector<Column> columns = {{"problems", 18}, {"friction"},      {"runs"},
                                     {"1e-4"},         {"1e-6"},          {"1e-8"},
                                     {"cost, median"}, {"cost, 9 of 10"}, {"worst certificate"}};

void add(Table& table, const std::string& name, const std::string& friction, const Tally& tally) {
  table.add(name, friction, tally.runs, tally.share(0), tally.share(1), tally.share(2), tally.cost(0.5),
            tally.cost(0.9), fmt::format("{:.1e}", tally.worst));
}

void run(const Plan& plan, const std::string& out) {
  Table table(
      "coulomb_generated",
      fmt::format("{} under law coulomb, at most {:g} s a run. Cost: time of a run that met 1e-8, in convex solves",
                  plan.solver, plan.seconds),
      columns);
  Table each(
      "coulomb_generated_runs", "Each run",
      {{"family"}, {"size"}, {"friction"}, {"seed"}, {"contacts"}, {"certificate"}, {"seconds"}, {"convex seconds"}},
      plan.each ? Echo::yes : Echo::no);
  std::map<int, Tally> up_to_half;
  for (const std::string& family : plan.families)
    for (const int size : plan.sizes)
      for (const double friction : plan.frictions) {
        Tally tally;
        for (int seed = plan.first_seed; seed < plan.first_seed + plan.seeds; ++seed) {
          const Outcome outcome = solve(generate(family, size, friction, seed), plan);
          each.add(family, size, friction, seed, outcome.contacts, fmt::format("{:.1e}", outcome.certificate),
                   outcome.seconds, outcome.convex_seconds);
          tally.add(outcome);
          if (friction <= 0.5) up_to_half[size].add(outcome);
        }
        add(table, fmt::format("{} {}", family, size), fmt::format("{:g}", friction), tally);
      }
  for (const auto& [size, tally] : up_to_half) add(table, fmt::format("all {}", size), "<= 0.5", tally);
  table.save(out);
  each.save(out);
}

}  // namespace

int main(int argc, char** argv) {
  Plan plan;
  CLI::App app("Exact Coulomb friction on generated packings, walls and stacks");
  app.add_option("--families", plan.families, "packing, wall, stack")->delimiter(',');
  app.add_option("--sizes", plan.sizes, "About how many contacts")->delimiter(',');
  app.add_option("--frictions", plan.frictions, "Friction coefficients")->delimiter(',');
  app.add_option("--seeds", plan.seeds, "Samples of each kind")->capture_default_str();
  app.add_option("--first-seed", plan.first_seed, "The first of them")->capture_default_str();
  app.add_option("--seconds", plan.seconds, "Time limit of a run")->capture_default_str();
  app.add_option("--solver", plan.solver, "Solver for the exact law")->capture_default_str();
  app.add_flag("--each", plan.each, "Print each run");
  return study(app, argc, argv, [&](const std::string& out) { run(plan, out); });
}
