// Unit tests of Project Chrono that have a number.
#include <algorithm>
#include <array>
#include <functional>
#include <numbers>

#include "physics/bodies.h"
#include "validation/cases.h"
#include "validation/experiment.h"

namespace signorini::test {
namespace {

constexpr const char* chrono_group = "Unit tests of Project Chrono";

Settings chrono_settings(double step) {
  Settings result = settings(step, Law::coulomb, 1e-10);
  result.duration = 100;
  return result;
}

/// A sphere of the given mass, kg.
Body chrono_ball(double radius, double mass, const Vector3& place) {
  return solid(Sphere{radius}, mass / (4.0 / 3 * std::numbers::pi * radius * radius * radius), place);
}

Outcome head_on_restitution(bool) {
  double worst = 0;
  for (const double e : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    Model model;
    model.gravity = Vector3::Zero();
    model.materials[0].restitution = e;
    model.bodies = {chrono_ball(0.5, 1, {-0.625, 0, 0}), chrono_ball(0.5, 1, {0.625, 0, 0})};
    model.bodies[0].velocity = {1, 0, 0};
    model.bodies[1].velocity = {-1, 0, 0};
    Simulation simulation(model, chrono_settings(1e-3));
    run_for(0.5, simulation, [](const StepRecord&) {});
    const Vector3 parting = velocity_of(simulation.state(), model, 1) - velocity_of(simulation.state(), model, 0);
    worst = std::max(worst, std::abs(parting.x() / 2 - e));
  }
  return {{{"largest error of the restitution, e 0 to 1", 0, worst, 1e-3, "1e-3 (Chrono SMC, h 30 µs)"}}};
}

Outcome sliding_cube(bool) {
  constexpr double half = 0.25, reference = 2.54842;
  Model model;
  model.materials[0].friction = 0.5;
  model.bodies = {ground(), solid(Box{{half, half, half}}, 8, {0, 0, half})};
  model.bodies[1].velocity = {5, 0, 0};
  Simulation simulation(model, chrono_settings(1e-3));
  run_for(1.2, simulation, [](const StepRecord&) {});
  return {{{"distance until it rests, m", reference, simulation.state().poses[1].position.x(), 0.005 * reference,
            "0.5 % (Chrono SMC, h 20 µs)"}}};
}

Outcome sphere_stack(bool whole) {
  Model model;
  model.materials[0].restitution = 0.3;
  model.bodies = {ground()};
  for (int k = 0; k < 5; ++k) model.bodies.push_back(chrono_ball(1, 1, {0, 0, 5 + 2.5 * k}));
  Simulation simulation(model, chrono_settings(1e-3));
  run_for(whole ? 10 : 3, simulation, [](const StepRecord&) {});
  double drift = 0, turned = 0;
  for (std::size_t k = 1; k < model.bodies.size(); ++k) {
    const Pose& pose = simulation.state().poses[k];
    drift = std::max({drift, std::abs(pose.position.x()), std::abs(pose.position.y())});
    turned = std::max(turned, 1 - std::abs(pose.orientation.w()));
  }
  Outcome outcome{{{"side drift, m", 0, drift, 1e-6, "1e-6 (Chrono SMC, h 30 µs)"},
                   {"1 - first entry of the quaternion", 0, turned, 1e-6, "1e-6 (Chrono SMC)"}}};
  if (whole)
    outcome.figures.push_back(
        {"kinetic energy at 10 s / body, J", 0, simulation.energies().kinetic / 5, 1e-9, "1e-9 (Chrono SMC)"});
  return outcome;
}

Outcome weight_on_the_floor(bool) {
  constexpr double r = 0.05, step = 5e-3, weight = 8 * 5 * 9.81;
  Model model;
  model.materials[0].friction = 0.4;
  model.bodies = {ground()};
  for (int k = 0; k < 8; ++k) model.bodies.push_back(chrono_ball(r, 5, {2.5 * r * k, 0, 0.06}));
  Simulation simulation(model, chrono_settings(step));
  double furthest = weight;
  run_for(1, simulation, [&](const StepRecord& record) {
    if (record.state.time < 0.25) return;
    double force = 0;
    for (const Vector3& impulse : record.impulses) force += std::abs(impulse.z()) / step;
    if (std::abs(force - weight) >= std::abs(furthest - weight)) furthest = force;
  });
  return {{{"force on the floor that is furthest off after 0.25 s, N", weight, furthest, 1e-3 * weight,
            "0.1 % (Chrono NSC and SMC)"}}};
}

/// Two coordinates and their rates.
using PlaneState = std::array<double, 4>;
using PlaneRates = std::function<std::array<double, 2>(const PlaneState&)>;

/// One step of the classical Runge-Kutta method of fourth order.
PlaneState runge_kutta(const PlaneState& y, double step, const PlaneRates& accelerations) {
  const auto slope = [&](const PlaneState& at) {
    const auto a = accelerations(at);
    return PlaneState{at[2], at[3], a[0], a[1]};
  };
  const auto along = [&](const PlaneState& k, double share) {
    PlaneState out = y;
    for (int i = 0; i < 4; ++i) out[i] += share * step * k[i];
    return out;
  };
  const PlaneState a = slope(y), b = slope(along(a, 0.5)), c = slope(along(b, 0.5)), d = slope(along(c, 1));
  PlaneState out = y;
  for (int i = 0; i < 4; ++i) out[i] += step / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  return out;
}

/// x of [a b; b d] x = f.
std::array<double, 2> solve_two(double a, double b, double d, double f0, double f1) {
  const double det = a * d - b * b;
  return {(d * f0 - b * f1) / det, (a * f1 - b * f0) / det};
}

/// Hangs from a hinge in (x, 0, 0), its centre `lever` away in the direction of +x: horizontal.
Body level_bar(const std::string& name, double x, double lever) {
  return mass_without_shape(name, 1, Matrix3::Identity(), {{x + lever, 0, 0}});
}

/// Root mean squares of the differences in place and velocity of the last body's centre.
Outcome against_minimal_coordinates(const Model& model, const PlaneRates& accelerations,
                                    const std::function<std::array<Vector3, 2>(const PlaneState&)>& centre) {
  constexpr double step = 2e-4, seconds = 1, straight_out = std::numbers::pi / 2;
  const int last = static_cast<int>(model.bodies.size()) - 1;
  PlaneState y =
      model.springs.empty() ? PlaneState{straight_out, straight_out, 0, 0} : PlaneState{0, straight_out, 0, 0};
  Simulation simulation(model, chrono_settings(step));
  double places = 0, velocities = 0, drift = 0;
  int count = 0;
  run_for(seconds, simulation, [&](const StepRecord& record) {
    y = runge_kutta(y, step, accelerations);
    const auto [place, velocity] = centre(y);
    places += (record.state.poses[last].position - place).squaredNorm();
    velocities += (velocity_of(record.state, model, last) - velocity).squaredNorm();
    drift = std::max(drift, record.joint_drift);
    ++count;
  });
  return {{{"place of the last centre, RMS, m", 0, std::sqrt(places / count), 1e-4, "1e-3 (Chrono)"},
           {"its velocity, RMS, m/s", 0, std::sqrt(velocities / count), 1e-4, "1e-3 (Chrono)"},
           {"largest drift of a joint, m", 0, drift, 1e-9, "1e-6 (Chrono)"}}};
}

/// Angles from straight down, towards +x.
Outcome double_pendulum(bool) {
  constexpr double g = 10, lever = 0.5, length = 1;
  Model model;
  model.gravity = {0, 0, -g};
  model.bodies = {level_bar("upper", 0, lever), level_bar("lower", length, lever)};
  add_hinge(model, -1, 0, {0, 0, 0}, Vector3::UnitY());
  add_hinge(model, 0, 1, {length, 0, 0}, Vector3::UnitY());
  const auto accelerations = [=](const PlaneState& y) {
    const double coupling = length * lever, apart = y[0] - y[1];
    return solve_two(1 + lever * lever + length * length, coupling * std::cos(apart), 1 + lever * lever,
                     -coupling * std::sin(apart) * y[3] * y[3] - (lever + length) * g * std::sin(y[0]),
                     coupling * std::sin(apart) * y[2] * y[2] - lever * g * std::sin(y[1]));
  };
  return against_minimal_coordinates(model, accelerations, [=](const PlaneState& y) {
    const auto out = [](double angle) { return Vector3(std::sin(angle), 0, -std::cos(angle)); };
    const auto on = [](double angle) { return Vector3(std::cos(angle), 0, std::sin(angle)); };
    return std::array<Vector3, 2>{length * out(y[0]) + lever * out(y[1]),
                                  length * y[2] * on(y[0]) + lever * y[3] * on(y[1])};
  });
}

Outcome slider_pendulum(bool) {
  constexpr double g = 10, lever = 1, stiffness = 10;
  Model model;
  model.gravity = {0, 0, -g};
  model.bodies = {mass_without_shape("slider", 1, Matrix3::Identity(), {}), level_bar("pendulum", 0, lever)};
  add_hinge(model, -1, 0, {0, 0, 0}, Vector3::UnitX());
  model.joints.back().kind = JointKind::prismatic;
  add_hinge(model, 0, 1, {0, 0, 0}, Vector3::UnitY());
  // Long at rest: along the slide up to rounding.
  model.springs = {{.name = "spring",
                    .body_a = -1,
                    .body_b = 0,
                    .point_a = {-10, 0, 0},
                    .point_b = {0, 0, 0},
                    .stiffness = stiffness,
                    .length = 10}};
  const auto accelerations = [=](const PlaneState& y) {
    return solve_two(2, lever * std::cos(y[1]), 1 + lever * lever,
                     lever * std::sin(y[1]) * y[3] * y[3] - stiffness * y[0], -g * lever * std::sin(y[1]));
  };
  return against_minimal_coordinates(model, accelerations, [=](const PlaneState& y) {
    return std::array<Vector3, 2>{Vector3(y[0] + lever * std::sin(y[1]), 0, -lever * std::cos(y[1])),
                                  Vector3(y[2] + lever * y[3] * std::cos(y[1]), 0, lever * y[3] * std::sin(y[1]))};
  });
}

}  // namespace

std::vector<ValidationCase> chrono_cases() {
  const std::string g = chrono_group;
  return {
      {g, "Restitution", "two spheres, h 1 ms", false, head_on_restitution},
      {g, "SlidingCube", "5 m/s, μ 0.5, h 1 ms", false, sliding_cube},
      {g, "SphereStack", "five spheres, e 0.3, h 1 ms", false, sphere_stack},
      {g, "WeightOnTheFloor", "eight balls, h 5 ms", false, weight_on_the_floor},
      {g, "DoublePendulum", "bars of 1 m, h 0.2 ms", true, double_pendulum},
      {g, "SliderPendulum", "lever 1 m, h 0.2 ms", true, slider_pendulum},
  };
}

}  // namespace signorini::test
