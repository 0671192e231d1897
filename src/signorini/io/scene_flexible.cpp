#include <algorithm>

#include <fmt/format.h>

#include "signorini/fem/tet_generators.h"
#include "signorini/io/limits.h"
#include "signorini/io/mesh_tets.h"
#include "signorini/io/scene_draft.h"
#include "signorini/model/validate_flexible.h"

namespace signorini {
namespace {

int nodes_per_element(const SceneObject& object) {
  const auto elements = object.find("elements");
  return elements && elements->word({"linear", "quadratic"}) == "quadratic" ? 10 : 4;
}

void check_cells(const SceneNode& node, double cells) {
  if (cells > static_cast<double>(limits::cells))
    node.refuse(fmt::format("makes {:.0f} cells, expected at most {}", cells, limits::cells));
}

TetMesh block(const SceneNode& node, int nodes) {
  const SceneObject object(node, "flexible_block");
  const SceneNode counts = object.at("cells");
  const std::vector<SceneNode> items = counts.is_list() ? counts.items() : std::vector<SceneNode>{};
  if (items.size() != 3) counts.expected("three numbers of cells [nx, ny, nz]");
  const int nx = items[0].integer(1), ny = items[1].integer(1), nz = items[2].integer(1);
  check_cells(counts, 1.0 * nx * ny * nz);
  return block_mesh(object.at("size").vector(Bounds::positive), nx, ny, nz, nodes);
}

TetMesh cylinder(const SceneNode& node, int nodes) {
  const SceneObject object(node, "flexible_cylinder");
  const int cells = object.at("cells").integer(1), layers = object.at("layers").integer(1);
  check_cells(node, 4.0 * cells * cells * layers);
  return cylinder_mesh(object.at("radius").number(Bounds::positive), object.at("length").number(Bounds::positive),
                       cells, layers, nodes);
}

TetMesh sphere(const SceneNode& node, int nodes) {
  const SceneObject object(node, "flexible_sphere");
  const int cells = object.at("cells").integer(1);
  check_cells(node, 8.0 * cells * cells * cells);
  return sphere_mesh(object.at("radius").number(Bounds::positive), cells, nodes);
}

TetMesh from_file(const SceneObject& mesh, const SceneObject& object, SceneDraft& draft) {
  object.forbid("elements", "is what the mesh file says");
  const SceneNode node = mesh.at("file");
  TetMesh read;
  node.placing_errors([&] { read = read_tet_mesh((draft.folder / node.text()).string(), *draft.files); });
  const double scale = mesh.number("scale", Bounds::positive, 1.0);
  for (Vector3& place : read.nodes) place *= scale;
  return read;
}

TetMesh mesh_of(const SceneObject& object, SceneDraft& draft) {
  const SceneNode node = object.at("mesh");
  const SceneObject mesh(node, "flexible_mesh");
  const std::string kind = mesh.only_one_of({"block", "cylinder", "sphere", "file"});
  if (kind == "file") return from_file(mesh, object, draft);
  mesh.forbid("scale", "is for mesh files");
  const int nodes = nodes_per_element(object);
  if (kind == "block") return block(mesh.at(kind), nodes);
  if (kind == "cylinder") return cylinder(mesh.at(kind), nodes);
  return sphere(mesh.at(kind), nodes);
}

ElasticMaterial elastic_of(const SceneObject& object) {
  ElasticMaterial elastic;
  elastic.young = object.at("young").number(Bounds::positive);
  elastic.poisson = object.at("poisson").number();
  if (!(elastic.poisson > -1 && elastic.poisson < 0.5))
    object.at("poisson").expected("a number between -1 and 0.5, the ends excluded");
  elastic.density = object.at("density").number(Bounds::positive);
  if (const auto law = object.find("elastic_law"))
    elastic.law = elastic_law_from_string(law->word({"corotational", "neo-hookean"}));
  elastic.mass_damping = object.number("mass_damping", Bounds::not_negative, 0);
  elastic.stiffness_damping = object.number("stiffness_damping", Bounds::not_negative, 0);
  return elastic;
}

/// The group under `key`, with the nearest name when there is none.
template <class Groups>
const auto& group_of(const SceneNode& node, const Groups& groups, const char* kind) {
  const std::string name = node.text();
  const auto found = groups.find(name);
  if (found == groups.end()) {
    std::map<std::string, int> known;
    for (const auto& [known_name, members] : groups) known.emplace(known_name, 0);
    refuse_unknown(node, kind, name, known);
  }
  return found->second;
}

/// Nodes by the name of their group, or by their numbers.
std::vector<int> read_nodes(const SceneNode& node, const TetMesh& mesh) {
  if (!node.is_list()) return group_of(node, mesh.node_groups, "group of nodes");
  std::vector<int> nodes;
  for (const SceneNode& item : node.items()) {
    nodes.push_back(item.integer(0));
    if (nodes.back() >= static_cast<int>(mesh.nodes.size()))
      item.expected(fmt::format("a node from 0 to {}", mesh.nodes.size() - 1));
  }
  if (nodes.empty()) node.refuse("names no nodes");
  return nodes;
}

NodeHold read_hold(const SceneNode& node, const TetMesh& mesh, const SceneDraft& draft) {
  const SceneObject object(node, "hold");
  NodeHold hold;
  hold.nodes = read_nodes(object.at("nodes"), mesh);
  object.at_most_one_of({"body", "travel"});
  if (const auto body = object.find("body")) hold.body = read_body_reference(*body, draft);
  if (const auto travel = object.find("travel")) {
    hold.travel = read_motion(*travel);
    hold.direction = object.at("along").direction();
  } else {
    object.forbid("along", "needs travel beside it");
  }
  return hold;
}

void read_load(const SceneNode& node, FlexibleBody& body) {
  const SceneObject object(node, "flexible_load");
  std::optional<Motion> factor;
  if (const auto motion = object.find("factor")) factor = read_motion(*motion);
  if (object.only_one_of({"nodes", "faces"}) == "nodes") {
    for (const char* key : {"traction", "pressure"}) object.forbid(key, "is for faces");
    body.node_forces.push_back(
        {read_nodes(object.at("nodes"), body.mesh), object.at("force").vector(), std::move(factor)});
    return;
  }
  object.forbid("force", "is for nodes; faces have traction or pressure");
  FaceLoad load{group_of(object.at("faces"), body.mesh.face_groups, "group of faces"), Vector3::Zero(), 0,
                std::move(factor)};
  if (!object.has("traction") && !object.has("pressure")) node.refuse("needs traction or pressure");
  load.traction = object.vector("traction", load.traction);
  load.pressure = object.number("pressure", Bounds::any, 0);
  body.face_loads.push_back(std::move(load));
}

void place(const Pose& pose, TetMesh& mesh) {
  for (Vector3& node : mesh.nodes) node = pose.to_world(node);
}

}  // namespace

void read_flexible_bodies(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "flexible");
    Model& model = draft.scene.model;
    FlexibleBody body;
    body.name = read_name(object, "flexible", model.flexible_bodies.size());
    if (draft.bodies.contains(body.name)) item.refuse(fmt::format("has the name '{}', which a body has", body.name));
    if (std::ranges::any_of(model.flexible_bodies, [&](const FlexibleBody& b) { return b.name == body.name; }))
      item.refuse(fmt::format("has the name '{}', which another flexible body has", body.name));
    body.mesh = mesh_of(object, draft);
    place(object.pose(), body.mesh);
    body.elastic = elastic_of(object);
    if (const auto mass = object.find("mass"))
      body.mass = mass->word({"consistent", "lumped"}) == "lumped" ? MassKind::lumped : MassKind::consistent;
    if (const auto step = object.find("step"))
      body.step = step->word({"linear", "newton"}) == "newton" ? FlexibleStep::newton : FlexibleStep::linear;
    if (const auto material = object.find("material")) body.material = read_material(*material, draft);
    body.touches = object.flag("contact", true);
    body.touches_itself = object.flag("self_contact", false);
    if (body.touches_itself && !body.touches) object.at("self_contact").refuse("needs contact: true");
    body.velocity = object.vector("velocity", body.velocity);
    body.angular_velocity = object.vector("angular_velocity", body.angular_velocity);
    if (const auto holds = object.find("hold"))
      holds->for_each([&](const SceneNode& hold) { body.holds.push_back(read_hold(hold, body.mesh, draft)); });
    if (const auto loads = object.find("loads")) loads->for_each([&](const SceneNode& load) { read_load(load, body); });
    for (const std::string& fault : flexible_faults(model, body)) item.refuse(fmt::format("cannot be used: {}", fault));
    model.flexible_bodies.push_back(std::move(body));
  });
}

}  // namespace signorini
