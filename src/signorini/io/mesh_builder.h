#pragma once

#include <array>
#include <map>
#include <vector>

#include "signorini/model/shape.h"

namespace signorini {

/// Collects triangles corner by corner; corners at exactly the same place are shared, triangles that touch one twice
/// are dropped.
class MeshBuilder {
 public:
  int corner(const Vector3& point) {
    const auto [place, fresh] =
        index_.try_emplace({point.x(), point.y(), point.z()}, static_cast<int>(mesh_.corners.size()));
    if (fresh) mesh_.corners.push_back(point);
    return place->second;
  }
  void triangle(int a, int b, int c) {
    if (a != b && b != c && c != a) mesh_.triangles.push_back({a, b, c});
  }
  TriangleMesh take() { return std::move(mesh_); }

 private:
  TriangleMesh mesh_;
  std::map<std::array<double, 3>, int> index_;
};

/// Of a text in an OBJ file, and of an STL file, whose name is for messages.
TriangleMesh parse_obj(const std::string& text, const std::string& file);
TriangleMesh parse_stl(const std::string& bytes, const std::string& file);

}  // namespace signorini
