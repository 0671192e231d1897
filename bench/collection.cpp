// What share of the problems in $SIGNORINI_DATA does a solver solve?
// Usage: bench_collection [SOLVER [LAW [TOLERANCE [SECONDS [DIMENSION [OPTION=VALUE]...]]]]]; defaults: gauss-seidel
// coulomb 1e-4 60 3.

#include <cstdlib>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "signorini/io/fclib.h"
#include "signorini/solver/catalogue/catalogue.h"

int main(int argc, char** argv) {
  using namespace signorini;
  const auto argument = [&](int k, const char* otherwise) { return std::string(argc > k ? argv[k] : otherwise); };
  const std::string name = argument(1, "gauss-seidel");
  const Law law = law_from_string(argument(2, "coulomb"));
  const double tolerance = std::stod(argument(3, "1e-4")), seconds = std::stod(argument(4, "60"));
  const int dimension = std::stoi(argument(5, "3"));
  OptionValues options;
  for (int k = 6; k < argc; ++k) {
    const std::string text = argv[k];
    options[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
  }
  const char* folder = std::getenv("SIGNORINI_DATA");
  if (folder == nullptr || !std::filesystem::is_directory(folder)) {
    fmt::print("skipped: set SIGNORINI_DATA to the folder with the problem collection\n");
    return 0;
  }
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".hdf5") files.insert(entry.path());

  int solved = 0, tried = 0;
  fmt::print("{} under law {}, tolerance {:g}, at most {:g} s\n", name, to_string(law), tolerance, seconds);
  for (const auto& path : files) {
    FclibFile file = read_fclib(path);
    if (file.problem.cones.dimension != dimension) continue;
    file.problem.law = law;
    Solution solution;
    StopRule rule;
    rule.tolerance = tolerance;
    rule.time_limit = seconds;
    const Report report = make_solver(name, options)->solve(file.problem, rule, solution);
    ++tried;
    solved += report.status == Status::solved;
    fmt::print("  {:<52} {:>6} contacts  {:<16} {:>7} iterations  certificate {:.1e}  {:6.2f} s\n",
               (path.parent_path().filename() / path.stem()).string(), file.problem.cones.contacts(),
               to_string(report.status), report.iterations, report.certificate.value(), report.timings.total);
    std::fflush(stdout);
  }
  fmt::print("solved {} of {}: {:.0f} %\n", solved, tried, tried == 0 ? 0.0 : 100.0 * solved / tried);
}
