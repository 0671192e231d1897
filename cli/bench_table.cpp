#include "bench_table.h"

#include <algorithm>
#include <limits>

#include "signorini/chart/performance_profile.h"

namespace signorini::cli {

BenchTable::BenchTable(const BenchPlan& plan, const BenchResults& results) : plan_(plan) {
  for (const auto& problem : plan.problems) {
    bool read = false;
    for (const auto& solver : plan.solvers)
      for (const double tolerance : plan.tolerances) {
        rows_.push_back(results.find(problem.name, solver, tolerance));
        read = read || rows_.back()->status != "bad_input";
      }
    (read ? readable_ : broken_).push_back(&problem);
  }
}

const BenchRow& BenchTable::row(const BenchProblem& problem, std::size_t solver, std::size_t tolerance) const {
  const auto p = static_cast<std::size_t>(&problem - plan_.problems.data());
  return *rows_[(p * plan_.solvers.size() + solver) * plan_.tolerances.size() + tolerance];
}

const BenchRow& BenchTable::about(const BenchProblem& problem) const {
  for (std::size_t s = 0; s < plan_.solvers.size(); ++s)
    for (std::size_t t = 0; t < plan_.tolerances.size(); ++t)
      if (row(problem, s, t).contacts) return row(problem, s, t);
  return row(problem, 0, 0);
}

std::vector<std::vector<double>> BenchTable::seconds(std::size_t tolerance) const {
  std::vector<std::vector<double>> times(plan_.solvers.size());
  for (std::size_t s = 0; s < times.size(); ++s)
    for (const auto* problem : readable_) {
      const BenchRow& r = row(*problem, s, tolerance);
      times[s].push_back(r.solved() ? r.seconds.value_or(0) : std::numeric_limits<double>::infinity());
    }
  return times;
}

std::vector<Standing> BenchTable::standings() const {
  std::vector<Standing> result;
  for (std::size_t t = 0; t < plan_.tolerances.size(); ++t) {
    const auto ratios = performance_ratios(seconds(t));
    for (std::size_t s = 0; s < plan_.solvers.size(); ++s) {
      const auto solved =
          std::count_if(readable_.begin(), readable_.end(), [&](const auto* p) { return row(*p, s, t).solved(); });
      result.push_back({plan_.solvers[s], plan_.tolerances[t], static_cast<std::size_t>(solved), readable_.size(),
                        median_ratio(ratios[s])});
    }
  }
  return result;
}

std::vector<const BenchRow*> BenchTable::wrong() const {
  std::vector<const BenchRow*> result;
  std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(result),
               [](const BenchRow* row) { return row->status == "wrong"; });
  return result;
}

}  // namespace signorini::cli
