// Generalised forces against differences of the energies, applied forces by hand, action and reaction, and what the
// gyroscopic torque keeps over long spins.
#include "signorini/dynamics/forces.h"

#include "signorini/dynamics/energies.h"

#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include <gtest/gtest.h>

#include "dynamics/random_bodies.h"

namespace signorini {
namespace {

using test::advanced;
using test::Random;
using test::random_body;
using test::random_model;

Body unit_body() {
  Body body;
  body.mass = 1;
  body.inertia = Matrix3::Identity();
  return body;
}

void add_random_springs(Model& model, Random& random, double damping) {
  for (const auto& [a, b] : {std::pair{0, 2}, {-1, 3}, {1, 2}, {3, 0}}) {
    model.springs.push_back({.body_a = a,
                             .body_b = b,
                             .point_a = random.vector(3),
                             .point_b = random.vector(3),
                             .stiffness = random.uniform(1, 5),
                             .damping = damping,
                             .length = random.uniform(0, 1)});
    model.torsion_springs.push_back({.body_a = a,
                                     .body_b = b,
                                     .axis = Vector3(random.vector(3)).normalized(),
                                     .stiffness = random.uniform(1, 5),
                                     .damping = damping,
                                     .angle = random.uniform(-1, 1)});
  }
}

/// A step of length h with constant velocities, in the middle of which the state is.
StepMotion around(const Model& model, const State& state, double h) {
  return {h,
          state.v,
          state.v,
          state.v,
          advanced(model, state, state.v, -h / 2).poses,
          state.poses,
          advanced(model, state, state.v, h / 2).poses};
}

/// At the state.
Vector forces(const Model& model, const State& state) {
  Vector f = Vector::Zero(state.v.size());
  add_forces(model, around(model, state, 1e-5), f);
  return f;
}

double stored(const Model& model, const State& state) {
  return gravity_energy(model, state.poses) + elastic_energy(model, state.poses);
}

TEST(Forces, OfGravityAndSpringsAreTheSlopeOfTheEnergy) {
  Random random(1);
  const double small = 1e-5;
  for (int sample = 0; sample < 50; ++sample) {
    Model model = random_model(random);
    add_random_springs(model, random, 0);
    State state = initial_state(model);
    state.v.setZero();
    const Vector v = random.vector(state.v.size());
    const double slope =
        (stored(model, advanced(model, state, v, small)) - stored(model, advanced(model, state, v, -small))) /
        (2 * small);
    EXPECT_NEAR(forces(model, state).dot(v), -slope, 1e-7 * (1 + std::abs(slope)));
  }
}

/// Also over steps in which bodies turn by a radian.
TEST(Forces, TheWorkOfGravityAndSpringsIsWhatTheirEnergyLoses) {
  Random random(7);
  for (int sample = 0; sample < 50; ++sample) {
    Model model = random_model(random);
    add_random_springs(model, random, 0);
    model.torsion_springs.clear();
    for (Body& body : model.bodies) body.inertia = Matrix3::Identity();  // no gyroscopic torque
    const State state = initial_state(model);
    const StepMotion motion = step_motion(state, velocity_places(model), random.vector(state.v.size()), 1);
    State end = state;
    end.poses = motion.end;
    Vector f = Vector::Zero(state.v.size());
    add_forces(model, motion, f);
    EXPECT_NEAR(f.dot(motion.mean), stored(model, state) - stored(model, end), 1e-11);
  }
}

TEST(Forces, TheWorkOfATorsionSpringIsWhatItsEnergyLoses) {
  Model model;
  model.bodies = {unit_body()};
  model.gravity.setZero();
  model.bodies[0].pose.orientation = exponential({0, 0.5, 0});
  model.bodies[0].angular_velocity = {0, 2, 0};
  model.torsion_springs = {{.body_a = -1, .body_b = 0, .axis = {0, 1, 0}, .stiffness = 10, .angle = 0.2}};
  const State state = initial_state(model);
  const StepMotion motion = step_motion(state, velocity_places(model), state.v, 0.3);
  Vector f = Vector::Zero(6);
  add_forces(model, motion, f);
  EXPECT_NEAR(0.3 * f.dot(motion.mean), elastic_energy(model, motion.start) - elastic_energy(model, motion.end), 1e-13);
}

/// How far springs of stiffness 2 without damping are from their rest, m or rad, from what they store.
double stretched(const Model& model, const State& state) { return std::sqrt(elastic_energy(model, state.poses)); }

/// A damper takes c times the square of the rate at which its length, or its angle, changes.
TEST(Forces, DampersTakeEnergyAtTheirRate) {
  Random random(2);
  const double small = 1e-6;
  for (int sample = 0; sample < 50; ++sample) {
    Model all = random_model(random);
    add_random_springs(all, random, 1.7);
    all.gravity.setZero();
    const State state = initial_state(all);
    double expected = 0;
    const auto add = [&](const auto& spring, auto list, auto rest) {
      Model one;
      one.bodies = all.bodies;
      one.*list = {spring};
      (one.*list)[0].stiffness = 2;
      (one.*list)[0].*rest = 0;
      const double rate = (stretched(one, advanced(all, state, state.v, small)) -
                           stretched(one, advanced(all, state, state.v, -small))) /
                          (2 * small);
      expected -= 1.7 * rate * rate;
    };
    for (const Spring& spring : all.springs) add(spring, &Model::springs, &Spring::length);
    for (const TorsionSpring& spring : all.torsion_springs) add(spring, &Model::torsion_springs, &TorsionSpring::angle);
    for (auto& spring : all.springs) spring.stiffness = 0;
    for (auto& spring : all.torsion_springs) spring.stiffness = 0;
    EXPECT_NEAR(forces(all, state).dot(state.v), expected, 1e-6 * (1 + std::abs(expected)));
    EXPECT_LT(expected, -0.1);
  }
}

TEST(Forces, ADamperActsAgainstTheRateOfItsLength) {
  Model model;
  model.bodies = {unit_body()};
  model.gravity.setZero();
  model.bodies[0].pose.position = {2, 0, 0};
  model.bodies[0].velocity = {3, 5, 0};
  model.springs = {{.body_a = -1, .body_b = 0, .stiffness = 10, .damping = 4, .length = 1.5}};
  EXPECT_LT((forces(model, initial_state(model)).head<3>() - Vector3(-(10 * 0.5 + 4 * 3), 0, 0)).norm(), 1e-8);
}

TEST(Forces, ATorsionSpringTurnsBothBodiesBack) {
  Model model;
  model.bodies = {unit_body(), unit_body()};
  model.gravity.setZero();
  model.bodies[1].pose.orientation = exponential({0, 0.5, 0});
  model.bodies[1].angular_velocity = {0, 2, 0};
  model.torsion_springs = {{.body_a = 0, .body_b = 1, .axis = {0, 1, 0}, .stiffness = 10, .damping = 3, .angle = 0.2}};
  const Vector f = forces(model, initial_state(model));
  EXPECT_LT((f.segment<3>(9) - Vector3(0, -(10 * 0.3 + 3 * 2), 0)).norm(), 1e-8);
  EXPECT_LT((f.segment<3>(3) + f.segment<3>(9)).norm(), 1e-14);
}

TEST(Forces, SpringsBetweenMovingBodiesExertNoForceOrMomentInTotal) {
  Random random(3);
  Model model = random_model(random);
  model.gravity.setZero();
  add_random_springs(model, random, 0.9);
  std::erase_if(model.springs, [](const Spring& s) { return s.body_a < 0 || s.body_a == 1; });
  std::erase_if(model.torsion_springs, [](const TorsionSpring& s) { return s.body_a < 0 || s.body_a == 1; });
  State state = initial_state(model);
  const auto places = velocity_places(model);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] >= 0) model.bodies[i].inertia = Matrix3::Identity();  // no gyroscopic torque
  const Vector f = forces(model, state);
  Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] < 0) continue;
    force += f.segment<3>(places[i]);
    moment += state.poses[i].position.cross(f.segment<3>(places[i])) +
              state.poses[i].orientation * f.segment<3>(places[i] + 3);
  }
  EXPECT_LT(force.norm(), 1e-13);
  EXPECT_LT(moment.norm(), 1e-8);
}

