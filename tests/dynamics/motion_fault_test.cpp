#include "signorini/dynamics/motion_fault.h"

#include <limits>

#include <gtest/gtest.h>

#include "physics/bodies.h"

namespace signorini {
namespace {

struct MotionFault : testing::Test {
  Model model;
  State state;
  MotionFault() {
    model.bodies = {test::ground(), test::solid(Sphere{0.1}, 1000, {0, 0, 1}),
                    test::solid(Sphere{0.1}, 1000, {1, 0, 1})};
    model.bodies[2].name = "ball";
    state = initial_state(model);
  }
};

TEST_F(MotionFault, IsNoneUpToTheLargestQuantity) {
  EXPECT_EQ(motion_fault(model, state), "");
  state.v.setConstant(-1e100);
  state.poses[1].position.setConstant(1e100);
  EXPECT_EQ(motion_fault(model, state), "");
}

TEST_F(MotionFault, NamesTheFirstBodyAndWhatIsWrong) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  State bad = state;
  bad.v[7] = -2e100;
  EXPECT_EQ(motion_fault(model, bad), "body 'ball' has the velocity (0, -2e+100, 0) m/s");
  bad.v[5] = none;
  EXPECT_EQ(motion_fault(model, bad), "body 1 has the angular velocity (0, 0, nan) rad/s");
  bad = state;
  bad.poses[2].position.x() = INFINITY;
  EXPECT_EQ(motion_fault(model, bad), "body 'ball' has the position (inf, 0, 1) m");
  bad = state;
  bad.poses[1].orientation.y() = none;
  EXPECT_EQ(motion_fault(model, bad), "body 1 has the orientation (0, nan, 0) (x, y, z)");
}

TEST_F(MotionFault, OfFixedBodiesDoesNotMatter) {
  state.poses[0].position.x() = INFINITY;
  EXPECT_EQ(motion_fault(model, state), "");
}

}  // namespace
}  // namespace signorini
