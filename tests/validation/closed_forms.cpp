// Contact, friction and impact where a textbook has the answer.
#include <numbers>

#include <fmt/format.h>

#include "physics/bodies.h"
#include "validation/cases.h"
#include "validation/experiment.h"

namespace signorini::test {
namespace {

constexpr const char* textbook_group = "Contact and friction: closed forms";
constexpr double textbook_g = 9.81, textbook_share = 0.01;
constexpr double slope_angle = std::numbers::pi / 6;

Settings contact_settings(double step) {
  Settings result = settings(step, Law::coulomb, 1e-10);
  result.duration = 100;
  return result;
}

/// A figure that may differ from its reference by 1 %.
Figure within_one_percent(const std::string& quantity, double reference, double ours, const std::string& peer = "") {
  return {quantity, reference, ours, textbook_share * std::abs(reference), peer};
}

/// What starts at rest on a slope, `height` above it.
Model resting_on_slope(const Geometry& geometry, double height, double friction) {
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground(slope_angle)};
  const Quaternion slope = model.bodies[0].pose.orientation;
  model.bodies.push_back(solid(geometry, 1000, slope * Vector3(0, 0, height)));
  model.bodies[1].pose.orientation = slope;
  return model;
}

/// Mean accelerations over the first half second, down the slope and of the spin about the slope's y.
std::pair<double, double> accelerations_on_slope(const Model& model) {
  constexpr double seconds = 0.5;
  Simulation simulation(model, contact_settings(1e-3));
  run_for(seconds, simulation, [](const StepRecord&) {});
  const Pose& moved = simulation.state().poses[1];
  const Quaternion slope = model.bodies[0].pose.orientation;
  const double speed = velocity_of(simulation.state(), model, 1).dot(slope * Vector3::UnitX());
  const double spin = (moved.orientation * spin_of(simulation.state(), model, 1)).dot(slope * Vector3::UnitY());
  return {speed / seconds, spin / seconds};
}

Outcome block_on_slope(bool) {
  const Box block{{0.1, 0.1, 0.05}};
  return {{within_one_percent("acceleration at μ 0.3, m/s²", 2.356287,
                              accelerations_on_slope(resting_on_slope(block, 0.05, 0.3)).first,
                              "0.2 % (Chrono, flexible block)"),
           {"acceleration at μ 0.6, m/s²", 0, accelerations_on_slope(resting_on_slope(block, 0.05, 0.6)).first, 1e-9}}};
}

Outcome rolling_on_slope(bool) {
  constexpr double r = 0.1;
  const Sphere ball{r};
  Outcome outcome;
  outcome.figures.push_back(within_one_percent("acceleration of a sphere at μ 0.5, m/s²", 3.503571,
                                               accelerations_on_slope(resting_on_slope(ball, r, 0.5)).first));
  const auto [slides, spins] = accelerations_on_slope(resting_on_slope(ball, r, 0.1));
  outcome.figures.push_back(within_one_percent("acceleration of a sphere at μ 0.1, m/s²", 4.055429, slides));
  outcome.figures.push_back(within_one_percent("of its surface by spin, m/s²", 2.123927, r * spins));
  Model cylinder = resting_on_slope(Cylinder{r, r}, r, 0.5);
  cylinder.bodies[1].pose.orientation =
      cylinder.bodies[0].pose.orientation * Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitX());
  outcome.figures.push_back(
      within_one_percent("acceleration of a cylinder, m/s²", 3.27, accelerations_on_slope(cylinder).first));
  Body& hoop = cylinder.bodies[1];
  hoop.inertia(2, 2) = hoop.mass * r * r;
  outcome.figures.push_back(
      within_one_percent("acceleration of a hoop, m/s²", 2.4525, accelerations_on_slope(cylinder).first));
  return outcome;
}

Outcome slide_to_roll(bool) {
  constexpr double r = 0.1, v = 2, mu = 0.2, seconds = 0.5;
  Model model;
  model.materials[0].friction = mu;
  model.bodies = {ground(), solid(Sphere{r}, 1000, {0, 0, r})};
  model.bodies[1].velocity = {v, 0, 0};
  Simulation simulation(model, contact_settings(1e-3));
  Outcome outcome;
  Chart chart{"A ball that slides, then rolls", {"time, s"}, {"m/s"}, {{"speed", {}, {}}, {"radius × spin", {}, {}}}};
  run_for(seconds, simulation, [&](const StepRecord& record) {
    for (Series& series : chart.series) series.x.push_back(record.state.time);
    chart.series[0].y.push_back(velocity_of(record.state, model, 1).x());
    chart.series[1].y.push_back(r * (record.state.poses[1].orientation * spin_of(record.state, model, 1)).y());
  });
  const double rolls_from = 2 * v / (7 * mu * textbook_g), rolling = 5 * v / 7;
  const double place = 12 * v * v / (49 * mu * textbook_g) + rolling * (seconds - rolls_from);
  outcome.figures = {
      within_one_percent("speed when it rolls, m/s", rolling, velocity_of(simulation.state(), model, 1).x()),
      within_one_percent("place at 0.5 s, m", place, simulation.state().poses[1].position.x())};
  outcome.chart = chart;
  return outcome;
}

