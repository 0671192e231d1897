// A run whose bodies rest, are pushed and meet is stopped anywhere and goes on from its folder with the same bits.

#include <fstream>

#include <gtest/gtest.h>

#include "dynamics/same_bits.h"
#include "io/support.h"
#include "signorini/run/run.h"

namespace signorini {
namespace {

using test::same_bits;
using test::same_places;
using testing::TemporaryFolder;

/// Boxes at rest, which a block on a rail with a motor pushes from 0.2 s on, and a ball that bounces beside them.
void write_scene(const std::filesystem::path& path, const std::string& law) {
  std::ofstream(path) << "time: {step: 0.01, duration: 0.5}\n"
                         "solver: {law: "
                      << law
                      << "}\n"
                         "materials: {wood: {friction: 0.4}, rubber: {friction: 0.4, restitution: 0.8}}\n"
                         "bodies:\n"
                         "  - {name: ground, material: wood, fixed: true, shape: {type: plane}}\n"
                         "  - {name: low, material: wood, position: [0, 0, 0.1], density: 500,\n"
                         "     shape: {type: box, size: [0.2, 0.2, 0.2]}}\n"
                         "  - {name: high, material: wood, position: [0, 0, 0.3], density: 500,\n"
                         "     shape: {type: box, size: [0.2, 0.2, 0.2]}}\n"
                         "  - {name: block, material: wood, position: [-0.22, 0, 0.06], density: 500,\n"
                         "     shape: {type: box, size: [0.2, 0.1, 0.1]}}\n"
                         "  - {name: ball, material: rubber, position: [0.4, 0, 0.2], velocity: [-1.5, 0, 0],\n"
                         "     density: 500, shape: {type: sphere, radius: 0.05}}\n"
                         "joints:\n"
                         "  - {name: rail, type: prismatic, bodies: [world, block], at: [-0.22, 0, 0.4],\n"
                         "     axis: [1, 0, 0], motor: {speed: {table: [[0.2, 0], [0.21, 0.4]]}}}\n";
}

using States = std::vector<State>;

/// Every state that a run goes through, up to the step given.
States states_of(signorini::Run run, int last_step) {
  States states;
  run.stepped = [&](const StepRecord& record) { states.push_back(record.state); };
  run.cancelled = [&] { return static_cast<int>(states.size()) >= last_step; };
  simulate(run);
  return states;
}

TEST(RunFromRest, GoesOnWithTheSameBitsWhereverItIsStopped) {
  constexpr int steps = 50;
  for (const std::string law : {"convex", "coulomb"}) {
    const TemporaryFolder folder;
    write_scene(folder / "scene.yaml", law);
    const States whole = states_of(read_run(folder / "scene.yaml"), steps + 1);
    ASSERT_EQ(whole.size(), 50u);
    EXPECT_TRUE(whole[15].v.head<12>().isZero(0)) << whole[15].v.head<12>().transpose();
    EXPECT_GT(whole.back().poses[1].position.x(), 0.02);
    for (const int stop : {15, 27}) {
      signorini::Run first = read_run(folder / "scene.yaml");
      first.folder = folder / ("out" + std::to_string(stop));
      ASSERT_EQ(static_cast<int>(states_of(first, stop).size()), stop);
      const States rest = states_of(read_stopped_run(first.folder), steps + 1);
      ASSERT_EQ(static_cast<int>(rest.size()), steps - stop);
      for (int k = stop; k < steps; ++k) {
        ASSERT_TRUE(same_bits(whole[k].v, rest[k - stop].v)) << law << ", stopped after " << stop << ", step " << k + 1;
        ASSERT_TRUE(same_places(whole[k], rest[k - stop])) << law << ", stopped after " << stop << ", step " << k + 1;
      }
    }
  }
}

}  // namespace
}  // namespace signorini
