#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "signorini/base/error.h"
#include "signorini/view/model_description.h"
#include "signorini/view/run_content.h"

namespace signorini::view {
namespace {

using Json = nlohmann::ordered_json;

std::vector<double> reals(const TrajectoryFile& file, const std::string& path, std::size_t width) {
  if (!file.has(path)) return {};
  TrajectoryColumn column{path, width > 1 ? std::vector<std::size_t>{width} : std::vector<std::size_t>{},
                          std::vector<double>{}};
  file.read(column);
  return std::move(std::get<std::vector<double>>(column.values));
}

Json slice(const std::vector<double>& all, std::size_t place, std::size_t width) {
  Json part = Json::array();
  for (std::size_t k = place * width; k < std::min(all.size(), (place + 1) * width); ++k) part.push_back(all[k]);
  return part;
}

/// The summary of the run as it was written; nothing where there is none yet, or one that is no JSON.
Json summary_of(const std::filesystem::path& folder) {
  std::ifstream in(folder / "summary.json");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Json summary = Json::parse(text, nullptr, false);
  return summary.is_discarded() ? Json(nullptr) : summary;
}

}  // namespace

Json RunContent::shapes() const {
  const TrajectoryFile& file = files_.first();
  Json all = Json::array();
  if (!file.has("/bodies/shapes/body")) return all;
  const std::vector<double> body = reals(file, "/bodies/shapes/body", 1), open = reals(file, "/bodies/shapes/open", 1),
                            position = reals(file, "/bodies/shapes/position", 3),
                            orientation = reals(file, "/bodies/shapes/orientation", 4),
                            size = reals(file, "/bodies/shapes/size", 3);
  const std::vector<std::string> kinds = file.read_texts("/bodies/shapes/kind"),
                                 materials = file.read_texts("/bodies/shapes/material");
  const std::size_t count = body.size();
  if (kinds.size() != count || materials.size() != count || position.size() != 3 * count ||
      orientation.size() != 4 * count || size.size() != 3 * count || open.size() != count)
    throw InputError(folder_.string() + ": trajectory.h5: /bodies/shapes: sizes differ");
  for (std::size_t k = 0; k < count; ++k) {
    if (!(body[k] >= 0) || body[k] >= static_cast<double>(names_.size()))
      throw InputError(folder_.string() + ": trajectory.h5: /bodies/shapes/body: no such body");
    all.push_back({{"body", static_cast<int>(body[k])},
                   {"kind", kinds[k]},
                   {"material", materials[k]},
                   {"position", slice(position, k, 3)},
                   {"orientation", slice(orientation, k, 4)},
                   {"size", slice(size, k, 3)},
                   {"open", open[k] != 0}});
  }
  return all;
}

/// Materials, joints and springs of the scene.
Json RunContent::connections() const {
  Model none;
  none.materials.clear();
  return describe_connections(model_ ? *model_ : none);
}

Json RunContent::settings() const {
  const TrajectoryFile& file = files_.first();
  Json gravity = Json::array();
  for (const double each : file.read_numbers_attribute("/", "gravity")) gravity.push_back(each);
  return {{"time_step", file.read_numbers_attribute("/", "time_step").front()},
          {"tolerance", file.read_numbers_attribute("/", "tolerance").front()},
          {"law", file.read_text_attribute("/", "law")},
          {"solver", file.read_text_attribute("/", "solver")},
          {"gravity", gravity},
          {"status_names", file.read_text_attribute("/steps", "status_names")}};
}

std::string RunContent::description() const {
  const TrajectoryFile& file = files_.first();
  const Json summary = summary_of(folder_);
  Json all;
  all["format"] = 1;
  all["name"] = scene_name_.empty() ? folder_.filename().string() : scene_name_;
  all["scene_fault"] = scene_fault_;
  all["complete"] = summary.is_object() && summary.value("complete", false);
  all["summary"] = summary;
  all["settings"] = settings();
  all["frames"] = frames_;
  all["frames_in_run"] = files_.frames();
  all["steps"] = files_.steps();
  all["stride"] = sampling_.stride;
  all["chunk_frames"] = chunk_frames_;
  all["has_contacts"] = sampling_.contacts && files_.has(contact_starts_path);
  all["contacts_left_out"] = !sampling_.contacts && files_.has(contact_starts_path);
  all["compact"] = sampling_.compact;
  const std::vector<double> mass = reals(file, "/bodies/mass", 1);
  const Span start{0, 1};
  const std::vector<double> position = sampled_frames("/frames/position", {names_.size(), 3}, start),
                            orientation = sampled_frames("/frames/orientation", {names_.size(), 4}, start);
  Json bodies = Json::array();
  for (std::size_t k = 0; k < names_.size(); ++k)
    bodies.push_back({{"name", names_[k]},
                      {"fixed", !std::ranges::binary_search(moving_, static_cast<int>(k))},
                      {"mass", k < mass.size() ? mass[k] : 0},
                      {"position", slice(position, k, 3)},
                      {"orientation", slice(orientation, k, 4)}});
  all["bodies"] = std::move(bodies);
  all["shapes"] = shapes();
  all.update(connections());
  all["flexible"] = file.has("/flexible/name") ? Json(file.read_texts("/flexible/name")) : Json::array();
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace signorini::view
