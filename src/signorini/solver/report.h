#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/problem/certificate.h"

namespace SIGNORINI_PUBLIC signorini {

/// Why a solve ended. With c the smallest certificate so far, ε = StopRule::tolerance, k iterations and t seconds; in
/// all but `solved` c > ε, and the answer is the one with certificate c.
enum class Status {
  /// c ≤ ε; for the guess alone, at k = 0, c ≤ StopRule::guess_share · ε.
  solved,
  /// Stalled: for n iterations in a row the method's measure m, the certificate or its own residual, has not come below
  /// ρ · (the smallest m before), and the method has nothing else to try. n and ρ ≤ 1 by method: docs/solvers.md.
  inaccurate,
  /// k = StopRule::max_iterations, or where that is 0, the method's own limit.
  iteration_limit,
  /// t ≥ StopRule::time_limit, or t + (expected seconds of the next factorisation or preparation) > time_limit.
  time_limit,
  /// StopRule::cancelled() returned true.
  interrupted,
  /// Report::proof = r ∈ K with qᵀr < 0 and ½ (qᵀr)² / rᵀ(W + E)r > 10¹² · ½ max|q|² Σ 1/W_kk: problem/infeasibility.h.
  infeasible,
  /// A candidate whose certificate is not finite; a factorisation that breaks down, or does not fit into memory.
  numerical_failure,
};
inline constexpr std::size_t status_count = static_cast<std::size_t>(Status::numerical_failure) + 1;
std::string_view to_string(Status status);

/// One line of a solver's history, at the iterations where the certificate was computed.
struct HistoryEntry {
  int iteration = 0;
  double seconds = 0;
  Certificate certificate;
  /// The method's own figures, named by Report::columns.
  std::vector<double> figures = {};
};

/// Wall-clock seconds by stage; `other` is what the named stages leave of the total.
struct Timings {
  double total = 0, setup = 0, analyze = 0, factorize = 0, solve = 0;
  double other() const;
};

/// Who did what in a solve on several processes.
struct Distribution {
  std::vector<int> rows;  ///< by process; contacts across a border count for one of the two
  /// By process, the most that it held, bytes.
  std::vector<std::int64_t> memory;
  /// What all processes together receive of the velocities of others' bodies in one exchange.
  std::int64_t halo_bytes = 0;
  /// Rows of the process that has most, over the mean.
  double imbalance = 1;
  /// Of all processes during the solve, together.
  double cpu_seconds = 0;
  /// Conjugate gradients, where linear systems were solved by them.
  long krylov_iterations = 0;
};

struct Report {
  std::string solver;
  Status status = Status::numerical_failure;
  /// What happened, in a sentence.
  std::string message;
  int iterations = 0;
  int factorizations = 0;
  Certificate certificate;
  /// ½ rᵀ(W + E) r + qᵀr, J.
  double objective = 0;
  std::vector<HistoryEntry> history;
  /// Names of the figures that the method adds to each line of the history.
  std::vector<std::string> columns;
  /// Of the last part of the solve that ran on several processes; no rows where none did.
  Distribution distribution;
  /// With status infeasible: impulses in K that prove it, see problem/infeasibility.h.
  Vector proof;
  Timings timings;
  /// The most that the process held by the end of the solve, bytes.
  std::int64_t peak_memory_bytes = 0;

  /// Makes this the report of both: adds the work of what ran before, and puts its history first. Figures stay only
  /// where both have the same.
  void add_earlier(const Report& earlier);

  /// "solved: certificate 3.2e-05 after 120 iterations in 0.41 s".
  std::string brief() const;
  /// Several lines: status, certificate by part, objective, time by stage.
  std::string full() const;
};

}  // namespace signorini
