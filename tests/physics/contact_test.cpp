// Contacts against what mechanics textbooks say.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "bodies.h"
#include "signorini/base/error.h"

namespace signorini {
namespace {

using namespace test;

constexpr double g = 9.81;

TEST(FreeFall, FollowsTheParabola) {
  Model model;
  model.bodies = {solid(Sphere{0.05}, 1000, {0, 0, 10})};
  const Settings s = settings(0.001, Law::convex);
  Simulation simulation(model, s);
  const int steps = steps_in(1, s);
  for (int k = 0; k < steps; ++k) simulation.step();
  EXPECT_NEAR(simulation.state().v[2], -g, 1e-10);
  EXPECT_NEAR(simulation.state().poses[0].position.z(), 10 - g / 2, 1e-10);
}

TEST(Bounce, HeightsFallWithTheSquareOfRestitution) {
  constexpr double radius = 0.05, height = 1, restitution = 0.8;
  Model model;
  model.materials[0].restitution = restitution;
  model.bodies = {ground(), solid(Sphere{radius}, 1000, {0, 0, radius + height})};
  Simulation simulation(model, settings(0.0005, Law::convex));
  double highest = 0;
  std::vector<double> heights;
  bool rising = false;
  for (int k = 0; k < 5000 && heights.size() < 3; ++k) {
    simulation.step();
    const double z = simulation.state().poses[1].position.z() - radius, speed = simulation.state().v[2];
    if (rising && speed < 0) heights.push_back(highest);
    rising = speed > 0;
    highest = rising ? z : 0;
  }
  ASSERT_EQ(heights.size(), 3u);
  for (int bounce = 0; bounce < 3; ++bounce)
    EXPECT_NEAR(heights[bounce], height * std::pow(restitution, 2 * (bounce + 1)), 0.01 * heights[bounce]);
}

/// A slide that swings with position A (1 - cos ωt) pushes a ball: the force is that of its acceleration, step by step,
/// and the ball stays on the slide, though it was set down with a little air.
TEST(Pushing, ForceFollowsTheAcceleration) {
  constexpr double radius = 0.1, amplitude = 0.1, turning = 5, step = 0.005;
  Model model;
  model.gravity.setZero();
  model.bodies = {solid(Box{Vector3(0.1, 0.1, 0.1)}, 1000, {0, 0, 0}), solid(Sphere{radius}, 1000, {0.2 + 1e-5, 0, 0})};
  Joint slide;
  slide.kind = JointKind::prismatic;
  slide.body_b = 0;
  slide.frame_a.orientation = slide.frame_b.orientation =
      Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitX());
  slide.motor = Motor{Motor::Drives::position,
                      SineMotion{amplitude, amplitude, turning / (2 * std::numbers::pi), -0.5 * std::numbers::pi}};
  model.joints = {slide};
  Simulation simulation(model, settings(step, Law::convex));
  const double largest = model.bodies[1].mass * amplitude * turning * turning;
  for (int k = 0; k < 50; ++k) {  // to 1.25 rad, while it speeds up
    const StepRecord record = simulation.step();
    const double force = record.impulses.empty() ? 0 : record.impulses[0].x() / step;
    const double exact = largest * std::cos(turning * (k + 0.5) * step);
    if (k < 10) continue;
    EXPECT_NEAR(force, exact, 0.02 * largest) << "step " << k + 1;
    EXPECT_NEAR(record.contacts.at(0).gap, 0, 1e-6) << "step " << k + 1;
  }
}

/// Its ends are far from its centre, which hardly moves, and go a fifth of a radian in a step: along straight lines
/// they would be 28 mm deep in the floor.
TEST(Turning, ASpinningBarStaysAboveTheFloor) {
  Model model;
  model.materials[0].friction = 0.3;
  model.bodies = {ground(), solid(Box{Vector3(0.5, 0.025, 0.025)}, 1000, {0, 0, 0.35})};
  model.bodies[1].angular_velocity = {0, 40, 0};
  Simulation simulation(model, settings(0.005, Law::convex));
  double energy = simulation.energies().total();
  bool hit = false;
  for (int k = 0; k < 200; ++k) {
    const StepRecord record = simulation.step();
    EXPECT_EQ(record.status, Status::solved);
    EXPECT_LE(record.deepest_penetration, 0.01 * 0.1 * 0.025) << "step " << k + 1;
    EXPECT_LE(record.energies.total(), energy + 0.01) << "step " << k + 1;
    energy = record.energies.total();
    for (const Vector3& impulse : record.impulses) hit = hit || impulse.z() > 0;
  }
  EXPECT_TRUE(hit);
}

TEST(Impact, EqualMassesExchangeTheirVelocities) {
  Model model;
  model.gravity.setZero();
  model.materials[0] = {"steel", 0.0, 1.0, 0.0};
  model.bodies = {solid(Sphere{0.1}, 1000, {-0.5, 0, 0}), solid(Sphere{0.1}, 1000, {0.5, 0, 0})};
  model.bodies[0].velocity = {1, 0, 0};
  Simulation simulation(model, settings(0.001, Law::convex));
  for (int k = 0; k < 1500; ++k) simulation.step();
  EXPECT_NEAR(simulation.state().v[0], 0, 1e-7);
  EXPECT_NEAR(simulation.state().v[6], 1, 1e-7);
}

// A ball that is hit moves farther in the step than the margin: the one behind it must be seen in the same step.
TEST(Impact, RunsThroughARowWithinAStep) {
  constexpr double radius = 0.035, step = 0.02, speed = 4;
  Model model;
  model.gravity.setZero();
  model.materials[0] = {"soft", 0.0, 0.0, 0.0};
  for (int k = 0; k < 4; ++k) model.bodies.push_back(solid(Sphere{radius}, 1000, {k * (2 * radius + 0.01), 0, 0}));
  model.bodies[0].velocity = {speed, 0, 0};
  Simulation simulation(model, settings(step, Law::convex));
  double deepest = 0;
  for (int k = 0; k < 10; ++k) {
    simulation.step();
    for (int i = 0; i < 3; ++i) {
      const auto& poses = simulation.state().poses;
      deepest = std::max(deepest, 2 * radius - (poses[i + 1].position.x() - poses[i].position.x()));
    }
  }
  EXPECT_LT(deepest, 1e-9);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(simulation.state().v[6 * i], speed / 4, 1e-6);
}

TEST(Overlap, IsRefusedWhenDeepAndUndoneWhenShallow) {
  Model model;
  model.gravity.setZero();
  model.bodies = {solid(Sphere{0.1}, 1000, {0, 0, 0}), solid(Sphere{0.1}, 1000, {0.05, 0, 0})};
  Settings s = settings(0.01, Law::convex);
  EXPECT_THROW(Simulation(model, s), InputError);
  s.allow_overlap = true;
  Simulation allowed(model, s);
  model.bodies[1].pose.position.x() = 0.19;
  s.allow_overlap = false;
  Simulation shallow(model, s);
  for (int k = 0; k < 200; ++k) shallow.step();
  EXPECT_GE(shallow.state().poses[1].position.x() - shallow.state().poses[0].position.x(), 0.2 - 1e-9);
}

/// The speed down the slope after a second, and the drift away from it.
struct Slide {
  double speed, lift;
};
Slide slide(double slope, double friction, Law law) {
  constexpr double half_height = 0.05;
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground(slope), solid(Box{{0.1, 0.1, half_height}}, 1000, Vector3::Zero())};
  const Matrix3 frame = model.bodies[0].pose.rotation();
  model.bodies[1].pose = {frame * Vector3(0, 0, half_height), model.bodies[0].pose.orientation};
  const Settings s = settings(0.005, law);
  Simulation simulation(model, s);
  for (int k = 0; k < steps_in(1, s); ++k) EXPECT_EQ(simulation.step().status, Status::solved);
  const Vector3 velocity = frame.transpose() * Vector3(simulation.state().v.head(3));
  const Vector3 position = frame.transpose() * simulation.state().poses[1].position;
  return {velocity.x(), position.z() - half_height};
}

