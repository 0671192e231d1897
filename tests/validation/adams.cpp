#include "validation/adams.h"

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/math/rotation.h"

namespace signorini::test {
namespace {

constexpr double sample_time = 0.01, duration = 5;

/// Rows of numbers under a heading; the first column is the time.
using Table = std::vector<std::vector<double>>;

Table read_table(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(path + ": cannot be read");
  Table table;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::vector<double> row;
    for (double value; words >> value;) row.push_back(value);
    if (!row.empty()) table.push_back(row);
  }
  return table;
}

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

/// What a run leaves of every step, at its ends (places, velocities) or as its mean (what the joint does).
struct Course {
  std::vector<Pose> poses;
  std::vector<Vector> velocities;
  std::vector<Vector3> force, torque;  ///< on the ground, about the joint's place at the start
  double drift = 0;
};

Course run(const AdamsCase& adams, double step, std::size_t steps) {
  Settings settings;
  settings.step = step;
  settings.duration = duration;
  settings.tolerance = 1e-12;
  Simulation simulation(adams.model, settings);
  Course course{{simulation.state().poses[0]}, {simulation.state().v}, {}, {}, 0};
  for (std::size_t n = 0; n < steps; ++n) {
    const StepRecord record = simulation.step();
    if (record.failed) throw InputError(fmt::format("step {}: {}", record.step, record.message));
    Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
    for (std::size_t k = 0; k < adams.model.joints.size(); ++k) {
      const Joint& joint = adams.model.joints[k];
      const Vector3 axis = joint.frame_a.rotation().col(2);
      const Vector3 by_joint = record.joints[k].force - (joint.motor ? record.joints[k].motor : 0) * axis;
      force -= by_joint;
      torque += record.joints[k].torque_on_a;
    }
    course.force.push_back(force);
    course.torque.push_back(torque);
    course.poses.push_back(record.state.poses[0]);
    course.velocities.push_back(record.state.v);
    course.drift = std::max(course.drift, record.joint_drift);
  }
  return course;
}

/// At the end of step n - 1, the start of step n, from means over steps.
template <class Value>
Value at(const std::vector<Value>& means, std::size_t n) {
  if (n == 0) return 1.5 * means[0] - 0.5 * means[1];
  return 0.5 * (means[n - 1] + means[n]);
}

Vector quantity(const Course& course, const std::string& name, std::size_t n, double step) {
  const Pose& pose = course.poses[n];
  const auto world = [&](std::size_t k) -> Vector3 {
    return course.poses[k].orientation * Vector3(course.velocities[k].tail<3>());
  };
  const auto slope = [&](const auto& values) -> Vector3 {
    if (n == 0) return (4 * values(1) - 3 * values(0) - values(2)) / (2 * step);
    return (values(n + 1) - values(n - 1)) / (2 * step);
  };
  const auto linear = [&](std::size_t k) -> Vector3 { return course.velocities[k].head<3>(); };
  if (name == "Pos") return pose.position;
  if (name == "Vel") return linear(n);
  if (name == "Acc") return slope(linear);
  if (name == "Quat")
    return Vector{{pose.orientation.w(), pose.orientation.x(), pose.orientation.y(), pose.orientation.z()}};
  if (name == "Avel") return world(n);
  if (name == "Aacc") return slope(world);
  if (name == "Rforce") return at(course.force, n);
  return at(course.torque, n);
}

}  // namespace

std::map<std::string, double> adams_errors(const AdamsCase& adams, double step, const std::string& folder) {
  const auto every = static_cast<std::size_t>(std::lround(sample_time / step));
  const auto steps = static_cast<std::size_t>(std::lround(duration / step));
  const Course course = run(adams, step, steps + 1);
  std::map<std::string, double> errors{{"drift", course.drift}};
  for (const auto& [name, _] : adams.chrono_tolerance) {
    const std::string of_joint = name[0] == 'R' ? adams.reaction_suffix : "";
    const Table table = read_table(fmt::format("{}/adams/{}_ADAMS_{}{}.txt", folder, adams.name, name, of_joint));
    Vector squares;
    for (std::size_t row = 0; row < table.size(); ++row) {
      Vector ours = quantity(course, name, row * every, step);
      const Vector theirs = Eigen::Map<const Vector>(table[row].data() + 1, ours.size());
      if (name == "Quat" && ours.dot(theirs) < 0) ours = -ours;
      const Vector square = (ours - theirs).cwiseAbs2();
      squares = row == 0 ? square : Vector(squares + square);
    }
    errors[name] = std::sqrt(squares.maxCoeff() / static_cast<double>(table.size()));
  }
  return errors;
}

