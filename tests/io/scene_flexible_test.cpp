// Flexible bodies in scene files.

#include <algorithm>

#include "io/scene_support.h"

namespace signorini {
namespace {

using namespace signorini::testing;

std::string flexible(const std::string& part) {
  return "bodies:\n  - {name: box, mass: 1, shape: {type: box, size: [1, 1, 1]}, position: [0, 0, 9]}\n"
         "flexible:\n  - {name: beam, mesh: {block: {size: [1, 0.1, 0.1], cells: [2, 1, 1]}}, " +
         part + "}\n";
}
const std::string steel = "young: 2e11, poisson: 0.3, density: 7850";

TEST(SceneFlexible, IsReadWithHoldsAndLoads) {
  const Scene scene = scene_from(flexible(
      steel +
      ", elements: quadratic, elastic_law: neo-hookean, mass: lumped, self_contact: true, step: newton, "
      "stiffness_damping: 0.01, "
      "mass_damping: 2, position: [0, 0, 3], velocity: [1, 0, 0], hold: [{nodes: x0}, {nodes: [26], travel: {ramp: "
      "{slope: 2}}, along: [0, 0, 3]}], loads: [{nodes: x1, force: [0, 0, -5], factor: {sine: {amplitude: 1, "
      "frequency: 2}}}, {faces: z1, pressure: 7}]"));
  ASSERT_EQ(scene.model.flexible_bodies.size(), 1u);
  const FlexibleBody& beam = scene.model.flexible_bodies[0];
  EXPECT_EQ(beam.mesh.nodes_per_element, 10);
  EXPECT_EQ(beam.mesh.element_count(), 12);
  EXPECT_NEAR(centroid(beam.mesh).z(), 3, 1e-12);
  EXPECT_EQ(beam.elastic.law, ElasticLaw::neo_hookean);
  EXPECT_EQ(beam.elastic.stiffness_damping, 0.01);
  EXPECT_EQ(beam.mass, MassKind::lumped);
  EXPECT_EQ(beam.step, FlexibleStep::newton);
  EXPECT_TRUE(beam.touches && beam.touches_itself);
  ASSERT_EQ(beam.holds.size(), 2u);
  EXPECT_EQ(beam.holds[0].nodes, beam.mesh.node_groups.at("x0"));
  EXPECT_EQ(beam.holds[1].direction, Vector3(0, 0, 1));
  EXPECT_EQ(value(*beam.holds[1].travel, 1.5), 3);
  ASSERT_EQ(beam.node_forces.size(), 1u);
  EXPECT_EQ(beam.face_loads[0].pressure, 7);
  const std::vector<int> places = node_places(scene.model);
  EXPECT_EQ(places[static_cast<std::size_t>(beam.holds[0].nodes[0])], -1);
  EXPECT_EQ(*std::ranges::max_element(places) + 3, initial_state(scene.model).v.size());
}

TEST(SceneFlexible, WhatIsWrongIsNamed) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"young: 0, poisson: 0.3, density: 1", "scene.yaml:4: flexible[0].young is 0, expected a number > 0"},
      {"young: 1, poisson: 0.5, density: 1", "scene.yaml:4: flexible[0].poisson is '0.5', expected a number between"},
      {"young: 1, poisson: -1, density: 1", "scene.yaml:4: flexible[0].poisson is '-1'"},
      {"young: 1, poisson: 0, density: -2", "scene.yaml:4: flexible[0].density is -2"},
      {"young: 1, poisson: 0", "scene.yaml:4: flexible[0] has no density"},
      {steel + ", elastic_law: hook", "scene.yaml:4: flexible[0].elastic_law is 'hook'"},
      {steel + ", contact: false, self_contact: true", "scene.yaml:4: flexible[0].self_contact needs contact: true"},
      {steel + ", step: fast", "scene.yaml:4: flexible[0].step is 'fast'"},
      {steel + ", hold: [{nodes: x2}]", "scene.yaml:4: flexible[0].hold[0].nodes is unknown group of nodes 'x2'"},
      {steel + ", hold: [{nodes: [99]}]", "scene.yaml:4: flexible[0].hold[0].nodes[0] is '99', expected a node from 0"},
      {steel + ", hold: [{nodes: x0}, {nodes: y0}]",
       "scene.yaml:4: flexible[0] cannot be used: holds[1] and holds[0] "},
      {steel + ", hold: [{nodes: x0, body: bax}]", "scene.yaml:4: flexible[0].hold[0].body is unknown body 'bax'"},
      {steel + ", hold: [{nodes: x0, travel: 1}]", "scene.yaml:4: flexible[0].hold[0] has no along"},
      {steel + ", loads: [{faces: top, pressure: 1}]", "scene.yaml:4: flexible[0].loads[0].faces is unknown group of "},
      {steel + ", loads: [{nodes: x1, pressure: 1}]", "scene.yaml:4: flexible[0].loads[0].pressure"},
      {steel + ", loads: [{faces: x1}]", "scene.yaml:4: flexible[0].loads[0] needs traction or pressure"},
  };
  for (const auto& [part, begins] : cases) {
    const std::string message = scene_complaint(flexible(part));
    EXPECT_EQ(message.rfind(begins, 0), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(SceneFlexible, AMeshFileThatIsMissingIsNamed) {
  const std::string message =
      scene_complaint("flexible:\n  - {young: 1, poisson: 0, density: 1, mesh: {file: missing.msh}}\n");
  EXPECT_EQ(message.rfind("scene.yaml:2: flexible[0].mesh.file", 0), 0u) << message;
  EXPECT_NE(message.find("missing.msh"), std::string::npos) << message;
}

TEST(SceneFlexible, MeshesAreBounded) {
  const std::string begin = "flexible:\n  - {young: 1, poisson: 0, density: 1, mesh: {";
  for (const char* mesh : {"block: {size: [1, 1, 1], cells: [1000, 1000, 1000]}", "sphere: {radius: 1, cells: 10000}",
                           "cylinder: {radius: 1, length: 1, cells: 5000, layers: 5000}"}) {
    const std::string message = scene_complaint(begin + mesh + "}}\n");
    EXPECT_NE(message.find("cells, expected at most"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace signorini
