#include "signorini/dynamics/constraint_rows.h"

#include <cassert>

#include "signorini/dynamics/step_motion.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

/// How a number changes with the velocities of two bodies.
struct Gradient {
  Eigen::Matrix<double, 6, 1> on_a, on_b;
};
/// A number and how it changes.
struct Measure {
  double value;
  Gradient gradient;
};

/// A joint between two bodies at given poses. Everything below is exact at any distance from the satisfied joint.
class PlacedJoint {
 public:
  PlacedJoint(const Joint& joint, const Pose& body_a, const Pose& body_b)
      : body_a_(body_a),
        body_b_(body_b),
        a_(body_a_ * joint.frame_a),
        b_(body_b_ * joint.frame_b),
        axes_a_(a_.rotation()),
        axes_b_(b_.rotation()),
        turned_(a_.orientation.conjugate() * b_.orientation),
        frame_in_a_(joint.frame_a.rotation()),
        frame_in_b_(joint.frame_b.rotation()) {}

  /// How far b's origin is from a's along a's axis k, m.
  Measure along(int k) const {
    const Vector3 direction = axes_a_.col(k);
    return {direction.dot(b_.position - a_.position), pull(direction)};
  }

  /// The distance of the origins, m. In one point they part along a's z.
  Measure distance() const {
    const Vector3 apart = b_.position - a_.position;
    const double length = apart.norm();
    return {length, pull(length > 0 ? Vector3(apart / length) : Vector3(axes_a_.col(2)))};
  }

  /// The product of a's axis i and b's axis j: the cosine of their angle, 0 when perpendicular.
  Measure cosine(int i, int j) const {
    const Vector3 x = axes_a_.col(i), y = axes_b_.col(j);
    const Vector3 across = x.cross(y);  // (ω × x)·y = ω·(x × y) and x·(ω × y) = -ω·(x × y)
    return {x.dot(y), turn(across, -across)};
  }

  /// Component k of twice the vector part of the quaternion from a to b: the rotation vector, near 0.
  Measure turned(int k) const {
    // From q̇ = ½ (q ⊗ ω_b - ω_a ⊗ q), ω along the axes of the frames; of q and -q take the one of less than half a
    // turn.
    const double sign = turned_.w() < 0 ? -1 : 1;
    const double w = sign * turned_.w();
    const Vector3 v = sign * turned_.vec(), axis = Vector3::Unit(k);
    return {2 * v[k], frame_turn(-(w * axis + v.cross(axis)), w * axis - v.cross(axis))};
  }

  /// The angle by which b has turned about a's z, rad.
  Measure angle() const {
    const Twist about_z = twist(turned_, Vector3::UnitZ());
    return {about_z.angle, frame_turn(about_z.on_a, about_z.on_b)};
  }

 private:
  /// Of the distance from a's origin to b's along a direction that turns with A. The force of such a constraint acts on
  /// both bodies in b's origin, so it exerts no moment in total, and A's lever ends there too.
  Gradient pull(const Vector3& direction) const {
    const Vector3& point = b_.position;
    Gradient out;
    out.on_a << -direction, -(body_a_.orientation.conjugate() * (point - body_a_.position).cross(direction));
    out.on_b << direction, body_b_.orientation.conjugate() * (point - body_b_.position).cross(direction);
    return out;
  }
  /// From the gradients with respect to the angular velocities along the world's axes.
  Gradient turn(const Vector3& on_a, const Vector3& on_b) const {
    Gradient out;
    out.on_a << Vector3::Zero(), body_a_.orientation.conjugate() * on_a;
    out.on_b << Vector3::Zero(), body_b_.orientation.conjugate() * on_b;
    return out;
  }
  /// From those along the axes of the joint's frames.
  Gradient frame_turn(const Vector3& on_a, const Vector3& on_b) const {
    Gradient out;
    out.on_a << Vector3::Zero(), frame_in_a_ * on_a;
    out.on_b << Vector3::Zero(), frame_in_b_ * on_b;
    return out;
  }

  Pose body_a_, body_b_;  ///< in the world
  Pose a_, b_;            ///< the joint's frames, in the world
  Matrix3 axes_a_, axes_b_;
  Quaternion turned_;  ///< b seen from a
  Matrix3 frame_in_a_, frame_in_b_;
};

Measure coordinate(JointKind kind, const PlacedJoint& placed) {
  switch (kind) {
    case JointKind::revolute:
      return placed.angle();
    case JointKind::prismatic:
      return placed.along(2);
    default:
      assert(kind == JointKind::distance);
      return placed.distance();
  }
}

