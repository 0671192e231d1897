#include <cmath>

#include <fmt/format.h>

#include "signorini/model/limits.h"
#include "signorini/model/model.h"
#include "signorini/model/spring_law.h"
#include "signorini/model/validate_flexible.h"

namespace signorini {
namespace {

/// How far the length of a quaternion or an axis may be from 1: what six written digits leave.
constexpr double unit_tolerance = 1e-6;

/// Collects findings, each under the name of the thing looked at.
class Findings {
 public:
  explicit Findings(const Model& model) : model_(model) {}

  /// From here on findings are about this one: "body 'crate'", or "body 3" when it has no name.
  void about(std::string_view kind, std::size_t place, const std::string& name) {
    subject_ = name.empty() ? fmt::format("{} {}", kind, place) : fmt::format("{} '{}'", kind, name);
  }
  void about(std::string subject) { subject_ = std::move(subject); }

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    list_.push_back(subject_ + ": " + fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  /// Finite, and such that products with others are.
  bool finite(std::string_view field, double x) {
    if (std::abs(x) <= largest_quantity) return true;
    std::isfinite(x) ? add("{} is {}, but must be at most 1e100", field, x)
                     : add("{} is {}, not a finite number", field, x);
    return false;
  }
  bool finite(std::string_view field, const Vector3& x) {
    if ((x.array().abs() <= largest_quantity).all()) return true;
    add("{} is ({}, {}, {}), {}", field, x.x(), x.y(), x.z(),
        x.allFinite() ? "but must be at most 1e100" : "not finite");
    return false;
  }
  void positive(std::string_view field, double x) {
    if (!(x > 0 && x <= largest_quantity)) add("{} is {}, but must be > 0{}", field, x, x > 0 ? limit : "");
  }
  void not_negative(std::string_view field, double x) {
    if (!(x >= 0 && x <= largest_quantity)) add("{} is {}, but must be >= 0{}", field, x, x > 0 ? limit : "");
  }
  void not_negative(std::string_view field, const Vector3& x) {
    for (int k = 0; k < 3; ++k) not_negative(fmt::format("{}[{}]", field, k), x[k]);
  }
  void unit(std::string_view field, const Vector3& x) {
    if (finite(field, x) && std::abs(x.norm() - 1) > unit_tolerance)
      add("{} is ({}, {}, {}), of length {}, but must be a unit vector", field, x.x(), x.y(), x.z(), x.norm());
  }
  void pose(std::string_view field, const Pose& pose) {
    finite(fmt::format("{}.position", field), pose.position);
    const Quaternion& q = pose.orientation;
    if (!q.coeffs().allFinite())
      add("{}.orientation is ({}, {}, {}, {}) (w, x, y, z), not finite", field, q.w(), q.x(), q.y(), q.z());
    else if (std::abs(q.norm() - 1) > unit_tolerance)
      add("{}.orientation is ({}, {}, {}, {}) (w, x, y, z), of length {}, but must be a unit quaternion", field, q.w(),
          q.x(), q.y(), q.z(), q.norm());
  }

  /// Whether the index names a body; with `world`, -1 is one too.
  bool body(std::string_view field, int index, bool world) {
    const int bodies = static_cast<int>(model_.bodies.size());
    if (index < bodies && index >= (world ? -1 : 0)) return true;
    add("{} is {}, but there are {} bodies{}", field, index, bodies, world ? " (-1 is the world)" : "");
    return false;
  }
  /// Two bodies that something connects; false when one does not exist.
  bool pair(int a, int b) {
    const bool a_exists = body("body_a", a, true), b_exists = body("body_b", b, true);
    if (!a_exists || !b_exists) return false;
    if (a == b)
      add("body_a and body_b are both {}, but must differ", a);
    else if (stays(a) && stays(b))
      add("connects bodies {} and {}, of which neither can move", a, b);
    return true;
  }

  std::vector<std::string> take() { return std::move(list_); }

 private:
  bool stays(int index) const { return index < 0 || model_.bodies[index].fixed; }

  static constexpr const char* limit = " and at most 1e100";  // largest_quantity

  const Model& model_;
  std::string subject_;
  std::vector<std::string> list_;
};

void check_shape(Findings& findings, std::size_t place, const Shape& shape, bool fixed, std::size_t materials) {
  const std::string field = fmt::format("shapes[{}]", place);
  const std::string_view name = name_of(shape.geometry);
  if (const std::string defect = geometry_defect(shape.geometry); !defect.empty())
    findings.add("{} ({}): {}", field, name, defect);
  if (!fixed && !is_solid(shape.geometry))
    findings.add("{} is a {}, a boundary, but the body can move: give a solid shape, or fix the body", field, name);
  findings.pose(field + ".pose", shape.pose);
  if (shape.material < 0 || static_cast<std::size_t>(shape.material) >= materials)
    findings.add("{}.material is {}, but there are {} materials", field, shape.material, materials);
}

void check_body(Findings& findings, const Body& body, std::size_t materials) {
  if (!body.fixed) {
    const bool forgotten = body.mass == 0 && body.inertia.isZero(0);
    if (forgotten)
      findings.add("has no mass: give mass and inertia, call set_mass_from_shapes(), or fix the body");
    else
      findings.positive("mass", body.mass);
    if (const std::string defect = inertia_defect(body.inertia); !forgotten && !defect.empty())
      findings.add("inertia cannot be that of a body: {}", defect);
  }
  findings.pose("pose", body.pose);
  findings.finite("velocity", body.velocity);
  findings.finite("angular_velocity", body.angular_velocity);
  if (body.fixed && (body.velocity.norm() > 0 || body.angular_velocity.norm() > 0))
    findings.add("has a velocity but is fixed");
  for (std::size_t i = 0; i < body.shapes.size(); ++i) check_shape(findings, i, body.shapes[i], body.fixed, materials);
}

void check_material(Findings& findings, const Material& material) {
  findings.not_negative("friction", material.friction);
  if (!(material.restitution >= 0 && material.restitution <= 1))
    findings.add("restitution is {}, but must be in [0, 1]", material.restitution);
  findings.not_negative("compliance", material.compliance);
  findings.not_negative("tangential_compliance", material.tangential_compliance);
}

void check_limits(Findings& findings, const Joint& joint) {
  bool finite = true;
  if (joint.lower) finite &= findings.finite("lower", *joint.lower);
  if (joint.upper) finite &= findings.finite("upper", *joint.upper);
  if (!finite) return;
  if (joint.lower && joint.upper && *joint.lower > *joint.upper)
    findings.add("lower is {}, above upper, {}", *joint.lower, *joint.upper);
  if (joint.kind == JointKind::revolute) {
    if (joint.lower && joint.upper && *joint.upper - *joint.lower >= 2 * EIGEN_PI)
      findings.add("the limits {} and {} are a full turn apart or more; leave them out, or narrow them (rad)",
                   *joint.lower, *joint.upper);
    for (const auto& limit : {joint.lower, joint.upper})
      if (limit && !(joint.lower && joint.upper) && std::abs(*limit) > EIGEN_PI)
        findings.add("a limit alone must be between -π and π, but is {} (rad)", *limit);
  }
  if (joint.kind == JointKind::distance && joint.upper && !(*joint.upper > 0))
    findings.add("upper is {}, but a distance must be > 0", *joint.upper);
}

/// Joints that keep the axes z parallel are content with opposite ones too, and hold them so: surely not what was
/// meant.
void check_axes(Findings& findings, const Joint& joint, const Model& model) {
  if (joint.kind != JointKind::revolute && joint.kind != JointKind::cylindrical && joint.kind != JointKind::planar)
    return;
  const auto axis = [&](int body, const Pose& frame) -> Vector3 {
    const Pose pose = body < 0 ? Pose() : model.bodies[body].pose;
    return pose.orientation * (frame.orientation * Vector3::UnitZ());
  };
  if (axis(joint.body_a, joint.frame_a).dot(axis(joint.body_b, joint.frame_b)) < 0)
    findings.add("the axes z of frame_a and frame_b point in opposite directions at the start");
}

void check_joint(Findings& findings, const Joint& joint, const Model& model) {
  if (findings.pair(joint.body_a, joint.body_b)) check_axes(findings, joint, model);
  findings.pose("frame_a", joint.frame_a);
  findings.pose("frame_b", joint.frame_b);
  const bool limited = joint.lower || joint.upper;
  if (!has_coordinate(joint.kind)) {
    const std::string_view kind = to_string(joint.kind);
    if (limited) findings.add("has limits, but a {} joint has no coordinate to limit", kind);
    if (joint.motor) findings.add("has a motor, but a {} joint has no coordinate to drive", kind);
    return;
  }
  if (joint.kind == JointKind::distance && !joint.motor && !limited) findings.positive("length", joint.length);
  check_limits(findings, joint);
  if (joint.motor)
    if (const std::string defect = motion_defect(joint.motor->motion); !defect.empty())
      findings.add("motor.motion: {}", defect);
}

void check_force(Findings& findings, const AppliedForce& force, const Model& model) {
  if (findings.body("body", force.body, false) && model.bodies[force.body].fixed)
    findings.add("acts on body {}, which is fixed", force.body);
  findings.finite("force", force.force);
  findings.finite("torque", force.torque);
  findings.finite("point", force.point);
}

void check_spring(Findings& findings, const Spring& spring) {
  findings.pair(spring.body_a, spring.body_b);
  findings.finite("point_a", spring.point_a);
  findings.finite("point_b", spring.point_b);
  findings.not_negative("stiffness", spring.stiffness);
  findings.not_negative("damping", spring.damping);
  findings.not_negative("length", spring.length);
  findings.not_negative("progressive", spring.progressive);
  if (const std::string defect = table_defect(spring.table); !defect.empty()) findings.add("table {}", defect);
  if (!spring.table.empty() && (spring.stiffness != 0 || spring.progressive != 0))
    findings.add("has a table and a stiffness, but the table takes the place of both stiffnesses: leave one out");
}

void check_torsion_spring(Findings& findings, const TorsionSpring& spring) {
  findings.pair(spring.body_a, spring.body_b);
  findings.unit("axis", spring.axis);
  findings.not_negative("stiffness", spring.stiffness);
  findings.not_negative("damping", spring.damping);
  findings.finite("angle", spring.angle);
}

void check_bushing(Findings& findings, const Bushing& bushing) {
  findings.pair(bushing.body_a, bushing.body_b);
  findings.pose("frame_a", bushing.frame_a);
  findings.pose("frame_b", bushing.frame_b);
  findings.not_negative("stiffness", bushing.stiffness);
  findings.not_negative("damping", bushing.damping);
  findings.not_negative("turn_stiffness", bushing.turn_stiffness);
  findings.not_negative("turn_damping", bushing.turn_damping);
}

}  // namespace

std::vector<std::string> Model::validate() const {
  Findings findings(*this);
  findings.about("model");
  findings.finite("gravity", gravity);
  for (const auto& [a, b] : ignored_pairs) {
    findings.body("ignored_pairs", a, false);
    findings.body("ignored_pairs", b, false);
  }
  for (std::size_t i = 0; i < materials.size(); ++i) {
    findings.about("material", i, materials[i].name);
    check_material(findings, materials[i]);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    findings.about("body", i, bodies[i].name);
    check_body(findings, bodies[i], materials.size());
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    findings.about("joint", i, joints[i].name);
    check_joint(findings, joints[i], *this);
  }
  for (std::size_t i = 0; i < forces.size(); ++i) {
    findings.about("force", i, "");
    check_force(findings, forces[i], *this);
  }
  for (std::size_t i = 0; i < springs.size(); ++i) {
    findings.about("spring", i, springs[i].name);
    check_spring(findings, springs[i]);
  }
  for (std::size_t i = 0; i < torsion_springs.size(); ++i) {
    findings.about("torsion spring", i, torsion_springs[i].name);
    check_torsion_spring(findings, torsion_springs[i]);
  }
  for (std::size_t i = 0; i < bushings.size(); ++i) {
    findings.about("bushing", i, bushings[i].name);
    check_bushing(findings, bushings[i]);
  }
  for (std::size_t i = 0; i < flexible_bodies.size(); ++i) {
    findings.about("flexible body", i, flexible_bodies[i].name);
    for (const std::string& fault : flexible_faults(*this, flexible_bodies[i])) findings.add("{}", fault);
  }
  return findings.take();
}

}  // namespace signorini
