#include <algorithm>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/scene_draft.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini {
namespace {

MissPolicy miss_policy(const std::string& word) {
  if (word == "relax") return MissPolicy::relax;
  if (word == "retry") return MissPolicy::retry;
  return word == "stop" ? MissPolicy::stop : MissPolicy::accept;
}

Combine combination(const SceneObject& object, const std::string& key, Combine fallback) {
  const auto node = object.find(key);
  if (!node) return fallback;
  static const std::vector<std::string> words{"minimum", "maximum", "average", "product", "geometric_mean"};
  return combine_from_string(node->word(words));
}

void read_options(const SceneNode& node, Settings& settings) {
  if (!node.is_map()) node.expected("a map of solver options");
  for (const auto& pair : node.yaml()) {
    if (!pair.first.IsScalar()) node.refuse("has a key that is not a word");
    const std::string& key = pair.first.Scalar();
    const SceneNode option = node.entry(key, pair.second);
    if (!settings.solver_options.emplace(key, option.text()).second) option.refuse("is given twice");
  }
}

}  // namespace

void read_time(const SceneNode& node, Settings& settings) {
  const SceneObject time(node, "time");
  const auto step = time.find("step");
  if (step && step->yaml().IsScalar() && step->yaml().Scalar() == "auto") {
    if (!time.has("accuracy"))
      step->refuse("is auto, which needs to know how accurate steps must be: give accuracy, m, such as 1e-5");
    settings.accuracy = time.at("accuracy").number(Bounds::positive);
    settings.step = time.number("largest", Bounds::positive, settings.step);
  } else {
    for (const char* key : {"accuracy", "largest"}) time.forbid(key, "goes with step: auto only");
    settings.step = time.number("step", Bounds::positive, settings.step);
  }
  settings.duration = time.number("duration", Bounds::positive, settings.duration);
  settings.rest_energy = time.number("rest_energy", Bounds::not_negative, settings.rest_energy);
}

void read_solver(const SceneNode& node, Settings& settings) {
  const SceneObject solver(node, "solver");
  if (const auto law = solver.find("law")) settings.law = law_from_string(law->word(law_names()));
  settings.pyramid_sides = solver.integer("sides", 3, settings.pyramid_sides);
  if (const auto name = solver.find("name")) settings.solver = name->word(solver_names());
  settings.tolerance = solver.number("tolerance", Bounds::positive, settings.tolerance);
  settings.max_iterations = solver.integer("max_iterations", 0, settings.max_iterations);
  settings.warm_start = solver.flag("warm_start", settings.warm_start);
  if (const auto policy = solver.find("on_miss"))
    settings.on_miss = miss_policy(policy->word({"relax", "retry", "accept", "stop"}));
  if (const auto fallback = solver.find("fallback_solver")) settings.fallback_solver = fallback->word(solver_names());
  const auto options = solver.find("options");
  if (options) read_options(*options, settings);

  // What the solver would say at the first step, said here, where the line is known.
  try {
    const std::string name = settings.solver.empty() ? default_step_solver : settings.solver;
    require_law(name, settings.law);
    make_solver(name, settings.solver_options);
  } catch (const InputError& error) {
    (options ? *options : node).refuse(fmt::format("cannot be used: {}", error.what()));
  }
}

void read_energy(const SceneNode& node, Settings& settings) {
  const SceneObject energy(node, "energy");
  EnergyLimits& limits = settings.energy;
  limits.unexplained = energy.number("unexplained", Bounds::positive, limits.unexplained);
  limits.stabilisation = energy.number("stabilisation", Bounds::positive, limits.stabilisation);
  if (const auto policy = energy.find("on_excess"))
    limits.on_excess = policy->word({"warn", "stop"}) == "stop" ? ExcessPolicy::stop : ExcessPolicy::warn;
}

void read_output(const SceneNode& node, OutputSettings& output) {
  const SceneObject object(node, "output");
  output.every = object.integer("every", 1, output.every);
  output.contacts = object.flag("contacts", output.contacts);
  output.vtk_every = object.integer("vtk_every", 0, output.vtk_every);
  output.checkpoint_every = object.integer("checkpoint_every", 1, output.checkpoint_every);
  output.checkpoint_seconds = object.number("checkpoint_seconds", Bounds::not_negative, output.checkpoint_seconds);
  if (const auto files = object.find("csv"))
    for (const SceneNode& file : files->items()) {
      if (std::ranges::find(output.csv, file.word(csv_names())) != output.csv.end()) file.refuse("is given twice");
      output.csv.push_back(file.word(csv_names()));
    }
  if (const auto steps = object.find("save_problems"))
    for (const SceneNode& step : steps->items()) output.save_problems.push_back(step.integer(1));
}

