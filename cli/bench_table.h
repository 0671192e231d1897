#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench_plan.h"
#include "bench_results.h"

namespace signorini::cli {

/// How a solver did at a tolerance, over the problems that could be read.
struct Standing {
  std::string solver;
  double tolerance;
  std::size_t solved, total;
  /// Time over that of the fastest, of the problems that it solved.
  std::optional<double> median_ratio;
};

/// The results of a whole plan, by problem, solver and tolerance.
class BenchTable {
 public:
  /// `results` has all of the plan's runs.
  BenchTable(const BenchPlan& plan, const BenchResults& results);

  const BenchPlan& plan() const { return plan_; }
  const BenchRow& row(const BenchProblem& problem, std::size_t solver, std::size_t tolerance) const;
  /// The first line about a problem that knows its size, else the first.
  const BenchRow& about(const BenchProblem& problem) const;

  /// The problems that some solver could read, and the others.
  const std::vector<const BenchProblem*>& readable() const { return readable_; }
  const std::vector<const BenchProblem*>& broken() const { return broken_; }

  /// Seconds by solver and readable problem; infinity where the tolerance was missed.
  std::vector<std::vector<double>> seconds(std::size_t tolerance) const;
  std::vector<Standing> standings() const;
  std::vector<const BenchRow*> wrong() const;

 private:
  const BenchPlan& plan_;
  std::vector<const BenchRow*> rows_;
  std::vector<const BenchProblem*> readable_, broken_;
};

}  // namespace signorini::cli
