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
#include "processes.h"
#include "run_progress.h"
#include "run_report.h"
#include "signorini/base/error.h"
#include "signorini/base/number_text.h"
#include "signorini/run/run.h"
#include "step_warnings.h"
#include "thread_count.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::string scene, out, resume, replay;
  std::int64_t steps = 0;
  double duration = 0, step = 0, tolerance = 0;
  std::optional<std::string> solver, law;
  std::vector<std::string> settings, save_problems;
  int threads = 1;
  bool json = false, quiet = false, overwrite = false, report = false;
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

Run new_run(const Arguments& arguments) {
  Run run = read_run(arguments.scene, parse_key_values(arguments.settings));
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
  run.folder = arguments.out;
  run.overwrite = arguments.overwrite;
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

Run resumed_run(const Arguments& arguments) {
  refuse_beside_resume(arguments);
  Run run = read_stopped_run(arguments.resume);
  Settings& settings = run.scene.settings;
  if (arguments.duration > 0) settings.duration = arguments.duration;
  if (arguments.steps > 0) settings.duration = static_cast<double>(arguments.steps) * settings.step;
  return run;
}

/// What was played is done again as it was.
Run replayed_run(const Arguments& arguments) {
  const std::pair<const char*, bool> given[] = {
      {"--steps", arguments.steps > 0},      {"--duration", arguments.duration > 0},
      {"--step", arguments.step > 0},        {"--solver", arguments.solver.has_value()},
      {"--law", arguments.law.has_value()},  {"--tolerance", arguments.tolerance > 0},
      {"--set", !arguments.settings.empty()}};
  for (const auto& [name, is_given] : given)
    if (is_given)
      throw InputError(fmt::format("{}: cannot be given with --replay: what was played is done again as it was", name));
  Run run = read_played_run(arguments.replay);
  for (const std::int64_t step : step_numbers(arguments.save_problems)) run.scene.output.save_problems.push_back(step);
  run.folder = arguments.out;
  run.overwrite = arguments.overwrite;
  return run;
}

void print_warnings(const RunSummary& s) {
  if (s.pieces_sum > 0)
    say("  pieces          {:.1f} a step on average, the shortest {:.2g} s\n",
        static_cast<double>(s.pieces_sum) / static_cast<double>(s.steps), s.shortest_piece);
  if (s.too_coarse > 0)
    say("  WARNING         {} of {} steps miss the accuracy, first {}\n", s.too_coarse, s.steps, s.first_too_coarse);
  if (s.relaxed > 0)
    say("  WARNING         {} of {} steps could not do all that the scene asks for: something gave way in them\n",
        s.relaxed, s.steps);
  if (s.inverted_elements > 0)
    say("  WARNING         up to {} elements of flexible bodies were turned inside out, first {}; a shorter time step "
        "or a finer mesh may help\n",
        s.inverted_elements, s.first_inverted);
  if (s.impacts_cut_off > 0)
    say("  WARNING         {} pairs of bodies hit each other too often in a step: they stopped bouncing there\n",
        s.impacts_cut_off);
  if (!(s.certificate_worst <= useless_certificate))
    say("  WARNING         bodies were moved by velocities of certificate {:.1e}: do not trust this motion\n",
        s.certificate_worst);
}

void print_summary(const Run& run, const RunResult& result) {
  const Scene& scene = run.scene;
  const RunSummary& s = result.summary;
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
  if (s.relaxed > 0) statuses += fmt::format("{}{} relaxed", statuses.empty() ? "" : ", ", s.relaxed);
  say("  steps           {}\n", statuses);
  if (!s.first_miss.empty()) say("  first miss      {}\n", s.first_miss);
  print_warnings(s);
  if (!s.failure.empty()) say("  could not go on {}\n", s.failure);
  say("  penetration     {:.2e} m at worst\n", s.deepest_penetration);
  const auto energy = [](const char* name, const Energies& e) {
    say("  energy {:<8} {:.6g} J (kinetic {:.4g}, potential {:.4g}, elastic {:.4g})\n", name, e.total(), e.kinetic,
        e.potential, e.elastic);
  };
  energy("before", s.energy_start);
  energy("after", s.energy_end);
  std::string changes;
  each_change(s.changes, [&](const char* name, double change) {
    if (change != 0) changes += fmt::format("{}{} {:.4g}", changes.empty() ? "" : ", ", name, change);
  });
  if (!changes.empty()) say("  its changes     {} J\n", changes);
  const auto warn_above = [](double limit, double share, const char* what) {
    if (share > limit)
      say("  WARNING         {:.1e} of the energy at hand {}: do not trust this motion; a shorter time step may help\n",
          share, what);
  };
  const EnergyLimits& limits = scene.settings.energy;
  warn_above(limits.unexplained, s.unexplained_share(), "is unexplained");
  warn_above(limits.stabilisation, s.stabilisation_share(), "came by stabilisation or went into it");
  if (s.unbalanced > 0)
    say("  elastic forces  {:.1e} of them at worst are not those of the shape at the end of a step\n", s.unbalanced);
  if (s.joint_drift > 0) say("  joint drift     {:.1e} m (or rad) at worst\n", s.joint_drift);
  say("  seconds         {:.3g} (collision {:.3g}, assembly {:.3g}, solver {:.3g}, integration {:.3g}, output "
      "{:.3g})\n",
      t.total(), t.collision, t.assemble, t.solve, t.integrate, t.output);
  if (run.resume) say("  since resumed   {:.3g} seconds of these\n", t.total() - result.seconds_before);
  if (run.folder.empty())
    say("  nothing was written; --out DIR keeps trajectory, energies and summary\n");
  else
    say("  result in       {} (trajectory.h5, energy.csv, summary.json)\n", run.folder.string());
  if (!result.complete && s.failure.empty() && !run.folder.empty() && !run.recording)
    say("  stopped after step {}; go on with: signorini run --resume {}\n", result.steps_done, run.folder.string());
}

std::string with_distribution(const std::string& summary_json) {
  const Distribution* distribution = last_distribution();
  if (distribution == nullptr) return summary_json;
  Json json = Json::parse(summary_json);
  json["distribution"] = to_json(*distribution);
  constexpr int indent = 2;
  return json.dump(indent);
}

int run(const Arguments& arguments) {
  const bool resuming = !arguments.resume.empty();
  const bool replaying = !arguments.replay.empty();
  if (resuming + replaying + !arguments.scene.empty() != 1)
    throw InputError("run: expected a scene file, --resume DIR or --replay DIR");
  Run run = resuming ? resumed_run(arguments) : replaying ? replayed_run(arguments) : new_run(arguments);
  if (arguments.report && run.folder.empty()) throw InputError("--report: is written into the folder of --out");
  constexpr std::size_t worst_problems = 3;
  if (arguments.report) run.worst_problems = worst_problems;
  require_bodies(static_cast<int>(run.scene.model.bodies.size()));
  use_threads(arguments.threads, BlasThreads::one, run.scene.settings.solver_options);

  std::optional<RunProgress> progress;
  run.started = [&](const Simulation& simulation, std::int64_t last_step) {
    if (const Overlap& overlap = simulation.start_overlap(); overlap.visible())
      warn(fmt::format("{}: {}; they are pushed apart at up to {:g} m/s", run.source,
                       describe(overlap, simulation.model()), run.scene.settings.recovery_speed));
    if (const std::size_t links = simulation.overlapping().size(); links > 0 && simulation.steps_done() == 0)
      warn(
          fmt::format("{}: {} of links overlap at the start and may pass through each other until they have parted "
                      "(contact.overlapping_links)",
                      run.source, links == 1 ? "1 pair" : fmt::format("{} pairs", links)));
    progress.emplace(arguments.quiet || arguments.json, simulation.steps_done(), last_step);
    catch_interrupts();
  };
  run.energy_exceeded = [&](const EnergyExcess& excess) {
    progress->finish();
    const bool stops = run.scene.settings.energy.on_excess == ExcessPolicy::stop;
    warn(fmt::format("{}: {}{}", run.source, describe(excess), stops ? "; energy.on_excess stops the run" : ""));
  };
  StepWarnings warnings(run.source);
  run.stepped = [&](const StepRecord& record) {
    if (const std::string warning = warnings.about(record); !warning.empty()) {
      progress->finish();
      warn(warning);
    }
    progress->show(record);
  };
  run.cancelled = interrupted;
  const RunResult result = simulate(run);
  progress->finish();
  if (arguments.report)
    if (const std::string fault = write_run_report(run, result); !fault.empty())
      warn("report.html has no pictures: " + fault);

  if (arguments.json)
    say("{}\n", with_distribution(result.summary_json));
  else if (!arguments.quiet)
    print_summary(run, result);
  return result.all_solved() && result.complete ? done : tolerance_missed;
}

}  // namespace

