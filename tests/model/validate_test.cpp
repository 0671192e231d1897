// What validate() finds in a model, and how it says it; the places of velocities and the state at the start.
#include <cmath>
#include <functional>
#include <ostream>

#include <gtest/gtest.h>

#include "signorini/math/rotation.h"
#include "signorini/model/model.h"

namespace signorini {
namespace {

std::string joined(const std::vector<std::string>& findings) {
  std::string text;
  for (const auto& finding : findings) text += "\n  " + finding;
  return text;
}

/// A crate on the ground with a wheel, one of everything.
Model sound() {
  Model model;
  Body ground{.name = "ground"};
  ground.fixed = true;
  ground.shapes = {{Plane{}, {}}};
  Body crate{.name = "crate"};
  crate.shapes = {{Box{{1, 1, 1}}, {}}};
  set_mass_from_shapes(crate, 1000);
  crate.velocity = {1, 2, 3};
  crate.angular_velocity = {4, 5, 6};
  Body wheel{.name = "wheel"};
  wheel.shapes = {{Cylinder{1, 0.5}, {}}};
  wheel.mass = 1;
  wheel.inertia.setIdentity();
  model.bodies = {ground, crate, wheel};
  Joint hinge{.name = "hinge", .kind = JointKind::revolute, .body_a = 1, .body_b = 2};
  hinge.lower = -1;
  hinge.upper = 2;
  hinge.motor = Motor{.drives = Motor::Drives::speed, .motion = ConstantMotion{3}};
  Joint rod{.name = "rod", .kind = JointKind::distance, .body_a = -1, .body_b = 1};
  rod.length = 2;
  model.joints = {hinge, rod};
  model.forces = {{.body = 1}};
  model.springs = {{.name = "coil", .body_a = 0, .body_b = 2, .stiffness = 10}};
  model.torsion_springs = {{.name = "watch", .body_a = 1, .body_b = 2}};
  model.bushings = {{.name = "rubber", .body_a = 0, .body_b = 2}};
  model.ignored_pairs = {{0, 2}};
  return model;
}

struct Case {
  const char* name;
  std::function<void(Model&)> spoil;
  const char* finding;
  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }
};

const Case cases[] = {
    {"gravity", [](Model& m) { m.gravity.z() = NAN; }, "model: gravity is (0, 0, nan), not finite"},
    {"ignored_pair", [](Model& m) { m.ignored_pairs[0].second = 3; },
     "model: ignored_pairs is 3, but there are 3 bodies"},
    // Materials.
    {"friction", [](Model& m) { m.materials[0].friction = -0.1; },
     "material 'default': friction is -0.1, but must be >= 0"},
    {"friction_nan", [](Model& m) { m.materials[0].friction = NAN; },
     "material 'default': friction is nan, but must be >= 0"},
    {"restitution", [](Model& m) { m.materials[0].restitution = 1.5; },
     "material 'default': restitution is 1.5, but must be in [0, 1]"},
    {"restitution_nan", [](Model& m) { m.materials[0].restitution = NAN; },
     "material 'default': restitution is nan, but must be in [0, 1]"},
    {"tangential_compliance", [](Model& m) { m.materials[0].tangential_compliance = NAN; },
     "material 'default': tangential_compliance is nan, but must be >= 0"},
    {"compliance", [](Model& m) { m.materials[0].compliance = -1e-9; },
     "material 'default': compliance is -1e-09, but must be >= 0"},
    // Bodies.
    {"no_mass", [](Model& m) { m.bodies[1].mass = 0, m.bodies[1].inertia.setZero(); },
     "body 'crate': has no mass: give mass and inertia, call set_mass_from_shapes(), or fix the body"},
    {"mass_zero", [](Model& m) { m.bodies[1].mass = 0; }, "body 'crate': mass is 0, but must be > 0"},
    {"mass_negative", [](Model& m) { m.bodies[1].mass = -2; }, "body 'crate': mass is -2, but must be > 0"},
    {"mass_nan", [](Model& m) { m.bodies[1].mass = NAN; }, "body 'crate': mass is nan, but must be > 0"},
    {"inertia", [](Model& m) { m.bodies[2].inertia(0, 0) = 5; },
     "body 'wheel': inertia cannot be that of a body: its largest principal moment, 5 kg m², exceeds the sum of the "
     "other two, 1 + 1"},
    {"no_name", [](Model& m) { m.bodies[2].name = "", m.bodies[2].mass = 0; }, "body 2: mass is 0, but must be > 0"},
    {"position", [](Model& m) { m.bodies[0].pose.position.x() = INFINITY; },
     "body 'ground': pose.position is (inf, 0, 0), not finite"},
    {"quaternion", [](Model& m) { m.bodies[1].pose.orientation.w() = 2; },
     "body 'crate': pose.orientation is (2, 0, 0, 0) (w, x, y, z), of length 2, but must be a unit quaternion"},
    {"quaternion_nan", [](Model& m) { m.bodies[1].pose.orientation.y() = NAN; },
     "body 'crate': pose.orientation is (1, 0, nan, 0) (w, x, y, z), not finite"},
    {"velocity", [](Model& m) { m.bodies[1].velocity.x() = NAN; }, "body 'crate': velocity is (nan, 2, 3), not finite"},
    {"fixed_velocity", [](Model& m) { m.bodies[0].velocity.x() = 1; }, "body 'ground': has a velocity but is fixed"},
    {"boundary_moves",
     [](Model& m) {
       m.bodies[1].shapes[0].geometry = BoxInside{{1, 1, 1}};
     },
     "body 'crate': shapes[0] is a box_inside, a boundary, but the body can move: give a solid shape, or fix the body"},
    {"geometry",
     [](Model& m) {
       m.bodies[1].shapes[0].geometry = Box{{1, -1, 1}};
     },
     "body 'crate': shapes[0] (box): half[1] is -1, but must be a positive length"},
    {"shape_pose", [](Model& m) { m.bodies[1].shapes[0].pose.position.y() = NAN; },
     "body 'crate': shapes[0].pose.position is (0, nan, 0), not finite"},
    {"shape_material", [](Model& m) { m.bodies[1].shapes[0].material = 1; },
     "body 'crate': shapes[0].material is 1, but there are 1 materials"},
    // Joints.
    {"joint_body", [](Model& m) { m.joints[0].body_b = 7; },
     "joint 'hinge': body_b is 7, but there are 3 bodies (-1 is the world)"},
    {"joint_body_negative", [](Model& m) { m.joints[0].body_a = -2; },
     "joint 'hinge': body_a is -2, but there are 3 bodies (-1 is the world)"},
    {"joint_one_body", [](Model& m) { m.joints[0].body_a = 2; },
     "joint 'hinge': body_a and body_b are both 2, but must differ"},
    {"joint_fixed", [](Model& m) { m.joints[1].body_b = 0; },
     "joint 'rod': connects bodies -1 and 0, of which neither can move"},
    {"joint_frame", [](Model& m) { m.joints[0].frame_b.orientation.w() = 0; },
     "joint 'hinge': frame_b.orientation is (0, 0, 0, 0) (w, x, y, z), of length 0, but must be a unit quaternion"},
    {"joint_opposite", [](Model& m) { m.joints[0].frame_b.orientation = Quaternion(0, 1, 0, 0); },
     "joint 'hinge': the axes z of frame_a and frame_b point in opposite directions at the start"},
    {"limits_crossed", [](Model& m) { m.joints[0].lower = 2.5; }, "joint 'hinge': lower is 2.5, above upper, 2"},
    {"limit_nan", [](Model& m) { m.joints[0].lower = NAN; }, "joint 'hinge': lower is nan, not a finite number"},
    {"limits_of_a_turn", [](Model& m) { m.joints[0].lower = -2, m.joints[0].upper = 6; },
     "joint 'hinge': the limits -2 and 6 are a full turn apart or more; leave them out, or narrow them (rad)"},
    {"limit_alone", [](Model& m) { m.joints[0].lower.reset(), m.joints[0].upper = 4; },
     "joint 'hinge': a limit alone must be between -π and π, but is 4 (rad)"},
    {"limits_without_coordinate", [](Model& m) { m.joints[0].kind = JointKind::spherical, m.joints[0].motor.reset(); },
     "joint 'hinge': has limits, but a spherical joint has no coordinate to limit"},
    {"motor_without_coordinate",
     [](Model& m) {
       m.joints[1].kind = JointKind::weld;
       m.joints[1].motor = Motor{};
     },
     "joint 'rod': has a motor, but a weld joint has no coordinate to drive"},
    {"motor_motion",
     [](Model& m) {
       m.joints[0].motor->motion = RampMotion{0, NAN};
     },
     "joint 'hinge': motor.motion: slope is nan, not a finite number"},
    {"distance", [](Model& m) { m.joints[1].length = 0; }, "joint 'rod': length is 0, but must be > 0"},
    {"rope", [](Model& m) { m.joints[1].upper = -1; }, "joint 'rod': upper is -1, but a distance must be > 0"},
    // Forces.
    {"force_body", [](Model& m) { m.forces[0].body = -1; }, "force 0: body is -1, but there are 3 bodies"},
    {"force_fixed", [](Model& m) { m.forces[0].body = 0; }, "force 0: acts on body 0, which is fixed"},
    {"force_nan", [](Model& m) { m.forces[0].torque.x() = NAN; }, "force 0: torque is (nan, 0, 0), not finite"},
    {"spring_body", [](Model& m) { m.springs[0].body_a = 3; },
     "spring 'coil': body_a is 3, but there are 3 bodies (-1 is the world)"},
    {"spring_stiffness", [](Model& m) { m.springs[0].stiffness = -1; },
     "spring 'coil': stiffness is -1, but must be >= 0"},
    {"spring_progressive", [](Model& m) { m.springs[0].progressive = -1; },
     "spring 'coil': progressive is -1, but must be >= 0"},
    {"spring_table_one_point",
     [](Model& m) {
       m.springs[0].stiffness = 0;
       m.springs[0].table = {{0, 1}};
     },
     "spring 'coil': table has one point, but a law needs at least two"},
    {"spring_table_order",
     [](Model& m) {
       m.springs[0].stiffness = 0;
       m.springs[0].table = {{0, 1}, {-1, 2}};
     },
     "spring 'coil': table [1] has the elongation -1 after 0, but elongations must increase"},
    {"spring_table_nan",
     [](Model& m) {
       m.springs[0].stiffness = 0;
       m.springs[0].table = {{0, 1}, {1, NAN}};
     },
     "spring 'coil': table [1] is (1, nan), but both must be finite and at most 1e100"},
    {"spring_table_beside_stiffness",
     [](Model& m) {
       m.springs[0].table = {{0, 1}, {1, 2}};
     },
     "spring 'coil': has a table and a stiffness, but the table takes the place of both stiffnesses: leave one out"},
    {"bushing_stiffness", [](Model& m) { m.bushings[0].turn_stiffness.y() = -1; },
     "bushing 'rubber': turn_stiffness[1] is -1, but must be >= 0"},
    {"bushing_damping", [](Model& m) { m.bushings[0].damping.x() = NAN; },
     "bushing 'rubber': damping[0] is nan, but must be >= 0"},
    {"bushing_body", [](Model& m) { m.bushings[0].body_b = 7; },
     "bushing 'rubber': body_b is 7, but there are 3 bodies (-1 is the world)"},
    {"spring_length", [](Model& m) { m.springs[0].length = NAN; }, "spring 'coil': length is nan, but must be >= 0"},
    {"spring_point", [](Model& m) { m.springs[0].point_b.z() = NAN; },
     "spring 'coil': point_b is (0, 0, nan), not finite"},
    {"torsion_axis",
     [](Model& m) {
       m.torsion_springs[0].axis = {0, 0, 2};
     },
     "torsion spring 'watch': axis is (0, 0, 2), of length 2, but must be a unit vector"},
    {"torsion_damping", [](Model& m) { m.torsion_springs[0].damping = -3; },
     "torsion spring 'watch': damping is -3, but must be >= 0"},
};

class Validate : public testing::TestWithParam<Case> {};

TEST_P(Validate, FindsOneThingAndNamesIt) {
  Model model = sound();
  GetParam().spoil(model);
  const auto findings = model.validate();
  ASSERT_EQ(findings.size(), 1u) << joined(findings);
  EXPECT_EQ(findings[0], GetParam().finding);
}

INSTANTIATE_TEST_SUITE_P(Model, Validate, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Model, SoundOnesHaveNoFindings) {
  EXPECT_EQ(joined(sound().validate()), "");
  EXPECT_EQ(joined(Model().validate()), "");
}

TEST(Model, OnlyFixedBodiesNeedNoMass) {
  Model model;
  model.bodies = {Body{.name = "ground", .fixed = true}};
  EXPECT_EQ(joined(model.validate()), "");
  model.bodies[0].fixed = false;
  EXPECT_NE(joined(model.validate()).find("body 'ground': has no mass"), std::string::npos);
}

TEST(Model, EveryFindingIsReported) {
  Model model = sound();
  model.bodies[1].mass = 0;
  model.bodies[1].velocity.x() = NAN;
  model.joints[0].body_a = 9;
  EXPECT_EQ(model.validate().size(), 3u);
}

TEST(Model, VelocitiesOfMovingBodiesFollowEachOther) {
  const Model model = sound();
  EXPECT_EQ(velocity_places(model), (std::vector<int>{-1, 0, 6}));
  const State state = initial_state(model);
  EXPECT_EQ(state.time, 0);
  ASSERT_EQ(state.poses.size(), 3u);
  ASSERT_EQ(state.v.size(), 12);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(state.v[i], i + 1);
  EXPECT_TRUE(state.v.tail(6).isZero(0));
}

TEST(Pairs, ThatAJointConnectsDoNotTouchUnlessItSaysSo) {
  Model model;
  model.bodies.resize(4);
  model.ignored_pairs = {{3, 0}};
  const auto join = [&](int a, int b, bool contact) {
    Joint joint;
    joint.body_a = a;
    joint.body_b = b;
    joint.contact = contact;
    model.joints.push_back(joint);
  };
  join(2, 1, false);
  join(1, 2, false);
  join(-1, 2, false);
  join(0, 1, true);
  EXPECT_EQ(pairs_without_contact(model), (std::vector<std::pair<int, int>>{{0, 3}, {1, 2}}));
}

}  // namespace
}  // namespace signorini
