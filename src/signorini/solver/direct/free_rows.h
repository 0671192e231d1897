#pragma once

#include <optional>
#include <string>
#include <vector>

#include "signorini/linalg/envelope_cholesky.h"
#include "signorini/problem/contact_problem.h"
#include "signorini/solver/direct/body_masses.h"
#include "signorini/solver/report.h"
#include "signorini/solver/stop_rule.h"

namespace signorini::direct {

/// Problems whose rows are all free, as mechanisms have them where nothing touches and no limit is near. No law has a
/// say, and what is left is a linear system,
///
///     M v = f + H r,    Hᵀ v + w + E r = u = 0,
///
/// solved for the impulses by (Hᵀ M⁻¹ H + E + δ D) Δr = -u, with D the diagonal of the others, again until u is
/// rounding. δ holds rows apart that depend on each other: what of the impulses no motion tells apart stays that of the
/// guess. Everything is dense in small blocks; the order of the rows is kept for the next problem of the same pattern.
class FreeRows {
 public:
  /// Nothing where the problem is of another kind, where bodies are tied in too large groups or rows in too wide loops,
  /// and where the rows contradict each other or nearly so: what remains above the tolerance is for other methods, and
  /// `solution` as it was.
  std::optional<Report> solve(const std::string& name, const ContactProblem& problem, const StopRule& rule,
                              Solution& solution);
  /// By the form and the cones alone.
  static bool may_solve(const ContactProblem& problem);

 private:
  /// What a row is in one block of M: a dense vector, whitened.
  struct Share {
    int row;     ///< in the order of the factor
    int values;  ///< its place
  };
  bool analyze(const ContactProblem& problem);
  bool write_shares(const SparseMatrix& H);
  void collect_shares(const SparseMatrix& H);
  bool factorize(const ContactProblem& problem);
  template <int known_size>
  void add_products(int block);
  void move(const ContactProblem& problem, Solution& candidate);

  BodyMasses masses_;
  EnvelopeCholesky delassus_;
  bool fits_ = false;                       ///< whether the last pattern is for this method
  std::vector<int> order_;                  ///< of each row in the factor
  std::vector<std::vector<Share>> shares_;  ///< by block of M
  std::vector<int> blocks_of_row_;          ///< of all rows, one after the other, as H has them
  std::vector<int> values_of_row_;          ///< the places of these shares
  std::vector<int> first_block_;            ///< of each row in both, with the end of the last
  std::vector<double> values_;              ///< of all shares, zeros included
  Vector change_;
};

}  // namespace signorini::direct