TEST(Incline, ABlockSticksBelowTheFrictionAngle) {
  for (const Law law : {Law::convex, Law::coulomb}) {
    const Slide result = slide(0.35, 0.5, law);  // tan 0.35 = 0.365
    EXPECT_NEAR(result.speed, 0, 1e-6);
    EXPECT_NEAR(result.lift, 0, 1e-6);
  }
}

TEST(Incline, ABlockSlidesAboveItWithTheRightAcceleration) {
  const double slope = 0.5, friction = 0.3;
  const double expected = g * (std::sin(slope) - friction * std::cos(slope));
  const Slide exact = slide(slope, friction, Law::coulomb);
  EXPECT_NEAR(exact.speed, expected, 0.01 * expected);
  EXPECT_NEAR(exact.lift, 0, 1e-6);
  // The convex law lifts a sliding block by h μ |u_T|, and by no more.
  const Slide relaxed = slide(slope, friction, Law::convex);
  EXPECT_NEAR(relaxed.speed, expected, 0.01 * expected);
  EXPECT_GT(relaxed.lift, 1e-4);
  EXPECT_LE(relaxed.lift, 1.1 * 0.005 * friction * relaxed.speed);
}

/// What a user sees who names no law, no tolerance and no step: the height that a box rises to over the floor on which
/// it slides, and how far it goes until it stops.
struct FastSlide {
  double lift = 0, way = 0, speed = 0;
};
FastSlide fast_slide(double start, double friction, const Settings& settings) {
  constexpr double half_height = 0.05;
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground(), solid(Box{{0.1, 0.1, half_height}}, 1000, {0, 0, half_height})};
  model.bodies[1].velocity = {start, 0, 0};
  Simulation simulation(model, settings);
  FastSlide result;
  for (int k = 0; k < steps_in(1.5 * start / (friction * g), settings); ++k) {
    EXPECT_EQ(simulation.step().status, Status::solved) << "step " << k + 1;
    result.lift = std::max(result.lift, std::abs(simulation.state().poses[1].position.z() - half_height));
  }
  result.way = simulation.state().poses[1].position.x();
  result.speed = simulation.state().v.norm();
  return result;
}

