#pragma once

#include <filesystem>
#include <string>

#include "bench_table.h"

namespace signorini::cli {

/// Writes out/charts/*.svg and out/report.html, which holds all of them and needs nothing else.
void write_report(const BenchTable& table, const std::filesystem::path& out);

}  // namespace signorini::cli