void add_run(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("run", "Simulate a scene");
  command->add_option("scene", arguments->scene, "Scene file (YAML)");
  command->add_option("--out", arguments->out, "Folder for trajectory, energies and summary");
  command->add_option("--resume", arguments->resume, "Go on with the run in this folder");
  command->add_option("--replay", arguments->replay, "Do again what was played and saved in this folder")
      ->type_name("DIR");
  command->add_flag("--overwrite", arguments->overwrite, "Replace a run that --out holds already");
  add_number(command, "--steps", arguments->steps, "Time steps; default: the scene's duration", Sign::positive)
      ->default_str("");
  add_number(command, "--duration", arguments->duration, "Seconds to simulate; default: the scene's", Sign::positive)
      ->default_str("");
  add_number(command, "--step", arguments->step, "Time step, s; default: the scene's", Sign::positive)->default_str("");
  command->add_option("--solver", arguments->solver, "Default: the scene's, else auto");
  command->add_option("--law", arguments->law,
                      "frictionless, convex, coulomb or pyramid; default: the scene's, else coulomb");
  add_number(command, "--tolerance", arguments->tolerance, "Certificate of each step; default: the scene's",
             Sign::positive)
      ->default_str("");
  command->add_option("--set", arguments->settings, "Parameter of the scene as key=value; may be repeated")
      ->allow_extra_args(false);
  add_number(command, "--threads", arguments->threads,
             "Threads that find contacts and sweep; any number gives the same bits", Sign::positive);
  command->add_option("--save-problem", arguments->save_problems, "Steps whose contact problem is saved: 10,20,…")
      ->allow_extra_args(false);
  command->add_flag("--report", arguments->report, "Write report.html into the folder: pictures, charts, worst steps");
  command->add_flag("--json", arguments->json, "One JSON object on standard output, and only that");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments, &action] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace signorini::cli
