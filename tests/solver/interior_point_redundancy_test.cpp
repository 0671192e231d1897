// Rows said twice change no velocity, and neither weight nor mass ratio upsets the interior point method.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "interior_point_run.h"
#include "print_names.h"
#include "signorini/problem/generate/generate.h"

namespace signorini::test {
namespace {

/// Tight enough for velocities to agree to `same_velocities`.
constexpr double tight = 1e-10;
constexpr double same_velocities = 1e-8;
constexpr double agitation = 0.05;  ///< m/s; of the order of h g, so that bodies tilt, slip and lift

/// The rows of `source`, one after the other; places in r may repeat.
ContactProblem with_rows(const ContactProblem& p, const std::vector<int>& source) {
  ContactProblem result = p;
  SparseMatrix select(p.rows(), static_cast<int>(source.size()));
  for (int k = 0; k < select.cols(); ++k) {
    select.startVec(k);
    select.insertBack(source[static_cast<std::size_t>(k)], k) = 1;
  }
  select.finalize();
  result.H = p.H * select;
  result.w = Vector(p.w(source));
  return result;
}

ContactProblem with_contacts_repeated(const ContactProblem& p, int times) {
  std::vector<int> source;
  for (int k = 0; k < p.cones.first_friction(); ++k) source.push_back(k);
  for (int copy = 0; copy < times; ++copy)
    for (int k = p.cones.first_friction(); k < p.rows(); ++k) source.push_back(k);
  ContactProblem result = with_rows(p, source);
  result.cones.mu = p.cones.mu.replicate(times, 1);
  return result;
}

ContactProblem with_joints_repeated(const ContactProblem& p, int times) {
  std::vector<int> source;
  for (int copy = 0; copy < times; ++copy)
    for (int k = 0; k < p.cones.free; ++k) source.push_back(k);
  for (int k = p.cones.free; k < p.rows(); ++k) source.push_back(k);
  ContactProblem result = with_rows(p, source);
  result.cones.free = times * p.cones.free;
  return result;
}

/// Makes the first contact of a problem a ball joint: its points stay together in all three directions.
ContactProblem with_first_contact_as_joint(const ContactProblem& p) {
  ContactProblem result = p;
  result.cones.free = p.cones.dimension;
  result.cones.mu = p.cones.mu.tail(p.cones.friction() - 1).eval();
  result.w.head(result.cones.free).setZero();
  return result;
}

class Redundancy : public testing::TestWithParam<Law> {
 protected:
  Law law() const { return GetParam(); }

