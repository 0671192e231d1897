#include "signorini/view/run_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>

#include "signorini/base/error.h"
#include "signorini/io/run_folder_inputs.h"
#include "signorini/io/scene.h"

namespace signorini::view {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

/// Of the poses in a chunk: few requests, and none that takes long.
constexpr std::size_t chunk_bytes = std::size_t{1} << 19;
constexpr std::size_t most_chunk_frames = 256;
/// In a file that should be small they are larger: the first frames of a chunk take the most.
constexpr std::size_t compact_chunk_bytes = std::size_t{1} << 22;
/// Of the smallest shape: by how much a pose may be off where it is sent in 16 bits.
constexpr double invisible_share = 5e-4;
/// Steps of positions in a file that should be small, of the smallest shape: half of one is less than a thousandth.
constexpr double compact_step = 1.5e-3;
/// Of the components of quaternions in such a file: turns by less than a thousandth of a radian do not show.
constexpr double compact_turn = 1.0 / 4096;

/// Of contacts, where the file does not say.
constexpr std::uint8_t unknown_state = 255;

std::vector<int> integers(const TrajectoryFile& file, const std::string& path, std::vector<std::size_t> shape = {}) {
  TrajectoryColumn column{path, std::move(shape), std::vector<int>{}};
  file.read(column);
  return std::move(std::get<std::vector<int>>(column.values));
}

}  // namespace

RunContent::RunContent(const fs::path& folder, const Sampling& sampling)
    : folder_(folder), sampling_(sampling), files_(folder) {
  frames_ = (files_.frames() + sampling_.stride - 1) / sampling_.stride;
  if (frames_ == 0) throw InputError(fmt::format("{}: the trajectory has no frames", folder.string()));
  read_scene_copy();
  read_bodies();
  read_flexible();
  choose_coding();
}

/// The trajectory says all about bodies; what joins them is in the scene.
void RunContent::read_scene_copy() {
  try {
    RunInputs inputs = read_run_inputs(folder_);
    InputFiles files(inputs.files);
    Scene scene = read_scene(inputs.scene_path, inputs.parameters, files);
    scene_name_ = scene.name;
    played_ = !inputs.played.empty();
    model_ = std::move(scene.model);
  } catch (const InputError& error) {
    scene_fault_ = error.what();
  }
}

void RunContent::read_bodies() {
  const TrajectoryFile& file = files_.first();
  names_ = file.read_texts("/bodies/name");
  const std::vector<int> fixed = integers(file, "/bodies/fixed");
  if (fixed.size() != names_.size()) throw InputError(folder_.string() + ": trajectory.h5: /bodies: sizes differ");
  for (std::size_t body = 0; body < fixed.size(); ++body)
    if (fixed[body] == 0) moving_.push_back(static_cast<int>(body));
  // A run that was played has bodies that were dropped, behind those of the scene.
  if (model_ && (played_ ? model_->bodies.size() > names_.size() : model_->bodies.size() != names_.size())) {
    model_.reset();
    scene_fault_ = "the scene in the folder has other bodies than the trajectory";
  }
}

/// Keeps the nodes that the surface has.
void RunContent::read_flexible() {
  const TrajectoryFile& file = files_.first();
  if (!file.has("/flexible/triangles")) return;
  node_start_ = integers(file, "/flexible/node_start");
  const std::vector<int> triangles = integers(file, "/flexible/triangles", {3});
  for (const int start : integers(file, "/flexible/triangle_start"))
    surface_triangle_start_.push_back(static_cast<std::uint32_t>(start));
  std::map<int, std::uint32_t> place;
  for (const int node : triangles) place.emplace(node, 0);
  for (auto& [node, number] : place) {
    if (node < 0 || node >= node_start_.back())
      throw InputError(folder_.string() + ": /flexible/triangles: no such node");
    number = static_cast<std::uint32_t>(surface_nodes_.size());
    surface_nodes_.push_back(node);
  }
  for (const int node : triangles) surface_triangles_.push_back(place[node]);
  if (!model_) return;
  for (const FlexibleBody& body : model_->flexible_bodies) elastic_.emplace_back(body.mesh, body.elastic, body.mass);
  const bool same =
      elastic_.size() + 1 == node_start_.size() &&
      std::equal(elastic_.begin(), elastic_.end(), node_start_.begin() + 1,
                 [sum = 0](const ElasticBody& body, int end) mutable { return (sum += body.node_count()) == end; });
  if (!same) elastic_.clear();
}

