#pragma once

#include <map>
#include <string>
#include <vector>

namespace signorini::cli {

/// Sets the threads of the BLAS. Warns in one line when more threads are asked for, here or by the solver's option
/// `threads`, than there are cores: no more than that are used.
void use_threads(int blas_threads, const std::map<std::string, std::string>& solver_options);

/// `asked`, or with a warning as many as there are cores. `flag`: what asked for them.
int within_cores(const std::string& flag, int asked);

}  // namespace signorini::cli
