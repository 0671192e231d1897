#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "signorini/dynamics/simulation.h"
#include "signorini/io/scene.h"

namespace signorini::bench {

inline std::filesystem::path scene_file(const std::string& name) {
  return std::filesystem::path(SIGNORINI_SCENES) / (name + ".yaml");
}

/// One of the scenes that come with the program.
inline Scene shipped_scene(const std::string& name, const std::map<std::string, std::string>& parameters = {}) {
  return read_scene(scene_file(name), parameters);
}

/// Under the law of the theses and papers that simulate such scenes.
inline Scene relaxed(Scene scene) {
  scene.settings.law = Law::convex;
  return scene;
}

/// Spheres that settle in a box as in D. Mangoni's thesis.
inline Scene balls_of_thesis(const std::map<std::string, std::string>& parameters = {}) {
  Scene scene = relaxed(shipped_scene("balls_in_box", parameters));
  scene.settings.tolerance = 1e-8;
  return scene;
}

/// Lets the only moving body of single_ball or single_brick lie flat on the floor from the start.
inline void lay_on_floor(Scene& scene, double half_height) {
  Body& body = scene.model.bodies.at(1);
  body.pose = {{0, 0, half_height}, Quaternion::Identity()};
  body.velocity.setZero();
  body.angular_velocity.setZero();
}
inline Scene ball_at_rest() {
  Scene scene = shipped_scene("single_ball");
  lay_on_floor(scene, std::get<Sphere>(scene.model.bodies.at(1).shapes.front().geometry).radius);
  return scene;
}
inline Scene brick_at_rest() {
  Scene scene = shipped_scene("single_brick");
  lay_on_floor(scene, std::get<Box>(scene.model.bodies.at(1).shapes.front().geometry).half.z());
  return scene;
}

/// How a step starts its solver: from nothing, not even Gauss-Seidel sweeps, or from what the step before left.
enum class Start { cold, partial, full };

inline Settings started(Settings settings, Start start) {
  settings.warm_start = start != Start::cold;
  settings.solver = "interior-point";
  settings.solver_options["warm_start"] = start == Start::cold ? "none" : start == Start::partial ? "partial" : "full";
  return settings;
}

}  // namespace signorini::bench