Outcome bounce_series(bool) {
  constexpr double r = 0.1, height = 1, e = 0.8, counted = 5;
  Model model;
  model.materials[0] = {.name = "ball", .friction = 0, .restitution = e};
  model.bodies = {ground(), solid(Sphere{r}, 1000, {0, 0, r + height})};
  Settings chosen = contact_settings(5e-4);
  chosen.restitution_threshold = 1e-3;
  Simulation simulation(model, chosen);
  Series path{"height", {}, {}};
  std::vector<double> impacts, peaks{0};
  double before = 0, last_moving = 0;
  run_for(5, simulation, [&](const StepRecord& record) {
    const double z = record.state.poses[1].position.z() - r, v = velocity_of(record.state, model, 1).z();
    if (before < 0 && v > 0) {
      impacts.push_back(record.state.time);
      peaks.push_back(0);
    }
    peaks.back() = std::max(peaks.back(), z);
    if (std::abs(v) > 0.02) last_moving = record.state.time;
    before = v;
    path.x.push_back(record.state.time);
    path.y.push_back(z);
  });
  const double fall = std::sqrt(2 * height / textbook_g);
  const double fifth = fall * (1 + 2 * e * (1 - std::pow(e, counted - 1)) / (1 - e));
  Outcome outcome;
  outcome.figures = {
      within_one_percent("time of the fifth impact, s", fifth, impacts.at(4)),
      within_one_percent("height after the fifth impact, m", std::pow(e, 2 * counted) * height, peaks.at(5)),
      within_one_percent("time until it rests, s", fall * (1 + e) / (1 - e), last_moving)};
  outcome.chart = Chart{"A ball of restitution 0.8", {"time, s"}, {"height, m"}, {path}};
  return outcome;
}

/// Two equal spheres, the first hits the second at 1 m/s along the line of centres, `across` beside it. Returns the
/// impulse across, N s.
double oblique_impulse(double across) {
  constexpr double r = 0.1, gap = 1e-6;  // they meet in the first step
  Model model;
  model.gravity = Vector3::Zero();
  model.materials[0] = {.name = "ball", .friction = 0.2, .restitution = 0.5};
  const double density = 1 / (4.0 / 3 * std::numbers::pi * r * r * r);
  model.bodies = {solid(Sphere{r}, density, {0, 0, 0}), solid(Sphere{r}, density, {2 * r + gap, 0, 0})};
  model.bodies[0].velocity = {1, across, 0};
  Simulation simulation(model, contact_settings(1e-4));
  run_for(1e-3, simulation, [](const StepRecord&) {});
  return across - velocity_of(simulation.state(), model, 0).y();
}

Outcome oblique_impact(bool) {
  return {{within_one_percent("impulse across at 3 m/s: slips, N s", 0.15, oblique_impulse(3)),
           within_one_percent("impulse across at 0.5 m/s: sticks, N s", 0.5 / 7, oblique_impulse(0.5))}};
}

Outcome skid(bool) {
  constexpr double half_height = 0.05, v = 10, mu = 0.8;
  Model model;
  model.materials[0].friction = mu;
  model.bodies = {ground(), solid(Box{{0.15, 0.15, half_height}}, 500, {0, 0, half_height})};
  model.bodies[1].velocity = {v, 0, 0};
  Simulation simulation(model, contact_settings(5e-3));
  double lifted = 0;
  run_for(1.5, simulation, [&](const StepRecord& record) {
    lifted = std::max(lifted, std::abs(record.state.poses[1].position.z() - half_height));
  });
  return {{{"largest distance from the plane, m", 0, lifted, 1e-6},
           within_one_percent("slides until it rests, m", v * v / (2 * mu * textbook_g),
                              simulation.state().poses[1].position.x())}};
}

}  // namespace

std::vector<ValidationCase> closed_form_cases() {
  const std::string g = textbook_group;
  return {
      {g, "BlockOnSlope", "30°, h 1 ms", false, block_on_slope},
      {g, "RollingOnSlope", "30°, h 1 ms", false, rolling_on_slope},
      {g, "SlideToRoll", "sphere, 2 m/s, μ 0.2, h 1 ms", false, slide_to_roll},
      {g, "BounceSeries", "1 m, e 0.8, h 0.5 ms, bounces above 1 mm/s", false, bounce_series},
      {g, "ObliqueImpact", "two spheres, e 0.5, μ 0.2, 1 m/s, h 0.1 ms", false, oblique_impact},
      {g, "Skid", "box at 10 m/s, μ 0.8, h 5 ms", false, skid},
  };
}

}  // namespace signorini::test
