#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "command.h"

namespace signorini::cli {

/// A problem of a benchmark: a file, or one to be generated.
struct BenchProblem {
  std::string name;  ///< as tables and results show it, unique
  std::string slug;  ///< the name as part of a file name, unique
  std::filesystem::path file;
  /// "packing:spheres=100" for one that is generated into `file`, else empty.
  std::string recipe;
};

/// What is asked of a benchmark, checked: solvers x problems x tolerances.
struct BenchPlan {
  std::vector<BenchProblem> problems;
  std::vector<std::string> solvers;
  /// The loosest first, each once.
  std::vector<double> tolerances;
  /// The law of every run; each file's own where missing.
  std::optional<std::string> law;
  double time_limit = 60;   ///< s
  double memory_limit = 0;  ///< GB of address space a run; 0: none
  /// Options by solver, each key=value.
  std::map<std::string, std::vector<std::string>> settings;

  std::size_t runs() const { return problems.size() * solvers.size() * tolerances.size(); }
  /// All that decides what the results are, for settings.json.
  Json to_json() const;
};

/// "A,B": the solvers of the catalogue, each once. Throws InputError that names the nearest.
std::vector<std::string> parse_solvers(const std::string& list);
/// "1e-4,1e-8": positive numbers, the loosest first, each once. Throws InputError.
std::vector<double> parse_tolerances(const std::string& list);
/// Sorts "solver.key=value" by solver. Throws InputError where the solver is not in the plan, or has no such option, or
/// does not know the plan's law.
void take_settings(BenchPlan& plan, const std::vector<std::string>& settings);

}  // namespace signorini::cli
