#include "signorini/run/run.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/run_folder.h"
#include "signorini/run/padding.h"
#include "signorini/run/player.h"
#include "signorini/run/worst_problems.h"

namespace signorini {
namespace {

/// What work finds wrong gets the name of the run's source.
template <typename Work>
auto naming_source(const Run& run, Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw InputError(run.source + ": " + error.what());
  }
}

RunInputs inputs_of(const Run& run) {
  return {.scene_path = run.scene_path,
          .files = run.files,
          .parameters = run.parameters,
          .settings = run.scene.settings,
          .output = run.scene.output,
          .played = run.recording ? to_json(*run.recording) : std::string()};
}

/// The model of the trajectory.
Model whole_model(const Run& run) {
  return run.recording ? with_dropped_bodies(run.scene.model, *run.recording) : run.scene.model;
}

Checkpoint checkpoint_of(const Simulation& simulation, const Model& whole) {
  Checkpoint checkpoint;
  checkpoint.step = simulation.steps_done();
  checkpoint.state = simulation.state();
  pad(checkpoint.state, simulation.model(), whole);
  checkpoint.contact_impulses = simulation.warm_start().contact_impulses;
  checkpoint.contact_points = simulation.warm_start().contact_points;
  checkpoint.joint_impulses = simulation.warm_start().joint_impulses;
  checkpoint.contact_energy = simulation.warm_start().contact_energy;
  checkpoint.motor_shifts = simulation.motor_shifts();
  checkpoint.overlapping = simulation.overlapping();
  return checkpoint;
}

/// The folder of the run, none where nothing is written. Moves a simulation that is resumed to where it stopped.
std::optional<RunFolder> open_folder(const Run& run, Player& player, const Model& whole) {
  if (run.folder.empty()) return std::nullopt;
  if (run.files.empty())
    throw InputError(run.folder.string() +
                     ": a run folder keeps the files of its scene, and this run has none: start from read_run()");
  const Simulation& simulation = player.simulation();
  if (!run.resume)
    return RunFolder::create(run.folder, inputs_of(run), whole, initial_state(whole), simulation.energies(),
                             run.overwrite ? RunFolder::Existing::overwrite : RunFolder::Existing::refuse);
  RunFolder folder = RunFolder::resume(run.folder, inputs_of(run), simulation.model(), simulation.state());
  const Checkpoint& checkpoint = folder.checkpoint();
  player.resume(
      checkpoint.step, checkpoint.state,
      {checkpoint.contact_impulses, checkpoint.joint_impulses, checkpoint.contact_energy, checkpoint.contact_points},
      checkpoint.motor_shifts, checkpoint.overlapping);
  return folder;
}

/// Writes down a step, and a checkpoint when it is due.
void keep(const Run& run, RunFolder& folder, const Simulation& simulation, const Model& whole, StepRecord record) {
  if (!record.failed && folder.wants_problem(record.step)) {
    FclibFile file;
    file.problem = simulation.last_problem();
    file.solution = simulation.last_solution();
    folder.save_problem(record.step, file);
  }
  const OutputSettings& output = run.scene.output;
  if (output.contacts && record.step % output.every == 0 && !record.failed)
    record.contact_states = simulation.contact_states(record);
  pad(record, simulation.model(), whole);
  folder.record(std::move(record));
  if (folder.checkpoint_due()) folder.save(checkpoint_of(simulation, whole));
}

/// What was done before the next step; `next`: the first entry that was not done yet.
void act_again(const Recording& recording, Player& player, std::size_t& next) {
  const std::vector<Recording::Entry>& entries = recording.entries;
  for (; next < entries.size() && entries[next].after <= player.simulation().steps_done(); ++next)
    player.act(entries[next].act);
}

Run run_of(RunInputs inputs, const std::filesystem::path& folder) {
  Run run;
  run.source = folder.string();
  run.scene_path = inputs.scene_path;
  run.parameters = inputs.parameters;
  InputFiles files(inputs.files);
  run.scene = read_scene(inputs.scene_path, inputs.parameters, files);
  run.scene.settings = inputs.settings;
  run.scene.output = inputs.output;
  run.files = std::move(inputs.files);
  if (!inputs.played.empty()) run.recording = recording_from_json(inputs.played, (folder / played_name).string());
  return run;
}

}  // namespace

