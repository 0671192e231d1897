// Boxes that stay where they are: on an incline, between fingers, in a wall, in stacks. Dominoes that do not.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "peers/scenes.h"

namespace signorini::bench::peers {

namespace {

PeerBody box(const Vector3& half, double density, const Vector3& place) {
  PeerBody body{.half = half, .mass = 8 * half.prod() * density};
  body.pose.position = place;
  return body;
}

bool finite(const std::vector<Pose>& poses) {
  return std::all_of(poses.begin(), poses.end(), [](const Pose& pose) { return pose.position.allFinite(); });
}

/// How far body k is from where it began, m.
double moved(const PeerScene& scene, const std::vector<Pose>& poses, std::size_t k) {
  return (poses[k].position - scene.bodies[k].pose.position).norm();
}

Trial trial(PeerScene scene, int steps, std::string measure, Quality (*judge)(const PeerScene&, const History&)) {
  return {std::move(scene),
          steps,
          {{"all", 0, steps}},
          std::move(measure),
          [judge](const PeerScene& of, const History& history, const Phase&) { return judge(of, history); }};
}

/// Mean speed over the second half, when what happens at the start is over, m/s, of the body that the scene is about:
/// the last one.
Quality creep(const PeerScene& scene, const History& history) {
  if (!finite(history.back())) return {NAN, "not finite"};
  const std::size_t half = history.size() / 2, body = scene.bodies.size() - 1;
  const double way = (history.back()[body].position - history[half][body].position).norm();
  // A sliding body would be metres away.
  const bool slid = moved(scene, history.back(), body) > scene.bodies[body].half.maxCoeff();
  return {way / (static_cast<double>(history.size() - 1 - half) * scene.step), slid ? "slid" : ""};
}

/// Millimetres that the body that moved most is from its start.
Quality drift(const PeerScene& scene, const History& history) {
  if (!finite(history.back())) return {NAN, "not finite"};
  Quality quality;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    quality.value = std::max(quality.value, 1e3 * moved(scene, history.back(), k));
    const double height = 2 * scene.bodies[k].half.z();
    if (moved(scene, history.back(), k) > height / 2) quality.remark = "fell";
  }
  return quality;
}

PeerScene stacks(int across) {
  constexpr int boxes = 10;
  constexpr double half = 0.05, distance = 0.5, density = 1000;
  PeerScene scene{.name = across == 1 ? "1 stack" : fmt::format("{} stacks", across * across), .friction = 0.5};
  scene.planes = {{}};
  for (int k = 0; k < across * across; ++k) {
    for (int level = 0; level < boxes; ++level) {
      const Vector3 place(-distance * (k % across), distance * (k / across), half * (2 * level + 1));
      scene.bodies.push_back(box(Vector3::Constant(half), density, place));
    }
  }
  return scene;
}

/// A ball, the last body, flies against the upper half of the first stack, whose boxes fall away from the others: the
/// motion is the same with and without these.
PeerScene hit(int across) {
  PeerScene scene = stacks(across);
  scene.name = across == 1 ? "ball hits 1 stack" : fmt::format("ball hits 1 of {}", across * across);
  PeerBody ball{.form = Form::sphere, .half = {0.05, 0, 0}, .mass = 2};
  ball.pose.position = {-0.25, 0, 0.75};
  ball.velocity = {5, 0, 0};
  scene.bodies.push_back(ball);
  return scene;
}

/// Of the other stacks. The first one must have been hit.
Quality drift_of_others(const PeerScene& scene, const History& history) {
  if (!finite(history.back())) return {NAN, "not finite"};
  constexpr std::size_t boxes = 10;
  Quality quality;
  double first = 0;
  for (std::size_t k = 0; k < boxes; ++k) first = std::max(first, moved(scene, history.back(), k));
  for (std::size_t k = boxes; k + 1 < scene.bodies.size(); ++k) {
    quality.value = std::max(quality.value, 1e3 * moved(scene, history.back(), k));
  }
  // Boxes of 0.1 m: one that was hit is further away, one that was not is nearer.
  if (first < 0.1) quality.remark = "not hit";
  if (quality.value > 10) quality.remark = "others moved";
  return quality;
}

/// When the last domino leans by half a right angle, s.
Quality last_fall(const PeerScene& scene, const History& history) {
  const auto fallen = [](const Pose& pose) { return pose.rotation()(2, 2) < std::sqrt(0.5); };
  if (!finite(history.back())) return {NAN, "not finite"};
  const auto down = std::count_if(history.back().begin(), history.back().end(), fallen);
  const auto all = static_cast<std::ptrdiff_t>(scene.bodies.size());
  const auto first =
      std::find_if(history.begin(), history.end(), [&](const auto& poses) { return fallen(poses.back()); });
  return {static_cast<double>(first - history.begin()) * scene.step,
          down == all ? "" : fmt::format("{} of {} fell", down, all)};
}

}  // namespace

