#include "signorini/io/run_folder_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include <nlohmann/json.hpp>

#include "signorini/base/error.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

/// Raised when the meaning of what is in settings.json changes.
constexpr int latest_format = 3;
constexpr const char* policy_names[] = {"relax", "retry", "accept", "stop"};  // as MissPolicy counts

MissPolicy policy_from(const std::string& name) {
  for (int k = 0; k < static_cast<int>(std::size(policy_names)); ++k)
    if (name == policy_names[k]) return static_cast<MissPolicy>(k);
  throw InputError(fmt::format("on_miss '{}' is not known", name));
}

/// Calls visit(name, field) for all that changes the trajectory; numbers are written such that reading gives the same
/// bits.
template <class SomeSettings, class Visit>
void each_decisive_setting(SomeSettings& s, const Visit& visit) {
  visit("step", s.step);
  visit("law", s.law);
  visit("solver", s.solver);
  visit("solver_options", s.solver_options);
  visit("tolerance", s.tolerance);
  visit("max_iterations", s.max_iterations);
  visit("warm_start", s.warm_start);
  visit("on_miss", s.on_miss);
  visit("fallback_solver", s.fallback_solver);
  visit("margin", s.margin);
  visit("recovery_speed", s.recovery_speed);
  visit("restitution_threshold", s.restitution_threshold);
  visit("impact", s.impact);
  visit("allow_overlap", s.allow_overlap);
  visit("ignore_overlapping_links", s.ignore_overlapping_links);
}

/// Where a run ends early: does not change the steps before.
template <class SomeSettings, class Visit>
void each_energy_limit(SomeSettings& s, const Visit& visit) {
  visit("energy_unexplained", s.energy.unexplained);
  visit("energy_stabilisation", s.energy.stabilisation);
  visit("energy_stops", s.energy.on_excess);
}

template <class SomeOutput, class Visit>
void each_output_setting(SomeOutput& output, const Visit& visit) {
  visit("every", output.every);
  visit("contacts", output.contacts);
  visit("vtk_every", output.vtk_every);
  visit("checkpoint_every", output.checkpoint_every);
  visit("checkpoint_seconds", output.checkpoint_seconds);
  visit("save_problems", output.save_problems);
}

/// Writes a visited field into an object.
struct Write {
  Json& object;
  void operator()(const char* name, Law law) const { object[name] = std::string(to_string(law)); }
  void operator()(const char* name, MissPolicy policy) const { object[name] = policy_names[static_cast<int>(policy)]; }
  void operator()(const char* name, ExcessPolicy policy) const { object[name] = policy == ExcessPolicy::stop; }
  void operator()(const char* name, ImpactRule rule) const {
    object[name] = rule == ImpactRule::sequential ? "sequential" : "simultaneous";
  }
  template <class Field>
  void operator()(const char* name, const Field& field) const {
    object[name] = field;
  }
};

/// Reads a visited field from an object.
struct Read {
  const Json& object;
  void operator()(const char* name, Law& law) const { law = law_from_string(object.at(name).get<std::string>()); }
  void operator()(const char* name, MissPolicy& policy) const {
    policy = policy_from(object.at(name).get<std::string>());
  }
  void operator()(const char* name, ExcessPolicy& policy) const {
    policy = object.at(name).get<bool>() ? ExcessPolicy::stop : ExcessPolicy::warn;
  }
  void operator()(const char* name, ImpactRule& rule) const {
    const auto word = object.at(name).get<std::string>();
    if (word != "sequential" && word != "simultaneous") throw InputError(fmt::format("impact '{}' is not known", word));
    rule = word == "sequential" ? ImpactRule::sequential : ImpactRule::simultaneous;
  }
  template <class Field>
  void operator()(const char* name, Field& field) const {
    field = object.at(name).get<Field>();
  }
};

Json decisive_settings(const Settings& settings) {
  Json json;
  each_decisive_setting(settings, Write{json});
  if (settings.accuracy > 0) json["accuracy"] = settings.accuracy;
  if (settings.law == Law::pyramid) json["pyramid_sides"] = settings.pyramid_sides;
  return json;
}

Settings settings_from(const Json& json) {
  Settings settings;
  each_decisive_setting(settings, Read{json});
  settings.accuracy = json.value("accuracy", 0.0);
  settings.pyramid_sides = json.value("pyramid_sides", settings.pyramid_sides);
  settings.rest_energy = json.value("rest_energy", 0.0);
  settings.duration = json.at("duration").get<double>();
  each_energy_limit(settings, Read{json});
  return settings;
}

Json to_json(const OutputSettings& output) {
  Json json;
  each_output_setting(output, Write{json});
  json["csv"] = output.csv;
  return json;
}