bool RunResult::all_solved() const {
  return summary.by_status[static_cast<std::size_t>(Status::solved)] == summary.steps;
}

Run read_run(const std::filesystem::path& scene, const std::map<std::string, std::string>& parameters) {
  Run run;
  run.source = scene.string();
  run.scene_path = absolute_path(scene);
  run.parameters = parameters;
  InputFiles files;
  run.scene = read_scene(scene, parameters, files);
  run.files = files.files();
  return run;
}

Run read_stopped_run(const std::filesystem::path& folder) {
  Run run = run_of(read_run_inputs(folder), folder);
  if (run.recording)
    throw InputError(fmt::format("{}: was played, and is simulated again as a whole: signorini run --replay {}",
                                 folder.string(), folder.string()));
  run.folder = folder;
  run.resume = true;
  return run;
}

Run read_played_run(const std::filesystem::path& folder) {
  Run run = run_of(read_run_inputs(folder), folder);
  if (!run.recording) throw InputError(fmt::format("{}: was not played: there is no {}", folder.string(), played_name));
  return run;
}

RunResult simulate(const Run& run) {
  const Settings& settings = run.scene.settings;
  Player player = naming_source(run, [&] { return Player(run.scene.model, settings); });
  const Simulation& simulation = player.simulation();
  const Model whole = whole_model(run);
  const std::int64_t steps =
      run.recording ? run.recording->steps : naming_source(run, [&] { return step_count(settings); });
  RunResult result;
  RunSummary& summary = result.summary;
  summary.energy_start = summary.energy_end = simulation.energies();
  summary.free_fall = free_fall_energy(simulation.model(), settings.step);
  summary.gentle_push = gentle_push_energy(simulation.model(), settings);
  std::optional<RunFolder> folder = open_folder(run, player, whole);
  if (folder) result.seconds_before = folder->checkpoint().summary.seconds.total();
  if (run.started) run.started(simulation, steps);

  const auto cancelled = [&] { return run.cancelled && run.cancelled(); };
  player.on_cancel(run.cancelled);
  const auto rested = [&] {
    const RunSummary& so_far = folder ? folder->summary() : summary;
    return so_far.kinetic_most >= settings.rest_energy && so_far.energy_end.kinetic < settings.rest_energy;
  };
  EnergyWatch watch(settings.energy, folder ? folder->summary() : summary);
  const bool may_stop = !run.recording;  // who played went on
  bool stopped = false;
  std::size_t next_entry = 0;
  WorstProblems worst(folder ? run.worst_problems : 0);
  while (simulation.steps_done() < steps && !stopped && !(may_stop && rested())) {
    if (run.recording) naming_source(run, [&] { act_again(*run.recording, player, next_entry); });
    StepRecord record = player.step();
    if (record.status == Status::interrupted) {  // not done; a resumed run begins it anew
      stopped = true;
      break;
    }
    // Bodies do not circulate while somebody plays.
    if (run.scene.recirculation && !run.recording) player.recirculate(*run.scene.recirculation, record);
    summary.add(record);
    if (run.stepped) run.stepped(record);
    stopped = cancelled() || record.failed ||
              (may_stop && settings.on_miss == MissPolicy::stop && record.status != Status::solved);
    const std::int64_t step = record.step;
    worst.consider(record, simulation);
    if (folder) keep(run, *folder, simulation, whole, std::move(record));
    const std::vector<EnergyExcess> excesses = watch.after(step, folder ? folder->summary() : summary);
    if (run.energy_exceeded)
      for (const EnergyExcess& excess : excesses) run.energy_exceeded(excess);
    stopped = stopped || (may_stop && !excesses.empty() && settings.energy.on_excess == ExcessPolicy::stop);
  }
  if (folder) {
    worst.save(*folder);
    folder->finish(checkpoint_of(simulation, whole), !stopped);
    summary = folder->summary();
  }
  result.steps_done = simulation.steps_done();
  result.complete = !stopped;
  result.end = simulation.state();
  result.summary_json = folder ? folder->summary_json() : to_json(summary, run.scene.name, "", !stopped);
  return result;
}

}  // namespace signorini
