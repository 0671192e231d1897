#pragma once

#include <vector>

#include "signorini/problem/delassus.h"

namespace signorini {

/// The metric of a Jacobi step; see JacobiOptions::scaling.
enum class JacobiScaling { splitting, trace };

/// One Jacobi pass over all rows: r ← λ Π_K(r - ω B û) + (1-λ) r, Krylov paper eq. 12, with û the velocities of the law
/// and the projection taken in the metric B⁻¹. Separate from the solver so that a benchmark can time it alone.
class JacobiSweep {
 public:
  JacobiSweep(const ContactProblem& problem, const Delassus& delassus, JacobiScaling scaling, double omega,
              double lambda);

  /// Moves r; the new state goes to x_new, which may not be x.
  void run(Vector& r, const Vector& x, Vector& x_new) const;
  /// Bytes that one pass has to touch.
  std::size_t bytes() const;

 private:
  /// ω B of one friction cone, diagonal: one entry for the normal row, one for the tangential ones. With r_N counted in
  /// units of 1/κ, κ² = B_T/B_N, the metric is a multiple of the Euclidean one and the cone has friction μ/κ.
  struct ConeStep {
    double normal, tangential, kappa, mu_over_kappa;
  };
  template <int d>
  VectorN<d> step_cone(const ConeStep& step, const VectorN<d>& u, const VectorN<d>& old) const;

  const Delassus& delassus_;
  double lambda_;
  bool coulomb_;
  Vector row_steps_;  ///< ω B of the free and positive rows
  std::vector<ConeStep> cone_steps_;
};

}  // namespace signorini
