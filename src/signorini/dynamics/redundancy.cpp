#include "signorini/dynamics/redundancy.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <Eigen/QR>

#include "signorini/dynamics/islands.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

/// Rows that depend on each other up to this share: scene files have six digits and more.
constexpr double dependent = 1e-6;
constexpr std::size_t most_rows = 400;
/// Of what a unit impulse along the row does to its bodies. Far above the square of what a step of some milliradians
/// leaves of the dependence (1e-10), far below what would show: Bricard's mechanism at h = 1 ms is right to 7e-7 m over
/// 10 s with this, to 6e-6 m with ten times as much.
constexpr double give = 1e-7;

/// The turn by which the bodies are moved to see whether rows still depend on each other, rad: it leaves the special
/// geometry by its square.
constexpr double small_turn = 1e-2;

/// The rows of joints that act on each other, each body's velocities in units of its masses.
class JointedBodies {
 public:
  JointedBodies(const Model& model, const std::vector<int>& places, const std::vector<std::size_t>& rows,
                const ConstraintRows& at_start)
      : model_(model), rows_(rows) {
    for (const std::size_t row : rows_)
      for (const int body : {at_start.free[row].body_a, at_start.free[row].body_b})
        if (body >= 0 && places[body] >= 0) column_.emplace(body, 6 * static_cast<int>(column_.size()));
  }

  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor(const ConstraintRows& all) const {
    Eigen::MatrixXd transposed = Eigen::MatrixXd::Zero(velocities(), static_cast<int>(rows_.size()));
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const ConstraintRow& row = all.free[rows_[k]];
      for (const auto& [body, on] : {std::pair(row.body_a, row.on_a), std::pair(row.body_b, row.on_b)})
        if (column_.contains(body))
          transposed.block<6, 1>(column_.at(body), static_cast<int>(k)) = on.cwiseProduct(unit(body));
    }
    for (Eigen::Index k = 0; k < transposed.cols(); ++k) transposed.col(k).normalize();
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(transposed.rows(), transposed.cols());
    qr.setThreshold(dependent);
    return qr.compute(transposed);
  }

  /// The poses after a small motion that all rows allow: some combination of all such motions.
  std::vector<Pose> moved_a_little(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr,
                                   std::vector<Pose> poses) const {
    Vector motion = Vector::Zero(velocities());
    motion.tail(velocities() - qr.rank()).setOnes();
    motion = qr.householderQ() * motion;
    double turn = 0;
    for (const auto& [body, at] : column_) {
      motion.segment<6>(at) = motion.segment<6>(at).cwiseProduct(unit(body));
      turn = std::max(turn, motion.segment<3>(at + 3).norm());
    }
    if (!(turn > 0)) return poses;
    motion *= small_turn / turn;
    for (const auto& [body, at] : column_) {
      poses[body].position += motion.segment<3>(at);
      poses[body].orientation = advance(poses[body].orientation, motion.segment<3>(at + 3), 1);
    }
    return poses;
  }

  int velocities() const { return 6 * static_cast<int>(column_.size()); }

 private:
  /// Velocities of a body that have the kinetic energy ½ each.
  Eigen::Matrix<double, 6, 1> unit(int body) const {
    const Body& of = model_.bodies[body];
    Eigen::Matrix<double, 6, 1> units;
    units << Vector3::Constant(1 / std::sqrt(of.mass)), of.inertia.diagonal().cwiseSqrt().cwiseInverse();
    return units;
  }

  const Model& model_;
  const std::vector<std::size_t>& rows_;
  std::map<int, int> column_;  ///< of each body's velocities
};

}  // namespace

std::vector<bool> redundant_joints(const Model& model, const std::vector<int>& places) {
  Islands islands = Islands::of_joints(model, places);
  const auto island = [&](const Joint& joint) {
    const int body = islands.moves(joint.body_b) ? joint.body_b : joint.body_a;
    return islands.moves(body) ? islands.of(body) : -1;
  };
  const std::vector<Pose> poses = initial_state(model).poses;
  const std::vector<MotorPlace> motors(model.joints.size());
  const ConstraintRows rows = constraint_rows(model, poses, motors);
  std::map<int, std::vector<std::size_t>> of_island;
  for (std::size_t k = 0; k < rows.free.size(); ++k)
    of_island[island(model.joints[rows.free[k].key.joint])].push_back(k);
  for (const Joint& joint : model.joints)
    if (joint.motor) of_island.erase(island(joint));
  of_island.erase(-1);  // between fixed bodies

  std::vector<bool> redundant(model.joints.size(), false);
  for (const auto& [_, of] : of_island) {
    if (of.size() > most_rows) continue;
    const JointedBodies bodies(model, places, of, rows);
    const auto qr = bodies.factor(rows);
    const bool special = qr.rank() < static_cast<int>(of.size()) && qr.rank() < bodies.velocities();
    if (!special) continue;
    const ConstraintRows nearby = constraint_rows(model, bodies.moved_a_little(qr, poses), motors);
    if (bodies.factor(nearby).rank() <= qr.rank()) continue;
    for (const std::size_t k : of) redundant[rows.free[k].key.joint] = true;
  }
  return redundant;
}

void let_give_way(const std::vector<bool>& redundant, const ConstraintRows& rows, const SparseMatrix& mass,
                  ContactProblem& problem) {
  const Vector inverse = mass.diagonal().cwiseInverse();
  for (int k = 0; k < problem.cones.free; ++k) {
    if (!redundant[rows.free[k].key.joint]) continue;
    if (problem.E.size() == 0) problem.E = Vector::Zero(problem.rows());
    for (SparseMatrix::InnerIterator entry(problem.H, k); entry; ++entry)
      problem.E[k] += give * entry.value() * entry.value() * inverse[entry.row()];
  }
}

}  // namespace signorini
