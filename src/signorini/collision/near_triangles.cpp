#include "signorini/collision/near_triangles.h"

#include <algorithm>

namespace signorini::collision {
namespace {

/// Of the reach: what is farther by this is out of reach to GJK, too, whatever rounding does.
constexpr double reach_slack = 1e-9;
/// Of the size: the same, where the reach is small.
constexpr double rounding_slack = 1e-12;
/// More are rarely of use, and each triangle is compared with all.
constexpr std::size_t most_directions = 12;

}  // namespace

void SeparatingDirections::add(const Vector3& normal) {
  const double lowest = normal.dot(solid_.support(-normal));
  const double slack = reach_slack * reach_ + rounding_slack * (solid_.info->ball.radius + solid_.position.norm());
  const Known direction{normal, lowest - reach_ - slack};
  if (known_.size() < most_directions) {
    known_.push_back(direction);
  } else {
    known_[next_] = direction;
    next_ = (next_ + 1) % most_directions;
  }
}

bool SeparatingDirections::separate(const Aabb& box) const {
  const Vector3 centre = box.centre(), half = 0.5 * (box.high - box.low);
  return std::any_of(known_.begin(), known_.end(), [&](const Known& known) {
    return known.normal.dot(centre) + known.normal.cwiseAbs().dot(half) < known.highest;
  });
}

bool SeparatingDirections::separate(const std::array<Vector3, 3>& corners) const {
  return std::any_of(known_.begin(), known_.end(), [&](const Known& known) {
    return std::all_of(corners.begin(), corners.end(),
                       [&](const Vector3& corner) { return known.normal.dot(corner) < known.highest; });
  });
}

void near_triangles(const Mesh& mesh, const Convex& solid, const Aabb& box, double margin,
                    std::vector<NearTriangle>& triangles) {
  triangles.clear();
  const double reach = margin + solid.rounding;
  SeparatingDirections directions(solid, reach);
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) directions.add(sign * solid.rotation.col(axis));
  const Vector3 centre = solid.centre();
  const auto consider = [&](int index) {
    const std::array<Vector3, 3> corners{mesh.corner(index, 0), mesh.corner(index, 1), mesh.corner(index, 2)};
    // From behind: the triangles on the other side of the material hold the solid, or it is to come free.
    if (mesh.triangle(index).normal.dot(centre - corners[0]) <= 0 || directions.separate(corners)) return;
    const CoreDistance distance = core_distance(Convex(corners), solid, reach);
    if (distance.state == CoreDistance::State::far) {
      directions.add(distance.normal);
    } else {
      triangles.push_back({index, distance});
    }
  };
  const auto may_be_near = [&](const Aabb& part) { return part.near(box, margin) && !directions.separate(part); };
  mesh.tree().visit_if(may_be_near, consider);
  std::sort(triangles.begin(), triangles.end(),
            [](const NearTriangle& s, const NearTriangle& t) { return s.index < t.index; });
}

}  // namespace signorini::collision
