#pragma once

#include <filesystem>

#include "bench_plan.h"
#include "bench_results.h"

namespace signorini::cli {

/// Carries out the runs of the plan that have no result yet, `jobs` at a time, each solver from the loosest tolerance
/// to the tightest on each problem. Tolerances below one that was missed get the same result without a run. Returns
/// whether every run has a result in the end; Ctrl-C is one reason why not.
bool carry_out(const BenchPlan& plan, const std::filesystem::path& out, int jobs, bool quiet, BenchResults& results);

}  // namespace signorini::cli
