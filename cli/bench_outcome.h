#pragma once

#include "bench_child.h"
#include "bench_results.h"

namespace signorini::cli {

/// The result of a run from how its process ended; `blank` has what was known before. A run that claims to be solved
/// with a certificate above the tolerance is `wrong`.
BenchRow to_row(BenchRow blank, const ChildEnd& end);

}  // namespace signorini::cli
