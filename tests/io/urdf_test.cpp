#include "signorini/io/urdf.h"

#include "io/scene_support.h"

namespace signorini {
namespace {

using namespace signorini::testing;

Model robot_from(const std::string& text, const UrdfOptions& options = {}) {
  const TemporaryFolder folder;
  write_text(folder / "robot.urdf", text);
  return read_urdf(folder / "robot.urdf", options);
}

void expect_near(const Vector3& a, const Vector3& b) {
  EXPECT_LE((a - b).norm(), 1e-12) << a.transpose() << " and " << b.transpose();
}

std::string inertial(double mass = 1, const std::string& origin = "0 0 0", const std::string& rpy = "0 0 0") {
  return "<inertial><origin xyz='" + origin + "' rpy='" + rpy + "'/><mass value='" + std::to_string(mass) +
         "'/><inertia ixx='1' iyy='2' izz='2.5' ixy='0' ixz='0' iyz='0'/></inertial>";
}
std::string link(const std::string& name, const std::string& inside) {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}
std::string joint(const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& inside = "") {
  return "<joint name='" + parent + "_" + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + inside + "</joint>\n";
}
std::string robot(const std::string& inside) { return "<robot name='r'>\n" + inside + "</robot>\n"; }

const Body& body(const Model& model, const std::string& name) {
  for (const Body& candidate : model.bodies)
    if (candidate.name == name) return candidate;
  throw InputError("no body " + name);
}

TEST(Urdf, ChainsMayBeLong) {
  constexpr int links = 20'000;
  std::string text = link("l0", inertial());
  for (int k = 1; k < links; ++k) {
    const std::string name = "l" + std::to_string(k), above = "l" + std::to_string(k - 1);
    text += link(name, inertial()) + joint("continuous", above, name, "<origin xyz='0 0 1'/><axis xyz='1 0 0'/>");
  }
  const Model model = robot_from(robot(text), {.fixed = true});
  ASSERT_EQ(model.bodies.size(), static_cast<std::size_t>(links));
  EXPECT_EQ(model.joints.size(), static_cast<std::size_t>(links) - 1);
  EXPECT_EQ(model.bodies.back().name, "l19999");
  expect_near(model.bodies.back().pose.position, {0, 0, links - 1});
}

TEST(Urdf, LinksComeInTheOrderOfTheTree) {
  const Model model =
      robot_from(robot(link("a", inertial()) + link("b", inertial()) + link("c", inertial()) + link("d", inertial()) +
                       joint("floating", "a", "b") + joint("floating", "a", "c") + joint("floating", "b", "d")));
  std::string order;
  for (const Body& each : model.bodies) order += each.name;
  EXPECT_EQ(order, "abdc");
}

TEST(Urdf, LinksBecomeBodiesInTheirCentresOfMass) {
  const Model model = robot_from(
      robot(
          link("base", inertial(2, "0 0 0.5") +
                           "<collision><origin xyz='0 0 1'/><geometry><box size='1 2 3'/></geometry></collision>") +
          link("arm", inertial(3, "1 0 0", "0 0 1.5707963267948966") +
                          "<collision><geometry><cylinder radius='0.1' length='2'/></geometry></collision>"
                          "<collision><geometry><sphere radius='0.2'/></geometry></collision>") +
          joint("revolute", "base", "arm",
                "<origin xyz='0 0 2' rpy='0 0 1.5707963267948966'/><axis xyz='0 1 0'/><limit lower='-1' upper='2'/>")),
      {.pose = {{10, 0, 0}, Quaternion::Identity()}, .fixed = false, .prefix = "left_"});
  EXPECT_TRUE(model.validate().empty());
  ASSERT_EQ(model.bodies.size(), 2u);
  const Body &base = body(model, "left_base"), &arm = body(model, "left_arm");
  EXPECT_EQ(base.mass, 2);
  expect_near(base.pose.position, {10, 0, 0.5});
  expect_near(base.shapes[0].pose.position, {0, 0, 0.5});
  EXPECT_EQ(std::get<Box>(base.shapes[0].geometry).half, Vector3(0.5, 1, 1.5));
  expect_near(arm.pose.position, {10, 1, 2});  // 1 along its x, which points along y
  expect_near(arm.inertia.diagonal(), {2, 1, 2.5});
  ASSERT_EQ(arm.shapes.size(), 2u);
  expect_near(arm.shapes[0].pose.position, {-1, 0, 0});
  ASSERT_EQ(model.joints.size(), 1u);
  const Joint& hinge = model.joints[0];
  EXPECT_EQ(hinge.name, "left_base_arm");
  EXPECT_EQ(hinge.kind, JointKind::revolute);
  expect_near(hinge.frame_a.position, {0, 0, 1.5});
  expect_near(hinge.frame_b.position, {-1, 0, 0});
  expect_near(arm.pose.orientation * (hinge.frame_b.orientation * Vector3::UnitZ()), {-1, 0, 0});
  expect_near(base.pose.orientation * (hinge.frame_a.orientation * Vector3::UnitZ()), {-1, 0, 0});
  EXPECT_EQ(hinge.lower, -1);
  EXPECT_EQ(hinge.upper, 2);
  EXPECT_EQ(pairs_without_contact(model).size(), 1u);
}

TEST(Urdf, JointTypes) {
  const std::string limit = "<limit lower='0' upper='1' effort='1' velocity='1'/>";
  const Model model = robot_from(
      robot(link("world", "") + link("a", inertial()) + link("b", inertial()) + link("c", inertial()) +
            link("d", inertial()) + link("e", inertial()) + link("f", inertial()) + joint("floating", "world", "a") +
            joint("continuous", "a", "b") + joint("prismatic", "a", "c", limit) + joint("planar", "a", "d") +
            joint("fixed", "a", "e") + joint("fixed", "world", "f")));
  EXPECT_TRUE(model.validate().empty());
  std::map<std::string, JointKind> kinds;
  for (const Joint& j : model.joints) kinds[j.name] = j.kind;
  EXPECT_EQ(kinds, (std::map<std::string, JointKind>{{"a_b", JointKind::revolute},
                                                     {"a_c", JointKind::prismatic},
                                                     {"a_d", JointKind::planar},
                                                     {"a_e", JointKind::weld}}));
  EXPECT_FALSE(model.joints[0].lower.has_value());
  EXPECT_FALSE(body(model, "a").fixed);
  EXPECT_TRUE(body(model, "f").fixed);  // welded to the world
}

TEST(Urdf, LinksWithoutMassJoinTheirParent) {
  const std::string ball = "<collision><geometry><sphere radius='0.2'/></geometry></collision>";
  const Model model =
      robot_from(robot(link("root", ball) + link("real", inertial(2, "0 0 1")) + link("tool", ball) +
                       link("tip", inertial()) + joint("fixed", "root", "real", "<origin xyz='0 0 1'/>") +
                       joint("fixed", "real", "tool", "<origin xyz='1 0 0'/>") +
                       joint("continuous", "tool", "tip", "<origin xyz='1 0 0'/>")));
  EXPECT_TRUE(model.validate().empty());
  ASSERT_EQ(model.bodies.size(), 2u);
  const Body& real = body(model, "real");
  expect_near(real.pose.position, {0, 0, 2});
  ASSERT_EQ(real.shapes.size(), 2u);
  expect_near(real.shapes[0].pose.position, {0, 0, -2});
  expect_near(real.shapes[1].pose.position, {1, 0, -1});
  expect_near(model.joints[0].frame_a.position, {2, 0, -1});
}

TEST(Urdf, MeshesAreFoundAndBecomeHulls) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "arm/meshes");
  std::filesystem::create_directories(folder / "arm/urdf");
  write_text(folder / "arm/meshes/tetra.obj",
             "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  for (const char* name : {"package://arm/meshes/tetra.obj", "../meshes/tetra.obj"}) {
    write_text(folder / "arm/urdf/robot.urdf", robot(link("a", inertial() + "<collision><geometry><mesh filename='" +
                                                                   name + "' scale='2 1 1'/></geometry></collision>")));
    const Model moving = read_urdf(folder / "arm/urdf/robot.urdf");
    const auto& hull = *std::get<std::shared_ptr<const ConvexHull>>(moving.bodies[0].shapes[0].geometry);
    EXPECT_EQ(hull.corners[1].x(), 2);
    const Model fixed = read_urdf(folder / "arm/urdf/robot.urdf", {.pose = {}, .fixed = true, .prefix = ""});
    EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const TriangleMesh>>(fixed.bodies[0].shapes[0].geometry));
  }
}

