#include "signorini/run/run.h"

#include <optional>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/io/run_folder.h"

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
          .output = run.scene.output};
}

Checkpoint checkpoint_of(const Simulation& simulation) {
  Checkpoint checkpoint;
  checkpoint.step = simulation.steps_done();
  checkpoint.state = simulation.state();
  checkpoint.contact_impulses = simulation.warm_start().contact_impulses;
  checkpoint.joint_impulses = simulation.warm_start().joint_impulses;
  checkpoint.contact_energy = simulation.warm_start().contact_energy;
  checkpoint.motor_shifts = simulation.motor_shifts();
  checkpoint.overlapping = simulation.overlapping();
  return checkpoint;
}

/// The folder of the run, none where nothing is written. Moves a simulation that is resumed to where it stopped.
std::optional<RunFolder> open_folder(const Run& run, Simulation& simulation) {
  if (run.folder.empty()) return std::nullopt;
  if (run.files.empty())
    throw InputError(run.folder.string() +
                     ": a run folder keeps the files of its scene, and this run has none: start from read_run()");
  if (!run.resume)
    return RunFolder::create(run.folder, inputs_of(run), simulation.model(), simulation.state(), simulation.energies(),
                             run.overwrite ? RunFolder::Existing::overwrite : RunFolder::Existing::refuse);
  RunFolder folder = RunFolder::resume(run.folder, inputs_of(run), simulation.model(), simulation.state());
  const Checkpoint& checkpoint = folder.checkpoint();
  simulation.resume(checkpoint.step, checkpoint.state,
                    {checkpoint.contact_impulses, checkpoint.joint_impulses, checkpoint.contact_energy},
                    checkpoint.motor_shifts, checkpoint.overlapping);
  return folder;
}

/// Writes down a step, and a checkpoint when it is due.
void keep(const Run& run, RunFolder& folder, const Simulation& simulation, StepRecord record) {
  if (!record.failed && folder.wants_problem(record.step)) {
    FclibFile file;
    file.problem = simulation.last_problem();
    file.solution = simulation.last_solution();
    folder.save_problem(record.step, file);
  }
  const OutputSettings& output = run.scene.output;
  if (output.contacts && record.step % output.every == 0 && !record.failed)
    record.contact_states = simulation.contact_states(record);
  folder.record(std::move(record));
  if (folder.checkpoint_due()) folder.save(checkpoint_of(simulation));
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
  RunInputs inputs = read_run_inputs(folder);
  Run run;
  run.source = folder.string();
  run.scene_path = inputs.scene_path;
  run.parameters = inputs.parameters;
  InputFiles files(inputs.files);
  run.scene = read_scene(inputs.scene_path, inputs.parameters, files);
  run.scene.settings = inputs.settings;
  run.scene.output = inputs.output;
  run.files = std::move(inputs.files);
  run.folder = folder;
  run.resume = true;
  return run;
}

RunResult simulate(const Run& run) {
  const Settings& settings = run.scene.settings;
  Simulation simulation = naming_source(run, [&] { return Simulation(run.scene.model, settings); });
  const std::int64_t steps = naming_source(run, [&] { return step_count(settings); });
  RunResult result;
  RunSummary& summary = result.summary;
  summary.energy_start = summary.energy_end = simulation.energies();
  summary.free_fall = free_fall_energy(simulation.model(), settings.step);
  summary.gentle_push = gentle_push_energy(simulation.model(), settings);
  std::optional<RunFolder> folder = open_folder(run, simulation);
  if (folder) result.seconds_before = folder->checkpoint().summary.seconds.total();
  if (run.started) run.started(simulation, steps);

  const auto cancelled = [&] { return run.cancelled && run.cancelled(); };
  simulation.cancelled = run.cancelled;
  EnergyWatch watch(settings.energy, folder ? folder->summary() : summary);
  bool stopped = false;
  while (simulation.steps_done() < steps && !stopped) {
    StepRecord record = simulation.step();
    if (record.status == Status::interrupted) {  // not done; a resumed run begins it anew
      stopped = true;
      break;
    }
    summary.add(record);
    if (run.stepped) run.stepped(record);
    stopped = cancelled() || record.failed || (settings.on_miss == MissPolicy::stop && record.status != Status::solved);
    const std::int64_t step = record.step;
    if (folder) keep(run, *folder, simulation, std::move(record));
    const std::vector<EnergyExcess> excesses = watch.after(step, folder ? folder->summary() : summary);
    if (run.energy_exceeded)
      for (const EnergyExcess& excess : excesses) run.energy_exceeded(excess);
    stopped = stopped || (!excesses.empty() && settings.energy.on_excess == ExcessPolicy::stop);
  }
  if (folder) {
    folder->finish(checkpoint_of(simulation), !stopped);
    summary = folder->summary();
  }
  result.steps_done = simulation.steps_done();
  result.complete = !stopped;
  result.summary_json = folder ? folder->summary_json() : to_json(summary, run.scene.name, "", !stopped);
  return result;
}

}  // namespace signorini
