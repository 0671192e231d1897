#include "signorini/io/recording.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "signorini/base/error.h"
#include "signorini/model/limits.h"

namespace signorini {
namespace {

using Json = nlohmann::ordered_json;

constexpr int latest_format = 1;

double number(const Json& json, const char* key) {
  if (!json.contains(key) || !json.at(key).is_number()) throw InputError(fmt::format("{}: expected a number", key));
  const double value = json.at(key).get<double>();
  if (!(std::abs(value) <= largest_quantity))
    throw InputError(fmt::format("{} is {:g}, which is too large", key, value));
  return value;
}

template <int count>
Eigen::Matrix<double, count, 1> numbers(const Json& json, const char* key) {
  const auto fail = [&] { throw InputError(fmt::format("{}: expected {} numbers", key, count)); };
  if (!json.contains(key) || !json.at(key).is_array() || json.at(key).size() != count) fail();
  Eigen::Matrix<double, count, 1> all;
  for (int k = 0; k < count; ++k) {
    const Json& each = json.at(key).at(static_cast<std::size_t>(k));
    if (!each.is_number() || !(std::abs(each.get<double>()) <= largest_quantity)) fail();
    all[k] = each.get<double>();
  }
  return all;
}

std::string word(const Json& json, const char* key) {
  if (!json.contains(key) || !json.at(key).is_string()) throw InputError(fmt::format("{}: expected a word", key));
  return json.at(key).get<std::string>();
}

int index(const Json& json, const char* key) {
  if (!json.contains(key) || !json.at(key).is_number_integer())
    throw InputError(fmt::format("{}: expected an index", key));
  const auto value = json.at(key).get<std::int64_t>();
  if (value < 0 || value > INT32_MAX) throw InputError(fmt::format("{} is {}, expected an index", key, value));
  return static_cast<int>(value);
}

Json list(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

Geometry geometry_from(const Json& json) {
  const std::string kind = word(json, "shape");
  if (kind == "sphere") return Sphere{number(json, "radius")};
  if (kind == "box") return Box{numbers<3>(json, "half")};
  if (kind == "capsule") return Capsule{number(json, "radius"), number(json, "half_length")};
  if (kind == "cylinder") return Cylinder{number(json, "radius"), number(json, "half_length")};
  throw InputError(fmt::format("shape '{}': expected sphere, box, capsule or cylinder", kind));
}

void add_geometry(const Geometry& geometry, Json& json) {
  json["shape"] = name_of(geometry);
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) json["radius"] = sphere->radius;
  if (const auto* box = std::get_if<Box>(&geometry)) json["half"] = list(box->half);
  if (const auto* capsule = std::get_if<Capsule>(&geometry))
    json["radius"] = capsule->radius, json["half_length"] = capsule->half_length;
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry))
    json["radius"] = cylinder->radius, json["half_length"] = cylinder->half_length;
}

struct Write {
  Json operator()(const ChangeGravity& act) const { return {{"do", "gravity"}, {"value", list(act.gravity)}}; }
  Json operator()(const ChangeSolver& act) const {
    return {{"do", "solver"}, {"law", std::string(to_string(act.law))}, {"solver", act.solver}};
  }
  Json operator()(const DropBody& act) const {
    Json json{{"do", "drop"}, {"name", act.name}};
    add_geometry(act.shape.geometry, json);
    const Quaternion& q = act.pose.orientation;
    json.update({{"material", act.shape.material},
                 {"density", act.density},
                 {"position", list(act.pose.position)},
                 {"orientation", {q.w(), q.x(), q.y(), q.z()}},
                 {"velocity", list(act.velocity)},
                 {"angular_velocity", list(act.angular_velocity)}});
    return json;
  }
  Json operator()(const Pull& act) const {
    if (act.node >= 0) return {{"do", "pull"}, {"node", act.node}, {"target", list(act.target)}, {"rate", act.rate}};
    return {{"do", "pull"},
            {"body", act.body},
            {"point", list(act.point)},
            {"target", list(act.target)},
            {"rate", act.rate}};
  }
  Json operator()(const Release&) const { return {{"do", "release"}}; }
};

