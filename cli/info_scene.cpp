#include "info_scene.h"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "output.h"
#include "signorini/base/number_text.h"
#include "signorini/collision/collision.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/dynamics/start_overlap.h"
#include "signorini/io/scene.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::cli {
namespace {

void count(Json& counts, std::string_view name) {
  const std::string key(name);
  counts[key] = counts.value(key, 0) + 1;
}

/// "3 sphere, 1 plane"; "none".
std::string listed(const Json& counts) {
  std::string text;
  for (const auto& [name, number] : counts.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number.get<int>(), name);
  return text.empty() ? "none" : text;
}

/// Rounded; as a whole number where it is one of 64 bits.
Json whole_number(double value) {
  constexpr double most = 9e18;
  const double rounded = std::round(value);
  return rounded < most ? Json(static_cast<std::int64_t>(rounded)) : Json(rounded);
}

Json body_facts(const Model& model) {
  int moving = 0;
  double mass = 0;
  Json shapes = Json::object();
  for (const Body& body : model.bodies) {
    if (!body.fixed) {
      ++moving;
      mass += body.mass;
    }
    for (const Shape& shape : body.shapes) count(shapes, name_of(shape.geometry));
  }
  const int all = static_cast<int>(model.bodies.size());
  return {{"bodies", {{"moving", moving}, {"fixed", all - moving}}}, {"mass", mass}, {"shapes", shapes}};
}

Json flexible_facts(const Model& model) {
  std::size_t nodes = 0, elements = 0;
  double mass = 0;
  for (const FlexibleBody& body : model.flexible_bodies) {
    nodes += body.mesh.nodes.size();
    elements += static_cast<std::size_t>(body.mesh.element_count());
    mass += body.elastic.density * volume(body.mesh);
  }
  return {{"bodies", model.flexible_bodies.size()}, {"nodes", nodes}, {"elements", elements}, {"mass", mass}};
}

Json joint_facts(const Model& model) {
  Json kinds = Json::object();
  int motors = 0, limits = 0;
  for (const Joint& joint : model.joints) {
    count(kinds, to_string(joint.kind));
    motors += joint.motor.has_value();
    limits += joint.lower.has_value() + joint.upper.has_value();
  }
  return {{"joints", kinds},
          {"motors", motors},
          {"limits", limits},
          {"springs", model.springs.size() + model.torsion_springs.size() + model.bushings.size()},
          {"forces", model.forces.size()}};
}

Json material_facts(const Model& model) {
  Json materials = Json::array();
  for (const Material& material : model.materials)
    materials.push_back({{"name", material.name},
                         {"friction", material.friction},
                         {"restitution", material.restitution},
                         {"compliance", material.compliance}});
  return materials;
}

Json start_facts(const Scene& scene) {
  const double margin = contact_margin(scene.model, scene.settings);
  std::vector<Contact> contacts;
  Collision(scene.model, margin).find(initial_state(scene.model).poses, contacts);
  Json facts = {{"potential_contacts", contacts.size()}, {"margin", margin}, {"overlap", {{"depth", 0.0}}}};
  const Overlap overlap = start_overlap(scene.model, scene.settings);
  if (overlap.body_a >= 0) {
    const auto [a, b] = names(overlap, scene.model);
    facts["overlap"] = {{"depth", overlap.depth}, {"bodies", {a, b}}, {"deep", overlap.deep()}};
  }
  return facts;
}

}  // namespace

bool is_scene_file(const std::string& path) {
  const std::filesystem::path ending = std::filesystem::path(path).extension();
  return ending == ".yaml" || ending == ".yml";
}

Json scene_facts(const std::string& path, const std::map<std::string, std::string>& parameters) {
  InputFiles files;  // a pipe can be read but once
  const Scene scene = read_scene(path, parameters, files);
  const SceneSummary summary = read_scene_summary(path, files);
  const Settings& settings = scene.settings;
  Json json = {{"file", path}, {"name", scene.name}, {"about", summary.about}};
  json.update(body_facts(scene.model));
  json["flexible"] = flexible_facts(scene.model);
  json.update(joint_facts(scene.model));
  json["materials"] = material_facts(scene.model);
  json["time"] = {{"step", settings.step},
                  {"duration", settings.duration},
                  {"steps", whole_number(settings.duration / settings.step)}};
  if (settings.accuracy > 0) json["time"]["accuracy"] = settings.accuracy;
  json["law"] = to_string(settings.law);
  json["law_meaning"] = describe(settings.law);
  json["solver"] = settings.solver.empty() ? default_step_solver : settings.solver;
  json["tolerance"] = settings.tolerance;
  json["start"] = start_facts(scene);
  json["parameters"] = Json::object();
  for (const auto& [name, value] : summary.parameters) json["parameters"][name] = value;
  for (const auto& [name, value] : parameters) json["parameters"][name] = value;
  return json;
}

void print_scene_facts(const Json& json) {
  const auto line = [](std::string_view name, const std::string& value) { say("  {:<16}{}\n", name, value); };
  const auto number = [](const Json& value) { return fmt::format("{:g}", value.get<double>()); };
  const auto text = [](const Json& value) { return value.get<std::string>(); };
  say("{}: {}\n", text(json["file"]), text(json["about"]));
  line("bodies", fmt::format("{} moving ({} kg), {} fixed", json["bodies"]["moving"].get<int>(), number(json["mass"]),
                             json["bodies"]["fixed"].get<int>()));
  if (const Json& flexible = json["flexible"]; flexible["bodies"].get<int>() > 0)
    line("flexible",
         fmt::format("{} bodies ({} kg), {} elements, {} nodes", flexible["bodies"].get<int>(),
                     number(flexible["mass"]), flexible["elements"].get<int>(), flexible["nodes"].get<int>()));
  line("shapes", listed(json["shapes"]));
  line("joints", fmt::format("{}; {} motors, {} limits", listed(json["joints"]), json["motors"].get<int>(),
                             json["limits"].get<int>()));
  line("forces", fmt::format("{}, {} springs", json["forces"].get<int>(), json["springs"].get<int>()));
  for (const Json& material : json["materials"])
    line("material",
         fmt::format("{}: friction {}, restitution {}, compliance {} m/N", text(material["name"]),
                     number(material["friction"]), number(material["restitution"]), number(material["compliance"])));
  line("time", fmt::format("{} steps of {} s, {} s", json["time"]["steps"].dump(), number(json["time"]["step"]),
                           number(json["time"]["duration"])));
  line("solver", fmt::format("{}, law {}, tolerance {}", text(json["solver"]), text(json["law"]),
                             tolerance_text(json["tolerance"].get<double>())));
  line("law", fmt::format("{}: {}", text(json["law"]), text(json["law_meaning"])));
  const Json& start = json["start"];
  line("at the start", fmt::format("{} potential contacts (nearer than {} m)", start["potential_contacts"].get<int>(),
                                   number(start["margin"])));
  const Json& overlap = start["overlap"];
  line("overlap",
       !overlap.contains("bodies")
           ? "none"
           : fmt::format("{:.3g} m, of '{}' and '{}'{}", overlap["depth"].get<double>(), text(overlap["bodies"][0]),
                         text(overlap["bodies"][1]), overlap["deep"].get<bool>() ? ": too deep to run" : ""));
  for (const auto& [name, value] : json["parameters"].items()) line("parameter", name + " = " + text(value));
}

}  // namespace signorini::cli