void read_contact(const SceneNode& node, SceneDraft& draft) {
  const SceneObject contact(node, "contact");
  Settings& settings = draft.scene.settings;
  settings.margin = contact.number("margin", Bounds::positive, settings.margin);
  settings.recovery_speed = contact.number("recovery_speed", Bounds::not_negative, settings.recovery_speed);
  settings.restitution_threshold =
      contact.number("restitution_threshold", Bounds::not_negative, settings.restitution_threshold);
  if (const auto rule = contact.find("impact"))
    settings.impact =
        rule->word({"sequential", "simultaneous"}) == "sequential" ? ImpactRule::sequential : ImpactRule::simultaneous;
  settings.allow_overlap = contact.flag("allow_overlap", settings.allow_overlap);
  if (const auto links = contact.find("overlapping_links"))
    settings.ignore_overlapping_links = links->word({"ignore", "push"}) == "ignore";
  Model& model = draft.scene.model;
  model.combine_friction = combination(contact, "combine_friction", model.combine_friction);
  model.combine_restitution = combination(contact, "combine_restitution", model.combine_restitution);
}

void read_ignored_pairs(const SceneNode& node, SceneDraft& draft) {
  const auto pairs = SceneObject(node, "contact").find("ignore");
  if (!pairs) return;
  for (const SceneNode& pair : pairs->items()) {
    const std::vector<SceneNode> two = pair.is_list() ? pair.items() : std::vector<SceneNode>{};
    if (two.size() != 2) pair.expected("two bodies, [a, b]");
    const int a = read_body_reference(two[0], draft, false), b = read_body_reference(two[1], draft, false);
    if (a == b) pair.refuse("names one body twice");
    draft.scene.model.ignored_pairs.emplace_back(std::min(a, b), std::max(a, b));
  }
}

/// One number for both directions, as stiffness, or one for each, as compliance.
void read_softness(const SceneObject& object, Material& material) {
  if (object.has("stiffness")) {
    for (const char* other : {"compliance", "tangential_compliance"})
      if (const auto given = object.find(other))
        given->refuse("is given beside stiffness, which sets it: leave one out");
    material.compliance = material.tangential_compliance = 1 / object.number("stiffness", Bounds::positive, 0);
    return;
  }
  material.compliance = object.number("compliance", Bounds::not_negative, material.compliance);
  material.tangential_compliance =
      object.number("tangential_compliance", Bounds::not_negative, material.tangential_compliance);
}

void read_materials(const SceneNode& node, SceneDraft& draft) {
  if (!node.is_map()) node.expected("a map of names and their materials");
  std::vector<Material>& materials = draft.scene.model.materials;
  std::map<std::string, int> seen;
  for (const auto& pair : node.yaml()) {
    if (!pair.first.IsScalar() || pair.first.Scalar().empty()) node.refuse("has a name that is not a word");
    const std::string& name = pair.first.Scalar();
    const SceneNode entry = node.entry(name, pair.second);
    if (!seen.emplace(name, 0).second) entry.refuse("is given twice");
    const SceneObject object(entry, "material");
    Material material{name};
    material.friction = object.number("friction", Bounds::not_negative, material.friction);
    material.restitution = object.number("restitution", Bounds::zero_to_one, material.restitution);
    read_softness(object, material);
    // "default" is there already; giving it changes what bodies without a material are made of.
    const auto [place, fresh] = draft.materials.emplace(name, static_cast<int>(materials.size()));
    if (fresh)
      materials.push_back(material);
    else
      materials[static_cast<std::size_t>(place->second)] = material;
  }
}

int read_material(const SceneNode& node, const SceneDraft& draft) {
  const std::string name = node.text();
  const auto found = draft.materials.find(name);
  if (found == draft.materials.end()) refuse_unknown(node, "material", name, draft.materials);
  return found->second;
}

}  // namespace signorini
