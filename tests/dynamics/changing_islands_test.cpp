// Scenes in which nothing moves, all is one island, or islands merge and part: two runs, a run that is resumed anywhere
// and runs with any number of threads have the same bits.

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "dynamics/rest_scenes.h"
#include "dynamics/same_bits.h"
#include "print_names.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/islands.h"

namespace signorini {
namespace {

using namespace test;

struct Scene {
  const char* name;
  std::function<Model()> model;
  int steps;
};
void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.name; }
std::vector<Scene> scenes() {
  return {{"AtRest", at_rest, 60},
          {"OnePile", one_pile, 80},
          {"Bouncing", bouncing_between_stacks, 80},
          {"Pendulum", pendulum_and_stacks, 100},
          {"Pusher", [] { return pusher_and_stacks(0); }, 90},
          {"PusherBelowItsRail", [] { return pusher_and_stacks(0.3); }, 90}};
}

int islands_of_last_step(const Simulation& simulation) {
  return ProblemIslands(simulation.last_problem(), rigid_velocities(simulation.model())).with_rows();
}

TEST(Islands, OfAPileAreOne) {
  Simulation simulation(one_pile(), usual(Law::convex));
  for (int k = 0; k < 80; ++k) {
    simulation.step();
    ASSERT_EQ(islands_of_last_step(simulation), 1) << "step " << k + 1;
  }
}

/// How often their number changes from one step to the next.
int changes_of_islands(const Model& model) {
  Simulation simulation(model, usual(Law::convex));
  int changes = 0, before = 0;
  for (int k = 0; k < 80; ++k) {
    simulation.step();
    const int now = islands_of_last_step(simulation);
    changes += k > 0 && now != before ? 1 : 0;
    before = now;
  }
  return changes;
}

TEST(Islands, MergeAndPartWhereBodiesMeet) {
  EXPECT_EQ(changes_of_islands(at_rest()), 0);
  EXPECT_GE(changes_of_islands(bouncing_between_stacks()), 20);
  EXPECT_GE(changes_of_islands(pendulum_and_stacks()), 4);
  EXPECT_GE(changes_of_islands(pusher_and_stacks(0)), 1);
}

class ChangingIslands : public testing::TestWithParam<std::tuple<Scene, Law>> {
 protected:
  Model model() const { return std::get<0>(GetParam()).model(); }
  int steps() const { return std::get<0>(GetParam()).steps; }
  Settings settings() const { return usual(std::get<1>(GetParam())); }
};

TEST_P(ChangingIslands, GiveTheSameBitsInTwoRuns) {
  Simulation one(model(), settings()), other(model(), settings());
  for (int k = 0; k < steps(); ++k) {
    const StepRecord record = one.step();
    EXPECT_EQ(record.status, Status::solved) << "step " << record.step << ": " << record.message;
    ASSERT_TRUE(same_bits(record, other.step())) << "step " << record.step;
  }
}

/// One that is resumed before each step, and those that are resumed now and then and go on.
TEST_P(ChangingIslands, GiveTheSameBitsToARunThatIsResumed) {
  Simulation whole(model(), settings());
  std::vector<Simulation> parts;
  const auto resumed = [&] {
    Simulation part(model(), settings());
    part.resume(whole.steps_done(), whole.state(), whole.warm_start());
    return part;
  };
  for (int k = 0; k < steps(); ++k) {
    if (k % 20 == 7) parts.push_back(resumed());
    Simulation fresh = resumed();
    const StepRecord record = whole.step();
    ASSERT_TRUE(same_bits(record, fresh.step())) << "resumed before step " << record.step;
    for (std::size_t p = 0; p < parts.size(); ++p)
      ASSERT_TRUE(same_bits(record, parts[p].step())) << "resumed after step " << 20 * p + 7 << ", step " << k + 1;
  }
}

TEST_P(ChangingIslands, GiveTheSameBitsWithTwoThreads) {
  const auto run = [&](const std::string& solver, const std::string& threads) {
    Settings by = settings();
    by.solver = solver;
    if (!threads.empty()) by.solver_options["threads"] = threads;
    Simulation simulation(model(), by);
    for (int k = 0; k < steps(); ++k) simulation.step();
    return simulation.step();
  };
  EXPECT_TRUE(same_bits(run("apgd", "1"), run("apgd", "2")));
  set_blas_threads(1);
  const StepRecord one = run("", "");
  set_blas_threads(2);
  const StepRecord two = run("", "");
  set_blas_threads(1);
  EXPECT_TRUE(same_bits(one, two));
}

INSTANTIATE_TEST_SUITE_P(Scenes, ChangingIslands,
                         testing::Combine(testing::ValuesIn(scenes()), testing::Values(Law::convex, Law::coulomb)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param).name) + "_" +
                                  std::string(to_string(std::get<1>(test.param)));
                         });

}  // namespace
}  // namespace signorini
