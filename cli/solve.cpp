#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "command.h"
#include "interrupt.h"
#include "key_values.h"
#include "number.h"
#include "output.h"
#include "problem_file.h"
#include "processes.h"
#include "progress.h"
#include "signorini/base/error.h"
#include "signorini/base/stopwatch.h"
#include "signorini/io/atomic_file.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "thread_count.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::string problem;
  std::optional<std::string> solver, law, warm_start, out, history;
  double tolerance = 1e-8;
  int max_iterations = 0;
  double time_limit = 0;
  int threads = 1;
  std::vector<std::string> settings;
  bool json = false, quiet = false;
};

Json to_json(const Arguments& arguments, const ContactProblem& problem, const Report& report) {
  const Timings& t = report.timings;
  Json result = {{"problem", describe_problem(arguments.problem, problem)},
                 {"solver", report.solver},
                 {"status", to_string(report.status)},
                 {"message", report.message},
                 {"iterations", report.iterations},
                 {"factorizations", report.factorizations},
                 {"certificate", cli::to_json(report.certificate)},
                 {"objective", report.objective},
                 {"seconds",
                  {{"total", t.total},
                   {"setup", t.setup},
                   {"analyze", t.analyze},
                   {"factorize", t.factorize},
                   {"solve", t.solve},
                   {"other", t.other()}}},
                 {"peak_memory_bytes", report.peak_memory_bytes}};
  if (!report.distribution.rows.empty()) result["distribution"] = cli::to_json(report.distribution);
  return result;
}

void write_history(const std::string& path, const Report& report) {
  std::string text = "iteration,seconds,certificate,natural,dynamics,equality,penetration,complementarity";
  for (const auto& column : report.columns) text += "," + column;
  text += "\n";
  for (const auto& entry : report.history) {
    const Certificate& c = entry.certificate;
    text += fmt::format("{},{:.6f},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", entry.iteration, entry.seconds,
                        c.value(), c.natural, c.dynamics, c.equality, c.penetration, c.complementarity);
    for (std::size_t k = 0; k < report.columns.size(); ++k)  // empty before the method's first iteration
      text += k < entry.figures.size() ? fmt::format(",{:.17g}", entry.figures[k]) : ",";
    text += "\n";
  }
  write_atomically(path, std::as_bytes(std::span(text)));
}

/// What reading leaves of the time limit: a limit of 0 would be none.
double time_left(const Arguments& arguments, const Stopwatch& clock) {
  constexpr double shortest_limit = 1e-6;
  return arguments.time_limit > 0 ? std::max(shortest_limit, arguments.time_limit - clock.seconds()) : 0;
}

int solve(const Arguments& arguments) {
  const Stopwatch clock;
  FclibFile file = load_problem(arguments.problem, arguments.law);
  const ContactProblem& problem = file.problem;
  require_bodies(problem);
  const std::string name = arguments.solver.value_or(default_solver(problem.law));
  const auto options = parse_key_values(arguments.settings);
  require_law(name, problem.law);
  const auto solver = make_solver(name, options);
  use_threads(arguments.threads, BlasThreads::all, options);
  for (const auto& output : {arguments.out, arguments.history})
    if (output) require_writable(*output);
  if (arguments.out && arguments.out == arguments.history)
    throw InputError(fmt::format("--out and --history are the same file {}", *arguments.out));

  Solution solution;
  if (arguments.warm_start) solution = read_fclib_solution(*arguments.warm_start, problem);
  Progress progress(arguments.quiet || arguments.json);
  catch_interrupts();
  const StopRule rule{arguments.tolerance, arguments.max_iterations, time_left(arguments, clock),
                      [&](const HistoryEntry& h) { progress.show(name, h); }, interrupted};
  const Report report = naming_file(arguments.problem, [&] { return solver->solve(problem, rule, solution); });
  progress.finish();

  if (arguments.out) {
    file.solution = std::move(solution);
    write_fclib(*arguments.out, file);
  }
  if (arguments.history) write_history(*arguments.history, report);
  if (arguments.json) {
    print_json(to_json(arguments, problem, report));
  } else if (!arguments.quiet) {
    say("{}{}", problem_summary(arguments.problem, problem), report.full());
    if (arguments.out) say("  answer in       {}\n", *arguments.out);
  }
  return report.status == Status::solved ? done : tolerance_missed;
}

}  // namespace

void add_solve(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("solve", "Solve a contact problem and certify the answer");
  command->footer("'signorini list solvers' shows the solvers, their laws and their options.");
  command->add_option("problem", arguments->problem, "Problem file (fclib HDF5)")->required();
  command->add_option("--solver", arguments->solver, "Default: interior-point for the convex laws, auto for coulomb");
  command->add_option("--law", arguments->law,
                      "frictionless, convex, coulomb or pyramid; default: the file's, else coulomb");
  add_number(command, "--tolerance", arguments->tolerance, "Certificate to reach", Sign::positive);
  add_number(command, "--max-iterations", arguments->max_iterations, "Default: the solver's own", Sign::positive)
      ->default_str("");
  add_number(command, "--time-limit", arguments->time_limit, "Seconds, reading included; default: none", Sign::positive)
      ->default_str("");
  command->add_option("--set", arguments->settings, "Option of the solver as key=value; may be repeated")
      ->allow_extra_args(false);
  add_number(command, "--threads", arguments->threads,
             "Threads that sweep and factor; 1 gives the same bits in every run", Sign::positive);
  command->add_option("--warm-start", arguments->warm_start, "File whose /solution (or /guesses) is the guess");
  command->add_option("--out", arguments->out, "Write problem and answer to this file");
  command->add_option("--history", arguments->history,
                      "Write certificate and the solver's own figures by iteration to this CSV file");
  command->add_flag("--json", arguments->json, "One JSON object on standard output, and only that");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments, &action] { action = [arguments] { return solve(*arguments); }; });
}

}  // namespace signorini::cli
