#pragma once

#include <vector>

#include "signorini/problem/delassus.h"
#include "signorini/solver/sweeps/visit_contacts.h"

namespace signorini {

/// One Gauss-Seidel pass over all rows; the friction cones of large problems in parts, by the worker threads
/// (base/parallel.h). Separate from the solver so that a benchmark can time it alone.
class GaussSeidelSweep {
 public:
  GaussSeidelSweep(const ContactProblem& problem, const Delassus& delassus, double omega, double lambda);

  /// Moves r, and with it the state x (see Delassus), in place.
  void run(Vector& r, Vector& x, Direction direction = Direction::forward) const;
  /// Shortens the steps for good, down to a floor: exact Coulomb friction can make full steps cycle.
  void damp();
  /// Bytes that one pass has to touch.
  std::size_t bytes() const;

 private:
  void sort_cones();
  void bilateral_rows(Vector& r, Vector& x, Direction direction) const;
  void positive_rows(Vector& r, Vector& x, Direction direction) const;
  void friction_cones(Vector& r, Vector& x, Direction direction) const;

  const Delassus& delassus_;
  double omega_, lambda_;
  bool coulomb_;
  Vector mu_;                   ///< as the law applies them
  Vector inverse_diagonal_;     ///< 1/(W + E)_kk of the free and positive rows; 0 for rows that nothing moves
  std::vector<double> blocks_;  ///< (W + E)_ii of the friction cones, kept away from singularity
  // Of large problems in global form, else empty (SweepParts). mu_ and blocks_ are sorted, too.
  std::vector<int> order_;              ///< the contacts, part by part
  std::vector<std::vector<int>> lots_;  ///< of both lots, where in it the parts begin and end
  BlockColumns sorted_;                 ///< the columns of the friction cones in that order
};

}  // namespace signorini
