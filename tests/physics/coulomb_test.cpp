// Exact Coulomb friction: what sticks does not creep, what slides does not lift off.

#include <gtest/gtest.h>

#include "bodies.h"

namespace signorini {
namespace {

using namespace test;

constexpr double g = 9.81;

/// Steps that all have to be solved; the largest speed that any velocity reached, m/s or rad/s.
double fastest_in(double seconds, const Settings& s, Simulation& simulation) {
  double fastest = 0;
  for (int k = 0; k < steps_in(seconds, s); ++k) {
    const StepRecord record = simulation.step();
    EXPECT_EQ(record.status, Status::solved) << "step " << record.step << ": " << record.certificate.value();
    fastest = std::max(fastest, record.state.v.lpNorm<Eigen::Infinity>());
  }
  return fastest;
}

/// Friction of the block on an incline, and by how much the block is turned about the normal.
class NearTheFrictionAngle : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(NearTheFrictionAngle, ABlockNeitherCreepsNorLiftsOffInTenSeconds) {
  const auto [friction, turn] = GetParam();
  constexpr double half_height = 0.05;
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground(std::atan(0.95 * friction))};
  const Quaternion slope = model.bodies[0].pose.orientation;
  model.bodies.push_back(solid(Box{{0.1, 0.1, half_height}}, 1000, slope * Vector3(0, 0, half_height)));
  model.bodies[1].pose.orientation = slope * Eigen::AngleAxisd(turn, Vector3::UnitZ());
  const Settings s = settings(0.01, Law::coulomb, 1e-10);
  Simulation simulation(model, s);
  EXPECT_LT(fastest_in(10, s, simulation), 1e-9);
  const Vector3 moved = simulation.state().poses[1].position - model.bodies[1].pose.position;
  EXPECT_LT(moved.norm(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(FrictionsAndTurns, NearTheFrictionAngle,
                         testing::Values(std::pair(0.2, 0.0), std::pair(0.5, 0.0), std::pair(0.5, 0.4),
                                         std::pair(0.8, 0.7)));

/// The directions run from along an edge to along the diagonal.
class SlidingCube : public testing::TestWithParam<double> {};

TEST_P(SlidingCube, StaysOnThePlaneAndStopsWhereTheTextbookSays) {
  constexpr double half = 0.05, friction = 0.3, start = 2;
  const Vector3 direction(std::cos(GetParam()), std::sin(GetParam()), 0), across(-direction.y(), direction.x(), 0);
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground(), solid(Box{{half, half, half}}, 1000, {0, 0, half})};
  model.bodies[1].velocity = start * direction;
  const Settings s = settings(0.002, Law::coulomb, 1e-10);
  Simulation simulation(model, s);
  const double slide = start / (friction * g), length = start * start / (2 * friction * g);
  double worst_lift = 0, worst_drift = 0, worst_speed = 0;
  for (int k = 0; k < steps_in(slide + 0.1, s); ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << "step " << record.step;
    const Vector3 position = record.state.poses[1].position;
    worst_lift = std::max(worst_lift, std::abs(position.z() - half));
    worst_drift = std::max(worst_drift, std::abs(position.dot(across)));
    const double speed = direction.dot(Vector3(record.state.v.head(3)));
    const double expected = std::max(0.0, start - friction * g * record.state.time);
    worst_speed = std::max(worst_speed, std::abs(speed - expected));
  }
  EXPECT_LT(worst_lift, 1e-6);
  EXPECT_LT(worst_drift, 1e-6);
  EXPECT_LT(worst_speed, 1e-6 * start);
  EXPECT_LT(simulation.state().v.norm(), 1e-9);
  EXPECT_NEAR(simulation.state().poses[1].position.dot(direction), length, 0.01 * length);
}

INSTANTIATE_TEST_SUITE_P(Directions, SlidingCube, testing::Values(0.0, 0.3, M_PI / 4));

/// A capsule between a fixed finger and one on a guide that a force presses against it, its axis at `tilt` to the
/// vertical. Gravity asks for the share `load` of the friction that the two fingers can give.
struct Gripper {
  static constexpr double radius = 0.02, friction = 0.5, half_width = 0.01;
  Model model;
  Gripper(double tilt, double load) {
    Body capsule = solid(Capsule{radius, 0.03}, 1000, Vector3::Zero());
    capsule.pose.orientation = Eigen::AngleAxisd(tilt, Vector3::UnitX());
    const Box finger{{half_width, 0.1, 0.2}};
    const double place = radius + half_width;
    Body fixed = solid(finger, 1000, {-place, 0, 0});
    fixed.fixed = true;
    model.materials[0].friction = friction;
    model.bodies = {fixed, solid(finger, 1000, {place, 0, 0}), capsule};
    const Quaternion z_to_x(Eigen::AngleAxisd(M_PI / 2, Vector3::UnitY()));
    model.joints = {{.name = "guide",
                     .kind = JointKind::prismatic,
                     .body_a = -1,
                     .body_b = 1,
                     .frame_a = {Vector3(place, 0, 0), z_to_x},
                     .frame_b = {Vector3::Zero(), z_to_x}}};
    model.forces = {{.body = 1, .force = {-capsule.mass * g / (2 * friction * load), 0, 0}}};
  }
};

struct Hold {
  double tilt, load;
  std::string solver;  ///< empty: the default
};
std::ostream& operator<<(std::ostream& out, const Hold& hold) {
  return out << "tilt " << hold.tilt << " load " << hold.load << " by "
             << (hold.solver.empty() ? "default" : hold.solver);
}
class HeldCapsule : public testing::TestWithParam<Hold> {};

TEST_P(HeldCapsule, DoesNotSlip) {
  const Gripper gripper(GetParam().tilt, GetParam().load);
  Settings s = settings(0.01, Law::coulomb, 1e-10);
  s.solver = GetParam().solver;
  Simulation simulation(gripper.model, s);
  EXPECT_LT(fastest_in(2, s, simulation), 1e-9);
  const Pose& start = gripper.model.bodies[2].pose;
  const Pose& held = simulation.state().poses[2];
  EXPECT_LT((held.position - start.position).norm(), 1e-9);
  EXPECT_LT(held.orientation.angularDistance(start.orientation), 1e-9);
}

// The fingers' forces on a tilted capsule are not unique: when one of its ends is pressed less than the other,
// Coulomb's law allows that end to slide. Methods that start from the convex answer rest whenever that is possible.
std::vector<Hold> holds() {
  std::vector<Hold> holds;
  for (int k = 0; k <= 18; ++k)
    for (const double load : {0.8, 0.95, 0.99}) holds.push_back({k * M_PI / 36, load, ""});
  for (const char* solver : {"interior-point", "coulomb-fixed-point"})
    for (const double tilt : {0.5, M_PI / 2}) holds.push_back({tilt, 0.95, solver});
  return holds;
}
INSTANTIATE_TEST_SUITE_P(Grips, HeldCapsule, testing::ValuesIn(holds()));

TEST(WeakGrip, LetsTheCapsuleSlideWithWhatFrictionLeavesOfGravity) {
  constexpr double load = 2;  // the fingers carry half of the weight
  const Gripper gripper(0, load);
  const Settings s = settings(0.002, Law::coulomb, 1e-10);
  Simulation simulation(gripper.model, s);
  double worst = 0, worst_aside = 0;
  for (int k = 0; k < steps_in(0.2, s); ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << "step " << record.step;
    const auto v = record.state.v.tail<6>();
    worst = std::max(worst, std::abs(v[2] / record.state.time + g * (1 - 1 / load)));
    worst_aside = std::max(worst_aside, (Vector(v) - v[2] * Vector::Unit(6, 2)).lpNorm<Eigen::Infinity>());
  }
  EXPECT_LT(worst, 1e-6 * g);
  EXPECT_LT(worst_aside, 1e-8);
}

}  // namespace
}  // namespace signorini