/// Writes the rows of one joint.
class JointRows {
 public:
  JointRows(const Model& model, int place, const std::vector<Pose>& poses, ConstraintRows& rows)
      : place_(place),
        joint_(model.joints[place]),
        placed_(joint_, pose_of(poses, joint_.body_a), pose_of(poses, joint_.body_b)),
        rows_(rows) {}

  /// What the kind holds.
  void add_held() {
    enum { x, y, z };
    switch (joint_.kind) {
      case JointKind::weld:
        origins(), orientations();
        break;
      case JointKind::spherical:
        origins();
        break;
      case JointKind::revolute:
        origins(), axes();
        break;
      case JointKind::prismatic:
        hold(placed_.along(x)), hold(placed_.along(y)), orientations();
        break;
      case JointKind::cylindrical:
        hold(placed_.along(x)), hold(placed_.along(y)), axes();
        break;
      case JointKind::universal:
        origins(), hold(placed_.cosine(x, y));
        break;
      case JointKind::planar:
        hold(placed_.along(z)), axes();
        break;
      case JointKind::distance:
        if (!joint_.motor && !joint_.lower && !joint_.upper) hold(placed_.distance(), joint_.length);
        break;
      case JointKind::point_on_line:
        hold(placed_.along(x)), hold(placed_.along(y));
        break;
      case JointKind::point_on_plane:
        hold(placed_.along(z));
        break;
    }
  }

  void add_motor(const MotorPlace& motor) {
    Measure measure = coordinate(joint_.kind, placed_);
    if (joint_.kind == JointKind::revolute) measure.value = nearest_equivalent(measure.value, motor.value);
    rows_.free.push_back(row(ConstraintKey::motor, measure.gradient, measure.value - motor.value));
    rows_.free.back().rate = -motor.speed;
  }

  void add_limits() {
    Measure measure = coordinate(joint_.kind, placed_);
    if (joint_.kind == JointKind::revolute && joint_.lower && joint_.upper)
      measure.value = nearest_equivalent(measure.value, 0.5 * (*joint_.lower + *joint_.upper));
    const auto& [value, gradient] = measure;
    if (joint_.lower) rows_.positive.push_back(row(ConstraintKey::lower, gradient, value - *joint_.lower));
    if (joint_.upper)
      rows_.positive.push_back(row(ConstraintKey::upper, {-gradient.on_a, -gradient.on_b}, *joint_.upper - value));
  }

 private:
  void hold(const Measure& measure, double at = 0) {
    rows_.free.push_back(row(next_++, measure.gradient, measure.value - at));
  }
  void origins() {
    for (int k = 0; k < 3; ++k) hold(placed_.along(k));
  }
  void orientations() {
    for (int k = 0; k < 3; ++k) hold(placed_.turned(k));
  }
  /// z parallel to z.
  void axes() { hold(placed_.cosine(0, 2)), hold(placed_.cosine(1, 2)); }

  ConstraintRow row(int local, const Gradient& gradient, double violation) const {
    return {.key = {place_, local},
            .body_a = joint_.body_a,
            .body_b = joint_.body_b,
            .on_a = gradient.on_a,
            .on_b = gradient.on_b,
            .violation = violation};
  }

  int place_;
  const Joint& joint_;
  PlacedJoint placed_;
  ConstraintRows& rows_;
  int next_ = 0;
};

}  // namespace

ConstraintRows constraint_rows(const Model& model, const std::vector<Pose>& poses,
                               const std::vector<MotorPlace>& motors) {
  ConstraintRows rows;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    JointRows writer(model, static_cast<int>(i), poses, rows);
    writer.add_held();
    if (joint.motor) writer.add_motor(motors[i]);
    if (joint.lower || joint.upper) writer.add_limits();
  }
  std::size_t place = 0;
  for (auto* kind : {&rows.free, &rows.positive})
    for (ConstraintRow& row : *kind) row.place = place++;
  return rows;
}

double joint_coordinate(const Joint& joint, const std::vector<Pose>& poses) {
  const PlacedJoint placed(joint, pose_of(poses, joint.body_a), pose_of(poses, joint.body_b));
  return coordinate(joint.kind, placed).value;
}

double joint_speed(const Joint& joint, const std::vector<Pose>& poses, const std::vector<int>& places,
                   const Vector& v) {
  const PlacedJoint placed(joint, pose_of(poses, joint.body_a), pose_of(poses, joint.body_b));
  const Gradient gradient = coordinate(joint.kind, placed).gradient;
  double speed = 0;
  if (joint.body_a >= 0 && places[joint.body_a] >= 0) speed += gradient.on_a.dot(v.segment<6>(places[joint.body_a]));
  if (joint.body_b >= 0 && places[joint.body_b] >= 0) speed += gradient.on_b.dot(v.segment<6>(places[joint.body_b]));
  return speed;
}

}  // namespace signorini
