#pragma once

#include <filesystem>

#include "bench_plan.h"

namespace signorini::cli {

/// Makes `out` the folder of this plan: a new one, one that already holds results of the same plan, or with `overwrite`
/// one whose results are thrown away. Generated problems are written. Throws InputError when the folder holds something
/// else; nothing has changed then.
void open_bench_folder(const std::filesystem::path& out, const BenchPlan& plan, bool overwrite);

}  // namespace signorini::cli
