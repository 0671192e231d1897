#include <memory>
#include <optional>

#include <fmt/format.h>

#include "bench_folder.h"
#include "bench_plan.h"
#include "bench_problems.h"
#include "bench_report.h"
#include "bench_results.h"
#include "bench_schedule.h"
#include "bench_table.h"
#include "command.h"
#include "interrupt.h"
#include "key_values.h"
#include "number.h"
#include "output.h"
#include "problem_file.h"
#include "signorini/base/error.h"
#include "signorini/base/number_text.h"
#include "signorini/problem/law.h"
#include "thread_count.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::vector<std::string> problems, settings;
  std::string solvers, out, tolerances = "1e-4,1e-6,1e-8";
  std::optional<std::string> law;
  double time_limit = 60, memory_limit = 0;
  int jobs = 1;
  bool overwrite = false, quiet = false, json = false;
};

BenchPlan make_plan(const Arguments& arguments) {
  BenchPlan plan;
  plan.solvers = parse_solvers(arguments.solvers);
  plan.tolerances = parse_tolerances(arguments.tolerances);
  plan.law = arguments.law;
  if (plan.law) law_from_string(*plan.law);
  plan.time_limit = arguments.time_limit;
  plan.memory_limit = arguments.memory_limit;
  take_settings(plan, arguments.settings);
  plan.problems = find_problems(arguments.problems, arguments.out);
  return plan;
}

Json to_json(const BenchTable& table, const std::string& out) {
  Json standings = Json::array(), broken = Json::array();
  for (const auto& s : table.standings())
    standings.push_back({{"solver", s.solver},
                         {"tolerance", s.tolerance},
                         {"solved", s.solved},
                         {"total", s.total},
                         {"median_ratio", s.median_ratio ? Json(*s.median_ratio) : Json()}});
  for (const auto* problem : table.broken())
    broken.push_back({{"problem", problem->name}, {"message", table.row(*problem, 0, 0).message}});
  return {{"problems", table.plan().problems.size()},
          {"runs", table.plan().runs()},
          {"standings", standings},
          {"broken", broken},
          {"wrong", table.wrong().size()},
          {"out", out},
          {"report", out + "/report.html"}};
}

std::string summary(const BenchTable& table, const std::string& out) {
  std::string text = fmt::format("{:<28} {:>9} {:>13} {:>13}\n", "solver", "tolerance", "solved", "median ratio");
  for (const auto& s : table.standings())
    text += fmt::format("{:<28} {:>9} {:>13} {:>13}\n", s.solver, tolerance_text(s.tolerance),
                        fmt::format("{} of {}", s.solved, s.total),
                        s.median_ratio ? fmt::format("{:.2f}", *s.median_ratio) : "-");
  for (const auto* problem : table.broken())
    text += fmt::format("cannot be read: {}: {}\n", problem->name, table.row(*problem, 0, 0).message);
  for (const auto* row : table.wrong())
    text += fmt::format("WRONG: {} on {} to {}: {}\n", row->solver, row->problem, tolerance_text(row->tolerance),
                        row->message);
  return text + fmt::format("report in {}/report.html\n", out);
}

int bench(const Arguments& arguments) {
  const BenchPlan plan = make_plan(arguments);
  const std::filesystem::path out = arguments.out;
  open_bench_folder(out, plan, arguments.overwrite);
  catch_interrupts();
  for (const auto& [solver, settings] : plan.settings) {
    const auto options = parse_key_values(settings);
    if (const auto threads = options.find("threads"); threads != options.end())
      within_cores(solver + ".threads", std::atoi(threads->second.c_str()));
  }
  BenchResults results(out / "results.csv");
  if (!carry_out(plan, out, within_cores("--jobs", arguments.jobs), arguments.quiet || arguments.json, results)) {
    complain(fmt::format("interrupted after {} of {} runs, which are kept; the same command goes on",
                         results.rows().size(), plan.runs()));
    return tolerance_missed;
  }
  const BenchTable table(plan, results);
  write_report(table, out);
  if (arguments.json)
    print_json(to_json(table, arguments.out));
  else if (!arguments.quiet)
    say("{}", summary(table, arguments.out));
  return done;
}

/// Folders that cannot be read or made are bad input, too.
int bench_or_refuse(const Arguments& arguments) {
  try {
    return bench(arguments);
  } catch (const std::filesystem::filesystem_error& error) {
    throw InputError(fmt::format("{}: {}", error.path1().string(), error.code().message()));
  }
}

}  // namespace

void add_bench(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("bench", "Compare solvers on many problems: results, charts and a report");
  command->footer(
      "A problem is a file, a folder of files, or a recipe with the kinds and options of 'signorini generate':\n"
      "  signorini bench data wall:rows=5,seed=2 --solvers interior-point,gauss-seidel --law convex --out out/bench\n"
      "Each run is a process of its own. The same command again goes on where the last one was stopped.");
  command->add_option("problems", arguments->problems, "Files, folders or recipes such as packing:spheres=100,seed=2")
      ->required();
  command->add_option("--solvers", arguments->solvers, "Separated by commas; see 'signorini list solvers'")->required();
  command->add_option("--out", arguments->out, "Folder for results.csv, charts and report.html")->required();
  command->add_option("--tolerance", arguments->tolerances, "Certificates to reach, separated by commas")
      ->capture_default_str();
  add_number(command, "--time-limit", arguments->time_limit, "Seconds a run", Sign::positive);
  command->add_option("--law", arguments->law, "frictionless, convex, coulomb or pyramid; default: each file's");
  add_number(command, "--jobs", arguments->jobs, "Runs at the same time; they slow each other down", Sign::positive);
  add_number(command, "--memory-limit", arguments->memory_limit, "GB of address space a run; default: none",
             Sign::positive)
      ->default_str("");
  command->add_option("--set", arguments->settings, "Option of a solver as solver.key=value; may be repeated")
      ->allow_extra_args(false);
  command->add_flag("--overwrite", arguments->overwrite, "Throw away the benchmark in --out");
  command->add_flag("--json", arguments->json, "One JSON object on standard output, and only that");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments, &action] { action = [arguments] { return bench_or_refuse(*arguments); }; });
}

}  // namespace signorini::cli