/// 16 bits between the least and the largest coordinate, unless bodies roam so far that the steps could be seen.
void RunContent::choose_coding() {
  const TrajectoryFile& file = files_.first();
  double smallest = std::numeric_limits<double>::infinity(), most = 0;
  if (file.has("/bodies/shapes/size")) {
    TrajectoryColumn size{"/bodies/shapes/size", {3}, std::vector<double>{}};
    file.read(size);
    for (const double each : std::get<std::vector<double>>(size.values))
      if (each > 0) smallest = std::min(smallest, each);
  }
  const bool has_bodies = file.has("/frames/position");  // not where all bodies are flexible
  for (const std::size_t frame : {std::size_t{0}, files_.frames() / 2, files_.frames() - 1})
    if (has_bodies)
      for (const double each : files_.frame_rows("/frames/position", {names_.size(), 3}, frame, 1))
        most = std::max(most, std::abs(each));
  constexpr double steps_of_16_bits = 65536;
  if (std::isfinite(smallest) && 2 * most / steps_of_16_bits > invisible_share * smallest)
    position_coding_ = Coding::exact;
  if (std::isfinite(smallest)) position_step_ = compact_step * smallest;
  const std::size_t per_frame = 40 * moving_.size() + 10 * surface_nodes_.size() + 1;
  chunk_frames_ = std::clamp<std::size_t>((sampling_.compact ? compact_chunk_bytes : chunk_bytes) / per_frame, 1,
                                          most_chunk_frames);
}

RunContent::Span RunContent::chunk_span(std::size_t chunk) const {
  if (chunk >= chunk_count()) throw InputError(fmt::format("chunk {}: there are {}", chunk, chunk_count()));
  const std::size_t first = chunk * chunk_frames_;
  return {first, std::min(chunk_frames_, frames_ - first)};
}