TEST(Forces, AppliedOnes) {
  Model model;
  model.bodies = {unit_body()};
  model.gravity.setZero();
  // The body's x points along the world's y.
  model.bodies[0].pose = {{7, 8, 9}, exponential({0, 0, std::numbers::pi / 2})};
  model.forces = {{.body = 0, .force = {0, 0, 2}, .torque = {5, 0, 0}, .point = {3, 0, 0}}};
  const Vector f = forces(model, initial_state(model));
  EXPECT_LT((f.head<3>() - Vector3(0, 0, 2)).norm(), 1e-15);
  // The moment of the force is (3,0,0) × (0,0,2) along the body's axes; the world's x is the body's -y.
  EXPECT_LT((f.tail<3>() - Vector3(0, -6 - 5, 0)).norm(), 1e-14);
}

TEST(Forces, AreAdded) {
  Model model;
  model.bodies = {unit_body()};
  model.bodies[0].mass = 2;
  Vector f = Vector::Ones(6);
  const State state = initial_state(model);
  add_forces(model, step_motion(state, velocity_places(model), state.v, 0.01), f);
  EXPECT_LT((f - Vector{{1, 1, 1 - 2 * 9.81, 1, 1, 1}}).norm(), 1e-14);
}

TEST(Forces, ASpringWithBothEndsInOnePointPullsNowhere) {
  Model model;
  model.bodies = {unit_body()};
  model.gravity.setZero();
  model.springs = {{.body_a = -1, .body_b = 0, .stiffness = 10, .length = 1}};
  EXPECT_TRUE(forces(model, initial_state(model)).isZero(0));
}

