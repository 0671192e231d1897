// The library of benchmark problems of the IFToMM's committee for multibody dynamics, A01 to A05, as reproduced with
// OpenSim. Reference values: converged solutions of minimal-coordinate or index-1 equations.
#include <array>
#include <limits>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "signorini/math/rotation.h"
#include "validation/cases.h"
#include "validation/experiment.h"

namespace signorini::test {
namespace {

constexpr const char* mechanism_group = "Mechanisms: IFToMM benchmark library";
constexpr const char* plotted = "accuracy of a plot (OpenSim)";
/// Of the values of the library's problems: what the references are compared to.
constexpr double mechanism_share = 1e-4;
constexpr double gravity_of_library = 9.81;

Settings mechanism_settings(double step, double duration) {
  Settings settings;
  settings.step = step;
  settings.duration = duration;
  settings.tolerance = 1e-10;
  return settings;
}

/// Reference values at some times.
using Samples = std::map<double, std::vector<double>>;
/// What is measured of a state.
using Probe = std::function<std::vector<double>(const State&)>;

/// Runs and compares at each sample; a row for the last one, one for the largest difference of all. `share`: of
/// `size`, the most that they may differ by.
Outcome compare_course(Simulation& simulation, double step, const Samples& samples, const Probe& probe,
                       const std::vector<std::string>& names, double size, double share, double until,
                       const std::string& peer = plotted) {
  Outcome outcome;
  Chart chart{"", {"time, s"}, {""}, {}};
  for (const std::string& name : names) chart.series.push_back({name, {}, {}});
  Series reference{"reference", {}, {}, false, true};
  auto next = samples.begin();
  double worst = 0;
  constexpr int points_of_chart = 500;
  const auto every = std::max<long>(1, std::lround(until / step / points_of_chart));
  run_for(until, simulation, [&](const StepRecord& record) {
    const std::vector<double> values = probe(record.state);
    if (record.step % every == 0)
      for (std::size_t k = 0; k < values.size(); ++k) {
        chart.series[k].x.push_back(record.state.time);
        chart.series[k].y.push_back(values[k]);
      }
    if (next == samples.end() || std::abs(record.state.time - next->first) > 0.5 * step) return;
    outcome.figures.clear();
    for (std::size_t k = 0; k < values.size(); ++k) {
      worst = std::max(worst, std::abs(values[k] - next->second[k]));
      outcome.figures.push_back({fmt::format("{} at {} s", names[k], next->first), next->second[k], values[k],
                                 size * share, k == 0 ? peer : ""});
      reference.x.push_back(next->first);
      reference.y.push_back(next->second[k]);
    }
    ++next;
  });
  chart.series.push_back(reference);
  outcome.figures.push_back(
      {fmt::format("largest difference at {} times", std::distance(samples.begin(), next)), 0, worst, size * share});
  outcome.chart = chart;
  return outcome;
}

Outcome pendulum(double step, double until) {
  Model model;
  model.gravity = {0, -gravity_of_library, 0};
  model.bodies = {mass_without_shape("point", 1, Matrix3::Identity(), {{-1, 0, 0}})};
  Joint bar;
  bar.name = "bar";
  bar.kind = JointKind::distance;
  bar.body_b = 0;
  bar.length = 1;
  model.joints = {bar};
  const Samples samples{{2, {-0.793566, -0.608484}},
                        {4, {0.577564, -0.816346}},
                        {6, {0.999498, -0.031696}},
                        {8, {0.919858, -0.392252}},
                        {10, {-0.275087, -0.961419}}};
  Simulation simulation(model, mechanism_settings(step, until));
  const auto place = [](const State& state) {
    return std::vector<double>{state.poses[0].position.x(), state.poses[0].position.y()};
  };
  return compare_course(simulation, step, samples, place, {"x, m", "y, m"}, 1, mechanism_share, until);
}

/// N windows: N + 1 upright rods of 1 m, 1 kg on hinges in the ground, their tops joined by N others. Starts upright,
/// the tops moving at 1 m/s.
Outcome windows(int n, double step, double until) {
  Model model;
  model.gravity = {0, -gravity_of_library, 0};
  constexpr double thin = 1e-3;  // m, without effect in plane motion
  for (int k = 0; k <= n; ++k) {
    model.bodies.push_back(rod_between(fmt::format("upright {}", k), {1.0 * k, 0, 0}, {1.0 * k, 1, 0}, 1, thin));
    model.bodies.back().velocity = {0.5, 0, 0};
    model.bodies.back().angular_velocity = {0, 0, -1};
  }
  for (int k = 0; k < n; ++k) {
    model.bodies.push_back(rod_between(fmt::format("level {}", k), {1.0 * k, 1, 0}, {1.0 * k + 1, 1, 0}, 1, thin));
    model.bodies.back().velocity = {1, 0, 0};
  }
  for (int k = 0; k <= n; ++k) add_hinge(model, -1, k, {1.0 * k, 0, 0}, Vector3::UnitZ());
  for (int k = 0; k < n; ++k) {
    add_hinge(model, k, n + 1 + k, {1.0 * k, 1, 0}, Vector3::UnitZ());
    add_hinge(model, k + 1, n + 1 + k, {1.0 * k + 1, 1, 0}, Vector3::UnitZ());
  }
  const Samples of_two{
      {1, {-0.195020, -0.980799}}, {2, {0.057816, 0.998327}}, {5, {-0.811310, -0.584616}}, {10, {0.328458, 0.944519}}};
  const Samples of_forty{
      {1, {-0.115357, -0.993324}}, {2, {0.034466, 0.999406}}, {5, {-0.540190, -0.841543}}, {10, {0.180512, 0.983573}}};
  Simulation simulation(model, mechanism_settings(step, until));
  const auto top = [](const State& state) {
    const Vector3 b0 = state.poses[0].to_world({0.5, 0, 0});
    return std::vector<double>{b0.x(), b0.y()};
  };
  return compare_course(simulation, step, n == 2 ? of_two : of_forty, top, {"x of B0, m", "y of B0, m"}, 1,
                        mechanism_share, until);
}

Vector3 e_of(double angle) { return {std::cos(angle), std::sin(angle), 0}; }
Vector3 n_of(double angle) { return {-std::sin(angle), std::cos(angle), 0}; }

/// The angles β Θ γ Φ δ Ω ε of Andrews' squeezing mechanism.
using SqueezerAngles = std::array<double, 7>;
constexpr SqueezerAngles squeezer_start{
    -0.0617138900143, 0, 0.4552798191631, 0.2226683901659, 0.4873649795438, -0.2226683901659, 1.2305474445498};
/// Of its seven bodies.
std::array<double, 7> squeezer_turns(const SqueezerAngles& q) {
  return {q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]};
}

Model squeezer() {
  const Vector3 a(-0.06934, -0.00227, 0), b(-0.03635, 0.03273, 0), c(0.014, 0.072, 0), z = Vector3::UnitZ();
  const auto [beta, theta, gamma, phi, delta, omega, epsilon] = squeezer_start;
  const std::array<double, 7> turns = squeezer_turns(squeezer_start);
  const Vector3 crank = 0.007 * e_of(beta), arm_5 = a + 0.04 * e_of(delta), arm_7 = a - 0.04 * n_of(epsilon);
  const Vector3 middle = crank - 0.028 * e_of(turns[1]);
  const std::array<Vector3, 7> centres{0.00092 * e_of(beta),
                                       crank - 0.0115 * e_of(turns[1]),
                                       b + 0.01043 * e_of(gamma) - 0.01874 * n_of(gamma),
                                       arm_5 - 0.00579 * n_of(turns[3]),
                                       a + 0.02308 * e_of(delta) + 0.00916 * n_of(delta),
                                       arm_7 + 0.00579 * e_of(turns[5]),
                                       a - 0.00449 * e_of(epsilon) - 0.01228 * n_of(epsilon)};
  const std::array<double, 7> masses{0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498};
  const std::array<double, 7> inertias{2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
  Model model;
  model.gravity = Vector3::Zero();
  for (int k = 0; k < 7; ++k) {
    const Pose pose{centres[k], exponential(turns[k] * z)};
    model.bodies.push_back(
        mass_without_shape(fmt::format("body {}", k + 1), masses[k], inertias[k] * Matrix3::Identity(), pose));
  }
  add_hinge(model, -1, 0, Vector3::Zero(), z);
  add_hinge(model, 0, 1, crank, z);
  add_hinge(model, -1, 2, b, z);
  add_hinge(model, -1, 4, a, z);
  add_hinge(model, 4, 3, arm_5, z);
  add_hinge(model, -1, 6, a, z);
  add_hinge(model, 6, 5, arm_7, z);
  for (const int body : {2, 3, 5}) add_hinge(model, 1, body, middle, z);
  model.forces = {{.body = 0, .torque = {0, 0, 0.033}}};
  const Vector3 d = b + 0.02 * e_of(gamma) - 0.018 * n_of(gamma);
  model.springs = {{.name = "spring",
                    .body_a = -1,
                    .body_b = 2,
                    .point_a = c,
                    .point_b = model.bodies[2].pose.to_local(d),
                    .stiffness = 4530,
                    .length = 0.07785}};
  return model;
}

Outcome squeeze(double step, double accuracy, double share) {
  constexpr double duration = 0.03;
  const Model model = squeezer();
  Settings settings = mechanism_settings(step, duration);
  settings.accuracy = accuracy;
  Simulation simulation(model, settings);
  std::array<double, 7> turns = squeezer_turns(squeezer_start);
  Vector v = simulation.state().v;
  const auto angles = [&](const State& state) {
    for (int k = 0; k < 7; ++k) {
      const double expected = turns[k] + 0.5 * step * (v[6 * k + 5] + state.v[6 * k + 5]);
      turns[k] = nearest_equivalent(twist(state.poses[k].orientation, Vector3::UnitZ()).angle, expected);
    }
    v = state.v;
    return std::vector<double>{turns[0], turns[1] - turns[0], turns[2], turns[3] - turns[4],
                               turns[4], turns[5] - turns[6], turns[6]};
  };
  const Samples samples{
      {0.03, {15.8107712, -15.7563711, 0.0408222401, -0.5347301163, 0.5244099659, 0.5347301163, 1.0480807410}}};
  const std::vector<std::string> names{"β, rad", "Θ, rad", "γ, rad", "Φ, rad", "δ, rad", "Ω, rad", "ε, rad"};
  return compare_course(simulation, step, samples, angles, names, 1, share, duration, "1e-10 (stiff DAE codes)");
}

/// Five rods and six hinges: by the count of equations it could not move.
Outcome bricard(double step, double until) {
  Model model;
  model.gravity = {0, -gravity_of_library, 0};
  const std::array<Vector3, 6> points{Vector3(0, 0, 0),  Vector3(1, 0, 0),  Vector3(1, -1, 0),
                                      Vector3(1, -1, 1), Vector3(0, -1, 1), Vector3(0, 0, 1)};
  const std::array<Vector3, 6> axes{Vector3::UnitY(), Vector3::UnitZ(), Vector3::UnitX(),
                                    Vector3::UnitY(), Vector3::UnitZ(), Vector3::UnitX()};
  for (int k = 0; k < 5; ++k)
    model.bodies.push_back(rod_between(fmt::format("rod {}", k + 1), points[k], points[k + 1], 1, 0.1));
  for (int k = 0; k < 6; ++k) add_hinge(model, k - 1, k < 5 ? k : -1, points[k], axes[k]);
  const Samples samples{{1, {0.274481, -0.886708, -0.462330}},
                        {2, {-0.778135, -0.980353, -0.197253}},
                        {5, {0.999933, -1.000000, -0.000067}},
                        {10, {0.999731, -1.000000, -0.000269}}};
  Simulation simulation(model, mechanism_settings(step, until));
  const Vector3 end = model.bodies[1].pose.to_local(points[2]);
  const auto p3 = [&](const State& state) {
    const Vector3 p = state.poses[1].to_world(end);
    return std::vector<double>{p.x(), p.y(), p.z()};
  };
  return compare_course(simulation, step, samples, p3, {"x of P3, m", "y of P3, m", "z of P3, m"}, 1, mechanism_share,
                        until);
}

/// A rod with a point mass at its end, turned out and down: mass and inertia about the common centre.
Body governor_arm(const std::string& name, double side, double down) {
  constexpr double length = 1, width = 0.01, density = 3000, ball = 5;
  const Vector3 hinge(0.05 * side, 0, 1), along(side * std::cos(down), 0, -std::sin(down));
  Body arm = rod_between(name, hinge, hinge + length * along, density * width * width * length, width);
  const double rod = arm.mass, mass = rod + ball;
  const double centre = (0.5 * rod + ball) * length / mass;  // from the hinge
  const double moved = centre - 0.5 * length, left = length - centre;
  const double added = rod * moved * moved + ball * left * left;
  arm.inertia += Vector3(0, added, added).asDiagonal();
  arm.mass = mass;
  arm.pose.position = hinge + centre * along;
  return arm;
}

Model governor() {
  constexpr double start_height = 0.5, start_spin = 2 * std::numbers::pi, down = std::numbers::pi / 6;
  Model model;
  model.gravity = {0, 0, -gravity_of_library};
  const double slider_mass = 3, slider_inertia = slider_mass * 0.1 * 0.1 / 6;
  model.bodies = {
      rod_between("shaft", {0, 0, 0}, {0, 0, 1}, 0.3, 0.01),
      mass_without_shape("slider", slider_mass, slider_inertia * Matrix3::Identity(), {{0, 0, start_height}}),
      governor_arm("right arm", 1, down), governor_arm("left arm", -1, down)};
  for (Body& body : model.bodies) {
    const Vector3 spin(0, 0, start_spin);
    body.velocity = spin.cross(body.pose.position);
    body.angular_velocity = body.pose.orientation.conjugate() * spin;
  }
  add_hinge(model, -1, 0, {0, 0, 0}, Vector3::UnitZ());
  add_hinge(model, 0, 1, {0, 0, start_height}, Vector3::UnitZ());
  model.joints.back().kind = JointKind::prismatic;
  for (const int side : {1, -1}) {
    const int arm = side > 0 ? 2 : 3;
    add_hinge(model, 0, arm, {0.05 * side, 0, 1}, Vector3::UnitY());
    const Vector3 centre = Vector3(0.05 * side, 0, 1) + 0.5 * Vector3(side * std::cos(down), 0, -std::sin(down));
    model.springs.push_back({.name = fmt::format("spring {}", arm - 1),
                             .body_a = 1,
                             .body_b = arm,
                             .point_a = {0.05 * side, 0, 0},
                             .point_b = model.bodies[arm].pose.to_local(centre),
                             .stiffness = 8e5,
                             .damping = 4e4,
                             .length = 0.5});
  }
  return model;
}

Outcome govern(double step, double until) {
  const Model model = governor();
  Simulation simulation(model, mechanism_settings(step, until));
  const Samples samples{
      {0.5, {0.74324942}}, {1, {0.50142092}}, {2, {0.50590929}}, {5, {0.53556310}}, {10, {0.61962292}}};
  const auto height = [](const State& state) { return std::vector<double>{state.poses[1].position.z()}; };
  Outcome outcome =
      compare_course(simulation, step, samples, height, {"height of the slider, m"}, 1, mechanism_share, until);
  if (until >= 10)
    outcome.figures.push_back({"spin of the shaft at 10 s, rad/s", 5.54820362,
                               (simulation.state().poses[0].orientation * spin_of(simulation.state(), model, 0)).z(),
                               5.5 * mechanism_share});
  return outcome;
}

}  // namespace

std::vector<ValidationCase> mechanism_cases() {
  constexpr double ms = 1e-3, infinity = std::numeric_limits<double>::infinity();
  const std::string g = mechanism_group;
  return {
      {g, "A01Pendulum", "h 1 ms", false, [](bool whole) { return pendulum(ms, whole ? 10 : 4); }},
      {g, "A02TwoWindows", "h 1 ms", false, [](bool whole) { return windows(2, ms, whole ? 10 : 1); }},
      {g, "A02FortyWindows", "h 1 ms", true, [](bool) { return windows(40, ms, 10); }},
      {g, "A03Squeezer", "h 1 ms, up to two radians a step", false, [](bool) { return squeeze(ms, 0, infinity); }},
      {g, "A03SqueezerAdaptive", "h 1 ms, accuracy 0.03 µm", true,
       [](bool) { return squeeze(ms, 3e-8, mechanism_share); }},
      {g, "A03SqueezerSmallSteps", "h 25 µs", true, [](bool) { return squeeze(25e-6, 0, mechanism_share); }},
      {g, "A04Bricard", "h 1 ms", false, [](bool whole) { return bricard(ms, whole ? 10 : 1); }},
      {g, "A05Governor", "h 1 ms", false, [](bool whole) { return govern(ms, whole ? 10 : 1); }},
  };
}

}  // namespace signorini::test
