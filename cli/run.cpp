#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "command.h"
#include "interrupt.h"
#include "key_values.h"
#include "number.h"
#include "output.h"
#include "problem_file.h"
#include "run_progress.h"
#include "signorini/base/error.h"
#include "signorini/base/number_text.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/dynamics/start_overlap.h"
#include "signorini/io/run_folder.h"
#include "signorini/io/scene.h"
#include "thread_count.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::string scene, out, resume;
  std::int64_t steps = 0;
  double duration = 0, step = 0, tolerance = 0;
  std::optional<std::string> solver, law;
  std::vector<std::string> settings, save_problems;
  int threads = 1;
  bool json = false, quiet = false, overwrite = false;
};

/// A scene, where it came from, and what it is run with.
struct Run {
  RunInputs inputs;
  Scene scene;
};

std::vector<std::int64_t> step_numbers(const std::vector<std::string>& lists) {
  std::vector<std::int64_t> steps;
  for (const auto& list : lists) {
    std::istringstream parts(list);
    for (std::string part; std::getline(parts, part, ',');) {
      std::int64_t step = 0;
      const char* end = part.data() + part.size();
      const auto [rest, error] = std::from_chars(part.data(), end, step);
      if (error != std::errc{} || rest != end || step < 1)
        throw InputError(fmt::format("--save-problem {}: expected step numbers from 1 on, separated by commas", list));
      steps.push_back(step);
    }
  }
  return steps;
}

Run read_run(const Arguments& arguments) {
  Run run;
  run.inputs.scene_path = absolute_path(arguments.scene);
  run.inputs.parameters = parse_key_values(arguments.settings);
  InputFiles files;
  run.scene = read_scene(arguments.scene, run.inputs.parameters, files);
  run.inputs.files = files.files();
  Settings& settings = run.scene.settings;
  if (arguments.step > 0) settings.step = arguments.step;
  if (arguments.duration > 0) settings.duration = arguments.duration;
  if (arguments.steps > 0) settings.duration = static_cast<double>(arguments.steps) * settings.step;
  if (arguments.law) settings.law = law_from_string(*arguments.law);
  if (arguments.solver) {
    settings.solver = *arguments.solver;
    settings.solver_options.clear();
  }
  if (arguments.tolerance > 0) settings.tolerance = arguments.tolerance;
  for (const std::int64_t step : step_numbers(arguments.save_problems)) run.scene.output.save_problems.push_back(step);
  run.inputs.settings = settings;
  run.inputs.output = run.scene.output;
  return run;
}

/// A run goes on as it began, or it would be two.
void refuse_beside_resume(const Arguments& arguments) {
  const std::pair<const char*, bool> given[] = {
      {"--out", !arguments.out.empty()},      {"--overwrite", arguments.overwrite},
      {"--step", arguments.step > 0},         {"--solver", arguments.solver.has_value()},
      {"--law", arguments.law.has_value()},   {"--tolerance", arguments.tolerance > 0},
      {"--set", !arguments.settings.empty()}, {"--save-problem", !arguments.save_problems.empty()}};
  for (const auto& [name, is_given] : given)
    if (is_given)
      throw InputError(
          fmt::format("{}: cannot be given with --resume: a resumed run keeps its settings; --steps or "
                      "--duration make it longer",
                      name));
}

Run read_resumed(const Arguments& arguments) {
  refuse_beside_resume(arguments);
  Run run;
  run.inputs = read_run_inputs(arguments.resume);
  InputFiles files(run.inputs.files);
  run.scene = read_scene(run.inputs.scene_path, run.inputs.parameters, files);
  if (arguments.duration > 0) run.inputs.settings.duration = arguments.duration;
  if (arguments.steps > 0)
    run.inputs.settings.duration = static_cast<double>(arguments.steps) * run.inputs.settings.step;
  run.scene.settings = run.inputs.settings;
  run.scene.output = run.inputs.output;
  return run;
}

