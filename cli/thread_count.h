#pragma once

#include <map>
#include <string>
#include <vector>

namespace signorini::cli {

/// Whether the BLAS gets threads, too. It rounds otherwise with two than with one.
enum class BlasThreads { one, all };

/// Sets the threads of the library. Warns in one line when more threads are asked for, here or by the solver's option
/// `threads`, than there are cores: no more than that are used.
void use_threads(int threads, BlasThreads blas, const std::map<std::string, std::string>& solver_options);

/// `asked`, or with a warning as many as there are cores. `flag`: what asked for them.
int within_cores(const std::string& flag, int asked);

}  // namespace signorini::cli
