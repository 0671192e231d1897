// Scenes in Bullet, ODE, MuJoCo and here, in one run: processor time of a step, quality, and ratios.
//
//     bench_peers [SCENES...] [--engines bullet,ode,mujoco,signorini] [--fewest N] [--most N] [--quick] [--large]
//                 [--also SOLVER LAW TOLERANCE]... [--out FOLDER]

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "measure.h"
#include "peers/engine.h"
#include "peers/scenes.h"
#include "signorini/base/error.h"
#include "signorini/linalg/threads.h"
#include "table.h"

namespace {

using namespace signorini;
using namespace signorini::bench;
using namespace signorini::bench::peers;

const std::vector<Family> families{
    {"balls", ball_trials},      {"incline", incline_trials}, {"grip", grip_trials},
    {"wall", wall_trials},       {"stacks", stack_trials},    {"hit", hit_trials},
    {"dominoes", domino_trials}, {"chain", chain_trials},     {"slider-crank", slider_crank_trials}};

struct Outcome {
  std::vector<double> seconds;     ///< of each step
  std::vector<Quality> qualities;  ///< of each phase
};

Outcome run(const Trial& trial, const Contender& contender) {
  Outcome outcome;
  History history;
  const auto engine = contender.start(trial.scene);
  history.push_back(engine->poses());
  for (int k = 0; k < trial.steps; ++k) {
    const double start = thread_seconds();
    engine->step();
    outcome.seconds.push_back(thread_seconds() - start);
    history.push_back(engine->poses());
  }
  for (const Phase& phase : trial.phases) outcome.qualities.push_back(trial.judge(trial.scene, history, phase));
  return outcome;
}

/// Of the steps of a phase, s.
struct PhaseTimes {
  double mean = 0, median = 0, total = 0;
};
PhaseTimes times(const std::vector<double>& seconds, const Phase& phase) {
  std::vector<double> part(seconds.begin() + phase.from, seconds.begin() + phase.to);
  const double total = std::accumulate(part.begin(), part.end(), 0.0);
  std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2), part.end());
  return {total / static_cast<double>(part.size()), part[part.size() / 2], total};
}

/// A ratio, or a dash where one side is missing.
std::string ratio(double above, double below) {
  return above > 0 && below > 0 ? fmt::format("{:.3g}", above / below) : "-";
}

void compare(const Trial& trial, const std::vector<Contender>& contenders, Table& table) {
  std::vector<double> ours(trial.phases.size(), 0);  // median of the default settings, which come first
  for (const Contender& contender : contenders) {
    if (trial.scene.bodies.size() > contender.most_bodies) continue;
    Outcome outcome;
    try {
      outcome = run(trial, contender);
    } catch (const InputError& error) {
      fmt::print("  {} {}: {}\n", trial.scene.name, contender.name, error.what());
      continue;
    }
    for (std::size_t k = 0; k < trial.phases.size(); ++k) {
      const PhaseTimes t = times(outcome.seconds, trial.phases[k]);
      if (contender.name == "signorini-default") ours[k] = t.median;
      table.add(trial.scene.name, trial.phases[k].name, contender.name, 1e6 * t.median, 1e6 * t.mean, t.total,
                ratio(t.median, ours[k]), ratio(ours[k], t.median), outcome.qualities[k].value, trial.measure,
                outcome.qualities[k].remark);
    }
  }
}

/// The program's start, as its users see it: wall time of the fastest of several runs.
void start_up() {
  const std::string command = std::string(SIGNORINI_PROGRAM) + " list laws > /dev/null";
  if (std::system(command.c_str()) != 0) {
    fmt::print("\nstart-up: {} is not built\n", SIGNORINI_PROGRAM);
    return;
  }
  const double seconds = fastest(20, [&] { static_cast<void>(std::system(command.c_str())); });
  fmt::print("\nstart-up, wall time of `signorini list laws`, fastest of 20: {:.1f} ms\n", 1e3 * seconds);
}

/// Those that an engine's name ("bullet") or one of its settings ("bullet-10") chooses.
std::vector<Contender> chosen_contenders(const std::vector<std::string>& names) {
  std::vector<Contender> chosen;
  for (const auto& group : {signorini_contenders(), bullet_contenders(), ode_contenders(), mujoco_contenders()}) {
    for (const Contender& contender : group) {
      const auto matches = [&](const std::string& n) { return n == contender.name || n == contender.engine(); };
      if (names.empty() || std::any_of(names.begin(), names.end(), matches)) chosen.push_back(contender);
    }
  }
  return chosen;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The same scenes in Signorini, Bullet, ODE and MuJoCo");
  std::vector<std::string> names, scenes, engines;
  std::vector<std::tuple<std::string, std::string, double>> settings;
  for (const Family& family : families) names.push_back(family.name);
  names.push_back("start-up");
  Extent extent;
  std::string folder;
  std::size_t fewest = 0, most = 1000000;
  app.add_option("scenes", scenes, "Default: all")->check(CLI::IsMember(names));
  app.add_option("--engines", engines, "Engines, or engines with settings such as bullet-10")->delimiter(',');
  app.add_option("--also", settings, "Another setting of ours: SOLVER LAW TOLERANCE");
  app.add_flag("--quick", extent.quick, "Fewer sizes and steps");
  app.add_flag("--large", extent.large, "20,000 spheres as well, here only");
  app.add_option("--fewest", fewest, "Only scenes with at least as many bodies");
  app.add_option("--most", most, "Only scenes with at most as many bodies");
  app.add_option("--out", folder, "Folder for the table as CSV");
  CLI11_PARSE(app, argc, argv);
  set_blas_threads(1);

  std::vector<Contender> contenders = chosen_contenders(engines);
  for (const auto& [solver, law, tolerance] : settings)
    contenders.push_back(signorini_contender(solver, law, tolerance));
  if (contenders.empty()) {
    fmt::print(stderr, "bench_peers: none of these engines: {}\n", fmt::join(engines, ", "));
    return 2;
  }
  const auto wanted = [&](const std::string& name) {
    return scenes.empty() || std::find(scenes.begin(), scenes.end(), name) != scenes.end();
  };
  Table table("peers", "Processor time of a step in µs, ratios of medians to those of signorini-default",
              {{"scene", 18},
               {"phase", 5},
               {"engine", 18},
               {"median"},
               {"mean"},
               {"total s"},
               {"peer/ours"},
               {"ours/peer"},
               {"quality"},
               {"which is", 28},
               {"remark", 10}});
  for (const Family& family : families) {
    if (!wanted(family.name)) continue;
    for (const Trial& trial : family.trials(extent)) {
      const std::size_t bodies = trial.scene.bodies.size();
      if (bodies >= fewest && bodies <= most) compare(trial, contenders, table);
    }
  }
  table.save(folder);
  if (wanted("start-up")) start_up();
}