DropBody drop_from(const Json& json) {
  DropBody drop{.shape = {geometry_from(json)}};
  if (json.contains("material")) drop.shape.material = index(json, "material");
  if (json.contains("name")) drop.name = word(json, "name");
  if (json.contains("density")) drop.density = number(json, "density");
  drop.pose.position = numbers<3>(json, "position");
  if (json.contains("orientation")) {
    const Eigen::Vector4d q = numbers<4>(json, "orientation");
    drop.pose.orientation = Quaternion(q[0], q[1], q[2], q[3]);
    if (!(std::abs(q.norm() - 1) < 1e-6)) throw InputError("orientation: expected a unit quaternion w, x, y, z");
  }
  if (json.contains("velocity")) drop.velocity = numbers<3>(json, "velocity");
  if (json.contains("angular_velocity")) drop.angular_velocity = numbers<3>(json, "angular_velocity");
  return drop;
}

Act act_from(const Json& json) {
  const std::string what = word(json, "do");
  if (what == "gravity") return ChangeGravity{numbers<3>(json, "value")};
  if (what == "solver") return ChangeSolver{law_from_string(word(json, "law")), word(json, "solver")};
  if (what == "drop") return drop_from(json);
  if (what == "release") return Release{};
  if (what != "pull") throw InputError(fmt::format("do '{}' is not known", what));
  Pull pull{.target = numbers<3>(json, "target")};
  if (json.contains("node")) {
    pull.node = index(json, "node");
    if (pull.node < 0) throw InputError(fmt::format("node is {}, expected one from 0 on", pull.node));
  } else {
    pull.body = index(json, "body");
    pull.point = numbers<3>(json, "point");
  }
  if (json.contains("rate")) pull.rate = number(json, "rate");
  return pull;
}

}  // namespace

Body body_of(const DropBody& drop) {
  const std::string fault = geometry_defect(drop.shape.geometry);
  if (!fault.empty()) throw InputError(fmt::format("the body to drop: {}", fault));
  if (!(drop.density > 0)) throw InputError(fmt::format("density is {:g}, expected more than 0", drop.density));
  Body body;
  body.name = drop.name;
  body.shapes = {drop.shape};
  set_mass_from_shapes(body, drop.density);
  body.pose = drop.pose;
  body.velocity = drop.velocity;
  body.angular_velocity = drop.angular_velocity;
  return body;
}

Model with_dropped_bodies(const Model& model, const Recording& recording) {
  Model whole = model;
  for (const Recording::Entry& entry : recording.entries)
    if (const auto* drop = std::get_if<DropBody>(&entry.act)) whole.bodies.push_back(body_of(*drop));
  return whole;
}

std::string to_json(const Recording& recording) {
  Json entries = Json::array();
  for (const Recording::Entry& entry : recording.entries) {
    Json each{{"after", entry.after}};
    each.update(std::visit(Write{}, entry.act));
    entries.push_back(std::move(each));
  }
  // An entry a line: a long drag is thousands of them.
  std::string text = fmt::format("{{\"format\": {}, \"steps\": {}, \"entries\": [", latest_format, recording.steps);
  for (std::size_t k = 0; k < entries.size(); ++k)
    text += (k > 0 ? ",\n" : "\n") + entries[k].dump(-1, ' ', false, Json::error_handler_t::replace);
  return text + "\n]}\n";
}

Recording recording_from_json(const std::string& text, const std::string& source) {
  try {
    const Json json = Json::parse(text);
    if (index(json, "format") != latest_format)
      throw InputError(fmt::format("format is {}, but this program reads {}", index(json, "format"), latest_format));
    Recording recording{.steps = index(json, "steps")};
    for (const Json& each : json.at("entries")) {
      recording.entries.push_back({index(each, "after"), act_from(each)});
      const std::int64_t after = recording.entries.back().after;
      if (after >= recording.steps || (recording.entries.size() > 1 && after < recording.entries.rbegin()[1].after))
        throw InputError(fmt::format("entry {}: after {} of {} steps, out of order", recording.entries.size(), after,
                                     recording.steps));
    }
    if (recording.steps < 1) throw InputError("steps is 0: nothing was played");
    return recording;
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}: {}", source, error.what()));
  }
}

Act act_from_json(const std::string& text) {
  try {
    return act_from(Json::parse(text));
  } catch (const Json::exception&) {
    throw InputError("an act that is no JSON");
  }
}

}  // namespace signorini
