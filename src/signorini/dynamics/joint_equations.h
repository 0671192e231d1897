#pragma once

#include <span>
#include <vector>

#include "signorini/dynamics/constraint_rows.h"
#include "signorini/linalg/envelope_cholesky.h"

namespace signorini {

/// How the rows H of joints tie the velocities of rigid bodies together, when nothing else does:
///
///     A δv - H δr = a,   Hᵀ δv = b        A: mass and inertia of each body by itself
///
/// by a factor of Hᵀ A⁻¹ H in small dense blocks. No memory is asked for while the rows stay on the same bodies.
class JointEquations {
 public:
  explicit JointEquations(const Model& model);

  /// A becomes mass and inertia again.
  void forget_turning();
  /// Adds to the moment of inertia of a body. False where it is not positive definite then.
  bool add_turning(int body, const Matrix3& inertia);

  /// H becomes `rows`. What depends on others among them gets no impulse. False where the factor would be large, or has
  /// failed.
  bool factorize(const std::vector<ConstraintRow>& rows);

  /// A⁻¹ b, in place.
  void divide_by_mass(Vector& b) const;
  /// (Hᵀ A⁻¹ H)⁻¹ b.
  const Vector& impulses(const Vector& b);
  /// v += A⁻¹ H r.
  void push(const Vector& r, Vector& v) const;

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  struct BodyMass {
    int place;  ///< in v; -1: fixed
    double mass = 0;
    Matrix3 inertia = Matrix3::Zero(), inverse = Matrix3::Zero();
  };
  /// One row on one of its bodies.
  struct Share {
    int body, row, place;                                   ///< `place`: of the row in the factor
    Vector6 on = Vector6::Zero(), moved = Vector6::Zero();  ///< moved = A⁻¹ on
  };
  bool same_shape(const std::vector<ConstraintRow>& rows) const;
  void shape(const std::vector<ConstraintRow>& rows);
  bool moves(int body) const { return body >= 0 && bodies_[body].place >= 0; }

  std::vector<BodyMass> masses_of_model_, bodies_;
  std::vector<std::pair<int, int>> bodies_of_row_;
  bool fits_ = false;
  std::vector<int> order_;          ///< of each row in the factor
  std::vector<Share> shares_;       ///< body by body, in the order of the factor
  std::vector<int> first_of_body_;  ///< in shares_
  EnvelopeCholesky factor_;
  Vector sorted_, result_;
};

}  // namespace signorini