TEST(Energies, OfOneBodyByHand) {
  Model model;
  model.bodies = {unit_body()};
  Body& body = model.bodies[0];
  body.mass = 2;
  body.inertia = Vector3(1, 2, 2.5).asDiagonal();
  body.pose = {{1, 2, 3}, exponential({1, 1, 1})};
  body.velocity = {3, 0, 4};
  body.angular_velocity = {1, 2, 0};
  const State state = initial_state(model);
  EXPECT_NEAR(kinetic_energy(model, state), 25 + 0.5 * (1 + 8), 1e-13);
  EXPECT_NEAR(gravity_energy(model, state.poses), 2 * 9.81 * 3, 1e-13);
  EXPECT_EQ(elastic_energy(model, state.poses), 0);
  EXPECT_LT((linear_momentum(model, state) - Vector3(6, 0, 8)).norm(), 1e-14);
  const Vector3 expected = Vector3(1, 2, 3).cross(Vector3(6, 0, 8)) + state.poses[0].orientation * Vector3(1, 4, 0);
  EXPECT_LT((angular_momentum(model, state) - expected).norm(), 1e-13);
}

TEST(Energies, OfSpringsByHand) {
  Model model;
  model.bodies = {unit_body(), unit_body()};
  model.bodies[0].pose = {{1, 0, 0}, exponential({0, 0, std::numbers::pi / 2})};
  model.bodies[1].pose = {{1, 5, 0}, exponential({0, 0, std::numbers::pi / 2 + 0.7})};
  // From (1, 2, 0) to (1, 5, 0).
  model.springs = {{.body_a = 0, .body_b = 1, .point_a = {2, 0, 0}, .stiffness = 10, .damping = 9, .length = 2.5}};
  EXPECT_NEAR(elastic_energy(model, initial_state(model).poses), 0.5 * 10 * 0.5 * 0.5, 1e-13);
  model.torsion_springs = {{.body_a = 0, .body_b = 1, .stiffness = 4, .damping = 9, .angle = 0.2}};
  EXPECT_NEAR(elastic_energy(model, initial_state(model).poses), 1.25 + 0.5 * 4 * 0.5 * 0.5, 1e-13);
  model.torsion_springs[0].angle = 0.7 - 2 * std::numbers::pi;
  EXPECT_NEAR(elastic_energy(model, initial_state(model).poses), 1.25, 1e-13) << "full turns do not count";
}

TEST(Energies, FixedBodiesHaveNone) {
  Random random(4);
  Model model = random_model(random);
  const State state = initial_state(model);
  const double kinetic = kinetic_energy(model, state), gravity = gravity_energy(model, state.poses);
  model.bodies[1].mass *= 100;
  EXPECT_EQ(kinetic_energy(model, state), kinetic);
  EXPECT_EQ(gravity_energy(model, state.poses), gravity);
}

