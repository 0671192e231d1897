#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/io/input_files.h"
#include "signorini/io/recording.h"
#include "signorini/io/run_folder_summary.h"
#include "signorini/io/scene.h"
#include "signorini/run/energy_watch.h"

namespace SIGNORINI_PUBLIC signorini {

/// A scene to be simulated from its start, or from where it stopped, to the end of its duration, and where the results
/// go. From read_run() or read_stopped_run(); what is to be different is changed before simulate().
struct Run {
  std::string source;  ///< what messages call it: the scene file, or the folder of the stopped run
  Scene scene;         ///< model, settings and output as they hold
  // What the scene was read from, for the folder to keep.
  std::filesystem::path scene_path;  ///< absolute
  std::map<std::string, std::string> parameters;
  std::vector<InputFile> files;

  /// What somebody did to it while it ran, to be done again; its steps are the run's, not those of the duration. Such a
  /// run is not resumed.
  std::optional<Recording> recording = {};

  /// For trajectory, energies and summary (docs/output_files.md); empty: nothing is written.
  std::filesystem::path folder;
  bool resume = false;  ///< goes on with the run in `folder`
  /// Of so many steps, those with the worst certificates since the start or the resumption, the folder gets the contact
  /// problems.
  std::size_t worst_problems = 0;
  bool overwrite = false;  ///< replaces a run that `folder` holds; otherwise that is an error

  /// Called once, when everything is ready for the first step. `last_step`: the number of steps in all.
  std::function<void(const Simulation& simulation, std::int64_t last_step)> started;
  /// Called after each step.
  std::function<void(const StepRecord& record)> stepped;
  /// Called after a step in which the energy ledger passed a limit of the settings, and each time the excess has
  /// doubled since.
  std::function<void(const EnergyExcess& excess)> energy_exceeded;
  /// Asked in and between steps; true stops the run, which can be resumed.
  std::function<bool()> cancelled;
};

/// Reads a scene file with some of its parameters set to other values. Throws InputError as read_scene() does.
Run read_run(const std::filesystem::path& scene, const std::map<std::string, std::string>& parameters = {});
/// The run in a folder, as it was started, to be resumed. Only duration and output may be changed. Throws InputError
/// when the folder holds no run, or when what it holds is not as it was written.
Run read_stopped_run(const std::filesystem::path& folder);

/// The run in a folder that was played and saved, to be simulated again into another. Throws InputError when the folder
/// holds no such run, or when what it holds is not as it was written.
Run read_played_run(const std::filesystem::path& folder);

struct RunResult {
  RunSummary summary;           ///< of all steps, also those before it was resumed
  std::int64_t steps_done = 0;  ///< since the start of the scene
  bool complete = false;        ///< whether the end of the duration was reached
  double seconds_before = 0;    ///< wall-clock seconds of the summary that were before it was resumed
  std::string summary_json;     ///< what summary.json holds
  State end = {};               ///< after the last step

  /// Whether every step reached the tolerance.
  bool all_solved() const;
};

/// Simulates until the duration is reached, the run is cancelled, a step fails, or, where the settings say to stop
/// then, one misses the tolerance or the energy ledger passes a limit. Throws InputError when model, settings or folder
/// cannot be used.
RunResult simulate(const Run& run);

}  // namespace signorini
