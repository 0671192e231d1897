#include <fmt/format.h>

#include "peers/engine.h"
#include "signorini/dynamics/simulation.h"

namespace signorini::bench::peers {

namespace {

Body made(const PeerBody& from, const std::string& name, bool contacts) {
  Body body{.name = name, .mass = from.mass, .inertia = inertia(from).asDiagonal(), .fixed = from.fixed};
  if (contacts) body.shapes = {{geometry(from)}};
  body.pose = from.pose;
  body.velocity = from.velocity;
  body.angular_velocity = from.pose.orientation.conjugate() * from.angular_velocity;
  return body;
}

JointKind kind(PeerJointKind kind) {
  switch (kind) {
    case PeerJointKind::hinge:
      return JointKind::revolute;
    case PeerJointKind::slider:
      return JointKind::prismatic;
    default:
      return JointKind::point_on_line;
  }
}

Joint made(const PeerJoint& from, const std::vector<Body>& bodies, const std::string& name) {
  // A point of B is held on a line through A: a pin is the other way round.
  const bool swap = from.kind == PeerJointKind::pin;
  Joint joint{.name = name, .kind = kind(from.kind)};
  joint.body_a = swap ? from.b : from.a;
  joint.body_b = swap ? from.a : from.b;
  const Pose place{from.at, turn_to(from.axis)};
  const auto frame = [&](int body) { return body < 0 ? place : bodies[body].pose.inverse() * place; };
  joint.frame_a = frame(joint.body_a);
  joint.frame_b = frame(joint.body_b);
  return joint;
}

/// The planes first, then the bodies of the scene.
Model made(const PeerScene& scene) {
  Model model;
  model.materials.front().friction = scene.friction;
  model.gravity = {0, 0, -gravity};
  std::vector<Body> bodies;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    bodies.push_back(made(scene.bodies[k], "body_" + std::to_string(k), scene.contacts));
  }
  const auto planes = static_cast<int>(scene.planes.size());
  for (std::size_t k = 0; k < scene.joints.size(); ++k) {
    Joint joint = made(scene.joints[k], bodies, "joint_" + std::to_string(k));
    if (joint.body_a >= 0) joint.body_a += planes;
    if (joint.body_b >= 0) joint.body_b += planes;
    model.joints.push_back(joint);
  }
  for (const PeerPlane& plane : scene.planes) {
    Body body{.name = "plane_" + std::to_string(model.bodies.size()), .fixed = true, .shapes = {{Plane{}}}};
    body.pose = {plane.point, turn_to(plane.normal)};
    model.bodies.push_back(body);
  }
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    if (!scene.bodies[k].force.isZero()) {
      model.forces.push_back({.body = planes + static_cast<int>(k), .force = scene.bodies[k].force});
    }
    model.bodies.push_back(std::move(bodies[k]));
  }
  return model;
}

class SignoriniEngine : public Engine {
 public:
  /// `pieces`: our steps in one of the scene.
  SignoriniEngine(const PeerScene& scene, Settings settings, int pieces)
      : planes_(scene.planes.size()),
        pieces_(pieces),
        simulation_(made(scene), with_step(std::move(settings), scene.step / pieces)) {}
  void step() override {
    for (int k = 0; k < pieces_; ++k) simulation_.step();
  }
  std::vector<Pose> poses() override {
    const std::vector<Pose>& all = simulation_.state().poses;
    return {all.begin() + static_cast<std::ptrdiff_t>(planes_), all.end()};
  }

 private:
  static Settings with_step(Settings settings, double step) {
    settings.step = step;
    return settings;
  }
  std::size_t planes_;
  int pieces_;
  Simulation simulation_;
};

Contender contender(const std::string& name, const Settings& settings, std::size_t most_bodies, int pieces = 1) {
  return {name, most_bodies, [settings, pieces](const PeerScene& scene) {
            return std::make_unique<SignoriniEngine>(scene, settings, pieces);
          }};
}

constexpr std::size_t any = 100000;

}  // namespace

Contender signorini_contender(const std::string& solver, const std::string& law, double tolerance) {
  Settings settings{.solver = solver, .tolerance = tolerance};
  settings.law = law_from_string(law);
  return contender(fmt::format("signorini-{}-{}-{:.0e}", solver, law, tolerance), settings, any);
}

std::vector<Contender> signorini_contenders() {
  return {contender("signorini-default", {}, any),
          // Two steps in one of the others: for mechanisms, where the error falls with the square of the step.
          contender("signorini-half-step", {}, 10, 2),
          contender("signorini-gs-1e-4", {.solver = "gauss-seidel", .tolerance = 1e-4}, any),
          contender("signorini-gs-1e-3", {.solver = "gauss-seidel", .tolerance = 1e-3}, any),
          contender("signorini-ip-1e-8", {.solver = "interior-point", .tolerance = 1e-8}, 700)};
}

}  // namespace signorini::bench::peers
