#pragma once

#include "physics/bodies.h"

/// Small scenes in which bodies rest, meet and part: what a step skips because it is at rest must be seen in none.
namespace signorini::test {

/// With the solver and the tolerance that hold where nothing is said.
inline Settings usual(Law law) {
  Settings result;
  result.law = law;
  return result;
}

inline Body box(const Vector3& half, const Vector3& position, double turned = 0) {
  Body body = solid(Box{half}, 1000, position);
  body.pose.orientation = Eigen::AngleAxisd(turned, Vector3::UnitZ());
  return body;
}

/// Three boxes upon each other.
inline void add_stack(Model& model, const Vector3& foot) {
  for (int k = 0; k < 3; ++k)
    model.bodies.push_back(box({0.1, 0.08, 0.05}, foot + Vector3(0, 0, 0.05 + 0.1 * k), 0.1 * k));
}

/// A box, a stack, one that has a little way to fall, and one whose axes are not its principal ones.
inline Model at_rest() {
  Model model;
  model.bodies = {ground(), box({0.1, 0.1, 0.1}, {-1, 0, 0.1}, 0.3), box({0.1, 0.05, 0.2}, {1, 1, 0.202})};
  add_stack(model, {0.5, 0, 0});
  const Quaternion turn(Eigen::AngleAxisd(0.4, Vector3::UnitZ()));
  Body askew;
  askew.shapes = {{Box{{0.2, 0.1, 0.1}}, {Vector3::Zero(), turn}, 0}};
  askew.pose.position = {-1, 2, 0.1};
  set_mass_from_shapes(askew, 1000);
  model.bodies.push_back(askew);
  return model;
}

/// A pyramid of bricks without room between them, one of which is pushed.
inline Model one_pile() {
  Model model;
  model.bodies = {ground()};
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 3 - row; ++k)
      model.bodies.push_back(box({0.1, 0.06, 0.05}, {0.2 * k + 0.1 * row, 0.005 * k, 0.05 + 0.1 * row}));
  model.bodies[1].velocity = {0.5, 0.1, 0};
  return model;
}

/// Balls that bounce to and fro between two stacks.
inline Model bouncing_between_stacks() {
  Model model;
  model.materials = {{.name = "wood"}, {.name = "rubber", .restitution = 0.9}};
  model.bodies = {ground()};
  add_stack(model, {-0.4, 0, 0});
  add_stack(model, {0.4, 0, 0});
  for (int k = 0; k < 4; ++k) {
    model.bodies.push_back(solid(Sphere{0.03}, 1000, {-0.12 + 0.08 * k, 0.01 * k, 0.04 + 0.05 * k}));
    model.bodies.back().shapes[0].material = 1;
    model.bodies.back().velocity = {k % 2 == 0 ? 3.0 : -2.0, 0, 0};
  }
  return model;
}

/// A ball on a rod that swings into a stack; another stack is out of its reach.
inline Model pendulum_and_stacks() {
  Model model;
  model.bodies = {ground()};
  add_stack(model, {0.15, 0, 0});
  add_stack(model, {2, 0, 0});
  Body bob = solid(Sphere{0.06}, 4000, {-0.5, 0, 0.75});
  model.bodies.push_back(bob);
  Joint rod;
  rod.kind = JointKind::spherical;
  rod.body_b = static_cast<int>(model.bodies.size()) - 1;
  rod.frame_a.position = {0, 0, 0.75};
  rod.frame_b.position = {0.5, 0, 0};
  model.joints = {rod};
  return model;
}

/// When the pusher starts to gain speed and has it, s, that speed, m/s, how far it is from the first stack, m, and when
/// it touches that, s.
constexpr double pusher_start = 0.5, pusher_runs = 0.51, pusher_speed = 0.4, pusher_gap = 0.02,
                 pusher_touch = (pusher_start + pusher_runs) / 2 + pusher_gap / pusher_speed;
/// A block on a rail, which is `rail` m above its middle, stands still for a while and then runs into a stack. Another
/// stack is out of its reach.
inline Model pusher_and_stacks(double rail) {
  Model model;
  model.bodies = {ground()};
  add_stack(model, {0, 0, 0});
  add_stack(model, {0, 2, 0});
  model.bodies.push_back(box({0.05, 0.05, 0.03}, {-0.15 - pusher_gap, 0, 0.05}));
  const Quaternion z_to_x(Eigen::AngleAxisd(M_PI / 2, Vector3::UnitY()));
  Joint slide;
  slide.kind = JointKind::prismatic;
  slide.body_b = static_cast<int>(model.bodies.size()) - 1;
  slide.frame_a = {model.bodies.back().pose.position + Vector3(0, 0, rail), z_to_x};
  slide.frame_b = {{0, 0, rail}, z_to_x};
  slide.motor = Motor{.motion = TableMotion{{pusher_start, pusher_runs}, {0, pusher_speed}}};
  model.joints = {slide};
  return model;
}

}  // namespace signorini::test
