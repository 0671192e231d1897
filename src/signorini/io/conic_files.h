#pragma once

#include <filesystem>
#include <optional>

#include "signorini/base/export.h"
#include "signorini/problem/contact_problem.h"

/// Problems for other people's solvers, as one convex program over velocities v and impulses r:
///
///     min ½ vᵀM v + wᵀr + ½ rᵀE r   subject to   M v - H r = f,   r in K        (local: min ½ rᵀ(W + E) r + qᵀr)
///
/// This is the dual problem with v kept, which keeps it sparse. Both v and r are variables, so that what any solver
/// prints for its variables is a whole answer. Its objective is the certificate's (Report::objective) plus ½ fᵀM⁻¹f.
/// The law is that of the problem: coulomb is no convex program, and is refused.
namespace SIGNORINI_PUBLIC signorini {

/// Conic Benchmark Format, version 1: cones as they are. Variables in this order: v, r, the epigraph of the quadratic
/// terms. Throws InputError where M is not symmetric, or a local problem has more than 2000 rows (the root of W is
/// dense).
void write_cbf(const std::filesystem::path& path, const ContactProblem& problem);

/// QPS: MPS with a QUADOBJ section, free format. Friction cones as pyramids over `sides` directions, which gives the
/// variables V0, V1, … (v), R0, … (rows without friction, under their numbers) and B0_0_3, B0_1_3, … (cone 0,
/// its rays 0, 1, … of 3); compliant rows in global form have a V more each. Throws InputError where M is not
/// symmetric.
void write_qps(const std::filesystem::path& path, const ContactProblem& problem, int sides);

/// An answer that another solver has written as text.
struct TextSolution {
  Solution solution;         ///< without u; v is empty in local form
  std::optional<int> sides;  ///< of the pyramid that the file was written with
};

/// Reads the variables of write_qps() wherever a line has one of their names and then a number: the solution files of
/// CLP, MOSEK, Gurobi, SCIP, HiGHS and others; variables that are not there are 0. A file of nothing but numbers is one
/// of write_cbf(): v and r, whatever follows. Throws InputError that names file and line.
TextSolution read_text_solution(const std::filesystem::path& path, const ContactProblem& problem);

}  // namespace signorini
