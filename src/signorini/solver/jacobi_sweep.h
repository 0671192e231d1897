#pragma once

#include <vector>

#include "signorini/problem/delassus.h"

namespace signorini {

/// The metric of a Jacobi step; see JacobiOptions::scaling.
enum class JacobiScaling { splitting, trace };

/// One Jacobi pass over all rows. Separate from the solver so that a benchmark can time it alone.
class JacobiSweep {
 public:
  JacobiSweep(const ContactProblem& problem, const Delassus& delassus, JacobiScaling scaling, double omega,
              double lambda);

  /// Moves r; the new state goes to x_new, which may not be x.
  void run(Vector& r, const Vector& x, Vector& x_new) const;
  /// Bytes that one pass has to touch.
  std::size_t bytes() const;

 private:
  template <int d>
  VectorN<d> solved_in_block(int k, const VectorN<d>& u, const VectorN<d>& old) const;
  template <int d>
  VectorN<d> projected_step(int k, const VectorN<d>& u, const VectorN<d>& old) const;

  const Delassus& delassus_;
  JacobiScaling scaling_;
  double lambda_;
  bool coulomb_;
  Vector mu_;                   ///< as the law applies them
  Vector step_;                 ///< ω B_kk: of each row, for scaling `trace` of each cone's rows alike
  std::vector<double> blocks_;  ///< B⁻¹/ω of the friction cones, for scaling `splitting`
};

}  // namespace signorini
