// Table 3.1 and figure 3.3 of T. T. Tran's thesis, Numerical optimization for frictional contact problems: its four
// interior point methods on five families of problems. The relaxed run s = 0, law convex, is what its profile shows:
// Mehrotra-backtracking first. Exact Coulomb friction is beside it, with nop.
//
// Of the thesis's eight problems the collection in $SIGNORINI_DATA has one, PerioBox 60, and others of the families
// Kaplas, Cubes and Capsules. Where a size is missing, a problem of the same kind is made: the shipped chain, walls of
// bricks for the towers and cubes, packings with μ of 0.3 and 0.5 for the box.

#include <cmath>
#include <cstdlib>
#include <ctime>

#include "signorini/chart/performance_profile.h"
#include "signorini/chart/profile_chart.h"
#include "signorini/io/fclib.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

struct Problem {
  std::string family, source;
  ContactProblem problem;
};

const std::vector<std::string> thesis_methods = {"friedlander-orban-armijo", "mehrotra-armijo",
                                                 "friedlander-orban-backtracking", "mehrotra-backtracking"};

/// The step of the shipped chain, within its first second, in which most links touch the peg or each other.
ContactProblem chain() {
  const Scene scene = relaxed(shipped_scene("chain"));
  Simulation simulation(scene.model, scene.settings);
  ContactProblem fullest;
  for (int k = 0; k < 500; ++k) {
    simulation.step();
    if (simulation.last_problem().cones.contacts() > fullest.cones.contacts()) fullest = simulation.last_problem();
  }
  return fullest;
}

/// Spheres with friction coefficients of 0.3 and 0.5 in turn.
ContactProblem mixed_packing(int spheres) {
  ContactProblem problem = generate_packing({.spheres = spheres});
  for (Eigen::Index i = 0; i < problem.cones.mu.size(); ++i) problem.cones.mu[i] = i % 2 == 0 ? 0.3 : 0.5;
  return problem;
}

std::vector<Problem> problems() {
  std::vector<Problem> result;
  const char* folder = std::getenv("SIGNORINI_DATA");
  const bool have_collection = folder != nullptr && std::filesystem::is_directory(folder);
  if (!have_collection)
    fmt::print("collection skipped: set SIGNORINI_DATA to the folder with the problem collection\n");
  const auto read = [&](const char* family, const std::string& name) {
    if (have_collection)
      result.push_back({family, name, read_fclib(std::filesystem::path(folder) / (name + ".hdf5")).problem});
  };
  result.push_back({"Chain", "made: scene chain", chain()});
  result.push_back({"Kaplas", "made: wall", generate_wall({.rows = 4, .columns = 4, .friction = 0.3})});
  read("Kaplas", "local/KaplasTower-i1061-4");
  read("Cubes", "global/CubeH8_full");
  read("Cubes", "global/LMGC_GlobalFrictionContactProblem00046_full");
  result.push_back({"Cubes", "made: wall", generate_wall({.rows = 7, .columns = 6, .friction = 0.3})});
  result.push_back({"PerioBox", "made: packing", mixed_packing(6)});
  read("PerioBox", "local/LMGC_100_PR_PerioBox-i00361-60-03000");
  result.push_back({"PerioBox", "made: packing", mixed_packing(48)});
  result.push_back({"PerioBox", "made: packing", mixed_packing(82)});
  for (const char* name : {"local/Capsules-i101-404", "local/Capsules-i100-1090", "local/Capsules-i122-1617"})
    read("Capsules", name);
  return result;
}

struct Limits {
  double tolerance = 1e-8, seconds = 10;
  int repeats = 3;
};

struct Outcome {
  Report report;
  double seconds = INFINITY;  ///< processor time, the least of the repeats
};

Outcome run(const ContactProblem& problem, const std::string& solver, const Limits& limits) {
  constexpr double long_enough = 0.5;
  Outcome outcome;
  for (int k = 0; k < limits.repeats && (k == 0 || outcome.seconds < long_enough); ++k) {
    StopRule rule;
    rule.tolerance = limits.tolerance;
    rule.time_limit = limits.seconds;
    Solution solution;
    const std::clock_t start = std::clock();
    outcome.report = make_solver(solver)->solve(problem, rule, solution);
    outcome.seconds =
        std::min(outcome.seconds, static_cast<double>(std::clock() - start) / static_cast<double>(CLOCKS_PER_SEC));
  }
  return outcome;
}

void compare(std::vector<Problem>& all, Law law, const std::vector<std::string>& solvers, const Limits& limits,
             const std::string& out) {
  const std::string name = fmt::format("friction_thesis_{}", to_string(law));
  Table table(name,
              fmt::format("Law {}, certificate {:g}, at most {:g} s; processor time", to_string(law), limits.tolerance,
                          limits.seconds),
              {{"family"},
               {"problem", 50},
               {"contacts"},
               {"method", 30},
               {"solved"},
               {"iterations"},
               {"certificate", 11},
               {"seconds"}});
  std::vector<std::vector<double>> times(solvers.size()), iterations(solvers.size());
  for (Problem& p : all) {
    p.problem.law = law;
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      const Outcome outcome = run(p.problem, solvers[s], limits);
      const bool solved = outcome.report.status == Status::solved;
      times[s].push_back(solved ? outcome.seconds : INFINITY);
      iterations[s].push_back(solved ? outcome.report.iterations : INFINITY);
      table.add(p.family, p.source, p.problem.cones.contacts(), solvers[s], solved ? "yes" : "no",
                outcome.report.iterations, fmt::format("{:.1e}", outcome.report.certificate.value()), outcome.seconds);
    }
  }
  table.save(out);

  Table ranking(name + "_ranking", "Problems with the fewest iterations, fastest on, solved; median of time to fastest",
                {{"method", 30}, {"fewest"}, {"fastest"}, {"solved"}, {"median ratio"}});
  const auto ratios = performance_ratios(times);
  const auto profiles = performance_profiles(times), by_iterations = performance_profiles(iterations);
  const auto count = [&](double share) {
    return static_cast<int>(std::lround(share * static_cast<double>(all.size())));
  };
  for (std::size_t s = 0; s < solvers.size(); ++s)
    ranking.add(solvers[s], count(by_iterations[s].share.front()), count(profiles[s].share.front()),
                count(profiles[s].share.back()), median_ratio(ratios[s]).value_or(INFINITY));
  ranking.save(out);
  save(out, name, profile_chart(fmt::format("The friction thesis's methods, law {}", to_string(law)), solvers, times));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The interior point methods of the friction thesis: table 3.1 and figure 3.3");
  Limits limits;
  app.add_option("--tolerance", limits.tolerance, "Certificate to reach")->capture_default_str();
  app.add_option("--seconds", limits.seconds, "Time limit of a run")->capture_default_str();
  app.add_option("--repeats", limits.repeats, "Runs of which the fastest counts, where they are short")
      ->capture_default_str();
  return study(app, argc, argv, [&](const std::string& out) {
    std::vector<Problem> all = problems();
    compare(all, Law::convex, thesis_methods, limits, out);
    std::vector<std::string> exact = thesis_methods;
    exact.emplace_back("nop");
    compare(all, Law::coulomb, exact, limits, out);
  });
}
