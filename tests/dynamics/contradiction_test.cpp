// Steps that no motion satisfies say who contradicts whom, in the words of the model.
#include "signorini/dynamics/contradiction.h"

#include <gtest/gtest.h>

#include "physics/bodies.h"

namespace signorini {
namespace {

std::string message_of(const Model& model) {
  Settings settings = test::settings(0.01, Law::convex);
  settings.on_miss = MissPolicy::accept;
  Simulation simulation(model, settings);
  const StepRecord record = simulation.step();
  EXPECT_EQ(record.status, Status::infeasible);
  return record.message;
}

void expect_mentions(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

/// A ball on a vertical slide that a motor leads to a height.
Model lifted_ball(double height) {
  Model model;
  model.bodies = {test::solid(Sphere{0.1}, 1000, {0, 0, 0.1})};
  model.bodies[0].name = "ball";
  Joint slide;
  slide.name = "slide";
  slide.kind = JointKind::prismatic;
  slide.body_b = 0;
  slide.motor = Motor{Motor::Drives::position, ConstantMotion{height}};
  model.joints = {slide};
  return model;
}

TEST(Contradiction, OfAMotorAndALimit) {
  Model model = lifted_ball(1);
  model.joints[0].upper = 0.5;
  expect_mentions(message_of(model), {"no motion satisfies ", "joint 'slide' (motor)", "joint 'slide' (upper limit)",
                                      " and ", " together"});
  model = lifted_ball(-1);
  model.joints[0].lower = -0.5;
  model.joints[0].name.clear();
  expect_mentions(message_of(model), {"joint 0 (motor)", "joint 0 (lower limit)"});
}

TEST(Contradiction, OfAMotorAndAContact) {
  Model model = lifted_ball(-1);
  model.bodies.push_back(test::ground());
  model.bodies[1].name = "floor";
  expect_mentions(message_of(model), {"joint 'slide' (motor)", "the contact of body 'ball' with body 'floor'"});
}

TEST(Contradiction, OfManyNamesAFewOfThem) {
  Model model;
  model.bodies = {test::solid(Sphere{0.1}, 1000, {0, 0, -1})};
  for (int k = 0; k < 6; ++k) {
    Joint rod;
    rod.name = "rod" + std::to_string(k);
    rod.kind = JointKind::distance;
    rod.body_b = 0;
    rod.length = 1 + 0.1 * k;
    model.joints.push_back(rod);
  }
  const std::string message = message_of(model);
  expect_mentions(message, {"joint 'rod", ", ", " and 2 more together"});
}

}  // namespace
}  // namespace signorini