std::vector<double> RunContent::sampled_frames(const std::string& path, const std::vector<std::size_t>& shape,
                                               const Span& span) const {
  if (!files_.has(path)) return {};  // a scene of flexible bodies alone has no poses
  if (sampling_.stride == 1) return files_.frame_rows(path, shape, span.first, span.count);
  std::vector<double> all;
  for (std::size_t k = 0; k < span.count; ++k) {
    const std::vector<double> row = files_.frame_rows(path, shape, (span.first + k) * sampling_.stride, 1);
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

std::string RunContent::frames(std::size_t chunk) const {
  const Span span = chunk_span(chunk);
  Message message;
  message.head = {{"first", span.first}, {"count", span.count}};
  message.add("time", sampled_frames("/frames/time", {}, span), 1, Coding::exact);
  const auto of_moving = [&](const std::string& path, std::size_t width) {
    const std::vector<double> all = sampled_frames(path, {names_.size(), width}, span);
    std::vector<double> some;
    some.reserve(span.count * moving_.size() * width);
    for (std::size_t frame = 0; frame < span.count; ++frame)
      for (const int body : moving_) {
        const auto from =
            all.begin() + static_cast<std::ptrdiff_t>((frame * names_.size() + static_cast<std::size_t>(body)) * width);
        some.insert(some.end(), from, from + static_cast<std::ptrdiff_t>(width));
      }
    return some;
  };
  const std::vector<double> position = of_moving("/frames/position", 3), turn = of_moving("/frames/orientation", 4);
  if (sampling_.compact && !moving_.empty()) {  // without velocities, which the page takes from places
    if (position_step_ > 0) message.add_in_steps("position", position, 3, position_step_, moving_.size());
    if (!(position_step_ > 0)) message.add("position", position, 3, position_coding_, moving_.size());
    message.add_in_steps("orientation", turn, 4, compact_turn, moving_.size());
  } else {
    message.add("position", position, 3, position_coding_, moving_.size());
    message.add("orientation", turn, 4, Coding::ranged, moving_.size());
    if (!moving_.empty())
      message.add("velocity", sampled_frames("/frames/velocity", {6 * moving_.size()}, span), 6, Coding::exact);
  }
  add_nodes(span, message);
  add_loads(span, message);
  return message.bytes();
}

void RunContent::add_nodes(const Span& span, Message& message) const {
  if (surface_nodes_.empty()) return;
  const auto nodes = static_cast<std::size_t>(node_start_.back());
  const std::vector<double> all = sampled_frames("/frames/node_position", {nodes, 3}, span);
  std::vector<double> places, stresses;
  std::vector<double> stress(nodes);
  for (std::size_t frame = 0; frame < span.count; ++frame) {
    const double* of_frame = all.data() + 3 * nodes * frame;
    for (std::size_t body = 0; body < elastic_.size(); ++body) {
      const auto first = static_cast<std::size_t>(node_start_[body]);
      const Vector x = Eigen::Map<const Vector>(of_frame + 3 * first, 3 * elastic_[body].node_count());
      std::size_t node = first;
      for (const Matrix3& each : elastic_[body].nodal_stresses(x)) stress[node++] = von_mises(each);
    }
    for (const int node : surface_nodes_) {
      places.insert(places.end(), of_frame + 3 * node, of_frame + 3 * node + 3);
      stresses.push_back(stress[static_cast<std::size_t>(node)]);
    }
  }
  message.add("node", places, 3, Coding::ranged, surface_nodes_.size());
  if (!elastic_.empty()) message.add("von_mises", stresses, 1, Coding::coarse, surface_nodes_.size());
}

/// What joints do; the start has nothing yet.
void RunContent::add_loads(const Span& span, Message& message) const {
  if (!files_.has("/joints/name")) return;
  const std::size_t joints = files_.first().rows("/joints/name");
  const auto rows = [&](const std::string& path, std::size_t width) {
    std::vector<std::size_t> shape{joints};
    if (width > 1) shape.push_back(width);
    const std::size_t start = span.first == 0 ? 1 : 0;
    std::vector<double> all(start * joints * width, NAN);
    const std::size_t together = sampling_.stride == 1 ? std::max<std::size_t>(1, span.count - start) : 1;
    for (std::size_t k = start; k < span.count; k += together) {
      const std::vector<double> row = files_.load_rows(path, shape, (span.first + k) * sampling_.stride, together);
      all.insert(all.end(), row.begin(), row.end());
    }
    return all;
  };
  const Coding coding = sampling_.compact ? Coding::coarse : Coding::exact;
  message.add("joint_force", rows("/joints/force", 3), 3, coding);
  message.add("joint_torque", rows("/joints/torque", 3), 3, coding);
  message.add("joint_motor", rows("/joints/motor", 1), 1, coding);
  message.add("joint_coordinate", rows("/joints/coordinate", 1), 1, coding);
  message.add("joint_speed", rows("/joints/speed", 1), 1, coding);
}

std::string RunContent::contacts(std::size_t chunk) const {
  const Span span = chunk_span(chunk);
  Message message;
  message.head = {{"first", span.first}, {"count", span.count}};
  std::vector<std::uint32_t> start{0}, a, b;
  std::vector<double> point, normal, impulse, gap, error;
  std::vector<std::uint8_t> state;
  // Frames that follow each other in a file are read at once: HDF5 unpacks whole chunks.
  std::vector<RunFiles::Rows> blocks;
  const bool present = sampling_.contacts && files_.has(contact_starts_path);
  for (std::size_t k = 0; k < span.count; ++k) {
    const RunFiles::Rows rows = present ? files_.contacts_of((span.first + k) * sampling_.stride) : RunFiles::Rows{};
    start.push_back(start.back() + static_cast<std::uint32_t>(rows.count));
    if (!blocks.empty() && blocks.back().file == rows.file && blocks.back().begin + blocks.back().count == rows.begin)
      blocks.back().count += rows.count;
    else
      blocks.push_back(rows);
  }
  const auto take = [&](const char* path, const std::vector<std::size_t>& shape, auto& all) {
    for (const RunFiles::Rows& block : blocks)
      for (const double each : files_.contact_rows(path, shape, block))
        all.push_back(static_cast<typename std::decay_t<decltype(all)>::value_type>(each));
  };
  take("/contacts/body_a", {}, a);
  take("/contacts/body_b", {}, b);
  take("/contacts/point", {3}, point);
  take("/contacts/normal", {3}, normal);
  take("/contacts/impulse", {3}, impulse);
  take("/contacts/gap", {}, gap);
  take("/contacts/error", {}, error);
  std::vector<int> states;
  take("/contacts/state", {}, states);
  for (const int each : states) state.push_back(each < 0 ? unknown_state : static_cast<std::uint8_t>(each));
  const Coding coding = sampling_.compact ? Coding::coarse : Coding::exact;
  message.add("start", start);
  message.add("body_a", a);
  message.add("body_b", b);
  message.add("point", point, 3, position_coding_);
  message.add("normal", normal, 3, Coding::ranged);
  message.add("impulse", impulse, 3, coding);
  message.add("gap", gap, 1, coding);
  if (error.size() == gap.size()) message.add("error", error, 1, coding);
  if (state.size() == gap.size()) message.add("state", state);
  return message.bytes();
}

std::string RunContent::steps() const {
  static constexpr const char* names[] = {"step",
                                          "time",
                                          "status",
                                          "iterations",
                                          "contacts",
                                          "natural",
                                          "dynamics",
                                          "kinetic",
                                          "potential",
                                          "elastic",
                                          "change_forces",
                                          "change_motors",
                                          "change_dampers",
                                          "change_friction",
                                          "change_impacts",
                                          "change_stabilisation",
                                          "change_numerical",
                                          "change_unexplained",
                                          "deepest_penetration",
                                          "seconds_collision",
                                          "seconds_assemble",
                                          "seconds_solve",
                                          "seconds_integrate",
                                          "seconds_output"};
  Message message;
  for (const std::string name : names)
    if (files_.has("/steps/" + name)) message.add(name, files_.step_rows("/steps/" + name), 1, Coding::exact);
  return message.bytes();
}

std::vector<double> RunContent::step_column(const std::string& name) const {
  return files_.has("/steps/" + name) ? files_.step_rows("/steps/" + name) : std::vector<double>{};
}

std::string RunContent::geometry() const {
  Message message;
  const TrajectoryFile& file = files_.first();
  const auto numbers = [&](const std::string& path) {
    std::vector<std::uint32_t> all;
    if (file.has(path))
      for (const int each : integers(file, path)) all.push_back(static_cast<std::uint32_t>(each));
    return all;
  };
  if (file.has("/bodies/shapes/corners")) {
    TrajectoryColumn corners{"/bodies/shapes/corners", {3}, std::vector<double>{}};
    file.read(corners);
    message.add("corners", std::get<std::vector<double>>(corners.values), 3, Coding::exact);
    std::vector<std::uint32_t> triangles;
    for (const int each : integers(file, "/bodies/shapes/triangles", {3}))
      triangles.push_back(static_cast<std::uint32_t>(each));
    message.add("triangles", triangles, 3);
  }
  message.add("corner_start", numbers("/bodies/shapes/corner_start"));
  message.add("triangle_start", numbers("/bodies/shapes/triangle_start"));
  if (!surface_nodes_.empty()) {
    message.add("surface_triangles", surface_triangles_, 3);
    message.add("surface_triangle_start", surface_triangle_start_);
    const auto nodes = static_cast<std::size_t>(node_start_.back());
    const std::vector<double> all = files_.frame_rows("/frames/node_position", {nodes, 3}, 0, 1);
    std::vector<double> start;
    for (const int node : surface_nodes_)
      for (int k = 0; k < 3; ++k) start.push_back(all[static_cast<std::size_t>(3 * node + k)]);
    message.add("surface_start", start, 3, Coding::exact);
  }
  return message.bytes();
}

}  // namespace signorini::view
