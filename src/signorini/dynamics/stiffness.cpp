#include "signorini/dynamics/stiffness.h"

#include <algorithm>

#include <Eigen/Eigenvalues>

#include "signorini/dynamics/bushings.h"
#include "signorini/dynamics/mover.h"
#include "signorini/dynamics/springs.h"

namespace signorini {
namespace {

/// The nearest matrix without negative eigenvalues.
Matrix3 positive_part(const Matrix3& A) {
  Eigen::SelfAdjointEigenSolver<Matrix3> eigen;
  eigen.computeDirect(A);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() * eigen.eigenvectors().transpose();
}

}  // namespace

Stiffness::Stiffness(const StepMotion& motion, const std::vector<int>& places)
    : motion_(motion), places_(places), levers_(places.size(), Matrix3::Zero()) {}

void Stiffness::add_springs(const Model& model) {
  const double h = motion_.step;
  for (const Spring& spring : model.springs) {
    const Pull pulling = pull(spring, motion_);
    // Where its law falls, it would take away from M.
    const double stiffness = std::max(pulling.stiffness, 0.0);
    // The tension over the length, which is the stiffness itself for a spring without length at rest.
    const double held = pulling.length > 0 ? pulling.elastic / pulling.length : (spring.length == 0 ? stiffness : 0);
    add_bar(spring.body_a, spring.point_a, spring.body_b, spring.point_b, pulling.direction,
            h * h / 4 * stiffness + h / 2 * spring.damping, h * h / 4 * std::max(held, 0.0));
    add_lever(spring.body_a, spring.point_a, pulling.tension * pulling.direction);
    add_lever(spring.body_b, spring.point_b, -pulling.tension * pulling.direction);
  }
  for (const TorsionSpring& spring : model.torsion_springs) {
    const Turn turning = turn(spring, motion_);
    Columns a(6, 1), b(6, 1);
    a << Vector3::Zero(), turning.on_a;
    b << Vector3::Zero(), turning.on_b;
    add_products(spring.body_a, a, spring.body_b, b,
                 Vector::Constant(1, h * h / 4 * spring.stiffness + h / 2 * spring.damping));
  }
  for (const Bushing& bushing : model.bushings) add_bushing(bushing);
}

void Stiffness::add_bushing(const Bushing& bushing) {
  const double h = motion_.step;
  const BushingLoad held = bushing_load(bushing, motion_, places_);
  Vector6 stiffness, damping;
  stiffness << bushing.stiffness, bushing.turn_stiffness;
  damping << bushing.damping, bushing.turn_damping;
  add_products(bushing.body_a, held.on_a, bushing.body_b, held.on_b, h * h / 4 * stiffness + h / 2 * damping);
  const Vector3 on_b = -held.on_b.topRows<3>() * held.load;
  add_lever(bushing.body_a, bushing.frame_a.position, -on_b);
  add_lever(bushing.body_b, bushing.frame_b.position, on_b);
}

void Stiffness::add_joints(const Model& model, const ConstraintRows& rows, const std::vector<double>& impulses) {
  std::size_t k = 0;
  for (const auto* kind : {&rows.free, &rows.positive})
    for (const ConstraintRow& row : *kind) {
      const double impulse = impulses[k++];
      const Vector3 direction = row.on_b.head<3>();
      if (direction.isZero(0) || impulse == 0) continue;
      const Joint& joint = model.joints[row.key.joint];
      const Pose a = pose_of(motion_.middle, row.body_a);
      const Pose b = pose_of(motion_.middle, row.body_b);
      const Vector3 meeting = b.to_world(joint.frame_b.position), force = impulse / motion_.step * direction;
      add_lever(row.body_a, a.to_local(meeting), -force);
      add_lever(row.body_b, joint.frame_b.position, force);
      if (joint.kind != JointKind::distance) continue;
      const double length = (meeting - a.to_world(joint.frame_a.position)).norm();
      const double pushed_apart = impulse * direction.dot(meeting - a.to_world(joint.frame_a.position)) / length;
      if (length > 0 && pushed_apart < 0)
        add_bar(row.body_a, joint.frame_a.position, row.body_b, joint.frame_b.position, direction.normalized(), 0,
                motion_.step / 4 * -pushed_apart / length);
    }
}

void Stiffness::add_bar(int body_a, const Vector3& point_a, int body_b, const Vector3& point_b,
                        const Vector3& direction, double along, double across) {
  // How the velocities of a point depend on those of its body.
  const auto levers = [&](int body, const Vector3& point, double sign) {
    const Mover mover(motion_, places_, body);
    Columns out(6, 3);
    out.topRows<3>() = sign * Matrix3::Identity();
    out.bottomRows<3>() = sign * skew(mover.lever(point)) * mover.pose().rotation().transpose();
    return out;
  };
  Matrix3 axes;
  axes.col(0) = direction.isZero(0) ? Vector3(Vector3::UnitX()) : Vector3(direction.normalized());
  axes.col(1) = axes.col(0).unitOrthogonal();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  add_products(body_a, levers(body_a, point_a, -1) * axes, body_b, levers(body_b, point_b, 1) * axes,
               Vector3(direction.isZero(0) ? across : along, across, across));
}

void Stiffness::add_lever(int body, const Vector3& point, const Vector3& force) {
  if (body < 0 || places_[body] < 0) return;
  const Mover mover(motion_, places_, body);
  const Vector3 d = mover.lever(point), F = mover.pose().orientation.conjugate() * force;
  // The torque d × F changes by -(d·F) δ + F (d·δ) when the body turns by δ under a force that keeps its direction.
  const Matrix3 turning = F * d.transpose();
  levers_[body] +=
      motion_.step * motion_.step / 4 * (d.dot(F) * Matrix3::Identity() - 0.5 * (turning + turning.transpose()));
}

void Stiffness::add_products(int body_a, const Columns& a, int body_b, const Columns& b, const Vector& stiffness) {
  const int place_a = body_a < 0 ? -1 : places_[body_a], place_b = body_b < 0 ? -1 : places_[body_b];
  const auto add = [&](int row, const Columns& left, int column, const Columns& right) {
    if (row < 0 || column < 0) return;
    const Eigen::Matrix<double, 6, 6> block = left * stiffness.asDiagonal() * right.transpose();
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        const double value = row == column ? 0.5 * (block(i, j) + block(j, i)) : block(i, j);
        if (value == 0) continue;
        entries_.emplace_back(row + i, column + j, value);
        if (row != column) entries_.emplace_back(column + j, row + i, value);
      }
  };
  add(place_a, a, place_a, a);
  add(place_b, b, place_b, b);
  add(place_a, a, place_b, b);
}

Matrix3 Stiffness::turning(std::size_t body) const {
  if (levers_[body].isZero(0)) return Matrix3::Zero();
  const Matrix3 held = positive_part(levers_[body]);
  return 0.5 * (held + held.transpose());
}

SparseMatrix Stiffness::added_to(const SparseMatrix& M) const {
  std::vector<Eigen::Triplet<double>> entries = entries_;
  for (std::size_t body = 0; body < levers_.size(); ++body) {
    if (levers_[body].isZero(0)) continue;
    const Matrix3 held = turning(body);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) entries.emplace_back(places_[body] + 3 + i, places_[body] + 3 + j, held(i, j));
  }
  if (entries.empty()) return M;
  SparseMatrix sum(M.rows(), M.cols());
  sum.setFromTriplets(entries.begin(), entries.end());
  return M + sum;
}

}  // namespace signorini
