#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "signorini/base/error.h"
#include "signorini/io/vtk_mesh.h"
#include "signorini/view/run_content.h"

/// A run as binary glTF 2.0: a node for each body, moved by an animation, with a mesh for each of its shapes. Surfaces
/// of flexible bodies change between some of their shapes.
namespace signorini::view {
namespace {

using Json = nlohmann::ordered_json;

// Numbers of the format.
constexpr std::uint32_t magic = 0x46546C67, version = 2, json_chunk = 0x4E4F534A, binary_chunk = 0x004E4942;
constexpr int float_type = 5126, integer_type = 5125;
constexpr std::size_t largest_file = std::numeric_limits<std::uint32_t>::max();

/// Of a flexible body: each is a morph target, which programs keep all at once.
constexpr std::size_t most_shapes = 40;

/// Planes have no end; this many metres of them are drawn.
constexpr double plane_size = 5;

/// Even in lightness, as in the page.
constexpr std::array<std::array<double, 3>, 6> colours{{{0.10, 0.21, 0.38},
                                                        {0.58, 0.26, 0.11},
                                                        {0.21, 0.37, 0.19},
                                                        {0.45, 0.17, 0.16},
                                                        {0.27, 0.23, 0.41},
                                                        {0.54, 0.38, 0.11}}};

class Document {
 public:
  Document() {
    root_["asset"] = {{"version", "2.0"}, {"generator", "Signorini"}};
    for (const char* list : {"nodes", "meshes", "accessors", "bufferViews", "materials"}) root_[list] = Json::array();
    // glTF has y up: z of ours is its y.
    root_["nodes"].push_back(
        {{"name", "world"}, {"rotation", {-M_SQRT1_2, 0, 0, M_SQRT1_2}}, {"children", Json::array()}});
    root_["scenes"] = {{{"nodes", {0}}}};
    root_["scene"] = 0;
    for (const auto& [r, g, b] : colours)
      root_["materials"].push_back(
          {{"pbrMetallicRoughness",
            {{"baseColorFactor", {r, g, b, 1}}, {"metallicFactor", 0}, {"roughnessFactor", 0.6}}}});
    walls_ = static_cast<int>(colours.size());
    root_["materials"].push_back(
        {{"alphaMode", "BLEND"},
         {"doubleSided", true},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {0.5, 0.55, 0.6, 0.2}}, {"metallicFactor", 0}, {"roughnessFactor", 0.9}}}});
  }

  /// The place of the numbers among the accessors.
  std::size_t add(const std::vector<float>& numbers, std::size_t width, bool with_range = false) {
    Json accessor = described(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
    static constexpr std::array<const char*, 5> types{"", "SCALAR", "", "VEC3", "VEC4"};
    accessor.update({{"componentType", float_type}, {"count", numbers.size() / width}, {"type", types[width]}});
    if (with_range) {
      std::vector<float> least(width, std::numeric_limits<float>::max()),
          most(width, std::numeric_limits<float>::lowest());
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        least[k % width] = std::min(least[k % width], numbers[k]);
        most[k % width] = std::max(most[k % width], numbers[k]);
      }
      accessor["min"] = least;
      accessor["max"] = most;
    }
    root_["accessors"].push_back(std::move(accessor));
    return root_["accessors"].size() - 1;
  }
  std::size_t add(const std::vector<std::uint32_t>& numbers) {
    Json accessor = described(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint32_t));
    accessor.update({{"componentType", integer_type}, {"count", numbers.size()}, {"type", "SCALAR"}});
    root_["accessors"].push_back(std::move(accessor));
    return root_["accessors"].size() - 1;
  }

  /// A flat surface for each polygon.
  std::size_t add(const SurfaceMesh& surface, int material) {
    std::vector<float> points, normals;
    std::vector<std::uint32_t> triangles;
    for (const std::vector<int>& polygon : surface.polygons) {
      const auto corner = [&](std::size_t k) -> const Vector3& {
        return surface.points[static_cast<std::size_t>(polygon[k])];
      };
      const Vector3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
      const auto first = static_cast<std::uint32_t>(points.size() / 3);
      for (std::size_t k = 0; k < polygon.size(); ++k)
        for (int c = 0; c < 3; ++c) {
          points.push_back(static_cast<float>(corner(k)[c]));
          normals.push_back(static_cast<float>(normal.allFinite() ? normal[c] : (c == 2 ? 1 : 0)));
        }
      for (std::uint32_t k = 2; k < polygon.size(); ++k)
        triangles.insert(triangles.end(), {first, first + k - 1, first + k});
    }
    const Json primitive{{"attributes", {{"POSITION", add(points, 3, true)}, {"NORMAL", add(normals, 3)}}},
                         {"indices", add(triangles)},
                         {"material", material}};
    root_["meshes"].push_back({{"primitives", {primitive}}});
    return root_["meshes"].size() - 1;
  }

  /// A surface that changes its shape: the first of its shapes, and the way to each other one as a morph target.
  std::size_t add(const MovingSurface& surface, int material) {
    Json targets = Json::array();
    for (std::size_t k = 1; k < surface.shapes.size(); ++k) {
      std::vector<float> way = surface.shapes[k];
      for (std::size_t c = 0; c < way.size(); ++c) way[c] -= surface.shapes[0][c];
      targets.push_back({{"POSITION", add(way, 3, true)}});
    }
    Json primitive{{"attributes", {{"POSITION", add(surface.shapes[0], 3, true)}}},
                   {"indices", add(surface.triangles)},
                   {"material", material}};
    Json mesh{{"name", surface.name}};
    if (!targets.empty()) {
      mesh["weights"] = std::vector<int>(targets.size(), 0);
      primitive["targets"] = std::move(targets);
    }
    mesh["primitives"] = {std::move(primitive)};
    root_["meshes"].push_back(std::move(mesh));
    return root_["meshes"].size() - 1;
  }

  std::size_t add_node(std::size_t parent, Json node) {
    root_["nodes"].push_back(std::move(node));
    root_["nodes"][parent]["children"].push_back(root_["nodes"].size() - 1);
    return root_["nodes"].size() - 1;
  }
  void animate(std::size_t node, const char* path, std::size_t times, std::size_t values) {
    samplers_.push_back({{"input", times}, {"output", values}});
    channels_.push_back({{"sampler", samplers_.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }
  /// Lists of children must not be empty.
  void drop_children(std::size_t node) { root_["nodes"][node].erase("children"); }
  int wall_material() const { return walls_; }

  std::string bytes() {
    if (!channels_.empty()) root_["animations"] = {{{"name", "run"}, {"channels", channels_}, {"samplers", samplers_}}};
    root_["buffers"] = {{{"byteLength", data_.size()}}};
    std::string text = root_.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::size_t all = 12 + 8 + text.size() + 8 + data_.size();
    if (all > largest_file) throw InputError("--gltf: more than 4 GB; --every takes one frame in so many");
    std::string out;
    const auto word = [&](std::size_t number) {
      const auto value = static_cast<std::uint32_t>(number);
      out.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    for (const std::size_t number :
         {std::size_t{magic}, std::size_t{version}, all, text.size(), std::size_t{json_chunk}})
      word(number);
    out += text;
    word(data_.size());
    word(binary_chunk);
    return out + data_;
  }

 private:
  Json described(const char* bytes, std::size_t size) {
    root_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", data_.size()}, {"byteLength", size}});
    data_.append(bytes, size);
    return {{"bufferView", root_["bufferViews"].size() - 1}};
  }

  Json root_, samplers_ = Json::array(), channels_ = Json::array();
  std::string data_;
  int walls_ = 0;
};

Json translation(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
Json rotation(const Quaternion& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// Spheres of one size and so on are one mesh.
std::string key_of(const Geometry& geometry) {
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return fmt::format("sphere {}", sphere->radius);
  if (const auto* box = std::get_if<Box>(&geometry))
    return fmt::format("box {} {} {}", box->half.x(), box->half.y(), box->half.z());
  return "";
}

bool is_container(const Geometry& geometry) {
  return std::holds_alternative<BoxInside>(geometry) || std::holds_alternative<CylinderInside>(geometry) ||
         std::holds_alternative<ConeInside>(geometry) || std::holds_alternative<Plane>(geometry);
}

void add_shapes(const Body& body, std::size_t node, int material, Document& document,
                std::map<std::string, std::size_t>& known) {
  for (const Shape& shape : body.shapes) {
    const int of_shape = is_container(shape.geometry) ? document.wall_material() : material;
    std::string key = key_of(shape.geometry);
    if (!key.empty()) key += fmt::format(" {}", of_shape);
    const auto found = known.find(key);
    const std::size_t mesh = !key.empty() && found != known.end()
                                 ? found->second
                                 : document.add(surface_mesh(shape.geometry, {.plane_size = plane_size}), of_shape);
    if (!key.empty()) known[key] = mesh;
    document.add_node(node, {{"mesh", mesh},
                             {"translation", translation(shape.pose.position)},
                             {"rotation", rotation(shape.pose.orientation)}});
  }
}

/// Between two shapes a body is on a straight line from the one to the other.
void add_moving(const std::vector<MovingSurface>& surfaces, const std::vector<double>& times, Document& document) {
  if (surfaces.empty()) return;
  const std::size_t shapes = times.size(),
                    clock = document.add(std::vector<float>(times.begin(), times.end()), 1, true);
  std::vector<float> weights(shapes * (shapes - 1), 0);
  for (std::size_t k = 1; k < shapes; ++k) weights[k * (shapes - 1) + k - 1] = 1;
  const std::size_t way = weights.empty() ? 0 : document.add(weights, 1);
  for (std::size_t k = 0; k < surfaces.size(); ++k) {
    const std::size_t mesh = document.add(surfaces[k], static_cast<int>(k % colours.size()));
    const std::size_t node = document.add_node(0, {{"name", surfaces[k].name}, {"mesh", mesh}});
    if (shapes > 1) document.animate(node, "weights", clock, way);
  }
}

}  // namespace

std::vector<MovingSurface> RunContent::moving_surfaces(const std::vector<std::size_t>& frames) const {
  std::vector<MovingSurface> surfaces;
  if (surface_nodes_.empty()) return surfaces;
  const std::vector<std::string> names = files_.first().read_texts("/flexible/name");
  const auto nodes = static_cast<std::size_t>(node_start_.back());
  for (std::size_t body = 0; body + 1 < surface_triangle_start_.size(); ++body) {
    const auto begin = surface_triangles_.begin() + 3 * std::ptrdiff_t{surface_triangle_start_[body]},
               end = surface_triangles_.begin() + 3 * std::ptrdiff_t{surface_triangle_start_[body + 1]};
    MovingSurface& surface = surfaces.emplace_back(names.at(body), std::vector<std::uint32_t>(begin, end));
    if (begin == end) continue;
    const auto [least, most] = std::minmax_element(begin, end);
    for (std::uint32_t& each : surface.triangles) each -= *least;
    for (const std::size_t frame : frames) {
      const std::vector<double> all =
          files_.frame_rows("/frames/node_position", {nodes, 3}, frame * sampling_.stride, 1);
      std::vector<float>& shape = surface.shapes.emplace_back();
      for (std::uint32_t node = *least; node <= *most; ++node)
        for (int c = 0; c < 3; ++c)
          shape.push_back(static_cast<float>(all[static_cast<std::size_t>(3 * surface_nodes_[node] + c)]));
    }
  }
  std::erase_if(surfaces, [](const MovingSurface& surface) { return surface.triangles.empty(); });
  return surfaces;
}

std::string RunContent::gltf() const {
  if (!model_) throw InputError(folder_.string() + ": shapes are taken from the copy of the scene: " + scene_fault_);
  const std::size_t bodies = names_.size();
  const Span all{0, frames_};
  const std::vector<double> position = sampled_frames("/frames/position", {bodies, 3}, all),
                            orientation = sampled_frames("/frames/orientation", {bodies, 4}, all),
                            time = sampled_frames("/frames/time", {}, all);
  Document document;
  std::map<std::string, std::size_t> known;
  const std::size_t times = document.add(std::vector<float>(time.begin(), time.end()), 1, true);
  for (std::size_t body = 0; body < bodies; ++body) {
    std::vector<float> places, turns;
    for (std::size_t frame = 0; frame < frames_; ++frame) {
      const double* p = &position[3 * (frame * bodies + body)];
      const double* q = &orientation[4 * (frame * bodies + body)];
      double sign = 1;  // of the two quaternions the one that is nearer to the last
      if (!turns.empty()) {
        const float* last = &turns[turns.size() - 4];
        sign = q[1] * last[0] + q[2] * last[1] + q[3] * last[2] + q[0] * last[3] < 0 ? -1 : 1;
      }
      for (int c = 0; c < 3; ++c) places.push_back(static_cast<float>(p[c]));
      for (const int c : {1, 2, 3, 0}) turns.push_back(static_cast<float>(sign * q[c]));
    }
    const std::size_t node =
        document.add_node(0, {{"name", names_[body]},
                              {"translation", std::vector<float>(places.begin(), places.begin() + 3)},
                              {"rotation", std::vector<float>(turns.begin(), turns.begin() + 4)},
                              {"children", Json::array()}});
    add_shapes(model_->bodies[body], node, static_cast<int>(body % colours.size()), document, known);
    if (model_->bodies[body].shapes.empty()) document.drop_children(node);
    if (!std::ranges::binary_search(moving_, static_cast<int>(body))) continue;
    document.animate(node, "translation", times, document.add(places, 3));
    document.animate(node, "rotation", times, document.add(turns, 4));
  }
  std::vector<std::size_t> keys;
  const std::size_t shapes = std::min(frames_, most_shapes);
  std::vector<double> key_times;
  for (std::size_t k = 0; k < shapes; ++k) keys.push_back(shapes > 1 ? k * (frames_ - 1) / (shapes - 1) : 0);
  for (const std::size_t frame : keys) key_times.push_back(time[frame]);
  add_moving(moving_surfaces(keys), key_times, document);
  return document.bytes();
}

}  // namespace signorini::view
