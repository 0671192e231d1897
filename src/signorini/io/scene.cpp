#include "signorini/io/scene.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/io/scene_draft.h"

namespace signorini {
namespace {

namespace fs = std::filesystem;
using Overrides = std::map<std::string, std::string>;

struct NoEvents : YAML::EventHandler {
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

/// Whether more follows after the first document. YAML::LoadAll would tell, but never ends on some broken files.
bool has_second_document(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  NoEvents nothing;
  return parser.HandleNextDocument(nothing) && parser.HandleNextDocument(nothing);
}

YAML::Node load(const fs::path& path, InputFiles& files) {
  const std::string file = path.string();
  const std::string& text = files.read(path, "a scene file");
  try {
    if (has_second_document(text)) throw InputError(fmt::format("{}: is several YAML documents, expected one", file));
    return YAML::Load(text);
  } catch (const YAML::Exception& error) {
    throw InputError(
        fmt::format("{}:{}: is not YAML: {}", file, std::max(error.mark.line, 0) + 1, one_line(error.msg)));
  }
}

SceneNode root_of(const fs::path& path, InputFiles& files) {
  const YAML::Node yaml = load(path, files);
  if (!yaml.IsMap())
    throw InputError(fmt::format("{}: is no scene, expected a map with bodies and settings", path.string()));
  auto context = std::make_shared<SceneContext>();
  context->file = path.string();
  return {yaml, "", context};
}

std::optional<double> as_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return whole ? std::optional(number) : std::nullopt;
}

/// A number, a truth, a word, or what $name or ${expression} makes of the parameters before it.
SceneValue parameter_value(const std::string& text, const SceneScope& scope) {
  if (const auto number = as_number(text)) return *number;
  if (text == "true" || text == "false") return text == "true";
  return expand_value(text, scope);
}

/// The value that takes the place of `given`: of the same type.
SceneValue overriding_value(const std::string& file, const std::string& name, const SceneValue& given,
                            const std::string& text) {
  const auto refuse = [&](std::string_view expected) {
    throw InputError(fmt::format("{}: parameter {} is '{}', expected {}", file, name, text, expected));
  };
  if (std::holds_alternative<std::string>(given)) return text;
  if (std::holds_alternative<bool>(given)) {
    if (text != "true" && text != "false") refuse("true or false");
    return text == "true";
  }
  const auto number = as_number(text);
  if (!number) refuse("a number");
  return *number;
}

void check_parameter_name(const SceneNode& node, const std::string& name) {
  const auto& functions = expression_functions();
  if (!is_identifier(name)) node.refuse("is no name for a parameter, expected letters, digits and _");
  if (name == "pi" || std::find(functions.begin(), functions.end(), name) != functions.end())
    node.refuse("is no name for a parameter: expressions use it");
}

SceneScope read_parameters(const std::optional<SceneNode>& node, const std::string& file, const Overrides& overrides) {
  SceneScope scope;
  if (node) {
    if (!node->is_map()) node->expected("a map of names and values");
    for (const auto& pair : node->yaml()) {
      const std::string name = pair.first.IsScalar() ? pair.first.Scalar() : "";
      const SceneNode entry = node->entry(name, pair.second);
      check_parameter_name(entry, name);
      if (!entry.is_scalar() || entry.raw().empty()) entry.expected("a number, a word, true or false");
      SceneValue value;
      entry.placing_errors([&] { value = parameter_value(entry.raw(), scope); });
      if (const double* number = std::get_if<double>(&value); number && !std::isfinite(*number))
        entry.refuse(fmt::format("is {}, expected a finite number", *number));
      if (const auto other = overrides.find(name); other != overrides.end())
        value = overriding_value(file, name, value, other->second);
      if (!scope.emplace(name, value).second) entry.refuse("is given twice");
    }
  }
  std::vector<std::string> known;
  for (const auto& [name, value] : scope) known.push_back(name);
  for (const auto& [name, text] : overrides)
    if (!scope.contains(name)) {
      if (known.empty()) throw InputError(fmt::format("{}: unknown parameter '{}': the scene has none", file, name));
      throw InputError(fmt::format("{}: {}", file, unknown_name_message("parameter", name, known)));
    }
  return scope;
}

}  // namespace

Scene read_scene(const fs::path& path, const Overrides& parameters) {
  InputFiles files;
  return read_scene(path, parameters, files);
}

Scene read_scene(const fs::path& path, const Overrides& parameters, InputFiles& files) {
  const std::string file = path.string();
  const SceneNode bare = root_of(path, files);
  auto context = std::make_shared<SceneContext>();
  context->file = file;
  context->scope = read_parameters(SceneObject(bare, "scene").find("parameters"), file, parameters);
  const SceneObject object(SceneNode(bare.yaml(), "", context), "scene");

  SceneDraft draft;
  draft.folder = path.parent_path();
  draft.files = &files;
  Scene& scene = draft.scene;
  const auto name = object.find("name"), about = object.find("about");
  scene.name = name ? name->text() : path.stem().string();
  if (about) about->text();
  scene.model.gravity = object.vector("gravity", scene.model.gravity);
  const auto read = [&](const std::string& key, const auto& reader) {
    if (const auto node = object.find(key)) reader(*node);
  };
  read("time", [&](const SceneNode& node) { read_time(node, scene.settings); });
  read("solver", [&](const SceneNode& node) { read_solver(node, scene.settings); });
  read("energy", [&](const SceneNode& node) { read_energy(node, scene.settings); });
  read("output", [&](const SceneNode& node) { read_output(node, scene.output); });
  read("contact", [&](const SceneNode& node) { read_contact(node, draft); });
  // What is referred to comes before what refers to it, whatever the order in the file.
  read("materials", [&](const SceneNode& node) { read_materials(node, draft); });
  read("import", [&](const SceneNode& node) { read_import(node, draft); });
  read("bodies", [&](const SceneNode& node) { read_bodies(node, draft); });
  read("flexible", [&](const SceneNode& node) { read_flexible_bodies(node, draft); });
  read("joints", [&](const SceneNode& node) { read_joints(node, draft); });
  read("motors", [&](const SceneNode& node) { read_motors(node, draft); });
  read("forces", [&](const SceneNode& node) { read_forces(node, draft); });
  read("springs", [&](const SceneNode& node) { read_springs(node, draft); });
  read("torsion_springs", [&](const SceneNode& node) { read_torsion_springs(node, draft); });
  read("bushings", [&](const SceneNode& node) { read_bushings(node, draft); });
  read("recirculate", [&](const SceneNode& node) { read_recirculation(node, draft); });
  read("contact", [&](const SceneNode& node) { read_ignored_pairs(node, draft); });

  if (scene.model.bodies.empty() && scene.model.flexible_bodies.empty())
    throw InputError(fmt::format("{}: the scene has no bodies", file));
  // Everything above is told with its line; this is for what only the model as a whole can know.
  const std::vector<std::string> defects = scene.model.validate();
  if (!defects.empty()) throw InputError(fmt::format("{}: {}", file, defects.front()));
  return std::move(draft.scene);
}

SceneSummary read_scene_summary(const fs::path& path) {
  InputFiles files;
  return read_scene_summary(path, files);
}

SceneSummary read_scene_summary(const fs::path& path, InputFiles& files) {
  const SceneObject object(root_of(path, files), "scene");
  const auto name = object.find("name"), about = object.find("about"), parameters = object.find("parameters");
  SceneSummary summary{name ? name->text() : path.stem().string(), about ? about->text() : "", {}};
  if (!parameters) return summary;
  if (!parameters->is_map()) parameters->expected("a map of names and values");
  for (const auto& pair : parameters->yaml())
    if (pair.first.IsScalar() && pair.second.IsScalar())
      summary.parameters.push_back({pair.first.Scalar(), pair.second.Scalar()});
  return summary;
}

}  // namespace signorini
