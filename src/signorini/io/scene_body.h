#pragma once

#include <optional>

#include "signorini/io/scene_draft.h"
#include "signorini/io/scene_fill.h"

namespace signorini {

/// What the file says about a body, or about all bodies of a fill, apart from its shapes and its place.
struct BodyTemplate {
  SceneObject object;
  bool fixed = false;
  std::optional<double> mass = {}, density = {};
  std::optional<Matrix3> inertia = {};
  std::optional<Vector3> centre = {};                                      ///< of mass, in the file's frame
  Vector3 velocity = Vector3::Zero(), angular_velocity = Vector3::Zero();  ///< along the world's axes
  int material = 0;
};

BodyTemplate read_body_template(const SceneObject& object, const SceneDraft& draft);
/// Those under shape or shapes, in the file's frame.
std::vector<Shape> read_shapes(const BodyTemplate& from, SceneDraft& draft);
/// Makes the body and adds it; `pose` is that of the file's frame.
void place_body(const BodyTemplate& from, const std::string& name, std::vector<Shape> shapes, const Pose& pose,
                SceneDraft& draft);

FillRegion read_region(const SceneNode& node);
/// Adds the bodies of a `lattice` or a `random` fill.
void read_lattice(const SceneNode& node, const BodyTemplate& from, const std::string& name, SceneDraft& draft);
/// Those of `rings`: circles about the upright axis of a round region, layer by layer, each turned at random.
void read_rings(const SceneNode& node, const BodyTemplate& from, const std::string& name, SceneDraft& draft);
void read_random(const SceneNode& node, const BodyTemplate& from, const std::string& name, SceneDraft& draft);

}  // namespace signorini