std::vector<AdamsCase> adams_cases() {
  std::vector<AdamsCase> cases;
  const auto add = [&](std::string name, Model model, double step, const std::vector<double>& tolerance,
                       const std::vector<double>& floor) {
    cases.push_back({std::move(name), std::move(model), step, by_quantity(tolerance), by_quantity(floor)});
  };
  const Quaternion none = Quaternion::Identity();
  const Vector3 along_x(0.04, 0.1, 0.1), along_y(0.1, 0.04, 0.1), along_z(0.1, 0.1, 0.04), zero = Vector3::Zero();
  const std::vector<double> hinge_floor{2.6e-6, 2.6e-6, 1.3e-4, 2.6e-7, 2.5e-6, 2.0e-4, 1.3e-4, 1e-11};
  const std::vector<double> ball_floor{3.0e-4, 9.6e-4, 3.8e-3, 8.7e-5, 4.3e-4, 7.3e-4, 3.8e-3, 1e-11};

  Model m = one_body({2, 0, 0}, about_x(-90), along_x);
  add_joint(m, JointKind::revolute, zero, about_x(-90));
  add("Revolute_Case01", m, 5e-4, {1e-3, 1e-4, 2e-2, 1e-3, 1e-2, 1e-2, 2e-2, 1e-2}, hinge_floor);

  m = one_body({2, 0, 0}, none, along_x);
  add_joint(m, JointKind::spherical, zero, none);
  add("Spherical_Case01", m, 5e-4, {2e-3, 1e-3, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6}, ball_floor);

  const std::vector<double> cross{2e-3, 2e-3, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6};
  m = one_body({0, 2, 0}, about_x(90), along_z);
  add_joint(m, JointKind::universal, zero, about_x(90));
  add("Universal_Case01", m, 5e-4, cross, ball_floor);
  m = one_body({-2, 0, 0}, about_y(90), along_z);
  add_joint(m, JointKind::universal, zero, about_y(90));
  add("Universal_Case02", m, 5e-4, cross, ball_floor);

  m = one_body({2, 0, 0}, none, along_x);
  add_joint(m, JointKind::prismatic, zero, none);
  add("Prismatic_Case01", m, 5e-4, {1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 1e-6, 1e-6}, {9.4e-5, 2.6e-5});
  m = one_body({3, 2, 3}, about_x(-45), along_x);
  add_joint(m, JointKind::prismatic, {1, 2, 3}, about_x(-45));
  add("Prismatic_Case02", m, 5e-4, {1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-1},
      {2.0e-5, 2.2e-5, 1.3e-4, 4.7e-7, 0, 0, 1.3e-4, 1.3e-2});

  m = one_body({2, 0, 0}, none, along_x);
  add_joint(m, JointKind::cylindrical, zero, none);
  add("Cylindrical_Case01", m, 5e-4, {1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6}, {9.4e-5, 2.6e-5});
  m = one_body({2, 0, 0}, about_x(-90), along_x);
  add_joint(m, JointKind::cylindrical, zero, about_x(-90));
  add("Cylindrical_Case02", m, 5e-4, {1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6}, hinge_floor);

  m = one_body({0, 2, 0}, none, along_x);
  add_distance(m, zero, {0, 2, 0});
  add("Distance_Case01", m, 1e-5, {1e-3, 1e-4, 2e-2, 1e-3, 1e-2, 1e-1, 2e-2, 1e-10},
      {2.6e-7, 2.6e-7, 2.2e-4, 0, 0, 0, 2.2e-4});
  m = one_body({-1, 4, 3}, none, along_x);
  add_distance(m, {1, 2, 3}, {1, 4, 3});
  add("Distance_Case02", m, 1e-5, {1e-3, 2e-3, 2, 4e-3, 2e-2, 20, 1e-1, 1e-10},
      {6.5e-6, 1.7e-5, 1.2e-3, 2.9e-6, 8.9e-5, 1.1e-2, 1.2e-3});

  const std::vector<double> spring_tolerance{1e-3, 3e-4, 2e-2, 1e-10, 1e-10, 1e-10};
  m = one_body(zero, none, along_x);
  add_spring(m, zero, zero, 10, 0.5);
  add("TranSpring_Case01", m, 1e-4, spring_tolerance, {2.1e-6, 2.1e-6, 2.8e-6});
  m = one_body({0, 2, 0}, none, along_x);
  add_spring(m, zero, {0, 2, 0}, 100, 5);
  add("TranSpring_Case02", m, 1e-4, spring_tolerance, {2.6e-7, 2.6e-7, 1.8e-6});

  cases.push_back(cases.end()[-2]);
  cases.back().name = "TranSpringCB_Case01";
  cases.push_back(cases.end()[-2]);
  cases.back().name = "TranSpringCB_Case02";

  m = one_body({-1, 4, 3}, none, along_x);
  add_spring(m, {1, 2, 3}, {1, 4, 3}, 50, 5);
  m.springs[0].progressive = 10;
  add("TranSpringCB_Case03", m, 1e-5, {1e-4, 5e-4, 1e-3, 5e-5, 5e-3, 5e-2},
      {2.4e-7, 2.8e-7, 1.6e-6, 3.6e-7, 1.8e-6, 4.3e-5});

  // A massless link from a hinge in the ground: its length stays, and it stays perpendicular to the hinge's axis.
  const auto add_link = [&](const Vector3& hinge, const Quaternion& orientation, const Vector3& ball) {
    add_distance(m, hinge, ball);
    add_joint(m, JointKind::point_on_plane, hinge, orientation).frame_b.position = m.bodies[0].pose.to_local(ball);
  };
  m = one_body({2, 2, 0}, none, along_y);
  add_link(zero, none, {2, 0, 0});
  add("RevSpherical_Case01", m, 1e-5, {1e-4, 1e-4, 1e-1, 1e-5, 1e-4, 5e-1, 5e-1, 5e-1},
      {2.5e-6, 3.4e-6, 3.1e-4, 2.9e-7, 4.5e-6, 6.3e-4, 3.0e-4, 4.1e-4});
  cases.back().reaction_suffix = "_Body1";
  m = one_body({3, 4, 3}, none, along_y);
  add_link({1, 2, 3}, about_x(-45), {3, 2, 3});
  add("RevSpherical_Case02", m, 1e-5, {1e-4, 1e-4, 1e-1, 1e-5, 1e-3, 5e-1, 5e-1, 5e-1},
      {3.3e-6, 9.1e-6, 1.5e-3, 4.9e-7, 2.0e-5, 3.2e-3, 1.5e-3, 3.1e-3});
  cases.back().reaction_suffix = "_Body1";

  const auto add_actuator = [&](const std::string& name, const Quaternion& orientation, double speed, double rforce,
                                double rtorque) {
    m = one_body(zero, orientation, Vector3::Ones());
    Joint& slide = add_joint(m, JointKind::prismatic, zero, orientation);
    slide.motor = Motor{Motor::Drives::position, RampMotion{0, speed}};
    m.bodies[0].velocity = speed * (orientation * Vector3::UnitZ());
    add(name, m, 1e-3, {2e-3, 1e-3, 2e-2, 1e-3, 2e-2, 2e-2, rforce, rtorque}, {2e-6, 0, 0, 0, 0, 0, 5e-6, 2e-5});
    cases.back().reaction_suffix = "P";
  };
  add_actuator("LinActuator_Case01", none, 1, 2e-2, 1e-10);
  add_actuator("LinActuator_Case02", about_y(45), 0.5, 3e-1, 5e-3);

  m = one_body({2, 0, 0}, about_x(-90), along_x);
  add_joint(m, JointKind::revolute, zero, about_x(-90));
  m.torsion_springs = {
      {.name = "spring", .body_a = 0, .body_b = -1, .axis = {0, 0, 1}, .stiffness = 200, .damping = 10}};
  add("RotSpring_Case01", m, 2e-4, {1e-3, 5e-4, 2e-2, 1e-3, 1e-3, 5e-3, 5e-3},
      {6.1e-7, 4.2e-6, 2.4e-4, 1.1e-7, 2.1e-6, 1.6e-4, 2.4e-4});
  return cases;
}

}  // namespace signorini::test
