#include "signorini/dynamics/tied_motion.h"

#include <gtest/gtest.h>

#include "dynamics/random_bodies.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/dynamics/step_rows.h"
#include "signorini/linalg/row_order.h"

namespace signorini {
namespace {

using namespace test;

/// Three moving bodies and a fixed one, tied as a row.
Model tied_model(Random& random) {
  Model model = random_model(random);
  const std::pair<int, int> pairs[] = {{1, 0}, {0, 2}, {2, 3}};
  for (const auto& [a, b] : pairs)
    model.joints.push_back({.kind = b == 2 ? JointKind::spherical : JointKind::revolute,
                            .body_a = a,
                            .body_b = b,
                            .frame_a = random_pose(random),
                            .frame_b = random_pose(random)});
  return model;
}

TEST(JointEquations, TieTheBodies) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Model model = tied_model(random);
    const std::vector<int> places = velocity_places(model);
    const auto rows = constraint_rows(model, initial_state(model).poses, std::vector<MotorPlace>(model.joints.size()));
    JointEquations equations(model);
    const Matrix3 turning = 0.1 * Vector3(1, 2, 3).asDiagonal();
    ASSERT_TRUE(equations.add_turning(2, turning));
    ASSERT_TRUE(equations.factorize(rows.free));
    const Vector a = random.vector(18), b = random.vector(static_cast<int>(rows.free.size()));
    Vector v = a, missing = b;
    equations.divide_by_mass(v);
    for (std::size_t k = 0; k < rows.free.size(); ++k)
      missing[static_cast<Eigen::Index>(k)] -= rate_of(rows.free[k], places, v);
    const Vector r = equations.impulses(missing);
    equations.push(r, v);

    Vector left = -a;
    for (std::size_t body = 0; body < places.size(); ++body) {
      if (places[body] < 0) continue;
      left.segment<3>(places[body]) += model.bodies[body].mass * v.segment<3>(places[body]);
      const Matrix3 inertia = body == 2 ? Matrix3(model.bodies[body].inertia + turning) : model.bodies[body].inertia;
      left.segment<3>(places[body] + 3) += inertia * v.segment<3>(places[body] + 3);
    }
    const double rounding = 1e-11 * (1 + r.cwiseAbs().maxCoeff());
    for (std::size_t k = 0; k < rows.free.size(); ++k) {
      const ConstraintRow& row = rows.free[k];
      const double impulse = r[static_cast<Eigen::Index>(k)];
      if (places[row.body_a] >= 0) left.segment<6>(places[row.body_a]) -= impulse * row.on_a;
      if (places[row.body_b] >= 0) left.segment<6>(places[row.body_b]) -= impulse * row.on_b;
      EXPECT_NEAR(rate_of(row, places, v), b[static_cast<Eigen::Index>(k)], rounding) << trial << ", row " << k;
    }
    EXPECT_LT(left.cwiseAbs().maxCoeff(), 1e-9 * (1 + r.cwiseAbs().maxCoeff())) << trial;
  }
}

/// A bar between two hinges on one axis: five of their ten rows say what the others do.
TEST(JointEquations, LeaveOutWhatDependsOnOthers) {
  Model model;
  model.bodies.push_back({.mass = 2, .inertia = Vector3(1, 2, 3).asDiagonal()});
  for (const double z : {-0.5, 0.5})
    model.joints.push_back({.kind = JointKind::revolute,
                            .body_b = 0,
                            .frame_a = {{0.3, 0, z}, Quaternion::Identity()},
                            .frame_b = {{0.3, 0, z}, Quaternion::Identity()}});
  const auto rows = constraint_rows(model, initial_state(model).poses, std::vector<MotorPlace>(2)).free;
  JointEquations equations(model);
  ASSERT_TRUE(equations.factorize(rows));
  Vector v = Vector::LinSpaced(6, 1, 6), missing(10);
  for (int k = 0; k < 10; ++k) missing[k] = -rate_of(rows[k], {0}, v);
  const Vector r = equations.impulses(missing);
  equations.push(r, v);
  EXPECT_EQ((r.array() == 0).count(), 5);
  EXPECT_LT(r.cwiseAbs().maxCoeff(), 100);
  for (const ConstraintRow& row : rows) EXPECT_NEAR(rate_of(row, {0}, v), 0, 1e-12);
}

