// Which solver is the fastest to which tolerance? Prints, for a packing of chosen size, the seconds and iterations each
// solver needs to reach certificates of 1e-2 ... 1e-10, and the ratios to gauss-seidel and interior-point.
//
//   bench_first_order [--plot=FILE.svg] [SPHERES [FRICTION [SECONDS [TOLERANCE [SOLVER[:key=value]... ...]]]]]
//
// --plot draws the time to each tolerance. FRICTION 0 takes law frictionless. SECONDS is the time limit of each solve,
// which ends at TOLERANCE.

#include <cmath>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "signorini/chart/chart.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace {

using namespace signorini;

constexpr int loosest = 2, tightest = 10;

struct Run {
  std::string label;
  Report report;
  /// Processor time, which other programs on the machine disturb less than wall-clock time. By decade from 1e-loosest
  /// on; infinite where not reached.
  std::vector<double> seconds, iterations;
  double total = 0;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

Run run(const std::string& label, const ContactProblem& problem, double time_limit, double tolerance) {
  const std::vector<std::string> parts = split(label, ':');
  OptionValues options;
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const auto pair = split(parts[k], '=');
    options[pair.at(0)] = pair.at(1);
  }
  StopRule rule;
  rule.tolerance = tolerance;
  rule.time_limit = time_limit;
  rule.max_iterations = 1'000'000;
  const std::clock_t start = std::clock();
  std::vector<double> clocks;
  const auto clock_seconds = [&] { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; };
  rule.observer = [&](const HistoryEntry& entry) {
    for (int decade = loosest; decade <= tightest; ++decade)
      if (const std::size_t k = clocks.size();
          k + loosest == static_cast<std::size_t>(decade) && entry.certificate.value() <= std::pow(10.0, -decade))
        clocks.push_back(clock_seconds());
  };
  Solution solution;
  Run result{label, make_solver(parts[0], options)->solve(problem, rule, solution), {}, {}, 0};
  result.total = clock_seconds();
  for (int decade = loosest; decade <= tightest; ++decade) {
    const auto k = static_cast<std::size_t>(decade - loosest);
    result.seconds.push_back(k < clocks.size() ? clocks[k] : INFINITY);
    result.iterations.push_back(INFINITY);
    for (const HistoryEntry& entry : result.report.history) {
      if (entry.certificate.value() > std::pow(10.0, -decade)) continue;
      result.iterations.back() = entry.iteration;
      break;
    }
  }
  return result;
}

template <typename Value>
void print_table(const char* title, const std::vector<Run>& runs, const char* format, Value&& value) {
  fmt::print("\n{:<34}", title);
  for (int decade = loosest; decade <= tightest; ++decade) fmt::print("{:>10}", fmt::format("1e-{}", decade));
  fmt::print("\n");
  for (const Run& run : runs) {
    fmt::print("{:<34}", run.label);
    for (std::size_t k = 0; k < run.seconds.size(); ++k) {
      const double number = value(run, k);
      fmt::print("{:>10}", std::isfinite(number) ? fmt::format(fmt::runtime(format), number) : "-");
    }
    fmt::print("\n");
  }
}

void plot(const std::string& file, const std::string& title, const std::vector<Run>& runs) {
  Chart chart{.title = title,
              .x = {.label = "certificate reached", .logarithmic = true},
              .y = {.label = "seconds of processor time", .logarithmic = true},
              .series = {}};
  for (const Run& run : runs) {
    Series line{.name = run.label, .x = {}, .y = run.seconds, .markers = true};
    for (int decade = loosest; decade <= tightest; ++decade) line.x.push_back(std::pow(10.0, -decade));
    chart.series.push_back(line);
  }
  std::ofstream(file) << to_svg(chart);
  fmt::print("\nplot in {}\n", file);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::string plot_file;
  if (const std::string flag = "--plot="; !arguments.empty() && arguments[0].starts_with(flag)) {
    plot_file = arguments[0].substr(flag.size());
    arguments.erase(arguments.begin());
  }
  const auto number = [&](std::size_t k, double otherwise) {
    return arguments.size() > k ? std::stod(arguments[k]) : otherwise;
  };
  const int spheres = static_cast<int>(number(0, 1000));
  const double friction = number(1, 0.3), time_limit = number(2, 20), tolerance = number(3, std::pow(10.0, -tightest));
  std::vector<std::string> labels(arguments.begin() + std::min<std::ptrdiff_t>(4, std::ssize(arguments)),
                                  arguments.end());
  if (labels.empty())
    labels = {"gauss-seidel", "interior-point", "jacobi", "apgd", "p-spg-fb", "gpminres", "kucera", "admm"};

  const Law law = friction > 0 ? Law::convex : Law::frictionless;
  const ContactProblem problem = generate_packing({.spheres = spheres, .friction = friction, .law = law});
  fmt::print("{} spheres, {} contacts, friction {:g}, law {}, at most {:g} s each\n", spheres, problem.cones.contacts(),
             friction, to_string(law), time_limit);
  std::vector<Run> runs;
  for (const std::string& label : labels) {
    runs.push_back(run(label, problem, time_limit, tolerance));
    fmt::print("  {:<32} {} ({:.0f} us an iteration), objective {:.8g}\n", label, runs.back().report.brief(),
               1e6 * runs.back().total / std::max(1, runs.back().report.iterations), runs.back().report.objective);
    std::fflush(stdout);
  }
  print_table("seconds of processor time", runs, "{:.3g}",
              [](const Run& run, std::size_t k) { return run.seconds[k]; });
  print_table("iterations", runs, "{:.0f}", [](const Run& run, std::size_t k) { return run.iterations[k]; });
  for (const char* base : {"gauss-seidel", "interior-point"})
    for (const Run& reference : runs)
      if (reference.label == base)
        print_table(fmt::format("times faster than {}", base).c_str(), runs, "{:.2f}",
                    [&](const Run& run, std::size_t k) { return reference.seconds[k] / run.seconds[k]; });
  if (!plot_file.empty())
    plot(plot_file,
         fmt::format("Time to a certificate, {} contacts, friction {:g}", problem.cones.contacts(), friction), runs);
}
