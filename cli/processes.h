#pragma once

#include <functional>

namespace signorini::cli {

/// Runs the program and returns its exit code. Where mpirun has started it, `signorini` becomes `signorini-mpi`
/// (one_process.cpp); there rank 0 runs the program, and the other ranks do their part of its solves
/// (several_processes.cpp).
int on_processes(int argc, char** argv, const std::function<int()>& program);

}  // namespace signorini::cli