TEST(Sliding, AFastBoxStaysOnTheFloorAndStopsByDefault) {
  constexpr double start = 10, friction = 0.8;
  const FastSlide slide = fast_slide(start, friction, {});
  EXPECT_LE(slide.lift, 1e-5);
  EXPECT_NEAR(slide.way, start * start / (2 * friction * g), 1e-3);  // 6.371 m
  EXPECT_EQ(slide.speed, 0);
}

/// Why law convex is not the default. It gives u_N = μ u_T, where the impulse r takes μ r from u_T and gives r to u_N:
/// the box leaves the floor at μ v / (1 + μ²), whatever the step.
TEST(Sliding, TheConvexLawThrowsAFastBoxAMetreHigh) {
  constexpr double start = 10, friction = 0.8;
  const double up = friction * start / (1 + friction * friction), height = up * up / (2 * g);
  for (const double step : {0.01, 0.001}) {
    const FastSlide slide = fast_slide(start, friction, {.step = step, .law = Law::convex});
    EXPECT_NEAR(slide.lift, height, 0.01 * height) << step;  // 1.213 m
  }
}

TEST(Rolling, ASlidingSphereEndsAtFiveSeventhsOfItsSpeed) {
  constexpr double radius = 0.1, start = 2;
  Model model;
  model.materials[0].friction = 0.3;
  model.bodies = {ground(), solid(Sphere{radius}, 1000, {0, 0, radius})};
  model.bodies[1].velocity = {start, 0, 0};
  const Settings s = settings(0.001, Law::coulomb);
  Simulation simulation(model, s);
  for (int k = 0; k < steps_in(1, s); ++k) simulation.step();
  EXPECT_NEAR(simulation.state().v[0], 5.0 / 7 * start, 1e-3);
  const Vector3 spin = simulation.state().poses[1].orientation * Vector3(simulation.state().v.segment<3>(3));
  EXPECT_NEAR(spin.y() * radius, simulation.state().v[0], 1e-5);
}

TEST(Stack, TenSpheresCarryTheWeightAboveThem) {
  constexpr double radius = 0.05;
  constexpr int spheres = 10;
  Model model;
  model.bodies = {ground()};
  for (int k = 0; k < spheres; ++k) {
    model.bodies.push_back(solid(Sphere{radius}, 1000, {0, 0, (2 * k + 1) * radius}));
    model.joints.push_back({.name = "axis", .kind = JointKind::point_on_line, .body_a = -1, .body_b = k + 1});
  }
  const Settings s = settings(0.01, Law::convex, 1e-10);
  Simulation simulation(model, s);
  StepRecord record;
  for (int k = 0; k < 50; ++k) record = simulation.step();
  ASSERT_EQ(record.contacts.size(), static_cast<std::size_t>(spheres));
  for (std::size_t k = 0; k < record.contacts.size(); ++k) {
    const int above = spheres - record.contacts[k].key.body_b + 1;
    const double weight = above * model.bodies[1].mass * g * s.step;
    EXPECT_NEAR(record.impulses[k].z(), weight, 1e-6 * weight);
  }
}