std::vector<Trial> incline_trials(Extent) {
  // At 95 % of the angle of friction.
  constexpr double friction = 0.5;
  const double slope = 0.95 * std::atan(friction);
  PeerScene scene{.name = "incline", .friction = friction};
  const Quaternion turn(Eigen::AngleAxisd(slope, Vector3::UnitY()));
  scene.planes = {{Vector3::Zero(), turn * Vector3::UnitZ()}};
  PeerBody block = box({0.1, 0.1, 0.05}, 1000, turn * Vector3(0, 0, 0.05));
  block.pose.orientation = turn;
  scene.bodies = {block};
  return {trial(std::move(scene), 500, "creep, m/s", creep)};
}

std::vector<Trial> grip_trials(Extent) {
  // The weight asks for 95 % of what the friction of both fingers can carry.
  constexpr double friction = 0.5, load = 0.95, mass = 0.1;
  PeerScene scene{.name = "grip", .friction = friction};
  PeerBody fixed = box({0.01, 0.1, 0.2}, 1000, {-0.03, 0, 0});
  fixed.fixed = true;
  PeerBody pressed = box({0.01, 0.1, 0.2}, 1000, {0.03, 0, 0});
  pressed.force = {-mass * gravity / (2 * friction * load), 0, 0};
  PeerBody held = box({0.02, 0.02, 0.02}, 1, {0, 0, 0});
  held.mass = mass;
  scene.bodies = {fixed, pressed, held};
  scene.joints = {{PeerJointKind::slider, -1, 1, {0.03, 0, 0}, {1, 0, 0}}};
  return {trial(std::move(scene), 500, "creep, m/s", creep)};
}

std::vector<Trial> wall_trials(Extent extent) {
  constexpr int rows = 10, columns = 10;
  const Vector3 half = Vector3(0.24, 0.115, 0.071) / 2;
  constexpr double joint = 0.01, density = 1900;
  PeerScene scene{.name = "wall", .friction = 0.6};
  scene.planes = {{}};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      // Quarter bond: the outer bricks of all rows have their centre above the brick below.
      const double x = (column + 0.25 * (row % 2)) * (2 * half.x() + joint);
      scene.bodies.push_back(box(half, density, {x, 0, (2 * row + 1) * half.z()}));
    }
  }
  return {trial(std::move(scene), extent.quick ? 100 : 1000, "drift, mm", drift)};
}

std::vector<Trial> stack_trials(Extent extent) {
  const int steps = extent.quick ? 100 : 300;
  return {trial(stacks(1), steps, "drift, mm", drift), trial(stacks(8), steps, "drift, mm", drift)};
}

std::vector<Trial> hit_trials(Extent extent) {
  const int steps = extent.quick ? 100 : 200;
  return {trial(hit(1), steps, "drift of others, mm", drift_of_others),
          trial(hit(8), steps, "drift of others, mm", drift_of_others)};
}

std::vector<Trial> domino_trials(Extent) {
  // As in scenes/domino.yaml.
  constexpr int dominoes = 20;
  constexpr double distance = 0.02, turn = 4;
  const Vector3 half = Vector3(0.0075, 0.024, 0.048) / 2;
  PeerScene scene{.name = "dominoes", .step = 0.001, .friction = 0.5};
  scene.planes = {{}};
  for (int k = 0; k < dominoes; ++k) scene.bodies.push_back(box(half, 600, {k * distance, 0, half.z()}));
  scene.bodies.front().velocity = {turn * half.z(), 0, turn * half.x()};
  scene.bodies.front().angular_velocity = {0, turn, 0};
  return {trial(std::move(scene), 1500, "last falls at, s", last_fall)};
}

}  // namespace signorini::bench::peers
