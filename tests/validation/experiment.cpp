#include "validation/experiment.h"

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::test {
namespace {

constexpr double rounding = 1e-9;  // of times, s: far less than a step
/// Redundant joints leave some 1e-10 where 1e-12 is asked for. What is worse than this is no answer.
constexpr double worst_certificate = 1e-6;

}  // namespace

Body mass_without_shape(const std::string& name, double mass, const Matrix3& inertia, const Pose& pose) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = inertia;
  body.pose = pose;
  return body;
}

Body rod_between(const std::string& name, const Vector3& from, const Vector3& to, double mass, double width) {
  const double length = (to - from).norm();
  const double across = mass * (length * length + width * width) / 12, along = mass * width * width / 6;
  const Quaternion orientation = Quaternion::FromTwoVectors(Vector3::UnitX(), to - from);
  return mass_without_shape(name, mass, Vector3(along, across, across).asDiagonal(), {0.5 * (from + to), orientation});
}

void add_hinge(Model& model, int body_a, int body_b, const Vector3& point, const Vector3& axis) {
  const Pose frame{point, Quaternion::FromTwoVectors(Vector3::UnitZ(), axis)};
  const auto in = [&](int body) { return body < 0 ? frame : model.bodies[body].pose.inverse() * frame; };
  Joint joint;
  joint.name = fmt::format("hinge {}", model.joints.size() + 1);
  joint.kind = JointKind::revolute;
  joint.body_a = body_a;
  joint.body_b = body_b;
  joint.frame_a = in(body_a);
  joint.frame_b = in(body_b);
  model.joints.push_back(joint);
}

Vector3 velocity_of(const State& state, const Model& model, int body) {
  return state.v.segment<3>(velocity_places(model)[body]);
}

Vector3 spin_of(const State& state, const Model& model, int body) {
  return state.v.segment<3>(velocity_places(model)[body] + 3);
}

void run_for(double seconds, Simulation& simulation, const std::function<void(const StepRecord&)>& each) {
  while (simulation.state().time < seconds - rounding) {
    const StepRecord record = simulation.step();
    if (record.failed || record.certificate.value() > worst_certificate)
      throw InputError(
          fmt::format("step {}: certificate {:.1e}, {}", record.step, record.certificate.value(), record.message));
    each(record);
  }
}

}  // namespace signorini::test