OutputSettings output_from(const Json& json) {
  OutputSettings output;
  each_output_setting(output, Read{json});
  output.csv = json.at("csv").get<std::vector<std::string>>();
  if (output.every < 1 || output.checkpoint_every < 0 || output.vtk_every < 0 || !(output.checkpoint_seconds >= 0))
    throw InputError("output: every must be at least 1, checkpoint_every, vtk_every and checkpoint_seconds at least 0");
  return output;
}

/// A name that any file system takes and that shows what it is a copy of.
fs::path copy_name(std::size_t place, const InputFile& file) {
  if (place == 0) return "scene.yaml";
  constexpr std::size_t longest = 100;
  std::string name = fs::path(file.name).filename().string();
  if (name.size() > longest) name = name.substr(name.size() - longest);
  std::ranges::replace_if(
      name, [](unsigned char c) { return !(c < 0x80 && (std::isalnum(c) != 0 || c == '.' || c == '-')); }, '_');
  return fs::path("inputs") / fmt::format("{}_{}", place, name);
}

std::string verified_content(const fs::path& path, const Manifest& manifest) {
  manifest.verify(path);
  return read_input_file(path, "a file of a run");
}

}  // namespace

void write_run_files(const fs::path& folder, const RunInputs& inputs, Manifest& manifest) {
  if (inputs.files.size() > 1) {
    std::error_code error;
    fs::create_directories(folder / "inputs", error);
    if (error) throw InputError(fmt::format("{}: cannot be made: {}", (folder / "inputs").string(), error.message()));
  }
  for (std::size_t k = 0; k < inputs.files.size(); ++k)
    manifest.write(folder / copy_name(k, inputs.files[k]), inputs.files[k].bytes);
  if (!inputs.played.empty()) manifest.write(folder / played_name, inputs.played);
}

void write_run_settings(const fs::path& folder, const RunInputs& inputs, Manifest& manifest) {
  Json settings = decisive_settings(inputs.settings);
  settings["duration"] = inputs.settings.duration;
  if (inputs.settings.rest_energy > 0) settings["rest_energy"] = inputs.settings.rest_energy;
  each_energy_limit(inputs.settings, Write{settings});
  Json files = Json::array();
  for (std::size_t k = 0; k < inputs.files.size(); ++k)
    files.push_back({{"name", inputs.files[k].name}, {"copy", copy_name(k, inputs.files[k]).string()}});
  const Json json = {{"format", latest_format},         {"scene", utf8_name(inputs.scene_path)}, {"files", files},
                     {"parameters", inputs.parameters}, {"digest", run_digest(inputs)},          {"settings", settings},
                     {"output", to_json(inputs.output)}};
  manifest.write(folder / "settings.json", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

RunInputs read_run_inputs(const fs::path& folder) {
  const fs::path path = folder / "settings.json";
  std::error_code error;
  if (!fs::exists(path, error))
    throw InputError(fmt::format("{}: holds no run: there is no settings.json", folder.string()));
  const Manifest manifest = Manifest::open(folder);
  RunInputs inputs;
  const std::string text = verified_content(path, manifest);
  try {
    const Json json = Json::parse(text);
    const int format = json.at("format").get<int>();
    if (format < 1 || format > latest_format)
      throw InputError(fmt::format("format is {}, but this program reads formats up to {}", format, latest_format));
    if (format < latest_format)
      throw InputError(fmt::format("format is {}, of a version that took other steps: run the scene again", format));
    inputs.scene_path = json.at("scene").get<std::string>();
    inputs.parameters = json.at("parameters").get<std::map<std::string, std::string>>();
    inputs.settings = settings_from(json.at("settings"));
    inputs.output = output_from(json.at("output"));
    for (const Json& file : json.at("files"))
      inputs.files.push_back({file.at("name").get<std::string>(), file.at("copy").get<std::string>()});
  } catch (const std::exception& problem) {  // of JSON, of names, of values
    throw InputError(fmt::format("{}: {}", path.string(), problem.what()));
  }
  for (InputFile& file : inputs.files) file.bytes = verified_content(folder / file.bytes, manifest);
  if (manifest.lists(folder / played_name)) inputs.played = verified_content(folder / played_name, manifest);
  return inputs;
}

std::string run_digest(const RunInputs& inputs) {
  const Json decisive = {{"parameters", inputs.parameters}, {"settings", decisive_settings(inputs.settings)}};
  Checksum sum;
  for (const InputFile& file : inputs.files) sum.add(fmt::format("{} ", file.bytes.size()) + file.bytes);
  sum.add(inputs.played);
  sum.add(decisive.dump(-1, ' ', false, Json::error_handler_t::replace));
  return fmt::format("{:016x}", sum.hash());
}

}  // namespace signorini
