// Tops, ropes, rods, rocking blocks and dominoes.
#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "physics/bodies.h"
#include "signorini/math/rotation.h"
#include "validation/cases.h"
#include "validation/experiment.h"

namespace signorini::test {
namespace {

constexpr const char* classic_group = "Classics of rigid body dynamics";
constexpr double classic_g = 9.81;

Settings classic_settings(double step) {
  Settings result = settings(step, Law::coulomb, 1e-10);
  result.duration = 100;
  return result;
}

/// On a ball joint in the origin, its axis tilted by `tilt` towards x.
Model heavy_top(double tilt, double spin, double precession) {
  constexpr double mass = 0.1, lever = 0.04, across = 2.4e-4 - mass * lever * lever, along = 8e-5;
  Model model;
  const Quaternion orientation = exponential({0, tilt, 0});
  const Matrix3 inertia = Vector3(across, across, along).asDiagonal();
  model.bodies = {mass_without_shape("top", mass, inertia, {orientation * Vector3(0, 0, lever), orientation})};
  const Vector3 up(0, 0, precession), axis = orientation * Vector3::UnitZ();
  const Vector3 turning = up + (spin - up.dot(axis)) * axis;
  model.bodies[0].angular_velocity = orientation.conjugate() * turning;
  model.bodies[0].velocity = turning.cross(model.bodies[0].pose.position);
  Joint tip;
  tip.name = "tip";
  tip.kind = JointKind::spherical;
  tip.body_b = 0;
  tip.frame_b.position = {0, 0, -lever};
  model.joints = {tip};
  return model;
}

double tilt_of(const State& state) { return std::acos(std::clamp(state.poses[0].rotation().col(2).z(), -1.0, 1.0)); }

Outcome precessing_top(bool) {
  constexpr double tilt = std::numbers::pi / 6, spin = 200, precession = 2.536048, seconds = 1;
  Simulation simulation(heavy_top(tilt, spin, precession), classic_settings(1e-3));
  double nutation = 0;
  run_for(seconds, simulation,
          [&](const StepRecord& record) { nutation = std::max(nutation, std::abs(tilt_of(record.state) - tilt)); });
  const Vector3 at = simulation.state().poses[0].position;
  return {{{"angle of precession after 1 s, rad", precession * seconds, std::atan2(at.y(), at.x()), 0.01 * precession},
           {"largest change of the tilt, rad", 0, nutation, 0.01 * tilt}}};
}

Outcome sleeping_top(bool) {
  constexpr double nudge = 1e-3;
  const auto largest_tilt = [](double spin) {
    Simulation simulation(heavy_top(nudge, spin, 0), classic_settings(1e-3));
    double tilt = 0;
    run_for(1.5, simulation, [&](const StepRecord& record) { tilt = std::max(tilt, tilt_of(record.state)); });
    return tilt;
  };
  return {{{"largest tilt at 100 rad/s, rad", 0, largest_tilt(100), 5 * nudge},
           {"falls at 60 rad/s (1: yes)", 1, largest_tilt(60) > 0.5 ? 1.0 : 0.0, 0}}};
}

Outcome one_sided_rope(bool) {
  constexpr double step = 0.01, taut = 0.615628;
  Model model;
  model.gravity = {0, -10, 0};
  model.bodies = {mass_without_shape("point", 1, Matrix3::Identity(), {{0.1, 0.9, 0}})};
  Joint rope;
  rope.name = "rope";
  rope.kind = JointKind::distance;
  rope.body_b = 0;
  rope.length = 1;
  rope.upper = 1;
  model.joints = {rope};
  Simulation simulation(model, classic_settings(step));
  double first_pull = 0, worst = 0;
  Series length{"length", {}, {}};
  run_for(2, simulation, [&](const StepRecord& record) {
    const double squared = record.state.poses[0].position.squaredNorm();
    if (first_pull == 0 && record.joints[0].force.norm() > 0) first_pull = record.state.time;
    // The step that catches it and the next: an impact.
    if (first_pull > 0 && record.state.time > first_pull + 1.5 * step) worst = std::max(worst, std::abs(squared - 1));
    length.x.push_back(record.state.time);
    length.y.push_back(std::sqrt(squared));
  });
  Outcome outcome;
  outcome.figures = {
      {"first pull, at the end of its step, s", taut, first_pull, step, "one step (Chrono)"},
      {"largest change of the squared length from the second step after, m²", 0, worst, 1e-4, "1e-4 (Chrono)"}};
  outcome.chart = Chart{"A one-sided rope", {"time, s"}, {"length, m"}, {length}};
  return outcome;
}

/// A slender rod of 1 m at `angle` to the floor; its lower end slides at 5 m/s, the centre of mass behind it.
struct SlidingRod {
  Model model;
  Vector3 tip;  ///< in the rod's frame
};
SlidingRod sliding_rod(double angle, double friction, double speed) {
  constexpr double thin = 1e-4, half = 0.5;
  SlidingRod rod;
  rod.model.materials[0].friction = friction;
  Body body = solid(Capsule{thin, half}, 1000, {0, 0, 0});
  const double mass = 1;
  body.mass = mass;
  body.inertia = Vector3(mass / 12, mass / 12, mass * thin * thin / 2).asDiagonal();
  // Its axis z points up and to +x; the end slides to -x.
  body.pose.orientation = exponential({0, std::numbers::pi / 2 - angle, 0});
  body.pose.position = body.pose.orientation * Vector3(0, 0, half) + Vector3(0, 0, thin);
  body.velocity = {-speed, 0, 0};
  rod.model.bodies = {ground(), body};
  rod.tip = {0, 0, -half};
  return rod;
}

/// Of the lower end.
Vector3 tip_velocity(const SlidingRod& rod, const State& state) {
  const Vector3 spin = state.poses[1].orientation * spin_of(state, rod.model, 1);
  return velocity_of(state, rod.model, 1) + spin.cross(state.poses[1].orientation * rod.tip);
}

/// Where 1 + 3cos²θ < 3μ sin θ cos θ no finite force lets the rod slide on. What is left is an impulse that stops the
/// lower end at once, an impact without collision: with plastic sticking the centre of mass goes up at
/// ¾ v sin θ cos θ. Below that friction it slides, pressed down by 1/(1 + 3cos²θ - 3μ sin θ cos θ) times its weight.
Outcome painleve(bool) {
  constexpr double speed = 5, step = 1e-5;
  const double angle = std::atan(2.0), sc = std::sin(angle) * std::cos(angle);
  Settings chosen = classic_settings(step);
  chosen.margin = 1e-3;
  const SlidingRod in = sliding_rod(angle, 1.4, speed);
  Simulation paradox(in.model, chosen);
  const StepRecord jammed = paradox.step();
  const SlidingRod out = sliding_rod(angle, 1.0, speed);
  Simulation sliding(out.model, chosen);
  sliding.step();
  const double slows = (velocity_of(sliding.state(), out.model, 1).x() + speed) / step;
  const double pressed = 1 / (1 + 3 * std::cos(angle) * std::cos(angle) - 3 * sc);
  return {
      {{"in the paradox, μ 1.4: speed of the end after a step, m/s", 0, tip_velocity(in, jammed.state).norm(), 1e-3},
       {"speed of the centre upwards, m/s", 0.75 * speed * sc, velocity_of(jammed.state, in.model, 1).z(), 1e-3},
       {"certificate of that step", 0, jammed.certificate.value(), 1e-8},
       {"outside, μ 1.0: slows down by, m/s²", classic_g * pressed, slows, 0.01 * classic_g * pressed}}};
}

/// Released when tilted by half of the angle at which it falls over.
Outcome rocking_block(double step, double allowed, bool whole) {
  constexpr double b = 0.1, h = 0.5, alpha = 0.197396, share = 0.5;
  Model model;
  model.materials[0].friction = 1;
  const Quaternion tilted = exponential({0, share * alpha, 0});
  const Vector3 edge(b, 0, 0);
  Body block = solid(Box{{b, 0.1, h}}, 1000, edge + tilted * Vector3(-b, 0, h));
  block.pose.orientation = tilted;
  model.bodies = {ground(), block};
  Simulation simulation(model, classic_settings(step));
  Series course{"tilt", {}, {}};
  std::vector<double> crossings, peaks{0};
  double before = share * alpha, fastest = 0, left = 0;
  run_for(whole ? 3 : 1.2, simulation, [&](const StepRecord& record) {
    const double tilt = twist(record.state.poses[1].orientation, Vector3::UnitY()).angle;
    const double spin = spin_of(record.state, model, 1).y();
    course.x.push_back(record.state.time);
    course.y.push_back(tilt);
    if (tilt * before < 0) {
      crossings.push_back(record.state.time - step * tilt / (tilt - before));
      peaks.push_back(0);
    }
    if (crossings.empty()) fastest = std::max(fastest, std::abs(spin));
    // The impact takes two steps: one ends on the floor, the next rises.
    if (crossings.size() == 1 && record.state.time > crossings[0] + 2 * step && left == 0) left = std::abs(spin);
    peaks.back() = std::max(peaks.back(), std::abs(tilt) / alpha);
    before = tilt == 0 ? before : tilt;
  });
  Outcome outcome;
  const auto near = [&](const std::string& quantity, double reference, double ours) {
    return Figure{quantity, reference, ours, allowed * reference};
  };
  outcome.figures = {near("four times the first quarter, s", 1.388374, 4 * crossings.at(0)),
                     near("spin before the impact, rad/s", 0.648049, fastest),
                     near("spin after it / before", 0.942308, left / fastest),
                     near("first amplitude after it / α", 0.422193, peaks.at(1))};
  if (whole) outcome.figures.push_back(near("second amplitude / α", 0.360968, peaks.at(2)));
  outcome.chart = Chart{"A rocking block", {"time, s"}, {"tilt, rad"}, {course}};
  return outcome;
}

/// Pieces of height 1 on hinges in their lower front edges, without friction between them. The speed of the wave is
/// taken from the second half of the row, where it no longer depends on the push.
double domino_speed(double thickness, double gap, int pieces) {
  constexpr double width = 0.5, step = 1e-3;
  Model model;
  model.materials[0].friction = 0;
  for (int k = 0; k < pieces; ++k) {
    const Vector3 edge(k * (thickness + gap), 0, 0);
    Body piece = solid(Box{{thickness / 2, width / 2, 0.5}}, 1000, edge + Vector3(-thickness / 2, 0, 0.5));
    piece.name = fmt::format("piece {}", k);
    model.bodies.push_back(piece);
    add_hinge(model, -1, k, edge, Vector3::UnitY());
    model.joints.back().lower = 0;  // the floor
  }
  model.bodies[0].angular_velocity = {0, 1, 0};
  model.bodies[0].velocity = Vector3(0, 1, 0).cross(Vector3(-thickness / 2, 0, 0.5));
  Simulation simulation(model, classic_settings(step));
  std::vector<double> hit(pieces, 0);
  constexpr double longest = 10;  // s
  while (hit.back() == 0 && simulation.state().time < longest)
    run_for(simulation.state().time + step, simulation, [&](const StepRecord& record) {
      for (int k = 1; k < pieces; ++k)
        if (hit[k] == 0 && spin_of(record.state, model, k).y() > 1e-3) hit[k] = record.state.time;
    });
  const int from = pieces / 2, to = pieces - 1;
  return (to - from) * (thickness + gap) / (hit[to] - hit[from]) / std::sqrt(classic_g);
}

Outcome dominoes(bool) {
  constexpr int pieces = 20;
  Outcome outcome;
  for (const auto& [gap, reference] : {std::pair(0.3, 1.8403), {0.5, 1.6979}})
    outcome.figures.push_back({fmt::format("speed / √(gh), gap {} of the height", gap), reference,
                               domino_speed(0.15, gap, pieces), 0.05 * reference});
  return outcome;
}

}  // namespace

std::vector<ValidationCase> classic_cases() {
  const std::string g = classic_group;
  return {
      {g, "PrecessingTop", "200 rad/s, 30°, h 1 ms", false, precessing_top},
      {g, "SleepingTop", "sleeps above 76.7 rad/s, h 1 ms", false, sleeping_top},
      {g, "OneSidedRope", "h 10 ms", false, one_sided_rope},
      {g, "PainleveRod", "63.4°, h 10 µs", false, painleve},
      {g, "RockingBlock", "0.2 × 1 m, μ 1, h 0.25 ms", false,
       [](bool whole) { return rocking_block(2.5e-4, 0.01, whole); }},
      {g, "RockingBlockCoarse", "the same, h 1 ms", false, [](bool whole) { return rocking_block(1e-3, 0.05, whole); }},
      {g, "Dominoes", "20 pieces, thickness 0.15, h 1 ms", true, dominoes},
  };
}

}  // namespace signorini::test
