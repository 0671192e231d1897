#include "signorini/io/run_folder_inputs.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <span>
#include <sstream>
#include <string_view>

#include <nlohmann/json.hpp>

#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

/// Raised when the meaning of what is in settings.json changes.
constexpr int latest_format = 1;
constexpr const char* policy_names[] = {"accept", "retry", "stop"};  // as MissPolicy counts

MissPolicy policy_from(const std::string& name) {
  for (int k = 0; k < 3; ++k)
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
  visit("allow_overlap", s.allow_overlap);
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
  template <class Field>
  void operator()(const char* name, Field& field) const {
    field = object.at(name).get<Field>();
  }
};

Json decisive_settings(const Settings& settings) {
  Json json;
  each_decisive_setting(settings, Write{json});
  return json;
}

Settings settings_from(const Json& json) {
  Settings settings;
  each_decisive_setting(settings, Read{json});
  settings.duration = json.at("duration").get<double>();
  return settings;
}

Json to_json(const OutputSettings& output) {
  Json json;
  each_output_setting(output, Write{json});
  return json;
}

OutputSettings output_from(const Json& json) {
  OutputSettings output;
  each_output_setting(output, Read{json});
  if (output.every < 1 || output.checkpoint_every < 1 || output.vtk_every < 0 || !(output.checkpoint_seconds >= 0))
    throw InputError(
        "output: every and checkpoint_every must be at least 1, vtk_every and checkpoint_seconds at least 0");
  return output;
}

std::string content(const fs::path& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!file.is_open() || file.bad() || text.bad())
    throw InputError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno != 0 ? errno : EIO)));
  return std::move(text).str();
}

void write(const fs::path& path, const std::string& text) { write_atomically(path, std::as_bytes(std::span(text))); }

/// FNV-1a: tells files apart that differ by accident, which is all that is asked of it.
std::uint64_t hash(std::string_view text, std::uint64_t state) {
  for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return state;
}
constexpr std::uint64_t hash_start = 0xcbf29ce484222325ULL;

}  // namespace

void write_run_inputs(const fs::path& folder, const RunInputs& inputs) {
  Json settings = decisive_settings(inputs.settings);
  settings["duration"] = inputs.settings.duration;
  const Json json = {{"format", latest_format},
                     {"scene", inputs.scene_path.string()},
                     {"parameters", inputs.parameters},
                     {"digest", run_digest(inputs)},
                     {"settings", settings},
                     {"output", to_json(inputs.output)}};
  write(folder / "scene.yaml", inputs.scene_text);
  write(folder / "settings.json", json.dump(2) + "\n");
}

RunInputs read_run_inputs(const fs::path& folder) {
  const fs::path path = folder / "settings.json";
  std::error_code error;
  if (!fs::exists(path, error))
    throw InputError(fmt::format("{}: holds no run: there is no settings.json", folder.string()));
  RunInputs inputs;
  const std::string text = content(path);
  inputs.scene_text = content(folder / "scene.yaml");
  try {
    const Json json = Json::parse(text);
    if (const int format = json.at("format").get<int>(); format < 1 || format > latest_format)
      throw InputError(fmt::format("format is {}, but this program reads formats up to {}", format, latest_format));
    inputs.scene_path = json.at("scene").get<std::string>();
    inputs.parameters = json.at("parameters").get<std::map<std::string, std::string>>();
    inputs.settings = settings_from(json.at("settings"));
    inputs.output = output_from(json.at("output"));
  } catch (const std::exception& problem) {  // of JSON, of names, of values
    throw InputError(fmt::format("{}: {}", path.string(), problem.what()));
  }
  return inputs;
}

fs::path scene_to_read(const fs::path& folder, const RunInputs& inputs) {
  std::error_code error;
  const bool unchanged =
      fs::is_regular_file(inputs.scene_path, error) && content(inputs.scene_path) == inputs.scene_text;
  return unchanged ? inputs.scene_path : folder / "scene.yaml";
}

std::string run_digest(const RunInputs& inputs) {
  const Json decisive = {{"parameters", inputs.parameters}, {"settings", decisive_settings(inputs.settings)}};
  return fmt::format("{:016x}", hash(decisive.dump(), hash(inputs.scene_text, hash_start)));
}

}  // namespace signorini
