#include "bench_charts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "bench_run.h"
#include "signorini/base/number_text.h"
#include "signorini/chart/chart.h"
#include "signorini/chart/profile_chart.h"

namespace signorini::cli {
namespace {

/// Of a history of thousands of lines a chart shows about this many.
constexpr std::size_t points_of_a_curve = 400;

struct History {
  std::vector<double> iteration, seconds, certificate;
};

History read_history(const std::filesystem::path& file) {
  History history;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);  // the names of the columns; the first three are these
  while (std::getline(in, line)) {
    const char* at = line.c_str();
    for (auto* column : {&history.iteration, &history.seconds, &history.certificate}) {
      char* end = nullptr;
      column->push_back(std::strtod(at, &end));
      at = *end == ',' ? end + 1 : end;
    }
  }
  return history;
}

/// The history of the tightest run that left one.
History tightest_history(const BenchPlan& plan, const std::filesystem::path& out, const BenchProblem& problem,
                         const std::string& solver) {
  for (auto tolerance = plan.tolerances.rbegin(); tolerance != plan.tolerances.rend(); ++tolerance)
    if (const auto file = history_file(out, problem, solver, *tolerance); std::filesystem::exists(file))
      return read_history(file);
  return {};
}

std::vector<double> thinned(const std::vector<double>& values) {
  const std::size_t stride = std::max<std::size_t>(1, values.size() / points_of_a_curve);
  std::vector<double> result;
  for (std::size_t k = 0; k < values.size(); k += stride) result.push_back(values[k]);
  if (!values.empty() && (values.size() - 1) % stride != 0) result.push_back(values.back());  // the end always
  return result;
}

constexpr const char* solved_name = "solved";
std::string profile_name(double tolerance) { return "profile_" + tolerance_text(tolerance); }
std::string time_name(const BenchProblem& problem) { return "time_" + problem.slug; }
std::string iterations_name(const BenchProblem& problem) { return "iterations_" + problem.slug; }

}  // namespace

BenchChart profile_chart(const BenchTable& table, std::size_t tolerance) {
  const std::string name = tolerance_text(table.plan().tolerances[tolerance]);
  return {profile_name(table.plan().tolerances[tolerance]),
          to_svg(signorini::profile_chart(fmt::format("Performance profile at {}", name), table.plan().solvers,
                                          table.seconds(tolerance)))};
}

BenchChart solved_chart(const BenchTable& table) {
  Chart chart{.title = "Share solved against tolerance",
              .x = {.label = "tolerance", .logarithmic = true},
              .y = {.label = "share of problems solved", .from = 0, .to = 1},
              .series = {}};
  for (const auto& solver : table.plan().solvers)
    chart.series.push_back({.name = solver, .x = {}, .y = {}, .markers = true});
  const auto standings = table.standings();
  for (std::size_t k = 0; k < standings.size(); ++k) {
    Series& line = chart.series[k % chart.series.size()];
    line.x.push_back(standings[k].tolerance);
    line.y.push_back(static_cast<double>(standings[k].solved) /
                     static_cast<double>(std::max<std::size_t>(1, standings[k].total)));
  }
  return {solved_name, to_svg(chart)};
}

std::vector<BenchChart> residual_charts(const BenchTable& table, const std::filesystem::path& out,
                                        const BenchProblem& problem) {
  Chart by_time{.title = problem.name,
                .x = {.label = "seconds", .logarithmic = true},
                .y = {.label = "certificate", .logarithmic = true},
                .series = {}};
  Chart by_iteration = by_time;
  by_iteration.x.label = "iterations";
  for (const auto& solver : table.plan().solvers) {
    const History history = tightest_history(table.plan(), out, problem, solver);
    const auto certificate = thinned(history.certificate);
    by_time.series.push_back({.name = solver, .x = thinned(history.seconds), .y = certificate});
    by_iteration.series.push_back({.name = solver, .x = thinned(history.iteration), .y = certificate});
  }
  return {{time_name(problem), to_svg(by_time)}, {iterations_name(problem), to_svg(by_iteration)}};
}

std::vector<std::string> chart_names(const BenchPlan& plan) {
  std::vector<std::string> names = {solved_name};
  for (const double tolerance : plan.tolerances) names.push_back(profile_name(tolerance));
  for (const auto& problem : plan.problems) {
    names.push_back(time_name(problem));
    names.push_back(iterations_name(problem));
  }
  return names;
}

}  // namespace signorini::cli
