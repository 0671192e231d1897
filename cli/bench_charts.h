#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench_table.h"

namespace signorini::cli {

/// A chart as SVG, and its file name without the ending.
struct BenchChart {
  std::string name, svg;
};

/// Share solved against time ratio, at one tolerance.
BenchChart profile_chart(const BenchTable& table, std::size_t tolerance);
/// Share solved against tolerance.
BenchChart solved_chart(const BenchTable& table);
/// Certificate against seconds and against iterations, from the tightest run of each solver that left a history.
std::vector<BenchChart> residual_charts(const BenchTable& table, const std::filesystem::path& out,
                                        const BenchProblem& problem);

/// The names of all charts that a benchmark of this plan can come to.
std::vector<std::string> chart_names(const BenchPlan& plan);

}  // namespace signorini::cli