Checkpoint checkpoint_of(const Simulation& simulation) {
  Checkpoint checkpoint;
  checkpoint.step = simulation.steps_done();
  checkpoint.state = simulation.state();
  checkpoint.contact_impulses = simulation.warm_start().contact_impulses;
  checkpoint.joint_impulses = simulation.warm_start().joint_impulses;
  return checkpoint;
}

double total(const StageTimes& t) { return t.collision + t.assemble + t.solve + t.integrate + t.output; }

/// `before`: seconds of the run until it was resumed; none for one that was not.
void print_summary(const Scene& scene, const RunSummary& s, const std::string& out, std::optional<double> before) {
  const double steps = std::max<double>(1, static_cast<double>(s.steps));
  const StageTimes& t = s.seconds;
  say("{}: {} steps of {:g} s, {:g} s simulated\n", scene.name, s.steps, scene.settings.step, s.time);
  say("  contacts        {:.0f} on average, at most {}\n", static_cast<double>(s.contacts_sum) / steps, s.contacts_max);
  say("  iterations      {:.1f} a step on average, at most {}\n", static_cast<double>(s.iterations_sum) / steps,
      s.iterations_max);
  say("  certificate     {:.2e} at worst, {:.2e} on average (tolerance {})\n", s.certificate_worst,
      s.certificate_sum / steps, tolerance_text(scene.settings.tolerance));
  std::string statuses;
  for (std::size_t k = 0; k < s.by_status.size(); ++k)
    if (s.by_status[k] > 0)
      statuses +=
          fmt::format("{}{} {}", statuses.empty() ? "" : ", ", s.by_status[k], to_string(static_cast<Status>(k)));
  say("  steps           {}\n", statuses);
  if (!s.first_miss.empty()) say("  first miss      {}\n", s.first_miss);
  if (!s.failure.empty()) say("  could not go on {}\n", s.failure);
  say("  penetration     {:.2e} m at worst\n", s.deepest_penetration);
  const auto energy = [](const char* name, const Energies& e) {
    say("  energy {:<8} {:.6g} J (kinetic {:.4g}, potential {:.4g}, elastic {:.4g})\n", name, e.total(), e.kinetic,
        e.potential, e.elastic);
  };
  energy("before", s.energy_start);
  energy("after", s.energy_end);
  say("  seconds         {:.3g} (collision {:.3g}, assembly {:.3g}, solver {:.3g}, integration {:.3g}, output "
      "{:.3g})\n",
      total(t), t.collision, t.assemble, t.solve, t.integrate, t.output);
  if (before) say("  since resumed   {:.3g} seconds of these\n", total(t) - *before);
  if (out.empty())
    say("  nothing was written; --out DIR keeps trajectory, energies and summary\n");
  else
    say("  result in       {} (trajectory.h5, energy.csv, summary.json)\n", out);
}

/// Writes down a step, and a checkpoint when it is due.
void keep(RunFolder& folder, const Simulation& simulation, StepRecord record) {
  if (!record.failed && folder.wants_problem(record.step)) {
    FclibFile file;
    file.problem = simulation.last_problem();
    file.solution = simulation.last_solution();
    folder.save_problem(record.step, file);
  }
  folder.record(std::move(record));
  if (folder.checkpoint_due()) folder.save(checkpoint_of(simulation));
}

