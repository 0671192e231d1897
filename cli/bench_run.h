#pragma once

#include <filesystem>
#include <optional>

#include "bench_child.h"
#include "bench_plan.h"
#include "bench_results.h"

namespace signorini::cli {

/// Where the certificate by iteration of a run is kept.
std::filesystem::path history_file(const std::filesystem::path& out, const BenchProblem& problem,
                                   const std::string& solver, double tolerance);

/// One run of a benchmark, under way: `solve` in a process of its own.
class BenchRun {
 public:
  BenchRun(const BenchPlan& plan, const std::filesystem::path& out, const BenchProblem& problem,
           const std::string& solver, double tolerance);

  /// Its result as soon as there is one. Status `interrupted` means that there is none.
  std::optional<BenchRow> poll();
  void interrupt() { child_.interrupt(); }

 private:
  BenchRow blank_;  ///< what is known before the run
  Child child_;
};

}  // namespace signorini::cli
