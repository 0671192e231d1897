#include "signorini/io/scene_keys.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene_support.h"
#include "signorini/model/joint.h"
#include "signorini/problem/law.h"

namespace signorini {
namespace {

using namespace signorini::testing;
using Json = nlohmann::json;
using Names = std::vector<std::string>;

Json schema() {
  std::ifstream in(std::filesystem::path(SIGNORINI_SCENES) / "schema.json");
  return Json::parse(in);
}

Names sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

TEST(SceneKeys, AreThoseOfTheSchema) {
  const Json defs = schema()["$defs"];
  for (const auto& [kind, keys] : scene_keys()) {
    ASSERT_TRUE(defs.contains(kind)) << kind;
    Names in_schema;
    for (const auto& [key, value] : defs[kind]["properties"].items()) in_schema.push_back(key);
    EXPECT_EQ(sorted(keys), sorted(in_schema)) << kind;
    EXPECT_EQ(defs[kind]["additionalProperties"], false) << kind;
  }
  for (const auto& [name, definition] : defs.items())
    if (definition.contains("properties")) {
      EXPECT_TRUE(scene_keys().contains(name)) << name;
    }
}

TEST(SceneKeys, WordsAreThoseOfTheSchema) {
  const Json defs = schema()["$defs"];
  const auto words = [&](const char* kind, const char* key) {
    return sorted(defs[kind]["properties"][key]["anyOf"][0]["enum"].get<Names>());
  };
  Names joints;
  for (const JointKind kind : joint_kinds()) joints.emplace_back(to_string(kind));
  EXPECT_EQ(words("joint", "type"), sorted(joints));
  EXPECT_EQ(words("solver", "law"), sorted(law_names()));
  Names shapes;
  for (const auto& entry : defs["shape_value"]["oneOf"]) {
    const std::string name = entry["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
    EXPECT_EQ(defs[name]["properties"]["type"]["const"], name);
    shapes.push_back(name);
  }
  EXPECT_EQ(sorted(shapes), sorted(scene_shape_names()));
}

std::string documentation() {
  std::ifstream in(std::filesystem::path(SIGNORINI_SCENES).parent_path() / "docs" / "scene_files.md");
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(SceneKeys, AreDocumented) {
  std::string text = documentation();
  std::replace(text.begin(), text.end(), '\n', ' ');  // a key may stand at the start of a line
  for (const auto& [kind, keys] : scene_keys())
    for (const std::string& key : keys) {
      // On its own, or among the keys of a map in braces.
      const bool found = text.find("`" + key) != std::string::npos || text.find(" " + key + "`") != std::string::npos ||
                         text.find("{" + key) != std::string::npos || text.find(", " + key) != std::string::npos;
      EXPECT_TRUE(found) << kind << ": " << key;
    }
}

TEST(SceneKeys, TheExampleOfTheDocumentationIsAScene) {
  const std::string text = documentation(), fence = "```yaml\n";
  const std::size_t start = text.find(fence) + fence.size();
  const Scene scene = scene_from(text.substr(start, text.find("```", start) - start));
  EXPECT_EQ(scene.model.bodies.size(), 2u + 60 + 6);
  EXPECT_EQ(scene.model.joints.size(), 1u);
  EXPECT_EQ(scene.model.forces.size(), 3u);
}

using Entries = std::map<std::string, std::string>;

/// A place in a scene where a map of this kind can stand, and what it must hold to be sound.
struct Place {
  std::string kind;
  std::string scene;  ///< with @ where the map goes
  Entries needed = {};
  /// For keys that go together with others than the needed ones.
  std::map<std::string, Entries> instead = {};
};

void PrintTo(const Place& place, std::ostream* out) { *out << place.kind; }

const std::string bodies = "bodies: [{name: b, mass: 1, shape: {type: sphere, radius: 1}}], ";
const std::string point = "[0, 0, 1]";

const Entries soft = {{"young", "1"}, {"poisson", "0"}, {"density", "1"}, {"mesh", "{sphere: {radius: 1, cells: 1}}"}};

Place shape_place(const std::string& kind, const Entries& needed) {
  return {kind, "{bodies: [{fixed: true, shapes: [@]}]}", needed};
}

const std::vector<Place> places = {
    {"scene", "@", {{"bodies", "[{fixed: true}]"}}},
    {"time", "{" + bodies + "time: @}"},
    {"solver", "{" + bodies + "solver: @}"},
    {"contact", "{" + bodies + "contact: @}"},
    {"energy", "{" + bodies + "energy: @}"},
    {"output", "{" + bodies + "output: @}"},
    {"material", "{" + bodies + "materials: {m: @}}"},
    {"body",
     "{bodies: [@]}",
     {{"mass", "1"}, {"shape", "{type: sphere, radius: 1}"}},
     {{"density", {{"shape", "{type: sphere, radius: 1}"}}},
      {"shapes", {{"mass", "1"}}},
      {"centre_of_mass", {{"mass", "1"}, {"inertia", "[1, 1, 1]"}}}}},
    {"lattice",
     "{bodies: [{mass: 1, shape: {type: sphere, radius: 1}, lattice: @}]}",
     {{"spacing", "1"}, {"counts", "[1, 1, 1]"}},
     {{"region", {{"spacing", "1"}}}, {"one_of", {{"spacing", "1"}, {"counts", "[1, 1, 1]"}}}}},
    {"random",
     "{bodies: [{density: 1, shape: {type: sphere, radius: 1}, random: @}]}",
     {{"count", "1"}, {"region", "{from: [0, 0, 0], to: [9, 9]}"}}},
    {"rings",
     "{bodies: [{density: 1, shape: {type: sphere, radius: 1}, rings: @}]}",
     {{"count", "1"}, {"spacing", "2"}, {"region", "{from: [-3, -3, 0], to: [3, 3, 9]}"}}},
    {"recirculate",
     "{bodies: [{name: b, mass: 1, shape: {type: sphere, radius: 1}, lattice: {spacing: 2, counts: [1, 1, 1]}}], "
     "recirculate: @}",
     {{"bodies", "b"}, {"rate", "1"}, {"region", "{from: [0, 0, 0], to: [9, 9, 9]}"}}},
    {"region",
     "{bodies: [{mass: 1, shape: {type: sphere, radius: 1}, lattice: {spacing: 1, count: 1, region: @}}]}",
     {{"from", "[0, 0, 0]"}, {"to", "[9, 9]"}}},
    {"orientation",
     "{bodies: [{fixed: true, orientation: @}]}",
     {{"axis", point}, {"angle", "1"}},
     {{"angle_deg", {{"axis", point}}}, {"rpy", {}}, {"rpy_deg", {}}}},
    shape_place("sphere", {{"type", "sphere"}, {"radius", "1"}}),
    shape_place("box", {{"type", "box"}, {"size", "[1, 1, 1]"}}),
    shape_place("capsule", {{"type", "capsule"}, {"radius", "1"}, {"length", "1"}}),
    shape_place("cylinder", {{"type", "cylinder"}, {"radius", "1"}, {"length", "1"}}),
    {"convex_hull",
     "{bodies: [{fixed: true, shapes: [@]}]}",
     {{"type", "convex_hull"}, {"points", "[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]"}},
     {{"file", {{"type", "convex_hull"}}}}},
    shape_place("plane", {{"type", "plane"}}),
    shape_place("triangle_mesh", {{"type", "triangle_mesh"}, {"file", "tetra.obj"}}),
    shape_place("box_inside", {{"type", "box_inside"}, {"size", "[1, 1, 1]"}}),
    shape_place("cylinder_inside", {{"type", "cylinder_inside"}, {"radius", "1"}, {"length", "1"}}),
    shape_place("cone_inside", {{"type", "cone_inside"}, {"bottom", "1"}, {"top", "1"}, {"length", "1"}}),
    {"joint",
     "{" + bodies + "joints: [@]}",
     {{"type", "revolute"}, {"bodies", "[world, b]"}, {"at", point}, {"axis", point}},
     {{"orientation", {{"type", "revolute"}, {"bodies", "[world, b]"}, {"at", point}}},
      {"frame_a", {{"type", "weld"}, {"bodies", "[world, b]"}, {"frame_b", "{}"}}},
      {"frame_b", {{"type", "weld"}, {"bodies", "[world, b]"}, {"frame_a", "{}"}}},
      {"from", {{"type", "distance"}, {"bodies", "[world, b]"}, {"to", "[0, 0, 0]"}}},
      {"to", {{"type", "distance"}, {"bodies", "[world, b]"}, {"from", point}}},
      {"length", {{"type", "distance"}, {"bodies", "[world, b]"}, {"from", point}, {"to", "[0, 0, 0]"}}}}},
    {"frame", "{" + bodies + "joints: [{type: weld, bodies: [world, b], frame_a: @, frame_b: {}}]}"},
    {"motor",
     "{" + bodies + "joints: [{type: revolute, bodies: [world, b], at: [0, 0, 0], axis: [0, 0, 1], motor: @}]}",
     {{"speed", "1"}},
     {{"position", {}}}},
    {"motor_of_joint",
     "{" + bodies +
         "joints: [{name: j, type: revolute, bodies: [world, b], at: [0, 0, 0], axis: [0, 0, 1]}], motors: [@]}",
     {{"joint", "j"}, {"speed", "1"}},
     {{"position", {{"joint", "j"}}}}},
    {"motion",
     "{" + bodies +
         "joints: [{type: revolute, bodies: [world, b], at: [0, 0, 0], axis: [0, 0, 1], motor: {speed: @}}]}"},
    {"ramp",
     "{" + bodies +
         "joints: [{type: revolute, bodies: [world, b], at: [0, 0, 0], axis: [0, 0, 1], motor: {speed: {ramp: @}}}]}",
     {{"slope", "1"}}},
    {"sine",
     "{" + bodies +
         "joints: [{type: revolute, bodies: [world, b], at: [0, 0, 0], axis: [0, 0, 1], motor: {speed: {sine: @}}}]}",
     {{"amplitude", "1"}, {"frequency", "1"}}},
    {"force", "{" + bodies + "forces: [@]}", {{"body", "b"}, {"force", point}}},
    {"spring", "{" + bodies + "springs: [@]}", {{"bodies", "[world, b]"}, {"from", point}}},
    {"torsion_spring",
     "{" + bodies + "torsion_springs: [@]}",
     {{"bodies", "[world, b]"}, {"axis", point}},
     {{"angle", {{"bodies", "[world, b]"}, {"axis", point}}}}},
    {"bushing", "{" + bodies + "bushings: [@]}", {{"bodies", "[world, b]"}, {"at", point}}},
    {"flexible", "{" + bodies + "flexible: [@]}", soft, {{"loads", soft}}},
    {"flexible_mesh",
     "{flexible: [{young: 1, poisson: 0, density: 1, mesh: @}]}",
     {},
     {{"scale", {{"file", "tetra.msh"}}}}},
    {"flexible_block",
     "{flexible: [{young: 1, poisson: 0, density: 1, mesh: {block: @}}]}",
     {{"size", "[1, 1, 1]"}, {"cells", "[1, 1, 1]"}}},
    {"flexible_cylinder",
     "{flexible: [{young: 1, poisson: 0, density: 1, mesh: {cylinder: @}}]}",
     {{"radius", "1"}, {"length", "1"}, {"cells", "1"}, {"layers", "1"}}},
    {"flexible_sphere",
     "{flexible: [{young: 1, poisson: 0, density: 1, mesh: {sphere: @}}]}",
     {{"radius", "1"}, {"cells", "1"}}},
    {"hold",
     "{" + bodies + "flexible: [{young: 1, poisson: 0, density: 1, mesh: {sphere: {radius: 1, cells: 1}}, hold: [@]}]}",
     {{"nodes", "surface"}, {"travel", "1"}, {"along", point}},
     {{"body", {{"nodes", "surface"}}}}},
    {"flexible_load",
     "{flexible: [{young: 1, poisson: 0, density: 1, mesh: {sphere: {radius: 1, cells: 1}}, loads: [@]}]}",
     {{"nodes", "surface"}, {"force", point}},
     {{"faces", {{"pressure", "1"}}}, {"traction", {{"faces", "surface"}}}, {"pressure", {{"faces", "surface"}}}}},
    {"import", "{" + bodies + "import: @}", {{"file", "robot.urdf"}}},
};

std::string with_map(const Place& place, const Entries& entries) {
  std::string map = "{";
  for (const auto& [key, value] : entries) map += (map.size() > 1 ? ", " : "") + key + ": " + value;
  std::string text = place.scene;
  return text.replace(text.find('@'), 1, map + "}");
}

class SceneKeysOf : public ::testing::TestWithParam<Place> {};

/// Whatever a key takes, it does not take this; a key that is not read would not complain.
TEST_P(SceneKeysOf, EveryKeyIsRead) {
  const Place& place = GetParam();
  const TemporaryFolder folder;
  write_text(folder / "tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  write_text(folder / "tetra.msh",
             "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
             "$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n");
  write_text(folder / "robot.urdf", "<robot><link name='l'/></robot>");
  for (const std::string& key : scene_keys(place.kind)) {
    SCOPED_TRACE(key);
    const auto special = place.instead.find(key);
    Entries entries = special == place.instead.end() ? place.needed : special->second;
    entries[key] = "{absurd: {deep: [1]}}";
    write_text(folder / "scene.yaml", with_map(place, entries));
    const std::string message = complaint([&] { read_scene(folder / "scene.yaml"); });
    const bool named = message.find("." + key) != std::string::npos || message.find(": " + key) != std::string::npos;
    EXPECT_TRUE(named) << message;
    EXPECT_EQ(message.find("given together"), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SceneKeysOf, ::testing::ValuesIn(places),
                         [](const auto& information) { return information.param.kind; });

TEST(SceneKeys, EveryKindHasItsPlaceInTheseTests) {
  Names tested, known;
  for (const Place& place : places) tested.push_back(place.kind);
  for (const auto& [kind, keys] : scene_keys()) known.push_back(kind);
  EXPECT_EQ(sorted(tested), known);
}

}  // namespace
}  // namespace signorini
