#pragma once

#include <functional>

#include "command.h"
#include "signorini/problem/contact_problem.h"
#include "signorini/solver/report.h"

namespace signorini::cli {

/// Runs the program and returns its exit code. Where mpirun has started it, `signorini` becomes `signorini-mpi`
/// (one_process.cpp); there rank 0 runs the program, and the other ranks do their part of its solves
/// (several_processes.cpp).
int on_processes(int argc, char** argv, const std::function<int()>& program);

/// The last solve that ran on several processes; null where none did.
const Distribution* last_distribution();
Json to_json(const Distribution& distribution);

/// Throws InputError where there are more processes than bodies.
void require_bodies(const ContactProblem& problem);
void require_bodies(int bodies);

}  // namespace signorini::cli