TEST(Spin, ChangesAtTheRateOfTheGyroscopicTorque) {
  Random random(5);
  const Matrix3 J = random_body(random).inertia;
  const Vector3 velocity = random.vector(3);
  const Vector3 exact = -J.inverse() * velocity.cross(J * velocity);
  const double coarse = ((spun(J, velocity, 1e-3) - velocity) / 1e-3 - exact).norm();
  const double fine = ((spun(J, velocity, 1e-4) - velocity) / 1e-4 - exact).norm();
  EXPECT_NEAR(coarse / fine, 10, 0.5);
}

TEST(Spin, OfRoundBodiesAndAboutAPrincipalAxisStays) {
  const Matrix3 J = Vector3(1, 2, 2.5).asDiagonal();
  EXPECT_EQ(spun(3 * Matrix3::Identity(), {1, 2, 3}, 0.1), Vector3(1, 2, 3));
  EXPECT_EQ(spun(J, {0, 5, 0}, 0.1), Vector3(0, 5, 0));
  EXPECT_EQ(spun(J, Vector3::Zero(), 0.1), Vector3::Zero());
}

/// This body's speed stays, so that eight times the largest turn makes eight pieces.
TEST(Spin, OverALongStepIsThatOfPiecesOfTheLargestTurn) {
  const Matrix3 J = Vector3(1, 1, 2).asDiagonal();
  const Vector3 start(3, 0, 4);
  const double piece = (1 - 1e-9) * largest_turn / start.norm();
  Vector3 expected = start;
  for (int k = 0; k < 8; ++k) expected = spun(J, expected, piece);
  EXPECT_LT((spun(J, start, 8 * piece) - expected).norm(), 1e-12);
  EXPECT_GT((expected - start).norm(), 1);
}

TEST(GyroscopicTorque, DoesNoWork) {
  Random random(6);
  Model model;
  model.bodies = {random_body(random)};
  model.gravity.setZero();
  const State state = initial_state(model);
  const StepMotion motion = step_motion(state, velocity_places(model), random.vector(6), 0.1);
  Vector f = Vector::Zero(6);
  add_forces(model, motion, f);
  EXPECT_GT(f.norm(), 0.01);
  EXPECT_NEAR(f.dot(motion.mean), 0, 1e-15);
}

struct Spin {
  double energy = 0, momentum = 0, direction = 0;  ///< the worst relative errors
};

/// A spin about the middle axis, which tumbles over again and again, for `steps` steps with no torque.
Spin tumble(double step, int steps, double speed) {
  Model model;
  model.bodies = {unit_body()};
  model.gravity.setZero();
  const Matrix3 R = exponential({0.3, -0.8, 0.4}).toRotationMatrix();
  model.bodies[0].inertia = R * Vector3(1, 2, 2.7).asDiagonal() * R.transpose();
  model.bodies[0].angular_velocity = R * Vector3(0.005, 1, 0.002) * speed;
  State state = initial_state(model);
  const double energy = kinetic_energy(model, state);
  const Vector3 momentum = angular_momentum(model, state);
  Spin worst;
  for (int i = 0; i < steps; ++i) {
    const Vector before = state.v;
    state.v = free_spin(model, state, step);
    const Vector after = state.v;
    state = advanced(model, state, 0.5 * (before + after), step);
    state.v = after;
    const Vector3 now = angular_momentum(model, state);
    worst.energy = std::max(worst.energy, std::abs(kinetic_energy(model, state) / energy - 1));
    worst.momentum = std::max(worst.momentum, std::abs(now.norm() / momentum.norm() - 1));
    worst.direction = std::max(worst.direction, (now.normalized() - momentum.normalized()).norm());
  }
  return worst;
}

TEST(GyroscopicTorque, KeepsEnergyAndAngularMomentumOfALongTumble) {
  const Spin spin = tumble(1e-3, 100000, 10);
  EXPECT_LT(spin.energy, 1e-11);
  EXPECT_LT(spin.momentum, 1e-11);
  EXPECT_LT(spin.direction, 5e-5);  // a bounded wavering of the order of (h |ω|)²
}

TEST(GyroscopicTorque, KeepsThemAtStepsOfManyTurnsToo) {
  for (const double speed : {100.0, 1e3, 1e4}) {
    const Spin spin = tumble(1e-2, 300, speed);
    EXPECT_LT(spin.energy, 1e-9) << speed;
    EXPECT_LT(spin.momentum, 1e-9) << speed;
  }
}

}  // namespace
}  // namespace signorini