TEST(Urdf, IsImportedIntoAScene) {
  const TemporaryFolder folder;
  write_text(folder / "robot.urdf",
             robot(link("base", "") + link("arm", inertial(1, "0 0 1")) + joint("continuous", "base", "arm")));
  write_text(folder / "scene.yaml", R"(
import:
  - {file: robot.urdf, fixed: true, prefix: l_, position: [1, 0, 0]}
  - {file: robot.urdf, fixed: true, prefix: r_}
bodies: [{name: ball, mass: 1, shape: {type: sphere, radius: 0.1}}]
joints: [{type: spherical, bodies: [l_arm, ball], frame_a: {position: [0, 0, 2]}, frame_b: {}}]
motors: [{joint: r_base_arm, speed: 3}]
)");
  const Scene scene = read_scene(folder / "scene.yaml");
  ASSERT_EQ(scene.model.bodies.size(), 5u);
  EXPECT_EQ(scene.model.joints[1].body_a, 2);
  EXPECT_TRUE(scene.model.joints[1].motor.has_value());
  expect_near(scene.model.joints[2].frame_a.position, {0, 0, 1});
  EXPECT_EQ(pairs_without_contact(scene.model), (std::vector<std::pair<int, int>>{{0, 1}, {1, 4}, {2, 3}}));
}

