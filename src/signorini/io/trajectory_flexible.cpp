#include "signorini/io/trajectory_flexible.h"

#include <array>

namespace signorini {
namespace {

TrajectoryColumn integers(const std::string& path, std::vector<int> values, std::vector<std::size_t> shape = {}) {
  return {path, std::move(shape), std::move(values)};
}

/// The triangles of a face with three or six nodes.
void add_triangles(const std::array<int, 6>& face, int first, std::vector<int>& triangles) {
  constexpr int whole[1][3] = {{0, 1, 2}}, quarters[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
  const bool quadratic = face[3] >= 0;
  for (int k = 0; k < (quadratic ? 4 : 1); ++k)
    for (const int corner : quadratic ? quarters[k] : whole[k])
      triangles.push_back(first + face[static_cast<std::size_t>(corner)]);
}

}  // namespace

std::vector<int> surface_triangles(const FlexibleBody& body, int first) {
  std::vector<int> triangles;
  for (const TetMesh::Face& face : boundary_faces(body.mesh))
    add_triangles(face_nodes(body.mesh, face), first, triangles);
  return triangles;
}

void write_trajectory_flexible(TrajectoryFile& file, const Model& model) {
  if (model.flexible_bodies.empty()) return;
  std::vector<std::string> names;
  std::vector<int> node_start{0}, triangle_start{0}, element_start{0}, nodes_per_element, triangles, elements, free;
  for (const FlexibleBody& body : model.flexible_bodies) {
    const int first = node_start.back();
    names.push_back(body.name);
    nodes_per_element.push_back(body.mesh.nodes_per_element);
    for (const int node : body.mesh.elements) elements.push_back(first + node);
    const std::vector<int> surface = surface_triangles(body, first);
    triangles.insert(triangles.end(), surface.begin(), surface.end());
    node_start.push_back(first + static_cast<int>(body.mesh.nodes.size()));
    triangle_start.push_back(static_cast<int>(triangles.size() / 3));
    element_start.push_back(static_cast<int>(elements.size()));
  }
  const std::vector<int> places = node_places(model);
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] >= 0) free.push_back(static_cast<int>(k));
  file.write_texts("/flexible/name", names);
  for (const TrajectoryColumn& column :
       {integers("/flexible/node_start", std::move(node_start)), integers("/flexible/free_nodes", std::move(free)),
        integers("/flexible/nodes_per_element", std::move(nodes_per_element)),
        integers("/flexible/element_start", std::move(element_start)),
        integers("/flexible/elements", std::move(elements)),
        integers("/flexible/triangle_start", std::move(triangle_start)),
        integers("/flexible/triangles", std::move(triangles), {3})})
    file.write(column);
}

}  // namespace signorini