TEST(JointEquations, RefuseAMomentOfInertiaThatIsNone) {
  Random random(1);
  JointEquations equations(tied_model(random));
  EXPECT_FALSE(equations.add_turning(0, -1e3 * Matrix3::Identity()));
}

/// Bars on hinges along x, which fall.
Model falling_chain(int links) {
  constexpr double length = 0.1;
  Model model;
  for (int k = 0; k < links; ++k) {
    Body link{.mass = 0.3, .inertia = Vector3(2e-5, 2.6e-4, 2.6e-4).asDiagonal()};
    link.pose.position = {(k + 0.5) * length, 0, 0};
    model.bodies.push_back(link);
    const Pose hinge{{k * length, 0, 0}, Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitY())};
    model.joints.push_back({.kind = JointKind::revolute,
                            .body_a = k - 1,
                            .body_b = k,
                            .frame_a = k == 0 ? hinge : model.bodies[k - 1].pose.inverse() * hinge,
                            .frame_b = link.pose.inverse() * hinge});
  }
  return model;
}

/// The repetitions of a step have nothing left to do, and lead to the same place without it.
TEST(TiedMotion, IsThatOfTheStep) {
  Settings settings{.step = 0.005}, without = settings;
  without.warm_start = false;
  Simulation simulation(falling_chain(10), settings), repeated(falling_chain(10), without);
  int repeats = 0, repeats_without = 0;
  for (int k = 0; k < 100; ++k) {
    repeats += simulation.step().repeats;
    repeats_without += repeated.step().repeats;
  }
  EXPECT_LE(repeats, 110);
  EXPECT_GT(repeats_without, 300);
  for (std::size_t k = 0; k < 10; ++k)
    EXPECT_LT((simulation.state().poses[k].position - repeated.state().poses[k].position).norm(), 1e-8) << k;
}

TEST(TiedMotion, FollowsMotors) {
  Model model = falling_chain(3);
  model.joints[0].motor = Motor{.motion = ConstantMotion{2}};
  Settings settings{.step = 0.005}, without = settings;
  without.warm_start = false;
  Simulation simulation(model, settings), repeated(model, without);
  int repeats = 0;
  for (int k = 0; k < 100; ++k) {
    repeats += simulation.step().repeats;
    repeated.step();
  }
  EXPECT_LE(repeats, 110);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_LT((simulation.state().poses[k].position - repeated.state().poses[k].position).norm(), 1e-8) << k;
}

/// Rows of a chain in any order: each reaches no further back than to the rows of the body before.
TEST(RowOrder, IsNarrowForAChain) {
  constexpr int links = 30;
  std::vector<int> link(links);
  for (int k = 0; k < links; ++k) link[static_cast<std::size_t>(k)] = 7 * k % links;
  std::vector<int> first{0}, bodies;
  for (const int k : link) {
    if (k > 0) bodies.push_back(k - 1);
    bodies.push_back(k);
    first.push_back(static_cast<int>(bodies.size()));
  }
  const std::vector<int> place = order_rows_by_blocks(first, bodies, links);
  std::vector<int> seen(links, 0), place_of_link(links);
  for (int row = 0; row < links; ++row) {
    ++seen[static_cast<std::size_t>(place[row])];
    place_of_link[static_cast<std::size_t>(link[row])] = place[row];
  }
  EXPECT_EQ(seen, std::vector<int>(links, 1));
  for (int k = 1; k < links; ++k) EXPECT_EQ(std::abs(place_of_link[k] - place_of_link[k - 1]), 1) << k;
}

}  // namespace
}  // namespace signorini
