// The bodies, joints and springs of the cases of ADAMS, with what Chrono's tests allow and what a converged solution
// differs by.
#include <numbers>

#include "signorini/math/rotation.h"
#include "validation/adams.h"

namespace signorini::test {
namespace {

using Cases = std::vector<AdamsCase>;

const Quaternion none = Quaternion::Identity();
/// Moments of inertia of a rod along an axis, kg m².
const Vector3 along_x(0.04, 0.1, 0.1), along_y(0.1, 0.04, 0.1), along_z(0.1, 0.1, 0.04);
const Vector3 zero = Vector3::Zero();

Quaternion about_x(double degrees) { return exponential({degrees * std::numbers::pi / 180, 0, 0}); }
Quaternion about_y(double degrees) { return exponential({0, degrees * std::numbers::pi / 180, 0}); }

Model one_body(const Vector3& place, const Quaternion& orientation, const Vector3& inertia) {
  Model model;
  model.gravity = {0, 0, -9.80665};
  Body body;
  body.name = "body";
  body.mass = 1;
  body.inertia = inertia.asDiagonal();
  body.pose = {place, orientation};
  model.bodies = {body};
  return model;
}

/// With a frame in the ground that the body's frame meets at the start.
Joint& add_joint(Model& model, JointKind kind, const Vector3& place, const Quaternion& orientation) {
  const Pose frame{place, orientation};
  Joint joint;
  joint.name = "joint";
  joint.kind = kind;
  joint.body_b = 0;
  joint.frame_a = frame;
  joint.frame_b = model.bodies[0].pose.inverse() * frame;
  model.joints.push_back(joint);
  return model.joints.back();
}

void add_distance(Model& model, const Vector3& from, const Vector3& to) {
  Joint& joint = add_joint(model, JointKind::distance, from, Quaternion::Identity());
  joint.frame_b.position = model.bodies[0].pose.to_local(to);
  joint.length = (to - from).norm();
}

void add_spring(Model& model, const Vector3& from, const Vector3& to, double stiffness, double damping) {
  model.springs = {{.name = "spring",
                    .body_a = -1,
                    .body_b = 0,
                    .point_a = from,
                    .point_b = model.bodies[0].pose.to_local(to),
                    .stiffness = stiffness,
                    .damping = damping,
                    .length = (to - from).norm()}};
}

constexpr const char* quantities[] = {"Pos", "Vel", "Acc", "Quat", "Avel", "Aacc", "Rforce", "Rtorque"};

std::map<std::string, double> by_quantity(const std::vector<double>& values) {
  std::map<std::string, double> out;
  for (std::size_t k = 0; k < values.size(); ++k) out[quantities[k]] = values[k];
  return out;
}

/// Gives the quantities of the ground's reaction the name of their file.
void name_reactions(AdamsCase& adams, const std::string& suffix) {
  for (auto* values : {&adams.chrono_tolerance, &adams.floor})
    for (const std::string name : {"Rforce", "Rtorque"})
      if (auto node = values->extract(name)) {
        node.key() = name + suffix;
        values->insert(std::move(node));
      }
}

/// Tolerances and floors: in the order of `quantities`, missing floors are zero.
AdamsCase& add(Cases& cases, std::string name, Model model, double step, const std::vector<double>& tolerance,
               const std::vector<double>& floor) {
  cases.push_back({std::move(name), std::move(model), step, by_quantity(tolerance), by_quantity(floor)});
  return cases.back();
}

void keeps_energy(AdamsCase& adams, double tolerance) { adams.chrono_tolerance["energy"] = tolerance; }

const std::vector<double> hinge_floor{2.6e-6, 2.6e-6, 1.3e-4, 2.6e-7, 2.5e-6, 2.0e-4, 1.3e-4, 1e-11};

void add_turning(Cases& cases) {
  const std::vector<double> ball_floor{3.0e-4, 9.6e-4, 3.8e-3, 8.7e-5, 4.3e-4, 7.3e-4, 3.8e-3, 1e-11};
  Model m = one_body({2, 0, 0}, about_x(-90), along_x);
  add_joint(m, JointKind::revolute, zero, about_x(-90));
  const std::vector<double> hinge{1e-3, 1e-4, 2e-2, 1e-3, 1e-2, 1e-2, 2e-2, 1e-2};
  keeps_energy(add(cases, "Revolute_Case01", m, 5e-4, hinge, hinge_floor), 1e-2);

  m = one_body({2, 0, 0}, none, along_x);
  add_joint(m, JointKind::spherical, zero, none);
  const std::vector<double> ball{2e-3, 1e-3, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6};
  keeps_energy(add(cases, "Spherical_Case01", m, 5e-4, ball, ball_floor), 1e-2);

  const std::vector<double> cross{2e-3, 2e-3, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6};
  m = one_body({0, 2, 0}, about_x(90), along_z);
  add_joint(m, JointKind::universal, zero, about_x(90));
  keeps_energy(add(cases, "Universal_Case01", m, 5e-4, cross, ball_floor), 1e-2);
  m = one_body({-2, 0, 0}, about_y(90), along_z);
  add_joint(m, JointKind::universal, zero, about_y(90));
  keeps_energy(add(cases, "Universal_Case02", m, 5e-4, cross, ball_floor), 1e-2);
}

void add_sliding(Cases& cases) {
  const std::vector<double> free_fall{9.4e-5, 2.6e-5};
  Model m = one_body({2, 0, 0}, none, along_x);
  add_joint(m, JointKind::prismatic, zero, none);
  const std::vector<double> slide{1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 1e-6, 1e-6};
  keeps_energy(add(cases, "Prismatic_Case01", m, 5e-4, slide, free_fall), 1e-1);
  m = one_body({3, 2, 3}, about_x(-45), along_x);
  add_joint(m, JointKind::prismatic, {1, 2, 3}, about_x(-45));
  const std::vector<double> inclined{1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-1};
  const std::vector<double> inclined_floor{2.0e-5, 2.2e-5, 1.3e-4, 4.7e-7, 0, 0, 1.3e-4, 1.3e-2};
  keeps_energy(add(cases, "Prismatic_Case02", m, 5e-4, inclined, inclined_floor), 1e-1);

  const std::vector<double> turn_and_slide{1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6};
  m = one_body({2, 0, 0}, none, along_x);
  add_joint(m, JointKind::cylindrical, zero, none);
  keeps_energy(add(cases, "Cylindrical_Case01", m, 5e-4, turn_and_slide, free_fall), 1e-1);
  m = one_body({2, 0, 0}, about_x(-90), along_x);
  add_joint(m, JointKind::cylindrical, zero, about_x(-90));
  keeps_energy(add(cases, "Cylindrical_Case02", m, 5e-4, turn_and_slide, hinge_floor), 1e-2);
}

void add_springs(Cases& cases) {
  const std::vector<double> tolerance{1e-3, 3e-4, 2e-2, 1e-10, 1e-10, 1e-10, 5e-3};
  const std::vector<double> by_callback{1e-4, 5e-5, 5e-4, 1e-10, 1e-10, 1e-10, 5e-4};
  const std::vector<double> short_floor{2.1e-6, 2.1e-6, 2.8e-6, 0, 0, 0, 2.1e-5};
  const std::vector<double> long_floor{2.6e-7, 2.6e-7, 1.8e-6, 0, 0, 0, 1.9e-6};
  Model from_zero = one_body(zero, none, along_x);
  add_spring(from_zero, zero, zero, 10, 0.5);
  add(cases, "TranSpring_Case01", from_zero, 1e-4, tolerance, short_floor);
  Model stretched = one_body({0, 2, 0}, none, along_x);
  add_spring(stretched, zero, {0, 2, 0}, 100, 5);
  add(cases, "TranSpring_Case02", stretched, 1e-4, tolerance, long_floor);
  // Chrono gives the law of the same springs as a callback, and steps finer.
  add(cases, "TranSpringCB_Case01", from_zero, 1e-5, by_callback, short_floor);
  add(cases, "TranSpringCB_Case02", stretched, 1e-5, by_callback, long_floor);

  Model m = one_body({-1, 4, 3}, none, along_x);
  add_spring(m, {1, 2, 3}, {1, 4, 3}, 50, 5);
  m.springs[0].progressive = 10;
  add(cases, "TranSpringCB_Case03", m, 1e-5, {1e-4, 5e-4, 1e-3, 5e-5, 5e-3, 5e-2, 5e-3},
      {2.4e-7, 2.8e-7, 1.6e-6, 3.6e-7, 1.8e-6, 4.3e-5, 2.1e-6});

  m = one_body({2, 0, 0}, about_x(-90), along_x);
  add_joint(m, JointKind::revolute, zero, about_x(-90));
  m.torsion_springs = {
      {.name = "spring", .body_a = 0, .body_b = -1, .axis = {0, 0, 1}, .stiffness = 200, .damping = 10}};
  add(cases, "RotSpring_Case01", m, 2e-4, {1e-3, 5e-4, 2e-2, 1e-3, 1e-3, 5e-3, 5e-3, 1e-2},
      {6.1e-7, 4.2e-6, 2.4e-4, 1.1e-7, 2.1e-6, 1.6e-4, 2.4e-4, 6.5e-5});
}

void add_links(Cases& cases) {
  Model m = one_body({0, 2, 0}, none, along_x);
  add_distance(m, zero, {0, 2, 0});
  const std::vector<double> plane{1e-3, 1e-4, 2e-2, 1e-3, 1e-2, 1e-1, 2e-2, 1e-10};
  keeps_energy(add(cases, "Distance_Case01", m, 1e-5, plane, {2.6e-7, 2.6e-7, 2.2e-4, 0, 0, 0, 2.2e-4}), 1e-2);
  m = one_body({-1, 4, 3}, none, along_x);
  add_distance(m, {1, 2, 3}, {1, 4, 3});
  const std::vector<double> wild{1e-3, 2e-3, 2, 4e-3, 2e-2, 20, 1e-1, 1e-10};
  const std::vector<double> wild_floor{6.5e-6, 1.7e-5, 1.2e-3, 2.9e-6, 8.9e-5, 1.1e-2, 1.2e-3};
  keeps_energy(add(cases, "Distance_Case02", m, 1e-5, wild, wild_floor), 1e-2);

  // A massless link from a hinge in the ground: its length stays, and it stays perpendicular to the hinge's axis.
  const auto add_link = [&](const Vector3& hinge, const Quaternion& orientation, const Vector3& ball) {
    add_distance(m, hinge, ball);
    add_joint(m, JointKind::point_on_plane, hinge, orientation).frame_b.position = m.bodies[0].pose.to_local(ball);
  };
  const auto of_both_ends = [&](AdamsCase& adams) {
    name_reactions(adams, "_Body1");
    adams.chrono_tolerance["Rforce_Body2"] = adams.chrono_tolerance["Rtorque_Body2"] = 5e-1;
    adams.floor["Rforce_Body2"] = adams.floor["Rforce_Body1"];
    keeps_energy(adams, 1e-2);
  };
  m = one_body({2, 2, 0}, none, along_y);
  add_link(zero, none, {2, 0, 0});
  of_both_ends(add(cases, "RevSpherical_Case01", m, 1e-5, {1e-4, 1e-4, 1e-1, 1e-5, 1e-4, 5e-1, 5e-1, 5e-1},
                   {2.5e-6, 3.4e-6, 3.1e-4, 2.9e-7, 4.5e-6, 6.3e-4, 3.0e-4, 4.1e-4}));
  m = one_body({3, 4, 3}, none, along_y);
  add_link({1, 2, 3}, about_x(-45), {3, 2, 3});
  of_both_ends(add(cases, "RevSpherical_Case02", m, 1e-5, {1e-4, 1e-4, 1e-1, 1e-5, 1e-3, 5e-1, 5e-1, 5e-1},
                   {3.3e-6, 9.1e-6, 1.5e-3, 4.9e-7, 2.0e-5, 3.2e-3, 1.5e-3, 3.1e-3}));
}

void add_actuators(Cases& cases) {
  const auto add_actuator = [&](const std::string& name, const Quaternion& orientation, double speed, double rforce,
                                double rtorque) {
    Model m = one_body(zero, orientation, Vector3::Ones());
    Joint& slide = add_joint(m, JointKind::prismatic, zero, orientation);
    slide.motor = Motor{Motor::Drives::position, RampMotion{0, speed}};
    m.bodies[0].velocity = speed * (orientation * Vector3::UnitZ());
    AdamsCase& made = add(cases, name, m, 1e-3, {2e-3, 1e-3, 2e-2, 1e-3, 2e-2, 2e-2, rforce, rtorque},
                          {2e-6, 0, 0, 0, 0, 0, 5e-6, 2e-5});
    name_reactions(made, "P");
    made.chrono_tolerance["RforceA"] = 5e-1;
  };
  add_actuator("LinActuator_Case01", none, 1, 2e-2, 1e-10);
  add_actuator("LinActuator_Case02", about_y(45), 0.5, 3e-1, 5e-3);
}

}  // namespace

std::vector<AdamsCase> adams_cases() {
  Cases cases;
  add_turning(cases);
  add_sliding(cases);
  add_links(cases);
  add_springs(cases);
  add_actuators(cases);
  for (AdamsCase& adams : cases)
    if (!adams.model.joints.empty()) adams.chrono_tolerance["drift"] = 1e-5;
  return cases;
}

}  // namespace signorini::test
