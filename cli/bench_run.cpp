#include "bench_run.h"

#include <signal.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include <fmt/format.h>

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

constexpr double bytes_per_gigabyte = 1e9;

/// A solver looks at the clock between iterations, and reading the file comes on top: a run is ended from outside only
/// when it is far beyond its limit.
double patience(double time_limit) { return 2 * time_limit + 20; }

std::vector<std::string> words(const BenchPlan& plan, const fs::path& history, const BenchProblem& problem,
                               const std::string& solver, double tolerance) {
  std::vector<std::string> words = {"solve",        fs::absolute(problem.file),         "--solver",  solver,
                                    "--tolerance",  fmt::format("{}", tolerance),       "--history", history,
                                    "--time-limit", fmt::format("{}", plan.time_limit), "--json"};
  if (plan.law) words.insert(words.end(), {"--law", *plan.law});
  if (const auto settings = plan.settings.find(solver); settings != plan.settings.end())
    for (const auto& setting : settings->second) words.insert(words.end(), {"--set", setting});
  return words;
}

/// The last line of what a process said, without the name of the program.
std::string last_words(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  text = text.substr(text.rfind('\n') + 1);  // npos + 1 = 0
  const std::string name = "signorini: ";
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

/// Our own words for it, the C++ library's and the loader's.
bool speaks_of_memory(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const char* phrase : {"not enough memory", "out of memory", "cannot allocate", "bad_alloc", "failed to map",
                             "cannot create shared object descriptor", "memory allocation"})
    if (text.find(phrase) != std::string::npos) return true;
  return false;
}

template <typename Number>
std::optional<Number> figure(const Json& value) {
  return value.is_number() ? std::optional(value.get<Number>()) : std::nullopt;  // null: not finite
}

void take_answer(BenchRow& row, const Json& answer) {
  row.contacts = figure<std::int64_t>(answer.at("problem").at("contacts"));
  row.dof = figure<std::int64_t>(answer.at("problem").at("dof"));
  row.law = answer.at("problem").at("law").get<std::string>();
  row.status = answer.at("status").get<std::string>();
  row.message = answer.at("message").get<std::string>();
  const auto natural = figure<double>(answer.at("certificate").at("natural"));
  const auto dynamics = figure<double>(answer.at("certificate").at("dynamics"));
  if (natural && dynamics) row.certificate = std::max(*natural, *dynamics);
  row.iterations = figure<std::int64_t>(answer.at("iterations"));
  row.seconds = figure<double>(answer.at("seconds").at("total"));
  row.peak_memory_bytes = figure<std::int64_t>(answer.at("peak_memory_bytes"));
  if (row.solved() && !(row.certificate && *row.certificate <= row.tolerance)) {
    row.status = "wrong";
    row.message = fmt::format("claims to be solved, but the certificate is {}",
                              row.certificate ? fmt::format("{:.3g}", *row.certificate) : "not a number");
  }
}

}  // namespace

fs::path history_file(const fs::path& out, const BenchProblem& problem, const std::string& solver, double tolerance) {
  return out / "history" / fmt::format("{}_{}_{}.csv", problem.slug, solver, tolerance);
}

BenchRow to_row(BenchRow row, const ChildEnd& end) {
  row.peak_memory_bytes = end.peak_memory_bytes;
  const std::string said = last_words(end.err);
  if (end.overtime) {
    row.status = "time_limit";
    row.message = "ended from outside, far beyond the time limit";
  } else if (const Json answer = Json::parse(end.out, nullptr, false); answer.is_object()) {
    take_answer(row, answer);
  } else if (speaks_of_memory(end.err) || end.signal == SIGKILL) {
    row.status = "out_of_memory";
    row.message = said.empty() ? "ended by the system, for want of memory as it seems" : said;
  } else if (end.exit_code == bad_input) {
    row.status = "bad_input";
    row.message = said;
  } else {
    row.status = "crashed";
    row.message = end.signal != 0 ? fmt::format("signal {} ({}) {}", end.signal, ::strsignal(end.signal), said)
                                  : fmt::format("exit code {}: {}", end.exit_code, said);
  }
  return row;
}

BenchRun::BenchRun(const BenchPlan& plan, const fs::path& out, const BenchProblem& problem, const std::string& solver,
                   double tolerance)
    : blank_{.problem = problem.name,
             .law = plan.law.value_or(""),
             .solver = solver,
             .tolerance = tolerance,
             .status = "",
             .message = ""},
      child_(words(plan, history_file(out, problem, solver, tolerance), problem, solver, tolerance),
             static_cast<std::uint64_t>(plan.memory_limit * bytes_per_gigabyte), patience(plan.time_limit)) {}

std::optional<BenchRow> BenchRun::poll() {
  const auto end = child_.poll();
  return end ? std::optional(to_row(blank_, *end)) : std::nullopt;
}

}  // namespace signorini::cli
