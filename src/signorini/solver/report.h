#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "signorini/problem/certificate.h"

namespace signorini {

enum class Status {
  solved,             ///< certificate ≤ tolerance
  inaccurate,         ///< stalled above the tolerance
  iteration_limit,    ///< iterations = StopRule::max_iterations
  time_limit,         ///< seconds ≥ StopRule::time_limit
  interrupted,        ///< StopRule::cancelled said stop
  infeasible,         ///< the rows contradict each other
  numerical_failure,  ///< NaN, breakdown of a factorisation
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