int run(const Arguments& arguments) {
  const bool resuming = !arguments.resume.empty();
  if (resuming == !arguments.scene.empty()) throw InputError("run: expected a scene file, or --resume DIR");
  const Run run = resuming ? read_resumed(arguments) : read_run(arguments);
  const Settings& settings = run.scene.settings;
  use_threads(arguments.threads, settings.solver_options);
  const std::string& source = resuming ? arguments.resume : arguments.scene;
  Simulation simulation = naming_file(source, [&] { return Simulation(run.scene.model, settings); });
  const std::int64_t steps = naming_file(source, [&] { return step_count(settings); });
  if (const Overlap& overlap = simulation.start_overlap(); overlap.visible())
    warn(fmt::format("{}: {}; they are pushed apart at up to {:g} m/s", source, describe(overlap, run.scene.model),
                     settings.recovery_speed));

  const std::string out = resuming ? arguments.resume : arguments.out;
  std::optional<RunFolder> folder;
  std::optional<double> before;
  if (resuming) {
    folder.emplace(RunFolder::resume(out, run.inputs, run.scene.model, simulation.state()));
    const Checkpoint& checkpoint = folder->checkpoint();
    before = total(checkpoint.summary.seconds);
    simulation.resume(checkpoint.step, checkpoint.state, {checkpoint.contact_impulses, checkpoint.joint_impulses});
  } else if (!out.empty()) {
    folder.emplace(
        RunFolder::create(out, run.inputs, run.scene.model, simulation.state(), simulation.energies(),
                          arguments.overwrite ? RunFolder::Existing::overwrite : RunFolder::Existing::refuse));
  }
  RunSummary summary;
  summary.energy_start = summary.energy_end = simulation.energies();

  RunProgress progress(arguments.quiet || arguments.json, simulation.steps_done(), steps);
  catch_interrupts();
  simulation.cancelled = interrupted;
  bool stopped = false;
  while (simulation.steps_done() < steps && !stopped) {
    StepRecord record = simulation.step();
    if (record.status == Status::interrupted) {  // not done; a resumed run begins it anew
      stopped = true;
      break;
    }
    summary.add(record);
    progress.show(record);
    stopped =
        interrupted() || record.failed || (settings.on_miss == MissPolicy::stop && record.status != Status::solved);
    if (folder) keep(*folder, simulation, std::move(record));
  }
  if (folder) {
    folder->finish(checkpoint_of(simulation), !stopped);
    summary = folder->summary();
  }
  progress.finish();

  if (arguments.json)
    say("{}\n", folder ? folder->summary_json() : to_json(summary, run.scene.name, "", !stopped));
  else if (!arguments.quiet)
    print_summary(run.scene, summary, out, before);
  if (stopped && summary.failure.empty() && !arguments.quiet && !arguments.json && folder)
    say("  stopped after step {}; go on with: signorini run --resume {}\n", simulation.steps_done(), out);
  const bool all_solved = summary.by_status[static_cast<std::size_t>(Status::solved)] == summary.steps;
  return all_solved && !stopped ? done : tolerance_missed;
}

}  // namespace

void add_run(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("run", "Simulate a scene");
  command->add_option("scene", arguments->scene, "Scene file (YAML)");
  command->add_option("--out", arguments->out, "Folder for trajectory, energies and summary");
  command->add_option("--resume", arguments->resume, "Go on with the run in this folder");
  command->add_flag("--overwrite", arguments->overwrite, "Replace a run that --out holds already");
  add_number(command, "--steps", arguments->steps, "Time steps; default: the scene's duration", Sign::positive)
      ->default_str("");
  add_number(command, "--duration", arguments->duration, "Seconds to simulate; default: the scene's", Sign::positive)
      ->default_str("");
  add_number(command, "--step", arguments->step, "Time step, s; default: the scene's", Sign::positive)->default_str("");
  command->add_option("--solver", arguments->solver, "Default: the scene's, else by law");
  command->add_option("--law", arguments->law, "frictionless, convex, coulomb or pyramid; default: the scene's");
  add_number(command, "--tolerance", arguments->tolerance, "Certificate of each step; default: the scene's",
             Sign::positive)
      ->default_str("");
  command->add_option("--set", arguments->settings, "Parameter of the scene as key=value; may be repeated")
      ->allow_extra_args(false);
  add_number(command, "--threads", arguments->threads, "Threads of the BLAS behind the factorisations", Sign::positive);
  command->add_option("--save-problem", arguments->save_problems, "Steps whose contact problem is saved: 10,20,…")
      ->allow_extra_args(false);
  command->add_flag("--json", arguments->json, "One JSON object on standard output, and only that");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments, &action] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace signorini::cli
