#include "validation/adams.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/dynamics/springs.h"

namespace signorini::test {
namespace {

constexpr double sample_time = 0.01, duration = 5;
/// s. The impulse of a step is h times a force, and rounding of the momenta a growing share of it in shorter steps: no
/// solver reaches 1e-12 at h = 10 µs, and each step would try all of them.
constexpr double rounding_of_step = 1e-15;

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

/// Forces and torques as the tables have them: of the ground about the joint's place in it, of the body about the
/// joint's place in the body.
struct Reactions {
  Vector3 ground_force = Vector3::Zero(), ground_torque = Vector3::Zero();
  Vector3 body_force = Vector3::Zero(), body_torque = Vector3::Zero();
  Vector3 actuator = Vector3::Zero();  ///< on the body
};
Reactions operator+(const Reactions& a, const Reactions& b) {
  return {a.ground_force + b.ground_force, a.ground_torque + b.ground_torque, a.body_force + b.body_force,
          a.body_torque + b.body_torque, a.actuator + b.actuator};
}
Reactions operator*(double factor, const Reactions& a) {
  return {factor * a.ground_force, factor * a.ground_torque, factor * a.body_force, factor * a.body_torque,
          factor * a.actuator};
}

/// Means over a step that begins at `start`.
Reactions reactions(const Model& model, const Pose& start, const StepRecord& record) {
  Reactions sum;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    const Vector3 axis = joint.frame_a.rotation().col(2);
    if (joint.motor) sum.actuator += record.joints[k].motor * axis;
    sum.body_force += record.joints[k].force;
    sum.body_torque += record.joints[k].torque;
    sum.ground_torque += record.joints[k].torque_on_a;
  }
  sum.ground_force = sum.actuator - sum.body_force;
  for (std::size_t k = 0; k < model.springs.size(); ++k) {
    const Spring& spring = model.springs[k];
    const Vector3 middle = 0.5 * (start.to_world(spring.point_b) + record.state.poses[0].to_world(spring.point_b));
    sum.ground_force += record.springs[k].tension * (middle - spring.point_a).normalized();
  }
  for (std::size_t k = 0; k < model.torsion_springs.size(); ++k) {
    const TorsionSpring& spring = model.torsion_springs[k];
    const Vector3 from = turn_beyond_rest(spring, {start}).on_b, to = turn_beyond_rest(spring, record.state.poses).on_b;
    sum.ground_torque -= 0.5 * record.torsion_springs[k].torque * (from + to);
  }
  return sum;
}

/// What a run leaves of every step, at its ends (places, velocities, energy) or as its mean (what the joint does).
struct Course {
  std::vector<Pose> poses;
  std::vector<Vector> velocities;
  std::vector<double> energy;  ///< kinetic and of gravity
  std::vector<Reactions> reactions;
  double drift = 0;
};

Course run(const AdamsCase& adams, double step, std::size_t steps) {
  Settings settings;
  settings.step = step;
  settings.duration = duration;
  settings.tolerance = std::max(1e-12, rounding_of_step / step);
  Simulation simulation(adams.model, settings);
  Course course{{simulation.state().poses[0]}, {simulation.state().v}, {}, {}, 0};
  for (std::size_t n = 0; n < steps; ++n) {
    const StepRecord record = simulation.step();
    if (record.failed) throw InputError(fmt::format("step {}: {}", record.step, record.message));
    course.reactions.push_back(reactions(adams.model, course.poses.back(), record));
    course.poses.push_back(record.state.poses[0]);
    course.velocities.push_back(record.state.v);
    course.energy.push_back(record.energies.kinetic + record.energies.potential);
    course.drift = std::max(course.drift, record.joint_drift);
  }
  return course;
}

/// At the end of step n - 1, the start of step n, from means over steps.
Reactions at(const std::vector<Reactions>& means, std::size_t n) {
  if (n == 0) return 1.5 * means[0] + -0.5 * means[1];
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
  const Reactions reactions = at(course.reactions, n);
  if (name == "RforceA") return reactions.actuator;
  if (name == "Rforce_Body2") return reactions.body_force;
  if (name == "Rtorque_Body2") return reactions.body_torque;
  return name.starts_with("Rforce") ? reactions.ground_force : reactions.ground_torque;
}

/// The root mean square of the energy's change since the first step, at the samples.
double energy_change(const Course& course, std::size_t every) {
  double squares = 0;
  std::size_t samples = 0;
  for (std::size_t n = every; n < course.energy.size(); n += every, ++samples)
    squares += std::pow(course.energy[n - 1] - course.energy[0], 2);
  return std::sqrt(squares / static_cast<double>(samples));
}

}  // namespace

std::map<std::string, double> adams_errors(const AdamsCase& adams, double step, const std::string& folder) {
  const auto every = static_cast<std::size_t>(std::lround(sample_time / step));
  const auto steps = static_cast<std::size_t>(std::lround(duration / step));
  const Course course = run(adams, step, steps + 1);
  std::map<std::string, double> errors{{"drift", course.drift}, {"energy", energy_change(course, every)}};
  for (const auto& [name, _] : adams.chrono_tolerance) {
    if (errors.contains(name)) continue;
    const Table table = read_table(fmt::format("{}/adams/{}_ADAMS_{}.txt", folder, adams.name, name));
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

}  // namespace signorini::test