  static Vector velocities(const ContactProblem& problem) {
    return solved_by_interior_point(problem, tight).solution.v;
  }
  static void expect_same_velocities(const ContactProblem& p, const ContactProblem& redundant) {
    EXPECT_LE(energy_distance(p, velocities(redundant), velocities(p)), same_velocities);
  }
  ContactProblem brick(double speed) const {
    return generate_stack({.bodies = 1, .mass_ratio = 1, .shape = StackShape::box, .agitation = speed, .law = law()});
  }
};

TEST_P(Redundancy, JointSaidManyTimesHoldsAsOne) {
  const ContactProblem p = with_first_contact_as_joint(
      generate_packing({.spheres = 30, .friction = 0.3, .agitation = agitation, .law = law()}));
  for (const int times : {2, 3, 8}) {
    SCOPED_TRACE(times);
    expect_same_velocities(p, with_joints_repeated(p, times));
  }
}

TEST_P(Redundancy, BrickRestsOnFourCornersAndOnSixteen) {
  const ContactProblem four = brick(0);
  ASSERT_EQ(four.cones.friction(), 4);
  for (const int times : {1, 4}) {
    SCOPED_TRACE(times);
    const ContactProblem p = with_contacts_repeated(four, times);
    EXPECT_LE(energy_distance(p, velocities(p), Vector::Zero(p.dof())), same_velocities);
  }
}

TEST_P(Redundancy, MovingBrickFeelsRepeatedCornersAsOne) {
  const ContactProblem four = brick(agitation);
  expect_same_velocities(four, with_contacts_repeated(four, 4));
}

TEST_P(Redundancy, TwoHundredIdenticalContactsActAsOne) {
  const ContactProblem p = generate_stack({.bodies = 1, .mass_ratio = 1, .agitation = agitation, .law = law()});
  ASSERT_EQ(p.cones.friction(), 1);
  expect_same_velocities(p, with_contacts_repeated(p, 200));
}

TEST_P(Redundancy, WallWithEveryContactTwiceMovesTheSame) {
  const ContactProblem p = generate_wall({.rows = 3, .columns = 3, .friction = 0.3, .law = law()});
  expect_same_velocities(p, with_contacts_repeated(p, 2));
}

INSTANTIATE_TEST_SUITE_P(InteriorPoint, Redundancy, testing::Values(Law::frictionless, Law::convex),
                         [](const auto& law) { return std::string(to_string(law.param)); });

/// Stacks of spheres at rest: each interface carries the weight above it.
class Stacks : public testing::TestWithParam<Law> {
 protected:
  static constexpr double tolerance = 1e-8;
  static constexpr int fewest = 2, most = 16;
  static constexpr double size = 0.07;  ///< m
  static constexpr double mass_ratio = 10;

  ContactProblem stack(int bodies, double lowest_mass, double ratio) const {
    const double volume = size * size * size * std::numbers::pi / 6;
    return generate_stack(
        {.bodies = bodies, .mass_ratio = ratio, .size = size, .density = lowest_mass / volume, .law = GetParam()});
  }

  static void expect_weights_carried(const ContactProblem& p, const Vector& r) {
    double above = 0, worst = 0;
    for (int k = p.cones.friction() - 1; k >= 0; --k) {
      above += -p.f[6 * k + 2];
      worst = std::max(worst, std::abs(r[p.cones.friction_row(k)] / above - 1));
    }
    EXPECT_LE(worst, 1e-6) << "impulses against weights";
  }
};

TEST_P(Stacks, OfAnyWeightTakeTheSameFewIterations) {
  constexpr int most_iterations = 10;  // measured: 5 to 6
  for (int bodies = fewest; bodies <= most; ++bodies) {
    int light = 0;
    for (const double mass : {1.0, 1e6, 1e12}) {
      SCOPED_TRACE(testing::Message() << bodies << " spheres of " << mass << " kg");
      const ContactProblem p = stack(bodies, mass, 1);
      const Outcome outcome = solved_by_interior_point(p, tolerance);
      expect_weights_carried(p, outcome.solution.r);
      EXPECT_LE(outcome.report.iterations, most_iterations);
      if (mass == 1.0) light = outcome.report.iterations;
      EXPECT_NEAR(outcome.report.iterations, light, 1);
    }
  }
}

TEST_P(Stacks, TenTimesHeavierSphereBySphereCostNextToNoIterations) {
  // Measured: 5 to 6 at every height.
  constexpr int few_iterations = 7, spheres_an_iteration = 4;
  constexpr int highest = 30;
  for (int bodies = fewest; bodies <= highest; ++bodies) {
    SCOPED_TRACE(testing::Message() << bodies << " spheres");
    const ContactProblem p = stack(bodies, 1, mass_ratio);
    const Outcome outcome = solved_by_interior_point(p, tolerance);
    expect_weights_carried(p, outcome.solution.r);
    EXPECT_LE(outcome.report.iterations, few_iterations + bodies / spheres_an_iteration);
  }
}

INSTANTIATE_TEST_SUITE_P(InteriorPoint, Stacks, testing::Values(Law::frictionless, Law::convex),
                         [](const auto& law) { return std::string(to_string(law.param)); });

}  // namespace
}  // namespace signorini::test
