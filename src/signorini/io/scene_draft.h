#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "signorini/io/input_files.h"
#include "signorini/io/output_settings.h"
#include "signorini/io/scene.h"
#include "signorini/io/scene_node.h"

/// How a scene comes about: each reader takes a part of the file and adds to the draft.
namespace signorini {

/// The scene so far, and what later parts of the file need to know about it.
struct SceneDraft {
  Scene scene;
  std::filesystem::path folder;  ///< that file names are relative to
  InputFiles* files = nullptr;
  std::map<std::string, int> materials{{"default", 0}};
  std::map<std::string, int> bodies, joints;  ///< by name
  /// By file and scale, so that a thousand equal bodies share one.
  std::map<std::pair<std::string, double>, std::shared_ptr<const TriangleMesh>> meshes;
  std::map<std::pair<std::string, double>, std::shared_ptr<const ConvexHull>> hulls;
};

/// The settings that are not part of the model.
void read_time(const SceneNode& node, Settings& settings);
void read_solver(const SceneNode& node, Settings& settings);
void read_energy(const SceneNode& node, Settings& settings);
void read_output(const SceneNode& node, OutputSettings& output);
/// The contact settings, some of which belong to the model.
void read_contact(const SceneNode& node, SceneDraft& draft);
void read_ignored_pairs(const SceneNode& node, SceneDraft& draft);

void read_materials(const SceneNode& node, SceneDraft& draft);
int read_material(const SceneNode& node, const SceneDraft& draft);

/// A shape with its pose in the frame of the body as the file gives it.
Shape read_shape(const SceneNode& node, int default_material, SceneDraft& draft);

void read_bodies(const SceneNode& node, SceneDraft& draft);
/// Refuses `more` bodies when the scene would get too many.
void check_body_count(const SceneNode& node, const SceneDraft& draft, std::size_t more);
/// Adds a body whose frame is its centre of mass. Refuses a name that is taken.
void add_body(const SceneNode& node, Body body, SceneDraft& draft);

void read_flexible_bodies(const SceneNode& node, SceneDraft& draft);

/// A number, or {ramp | sine | table}.
Motion read_motion(const SceneNode& node);
void read_joints(const SceneNode& node, SceneDraft& draft);
void read_motors(const SceneNode& node, SceneDraft& draft);
void read_forces(const SceneNode& node, SceneDraft& draft);
void read_springs(const SceneNode& node, SceneDraft& draft);
void read_bushings(const SceneNode& node, SceneDraft& draft);
void read_torsion_springs(const SceneNode& node, SceneDraft& draft);
void read_recirculation(const SceneNode& node, SceneDraft& draft);
void read_import(const SceneNode& node, SceneDraft& draft);

/// The two bodies under the key `bodies`; -1: the world.
std::pair<int, int> read_body_pair(const SceneObject& object, const SceneDraft& draft);
int read_body_reference(const SceneNode& node, const SceneDraft& draft, bool world_allowed = true);
/// The pose of a body at the start; of the world when -1.
Pose pose_of(int body, const SceneDraft& draft);
/// A name that the file gives, or one made of `kind` and `index`.
std::string read_name(const SceneObject& object, const std::string& kind, std::size_t index);

/// "unknown body 'bal': did you mean 'ball'?", with the known names when they are few.
[[noreturn]] void refuse_unknown(const SceneNode& node, const std::string& kind, const std::string& name,
                                 const std::map<std::string, int>& known);

}  // namespace signorini