struct BadRobot {
  std::string name, text, says;
};
void PrintTo(const BadRobot& bad, std::ostream* out) { *out << bad.name; }

class UrdfBadInput : public ::testing::TestWithParam<BadRobot> {};

TEST_P(UrdfBadInput, IsNamedInOneLine) {
  const TemporaryFolder folder;
  write_text(folder / "robot.urdf", GetParam().text);
  std::string message = complaint([&] { read_urdf(folder / "robot.urdf"); });
  const std::string place = folder.path().string() + "/";
  for (std::size_t at; (at = message.find(place)) != std::string::npos;) message.erase(at, place.size());
  EXPECT_EQ(message.rfind(GetParam().says, 0), 0u) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

std::string with_mass(const std::string& mass, const std::string& moments) {
  return robot(link("a", "<inertial><mass value='" + mass + "'/><inertia " + moments + "/></inertial>"));
}
std::string with_shape(const std::string& inside) {
  return robot(link("a", inertial() + "<collision><geometry>" + inside + "</geometry></collision>"));
}
const std::string two = link("a", inertial()) + link("b", inertial());

const std::vector<BadRobot> bad_robots = {
    {"Empty", "", "robot.urdf:0: is not XML"},
    {"Broken", "<robot>\n<link>\n</robot>", "robot.urdf:2: is not XML"},
    {"AnotherRoot", "<sdf/>", "robot.urdf: has no <robot>"},
    {"NoLink", "<robot/>", "robot.urdf:1: <robot> has no <link>"},
    {"NoName", robot("<link/>"), "robot.urdf:2: <link> has no name"},
    {"MassNegative", with_mass("-1", "ixx='1' iyy='1' izz='1'"),
     "robot.urdf:2: link 'a': <mass> has the value -1, expected a number > 0"},
    {"MassIsAWord", with_mass("heavy", "ixx='1' iyy='1' izz='1'"),
     "robot.urdf:2: link 'a': <mass> has the value 'heavy'"},
    {"InertiaOfNoBody", with_mass("1", "ixx='1' iyy='1' izz='9'"),
     "robot.urdf:2: link 'a': <inertia> belongs to no body"},
    {"InertiaIncomplete", with_mass("1", "ixx='1' iyy='1'"), "robot.urdf:2: link 'a': <inertia> has no izz"},
    {"NoInertial", robot(link("a", "")), "robot.urdf:2: link 'a': <link> has no <inertial>"},
    {"MovesWithoutMass", robot(link("a", inertial()) + link("b", "") + joint("continuous", "a", "b")),
     "robot.urdf:3: link 'b': <link> moves but has no <inertial>"},
    {"BoxOfTwo", with_shape("<box size='1 1'/>"),
     "robot.urdf:2: link 'a': <box> has the size '1 1', expected 3 numbers"},
    {"BoxNegative", with_shape("<box size='1 -1 1'/>"), "robot.urdf:2: link 'a': <box> has an edge of -1"},
    {"SphereWithoutRadius", with_shape("<sphere/>"), "robot.urdf:2: link 'a': <sphere> has no radius"},
    {"GeometryEmpty", with_shape(""), "robot.urdf:2: link 'a': <geometry> holds no box"},
    {"MeshMissing", with_shape("<mesh filename='no.stl'/>"),
     "robot.urdf:2: link 'a': <mesh> cannot be used: no.stl: cannot be read"},
    {"PackageMissing", with_shape("<mesh filename='package://none/no.stl'/>"),
     "robot.urdf:2: link 'a': <mesh> has the filename 'package://none/no.stl', which no folder"},
    {"LinkTwice", robot(link("a", inertial()) + link("a", inertial())),
     "robot.urdf:3: link 'a': <link> is there twice"},
    {"JointUnknownType", robot(two + joint("hinge", "a", "b")),
     "robot.urdf:4: joint 'a_b': <joint> has an unknown type 'hinge'"},
    {"JointUnknownLink", robot(two + joint("fixed", "a", "c")),
     "robot.urdf:4: joint 'a_c': <joint> names an unknown link 'c'"},
    {"JointWithoutChild", robot(two + "<joint name='j' type='fixed'><parent link='a'/></joint>"),
     "robot.urdf:4: joint 'j': <joint> has no <child>"},
    {"AxisZero", robot(two + joint("continuous", "a", "b", "<axis xyz='0 0 0'/>")),
     "robot.urdf:4: joint 'a_b': <axis> has"},
    {"NoLimit", robot(two + joint("revolute", "a", "b")), "robot.urdf:4: joint 'a_b': <joint> has no <limit>"},
    {"LimitsReversed", robot(two + joint("revolute", "a", "b", "<limit lower='1' upper='0'/>")),
     "robot.urdf:4: joint 'a_b': <limit> has the lower 1, expected at most the 0 of upper"},
    {"Mimic", robot(two + joint("continuous", "a", "b", "<mimic joint='x'/>")),
     "robot.urdf:4: joint 'a_b': <mimic> is not"},
    {"TwoRoots", robot(two), "robot.urdf:3: link 'b': <link> hangs on no joint, as 'a': expected one root"},
    {"TwoParents", robot(two + link("c", inertial()) + joint("fixed", "a", "c") + joint("fixed", "b", "c")),
     "robot.urdf:6: joint 'b_c': <joint> leads to the link 'c', as another joint does"},
    {"Loop", robot(two + joint("fixed", "a", "b") + joint("fixed", "b", "a")), "robot.urdf: has no root link"},
    {"LoopApart", robot(two + link("c", inertial()) + joint("fixed", "a", "b") + joint("fixed", "b", "a")),
     "robot.urdf:2: link 'a': <link> hangs in a loop of joints"},
};

INSTANTIATE_TEST_SUITE_P(Robots, UrdfBadInput, ::testing::ValuesIn(bad_robots),
                         [](const auto& information) { return information.param.name; });

}  // namespace
}  // namespace signorini
