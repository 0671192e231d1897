#pragma once

#include "signorini/dynamics/joint_equations.h"
#include "signorini/dynamics/motors.h"
#include "signorini/solver/solver.h"

namespace signorini {

/// Moves the bodies by the least distance, weighed with their masses, to where joints and motors hold: c = M⁻¹ G λ with
/// Ψ(q ⊕ c) = 0, by Newton's method. Small after a step whose velocities satisfy the joints: of third order in h.
class Projection {
 public:
  Projection(const Model& model, const SparseMatrix& mass);
  ~Projection();
  Projection(Projection&&) noexcept;
  Projection& operator=(Projection&&) noexcept;

  /// The largest |Ψ| that is left, m or rad. Corrections that would move a body's centre by more than `furthest`, m,
  /// are not done: Newton's method may have left for another way to assemble the joints.
  double project(const Model& model, const std::vector<int>& places, const std::vector<MotorPlace>& motors,
                 double furthest, std::vector<Pose>& poses);

 private:
  /// c for the violations of the rows. Where their factor would be large, or breaks down, by a solver.
  void find_correction(const std::vector<ConstraintRow>& rows, const std::vector<int>& places);
  void solve_sparse(const std::vector<ConstraintRow>& rows, const std::vector<int>& places);

  JointEquations equations_;
  Vector violations_, correction_;
  ContactProblem problem_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace signorini