TEST(Stack, TwentySpheresEachTenTimesTheOneBelowStayStacked) {
  constexpr double radius = 0.05;
  constexpr int spheres = 20;
  Model model;
  model.bodies = {ground()};
  for (int k = 0; k < spheres; ++k) {
    Body sphere = solid(Sphere{radius}, 1000 * std::pow(10.0, k), {0, 0, (2 * k + 1) * radius});
    model.bodies.push_back(sphere);
    model.joints.push_back({.name = "axis", .kind = JointKind::point_on_line, .body_a = -1, .body_b = k + 1});
  }
  Simulation simulation(model, settings(0.01, Law::convex));
  for (int k = 0; k < 200; ++k) ASSERT_EQ(simulation.step().status, Status::solved) << "step " << k + 1;
  for (int k = 0; k < spheres; ++k)
    EXPECT_NEAR(simulation.state().poses[k + 1].position.z(), (2 * k + 1) * radius, 1e-4 * radius) << "sphere " << k;
}

/// Deeper than what `recovery_speed` could hold up.
TEST(Compliance, SoftContactsCarryAHeavyBox) {
  constexpr double compliance = 1e-5;
  Model model;
  model.materials[0].compliance = compliance / 2;
  model.bodies = {ground(), solid(Box{{0.1, 0.1, 0.1}}, 12500, {0, 0, 0.1})};
  const Settings s = settings(0.005, Law::convex, 1e-10);
  Simulation simulation(model, s);
  StepRecord record;
  for (int k = 0; k < 400; ++k) record = simulation.step();
  double held = 0;
  for (std::size_t k = 0; k < record.contacts.size(); ++k) {
    const double force = record.impulses[k].dot(record.contacts[k].normal) / s.step;
    EXPECT_NEAR(force, std::max(0.0, -record.contacts[k].gap / compliance), 1e-6 * 981);
    held += force;
  }
  EXPECT_NEAR(held, model.bodies[1].mass * g, 1e-6 * 981);
  EXPECT_GT(record.deepest_penetration, 1e-3);
}

TEST(Compliance, ASoftContactGivesWayByForceOverStiffness) {
  constexpr double radius = 0.1, compliance = 1e-6;
  Model model;
  model.materials[0].compliance = compliance / 2;  // two surfaces in series
  model.bodies = {ground(), solid(Sphere{radius}, 1000, {0, 0, radius})};
  Settings s = settings(0.01, Law::convex);
  s.recovery_speed = 10;
  Simulation simulation(model, s);
  for (int k = 0; k < 300; ++k) simulation.step();
  const double expected = model.bodies[1].mass * g * compliance;
  EXPECT_NEAR(radius - simulation.state().poses[1].position.z(), expected, 1e-3 * expected);
}

TEST(BallsInABox, ComeToRestWithoutPenetration) {
  for (const double friction : {0.0, 0.3}) {
    constexpr double radius = 0.035;
    Model model;
    model.materials[0].friction = friction;
    Body box;
    box.fixed = true;
    box.shapes = {{BoxInside{{0.15, 0.15, 0.5}}, {}, 0}};
    box.pose.position = {0, 0, 0.5};
    model.bodies = {box};
    for (int k = 0; k < 48; ++k)
      model.bodies.push_back(solid(Sphere{radius}, 1000,
                                   {0.08 * (k % 3 - 1) + 0.003 * (k % 5), 0.08 * (k / 3 % 3 - 1) + 0.002 * (k % 7),
                                    radius + 0.08 * static_cast<double>(k / 9)}));
    Simulation simulation(model, settings(0.02, Law::convex));
    double energy = simulation.energies().total();
    StepRecord record;
    for (int k = 0; k < 200; ++k) {
      record = simulation.step();
      EXPECT_LE(record.certificate.value(), 1e-8) << "step " << k + 1;
      // What pushing the deepest contact apart may add.
      const double allowed = 48 * model.bodies[1].mass * 0.5 * 0.1 * 0.1;
      EXPECT_LE(record.energies.total(), energy + allowed);
      energy = record.energies.total();
    }
    EXPECT_LE(record.deepest_penetration, 1e-4 * radius) << "friction " << friction;
    EXPECT_LE(record.energies.kinetic, 1e-3);
  }
}

}  // namespace
}  // namespace signorini
