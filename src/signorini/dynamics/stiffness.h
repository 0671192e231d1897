#pragma once

#include <vector>

#include "signorini/dynamics/constraint_rows.h"
#include "signorini/dynamics/step_motion.h"

namespace signorini {

/// How the impulses of a step change with the velocities at its end: h²K/4 + hD/2 of springs, and what turning levers
/// do to the forces of joints (the geometric stiffness: a heavy load at the end of a chain holds the links straight).
/// Added to M, they make the repeated solves of a step a Newton iteration, which converges where stiff springs or large
/// tensions would drive a plain repetition apart.
///
/// Parts that would take away from M are left out: the sum stays positive definite, and the answer of the step, the
/// limit of its repetitions, does not depend on it.
class Stiffness {
 public:
  Stiffness(const StepMotion& motion, const std::vector<int>& places);

  /// And bushings.
  void add_springs(const Model& model);
  /// `impulses`: one for each row, free ones first, N s or N m s.
  void add_joints(const Model& model, const ConstraintRows& rows, const std::vector<double>& impulses);
  /// What turning levers add to the moment of inertia of a body.
  Matrix3 turning(std::size_t body) const;
  /// M plus all that was added.
  SparseMatrix added_to(const SparseMatrix& M) const;

 private:
  void add_bushing(const Bushing& bushing);
  /// An elastic bar between two points (in the bodies' frames): `along` and `across` its direction.
  void add_bar(int body_a, const Vector3& point_a, int body_b, const Vector3& point_b, const Vector3& direction,
               double along, double across);
  /// A force (along the world's axes, N) that keeps its direction while the body turns.
  void add_lever(int body, const Vector3& point, const Vector3& force);

  using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;
  /// stiffness · [a; b] [a; b]ᵀ, column by column.
  void add_products(int body_a, const Columns& a, int body_b, const Columns& b, const Vector& stiffness);

  const StepMotion& motion_;
  const std::vector<int>& places_;
  std::vector<Eigen::Triplet<double>> entries_;
  std::vector<Matrix3> levers_;  ///< of each body, about its axes
};

}  // namespace signorini
