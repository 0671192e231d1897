// Heaps of so many contacts that threads have work: their number changes no bit, nor does stopping in between.

#include <gtest/gtest.h>

#include "dynamics/rest_scenes.h"
#include "dynamics/same_bits.h"
#include "print_names.h"
#include "signorini/base/parallel.h"

namespace signorini {
namespace {

using namespace test;

constexpr double radius = 0.05;

/// Spheres in the order of a crystal, a little apart, that fall on each other; the corner is hit by a fast one, which
/// parts some of them from the heap.
Model heap() {
  constexpr int across = 11, layers = 14;
  Model model;
  model.materials[0].friction = 0.4;
  model.bodies = {ground()};
  for (int k = 0; k < across * across * layers; ++k) {
    const Vector3 cell(k % across, k / across % across, k / (across * across));
    const Vector3 shift(0.001 * (k % 5), 0.0007 * (k % 7), 0);
    model.bodies.push_back(solid(Sphere{radius}, 1000, 2.04 * radius * cell + Vector3(0, 0, 1.01 * radius) + shift));
  }
  model.bodies.push_back(solid(Sphere{radius}, 8000, {-3 * radius, -3 * radius, radius}));
  model.bodies.back().velocity = {4, 4, 0};
  return model;
}

class Threads : public testing::TestWithParam<Law> {
 protected:
  ~Threads() override { set_worker_threads(1); }
};

TEST_P(Threads, ChangeNoBitOfAHeap) {
  Simulation one(heap(), usual(GetParam())), two(heap(), usual(GetParam()));
  for (int k = 0; k < 6; ++k) {
    set_worker_threads(1);
    const StepRecord record = one.step();
    EXPECT_EQ(record.status, Status::solved) << record.message;
    EXPECT_GE(record.contacts.size(), 4000u) << "enough for several parts";
    set_worker_threads(2);
    ASSERT_TRUE(same_bits(record, two.step())) << "step " << record.step;
    if (k == 2) {  // goes on as a resumed run would
      Simulation resumed(heap(), usual(GetParam()));
      resumed.resume(two.steps_done(), two.state(), two.warm_start());
      two = std::move(resumed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, Threads, testing::Values(Law::convex, Law::coulomb),
                         [](const auto& law) { return std::string(to_string(law.param)); });

}  // namespace
}  // namespace signorini
