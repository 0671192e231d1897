#include "signorini/dynamics/settings.h"

#include <cmath>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/base/error.h"

namespace signorini {
namespace {

TEST(Settings, DefaultsAreSound) { EXPECT_TRUE(validate(Settings()).empty()); }

TEST(Settings, FrictionIsExactByDefault) { EXPECT_EQ(Settings().law, Law::coulomb); }

TEST(Settings, NumbersOutOfRangeAreNamedWithTheirValue) {
  const auto faults_with = [](auto member, double value) {
    Settings settings;
    settings.*member = value;
    return validate(settings);
  };
  const double bad[] = {-1.0, 2e100, INFINITY, NAN};
  for (const auto& [member, name] :
       {std::pair{&Settings::step, "step"}, {&Settings::duration, "duration"}, {&Settings::tolerance, "tolerance"}}) {
    for (const double value : bad) EXPECT_EQ(faults_with(member, value).size(), 1u) << name << " " << value;
    const auto zero = faults_with(member, 0);
    ASSERT_EQ(zero.size(), 1u);
    EXPECT_EQ(zero[0], std::string(name) + " is 0, expected a number > 0");
    EXPECT_TRUE(faults_with(member, 1e100).empty());
    EXPECT_TRUE(faults_with(member, 1e-300).empty());
  }
  for (const auto& [member, name] : {std::pair{&Settings::margin, "margin"},
                                     {&Settings::recovery_speed, "recovery_speed"},
                                     {&Settings::restitution_threshold, "restitution_threshold"}}) {
    for (const double value : bad) EXPECT_EQ(faults_with(member, value).size(), 1u) << name << " " << value;
    EXPECT_EQ(faults_with(member, -1)[0], std::string(name) + " is -1, expected a number >= 0");
    EXPECT_EQ(faults_with(member, 2e100)[0],
              std::string(name) + " is 2e+100, expected a number >= 0 and at most 1e100");
    EXPECT_TRUE(faults_with(member, 0).empty());
    EXPECT_TRUE(faults_with(member, 1e100).empty());
  }
  Settings shares;
  shares.energy = {.unexplained = 0, .stabilisation = NAN};
  EXPECT_EQ(validate(shares), (std::vector<std::string>{"energy.unexplained is 0, expected a number > 0",
                                                        "energy.stabilisation is nan, expected a number > 0"}));
  Settings settings;
  settings.max_iterations = -1;
  EXPECT_EQ(validate(settings), std::vector<std::string>{"max_iterations is -1, expected a number >= 0"});
}

TEST(Settings, EveryFaultOfModelAndSettingsIsInTheRefusal) {
  Model model;
  model.bodies = {test::solid(Sphere{0.1}, 1000, Vector3::Zero())};
  model.materials[0].friction = -2;
  Settings settings;
  settings.step = -3;
  settings.tolerance = -4;
  try {
    Simulation simulation(model, settings);
    FAIL();
  } catch (const InputError& error) {
    for (const char* word : {"friction", "-2", "step is -3", "tolerance is -4"})
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(ContactMargin, IsTheSettingOrATenthOfTheThinnestMovingSolid) {
  Model model;
  Settings settings;
  EXPECT_EQ(contact_margin(model, settings), 0.01) << "nothing to compare with";
  model.bodies = {test::solid(Sphere{0.5}, 1000, Vector3::Zero()), test::solid(Box{{1, 0.2, 3}}, 1000, {9, 0, 0}),
                  test::solid(Sphere{0.001}, 1000, {20, 0, 0})};
  model.bodies[2].fixed = true;
  EXPECT_DOUBLE_EQ(contact_margin(model, settings), 0.02);
  settings.margin = 0.3;
  EXPECT_EQ(contact_margin(model, settings), 0.3);
}

}  // namespace
}  // namespace signorini
