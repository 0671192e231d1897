#pragma once

#include <array>
#include <vector>

#include "signorini/io/trajectory_file.h"
#include "signorini/model/model.h"

namespace signorini {

/// What defines a shape, its place and kind apart.
struct Dimensions {
  std::array<double, 3> size{};  ///< by kind, see docs/output_files.md
  bool open = false;
};
Dimensions dimensions(const Geometry& geometry);

/// Corners and triangles of hulls and meshes, hulls with each face as a fan; of others none.
struct DrawnMesh {
  std::vector<Vector3> corners;
  std::vector<std::array<int, 3>> triangles;
};
DrawnMesh drawn_mesh(const Geometry& geometry);

/// Writes /bodies: names and shapes, all that it takes to draw the frames without the scene.
void write_trajectory_bodies(TrajectoryFile& file, const Model& model);

}  // namespace signorini
