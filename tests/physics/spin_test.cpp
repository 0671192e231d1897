// Bodies that spin freely, against Euler's closed forms.

#include <cmath>

#include <gtest/gtest.h>

#include "bodies.h"
#include "signorini/dynamics/energies.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

/// A body without shape, turned, in free fall.
Model spinning(const Vector3& moments, const Vector3& spin) {
  Body body;
  body.mass = 2;
  body.inertia = moments.asDiagonal();
  body.pose.orientation = exponential({0.4, -0.3, 0.8});
  body.angular_velocity = spin;
  Model model;
  model.bodies = {body};
  return model;
}

/// The angular velocity of a symmetric top, along its own axes, turns about its axis at (J₃ - J₁)/J₁ ω₃.
TEST(Spin, TheAngularVelocityOfASymmetricTopGoesRoundItsAxis) {
  const double J1 = 2, J3 = 3, about_axis = 4, across = 1;
  const Model model = spinning({J1, J1, J3}, {across, 0, about_axis});
  const Settings settings = test::settings(1e-3, Law::convex);
  Simulation simulation(model, settings);
  const double rate = (J3 - J1) / J1 * about_axis;
  for (int step = 1; step <= 2000; ++step) {
    const Vector3 spin = simulation.step().state.v.tail<3>();
    const double angle = rate * step * settings.step;
    const Vector3 exact(across * std::cos(angle), across * std::sin(angle), about_axis);
    ASSERT_LT((spin - exact).norm(), 1e-4) << step;
  }
}

/// Seen from outside its axis goes round the angular momentum L at |L|/J₁.
TEST(Spin, TheAxisOfASymmetricTopGoesRoundItsAngularMomentum) {
  const double J1 = 2, J3 = 3;
  const Model model = spinning({J1, J1, J3}, {1, 0, 4});
  const Settings settings = test::settings(1e-3, Law::convex);
  Simulation simulation(model, settings);
  const Vector3 momentum = angular_momentum(model, simulation.state());
  const Vector3 axis = simulation.state().poses[0].orientation * Vector3::UnitZ();
  for (int step = 1; step <= 2000; ++step) {
    const Vector3 now = simulation.step().state.poses[0].orientation * Vector3::UnitZ();
    const double angle = momentum.norm() / J1 * step * settings.step;
    ASSERT_LT((now - exponential(angle * momentum.normalized()) * axis).norm(), 5e-3) << step;
  }
}

/// Between the spins about the middle axis one way and the other, with |L|² = 2 T J₂, the elliptic functions of Euler's
/// solution are hyperbolic ones: ω₂ = Ω tanh(n t), ω₁ and ω₃ go with 1/cosh(n t).
TEST(Spin, AnAsymmetricTopTurnsOverAsEulerSays) {
  const double J1 = 1, J2 = 2, J3 = 2.5, fastest = 3;
  const double n = fastest * std::sqrt((J3 - J2) * (J2 - J1) / (J1 * J3));
  const double first = fastest * std::sqrt(J2 * (J3 - J2) / (J1 * (J3 - J1)));
  const double third = fastest * std::sqrt(J2 * (J2 - J1) / (J3 * (J3 - J1)));
  const auto exact = [&](double t) {
    return Vector3(first / std::cosh(n * t), fastest * std::tanh(n * t), third / std::cosh(n * t));
  };
  const double start = -2 / n;
  const Model model = spinning({J1, J2, J3}, exact(start));
  const Settings settings = test::settings(1e-3, Law::convex);
  Simulation simulation(model, settings);
  const double energy = kinetic_energy(model, simulation.state());
  for (int step = 1; step <= test::steps_in(4 / n, settings); ++step) {
    const StepRecord record = simulation.step();
    ASSERT_LT((record.state.v.tail<3>() - exact(start + step * settings.step)).norm(), 1e-3) << step;
    const double fallen = model.bodies[0].mass * record.state.v.head<3>().squaredNorm() / 2;
    ASSERT_NEAR(record.energies.kinetic - fallen, energy, 1e-10 * energy);
  }
}

}  // namespace
}  // namespace signorini
