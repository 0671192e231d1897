#include "list_scenes.h"

#include <algorithm>
#include <map>

#include "scene_folder.h"
#include "signorini/io/scene.h"
#include "signorini/io/scene_keys.h"
#include "signorini/model/joint.h"

namespace signorini::cli {
namespace {

struct ShapeNote {
  const char* meaning;
  bool fixed_only;
};
const std::map<std::string, ShapeNote> shape_notes{
    {"sphere", {"a ball", false}},
    {"box", {"a cuboid; size: its three edges", false}},
    {"capsule", {"a cylinder with round ends, along z; length: between the centres of the ends", false}},
    {"cylinder", {"a cylinder along z", false}},
    {"convex_hull", {"the hull of points, or of the corners of an OBJ or STL file", false}},
    {"plane", {"everything below z = 0", true}},
    {"triangle_mesh", {"the surface in an OBJ or STL file", true}},
    {"box_inside", {"the inside of a box, without a lid when open", true}},
    {"cylinder_inside", {"the inside of a cylinder along z, without a lid when open", true}},
    {"cone_inside", {"the inside of a cone along z, from radius bottom to radius top", true}},
};

const std::map<JointKind, const char*> joint_notes{
    {JointKind::weld, "holds everything"},
    {JointKind::spherical, "the bodies turn about a point"},
    {JointKind::revolute, "the bodies turn about an axis; takes motor and limits"},
    {JointKind::prismatic, "the bodies slide along an axis; takes motor and limits"},
    {JointKind::cylindrical, "the bodies turn about an axis and slide along it"},
    {JointKind::universal, "the bodies turn about a point, not about each other's axis"},
    {JointKind::planar, "the bodies move in a plane and turn about its normal"},
    {JointKind::distance, "two points keep their distance; takes motor and limits"},
    {JointKind::point_on_line, "a point of b stays on a line of a"},
    {JointKind::point_on_plane, "a point of b stays in a plane of a"},
};

}  // namespace

Json shape_rows() {
  const auto& common = scene_keys("plane");  // has no measures
  Json rows = Json::array();
  for (const std::string& name : scene_shape_names()) {
    std::vector<std::string> measures;
    for (const std::string& key : scene_keys(name))
      if (std::find(common.begin(), common.end(), key) == common.end()) measures.push_back(key);
    const ShapeNote& note = shape_notes.at(name);
    rows.push_back({{"name", name}, {"keys", measures}, {"fixed_only", note.fixed_only}, {"meaning", note.meaning}});
  }
  return rows;
}

Json joint_rows() {
  Json rows = Json::array();
  for (const JointKind kind : joint_kinds())
    rows.push_back({{"name", to_string(kind)}, {"rows", free_rows(kind)}, {"meaning", joint_notes.at(kind)}});
  return rows;
}

Json scene_rows() {
  Json rows = Json::array();
  for (const auto& path : scene_files(scene_folder())) {
    const SceneSummary summary = read_scene_summary(path);
    Json parameters = Json::object();
    for (const auto& [name, value] : summary.parameters) parameters[name] = value;
    rows.push_back(
        {{"name", summary.name}, {"file", path.string()}, {"about", summary.about}, {"parameters", parameters}});
  }
  return rows;
}

}  // namespace signorini::cli
