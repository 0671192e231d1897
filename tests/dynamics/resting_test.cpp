// Islands that stand are left out of the steps of the others: no bit of a step tells whether they were.

#include <functional>

#include <gtest/gtest.h>

#include "dynamics/rest_scenes.h"
#include "dynamics/same_bits.h"
#include "print_names.h"

namespace signorini {
namespace {

using namespace test;

/// Stacks that rest, and a ball that flies into the first; what falls off it reaches the second.
Model one_of_four_stacks() {
  Model model;
  model.bodies = {ground()};
  for (int k = 0; k < 4; ++k) add_stack(model, {0.6 * (k % 2), 0.9 * (k / 2), 0});
  model.bodies.push_back(solid(Sphere{0.06}, 2000, {-0.9, 0.02, 0.4}));
  model.bodies.back().velocity = {4, 0, 0};
  return model;
}

/// The same with friction's and other forces on a box that a spring pulls, on its own.
Model with_a_spring() {
  Model model = one_of_four_stacks();
  model.bodies.push_back(box({0.05, 0.05, 0.05}, {3, 3, 0.05}));
  Spring spring;
  spring.body_b = static_cast<int>(model.bodies.size()) - 1;
  spring.point_a = {3.5, 3, 0.05};
  spring.length = 0.3;
  spring.stiffness = 100;
  model.springs = {spring};
  return model;
}

/// A fast ball far away makes contacts be looked for further and further, and slower ones nearer and nearer.
Model with_a_fast_ball() {
  Model model = one_of_four_stacks();
  model.bodies.push_back(solid(Sphere{0.05}, 1000, {10, 0, 20}));
  return model;
}

struct Scene {
  const char* name;
  std::function<Model()> model;
  int steps, rest;  ///< how many bodies rest at one time, at least
};
void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.name; }
std::vector<Scene> scenes() {
  return {{"Hit", one_of_four_stacks, 120, 9},
          {"Spring", with_a_spring, 80, 9},
          {"FastBall", with_a_fast_ball, 120, 9},
          {"Bouncing", bouncing_between_stacks, 120, 3},
          {"Pendulum", pendulum_and_stacks, 100, 3},
          {"Pusher", [] { return pusher_and_stacks(0); }, 90, 3},
          {"PusherBelowItsRail", [] { return pusher_and_stacks(0.3); }, 90, 3}};
}

class Resting : public testing::TestWithParam<std::tuple<Scene, Law>> {
 protected:
  Model model() const { return std::get<0>(GetParam()).model(); }
  const Scene& scene() const { return std::get<0>(GetParam()); }
  Settings settings() const { return usual(std::get<1>(GetParam())); }
  /// A simulation that goes on from the other, and in which nothing rests yet.
  Simulation anew(const Simulation& from) const {
    Simulation simulation(model(), settings());
    simulation.resume(from.steps_done(), from.state(), from.warm_start(), from.motor_shifts(), from.overlapping());
    return simulation;
  }
};

/// Forces come and go on a body that rests.
TEST_P(Resting, ChangesNoBit) {
  Simulation simulation(model(), settings());
  int most = 0;
  for (int k = 0; k < scene().steps; ++k) {
    Simulation awake = anew(simulation);
    StepInputs inputs;
    if (k >= 50 && k < 53) inputs.forces = {{.body = 6, .force = {k == 50 ? 1.0 : 30.0, 0, 0}}};
    const StepRecord record = simulation.step(inputs);
    ASSERT_TRUE(same_in_all(record, awake.step(inputs))) << "step " << record.step;
    ASSERT_EQ(awake.resting(), 0);
    most = std::max(most, simulation.resting());
  }
  EXPECT_GE(most, scene().rest);
}

bool same_entries(const SparseMatrix& a, const SparseMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a.nonZeros() == b.nonZeros() && (a - b).norm() == 0;
}

/// The problem, the answer and what it is at the contacts are those of all bodies, and asking changes nothing.
TEST_P(Resting, IsNotSeenInTheLastProblem) {
  Simulation simulation(model(), settings()), asked(model(), settings());
  for (int k = 0; k < scene().steps; ++k) {
    const bool ask = k % 7 == 3 || k == scene().steps - 1;
    std::optional<Simulation> awake;
    if (ask) awake = anew(simulation);
    const StepRecord record = simulation.step();
    ASSERT_TRUE(same_in_all(record, asked.step())) << "step " << record.step;
    if (!ask) continue;
    const StepRecord same = awake->step();
    const auto states = asked.contact_states(record), its = awake->contact_states(same);
    ASSERT_EQ(states.size(), its.size());
    for (std::size_t c = 0; c < states.size(); ++c)
      ASSERT_TRUE(states[c].kind == its[c].kind && states[c].error == its[c].error) << "step " << record.step;
    ASSERT_TRUE(same_entries(asked.last_problem().H, awake->last_problem().H)) << "step " << record.step;
    ASSERT_TRUE(same_bits(asked.last_problem().f, awake->last_problem().f)) << "step " << record.step;
    ASSERT_TRUE(same_bits(asked.last_solution().r, awake->last_solution().r)) << "step " << record.step;
    ASSERT_TRUE(same_bits(simulation.state().v, asked.state().v));
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Resting,
                         testing::Combine(testing::ValuesIn(scenes()), testing::Values(Law::convex, Law::coulomb)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param).name) + "_" +
                                  std::string(to_string(std::get<1>(test.param)));
                         });

/// Who puts a body elsewhere, changes settings or adds a body finds all of them awake.
TEST(RestingBodies, WakeWhenSomethingIsChanged) {
  const auto settled = [] {
    Simulation simulation(one_of_four_stacks(), usual(Law::coulomb));
    for (int k = 0; k < 12; ++k) simulation.step();
    EXPECT_GE(simulation.resting(), 9);
    return simulation;
  };
  Simulation moved = settled(), heavier = settled(), more = settled();
  Pose lifted = moved.state().poses[5];
  lifted.position.x() += 0.3;
  moved.set_body(5, lifted, Vector3::Zero(), Vector3::Zero());
  heavier.set_gravity({3, 0, -12});
  more.add_body(box({0.05, 0.05, 0.05}, {0.6, 0, 0.4}));
  for (Simulation* simulation : {&moved, &heavier, &more}) {
    EXPECT_EQ(simulation->resting(), 0);
    for (int k = 0; k < 40; ++k) ASSERT_EQ(simulation->step().status, Status::solved);
  }
  EXPECT_LT(moved.state().poses[5].position.z(), lifted.position.z() - 0.05) << "falls beside its stack";
  EXPECT_GT(heavier.state().v.norm(), 0);
}

}  // namespace
}  // namespace signorini
