#pragma once

#include <cstdio>
#include <fstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "scene.h"
#include "signorini/chart/chart.h"
#include "signorini/linalg/threads.h"
#include "table.h"

namespace signorini::bench {

/// The main() of a study: reads the options, runs, tells what went wrong.
template <typename Run>
int study(CLI::App& app, int argc, char** argv, const Run& run) {
  std::string out;
  app.add_option("--out", out, "Folder for the tables as CSV files and the charts");
  CLI11_PARSE(app, argc, argv);
  set_blas_threads(1);
  try {
    run(out);
    return 0;
  } catch (const InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

/// FOLDER/NAME.svg; nothing when the folder is empty.
inline void save(const std::string& folder, const std::string& name, const Chart& chart) {
  if (folder.empty()) return;
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = std::filesystem::path(folder) / (name + ".svg");
  std::ofstream file(path);
  file << to_svg(chart);
  file.close();
  if (!file) throw InputError(fmt::format("{} cannot be written", path.string()));
  fmt::print("  in {}\n", path.string());
}

/// What a run of some steps amounts to.
struct Totals {
  int steps = 0, solved = 0;
  double iterations = 0, contacts = 0, worst_certificate = 0;
  StageTimes seconds;

  void add(const StepRecord& record) {
    ++steps;
    solved += record.status == Status::solved ? 1 : 0;
    iterations += record.iterations;
    contacts += static_cast<double>(record.contacts.size());
    worst_certificate = std::max(worst_certificate, record.certificate.value());
    seconds.collision += record.times.collision;
    seconds.assemble += record.times.assemble;
    seconds.solve += record.times.solve;
    seconds.integrate += record.times.integrate;
  }
};

inline Totals run_steps(Simulation& simulation, int steps) {
  Totals totals;
  for (int k = 0; k < steps; ++k) totals.add(simulation.step());
  return totals;
}

inline Totals run_steps(const Scene& scene, const Settings& settings, int steps) {
  Simulation simulation(scene.model, settings);
  return run_steps(simulation, steps);
}

}  // namespace signorini::bench
