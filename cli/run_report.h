#pragma once

#include "signorini/run/run.h"

namespace signorini::cli {

/// Writes report.html into the folder of a run that is done: what was run, pictures where Chromium is there to draw
/// them, energies, certificate, stages, worst steps. Throws InputError. Returns why there are no pictures; empty: there
/// are.
std::string write_run_report(const Run& run, const RunResult& result);

}  // namespace signorini::cli
