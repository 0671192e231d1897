#include "signorini/collision/contact_patch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

/// Sine of the angle up to which two edges count as parallel.
constexpr double parallel_sine = 1e-2;
constexpr int crossing_flag = 1 << 30;

void facing_part_of_polyhedron(const Convex& solid, const Vector3& direction, FacingPart& part) {
  const Polyhedron& polyhedron = *solid.polyhedron;
  const Vector3 local = solid.turn_back(direction);
  const int corner = polyhedron.support(local);
  part.edge_count = static_cast<int>(polyhedron.edges().size());
  const auto add = [&](int c, int edge) {
    part.points.push_back(solid.place(polyhedron.corners()[c]));
    part.corners.push_back(c);
    part.edges.push_back(edge);
  };
  int face = -1;
  double best = facing_cosine;
  for (const int candidate : polyhedron.faces_at(corner)) {
    const double cosine = polyhedron.faces()[candidate].normal.dot(local);
    if (cosine >= best) {
      best = cosine;
      face = candidate;
    }
  }
  if (face >= 0) {
    const auto corners = polyhedron.corners_of(face), edges = polyhedron.edges_of(face);
    for (std::size_t k = 0; k < corners.size(); ++k) add(corners[k], edges[k]);
    part.normal = solid.turn(polyhedron.faces()[face].normal);
    return;
  }
  int edge = -1;
  best = -facing_sine;
  for (const int candidate : polyhedron.edges_at(corner)) {
    const auto& [tail, head, left, right] = polyhedron.edges()[candidate];
    const Vector3 along = polyhedron.corners()[tail == corner ? head : tail] - polyhedron.corners()[corner];
    const double sine = along.dot(local) / along.norm();
    if (sine >= best) {
      best = sine;
      edge = candidate;
    }
  }
  if (edge >= 0) {
    add(polyhedron.edges()[edge].tail, edge);
    add(polyhedron.edges()[edge].head, edge);
  } else {
    add(corner, -1);
  }
}

void facing_part_of_cylinder(const Convex& solid, const Vector3& direction, FacingPart& part) {
  const ShapeInfo& cylinder = *solid.info;
  const Vector3 local = solid.turn_back(direction);
  const int end = local.z() < 0 ? 0 : 1;
  constexpr int side_edge = 2 * cap_corners;
  part.edge_count = side_edge + 1;
  if (std::abs(local.z()) >= facing_cosine) {
    for (int k = 0; k < cap_corners; ++k) {
      // The lower cap is seen from below: backwards.
      const int id = end == 1 ? cap_corners + k : cap_corners - 1 - k;
      part.points.push_back(solid.place(cap_corner(cylinder, id)));
      part.corners.push_back(id);
      part.edges.push_back(end == 1 ? id : (id + cap_corners - 1) % cap_corners);
    }
    part.normal = solid.turn((end == 1 ? 1.0 : -1.0) * Vector3::UnitZ());
    return;
  }
  const double side = std::hypot(local.x(), local.y());
  const auto add = [&](int rim) {
    const Vector3 point(cylinder.radius * local.x() / side, cylinder.radius * local.y() / side,
                        rim == 0 ? -cylinder.half_length : cylinder.half_length);
    part.points.push_back(solid.place(point));
    part.corners.push_back(rim_point_id + rim);
    part.edges.push_back(side_edge);
  };
  if (std::abs(local.z()) <= facing_sine) {
    add(0);
    add(1);
  } else {
    add(end);
  }
}

/// How far along the normal, from a point, the other part is.
double height_over(const FacingPart& part, const Vector3& point, const Vector3& normal) {
  if (part.is_polygon()) return part.normal.dot(part.points[0] - point) / part.normal.dot(normal);
  const Vector3 along = part.points[1] - part.points[0];
  const Vector3 flat = along - along.dot(normal) * normal;
  const double t = std::clamp(flat.dot(point - part.points[0]) / flat.squaredNorm(), 0.0, 1.0);
  return normal.dot(part.points[0] + t * along - point);
}

/// What remains of `scratch.polygon` on the inner side of a line, seen along the normal: `inward` · x ≥ offset.
void clip(const Vector3& inward, double offset, int edge, double tolerance, const auto& feature_of,
          PatchScratch& scratch) {
  auto& polygon = scratch.polygon;
  auto& clipped = scratch.clipped;
  clipped.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &here = polygon[i], &next = polygon[(i + 1) % polygon.size()];
    const double d0 = inward.dot(here.point) - offset, d1 = inward.dot(next.point) - offset;
    const bool inside0 = d0 >= -tolerance, inside1 = d1 >= -tolerance;
    if (inside0) clipped.push_back(here);
    if (inside0 == inside1) continue;
    const Vector3 cut = here.point + (d0 / (d0 - d1)) * (next.point - here.point);
    // Leaving: from here on along the line. Entering: along the polygon again.
    clipped.push_back({cut, feature_of(here.edge), inside0 ? -1 - edge : here.edge});
  }
  std::swap(polygon, clipped);
}

void overlay_polygons(const FacingPart& a, const FacingPart& b, const Vector3& normal, double tolerance,
                      PatchScratch& scratch, std::vector<PatchPoint>& points) {
  scratch.polygon.clear();
  for (std::size_t i = 0; i < a.points.size(); ++i)
    scratch.polygon.push_back({a.points[i], corner_feature(a.corners[i], true), a.edges[i]});
  const std::size_t count = b.points.size();
  for (std::size_t j = 0; j < count && !scratch.polygon.empty(); ++j) {
    // b faces a: seen along the normal its corners run clockwise.
    const Vector3 along = b.points[(j + 1) % count] - b.points[j];
    const Vector3 inward = along.cross(normal).normalized();
    const int before = b.edges[(j + count - 1) % count], after = b.edges[(j + 1) % count], edge = b.edges[j];
    const auto feature_of = [&](int other) {
      if (other >= 0) return crossing_feature(other, edge, b.edge_count);
      // Two of b's edges meet in one of its corners.
      if (-1 - other == before) return corner_feature(b.corners[j], false);
      if (-1 - other == after) return corner_feature(b.corners[(j + 1) % count], false);
      return nearest_feature - 1 - static_cast<int>(j);
    };
    clip(inward, inward.dot(b.points[j]), edge, tolerance, feature_of, scratch);
  }
  for (const auto& vertex : scratch.polygon)
    points.push_back({vertex.point, height_over(b, vertex.point, normal), vertex.feature});
}

/// The point a over the polygon b.
void overlay_point(const FacingPart& a, const FacingPart& b, const Vector3& normal, double tolerance,
                   std::vector<PatchPoint>& points) {
  const Vector3& point = a.points[0];
  const std::size_t count = b.points.size();
  for (std::size_t j = 0; j < count; ++j) {
    const Vector3 inward = (b.points[(j + 1) % count] - b.points[j]).cross(normal).normalized();
    if (inward.dot(point - b.points[j]) < -tolerance) return;
  }
  points.push_back({point, height_over(b, point, normal), corner_feature(a.corners[0], true)});
}

/// The segment a over the polygon b.
void overlay_segment(const FacingPart& a, const FacingPart& b, const Vector3& normal, double tolerance,
                     std::vector<PatchPoint>& points) {
  double from = 0, to = 1;
  int from_feature = corner_feature(a.corners[0], true), to_feature = corner_feature(a.corners[1], true);
  const Vector3 along = a.points[1] - a.points[0];
  const std::size_t count = b.points.size();
  for (std::size_t j = 0; j < count; ++j) {
    const Vector3 inward = (b.points[(j + 1) % count] - b.points[j]).cross(normal).normalized();
    const double d0 = inward.dot(a.points[0] - b.points[j]), slope = inward.dot(along), d1 = d0 + slope;
    if (d0 < -tolerance && d1 < -tolerance) return;
    const int feature = crossing_feature(a.edges[0], b.edges[j], b.edge_count);
    if (d0 < -tolerance && -d0 / slope > from) {
      from = -d0 / slope;
      from_feature = feature;
    }
    if (d1 < -tolerance && -d0 / slope < to) {
      to = -d0 / slope;
      to_feature = feature;
    }
  }
  // Of a segment that reaches the polygon to within the tolerance, its end.
  from = std::min(from, 1.0);
  to = std::max(to, 0.0);
  if (from > to) return;
  for (const auto& [t, feature] : {std::pair(from, from_feature), std::pair(to, to_feature)}) {
    const Vector3 point = a.points[0] + t * along;
    points.push_back({point, height_over(b, point, normal), feature});
  }
}

/// Two segments: their crossing, or where they run side by side the ends of what they have in common.
void overlay_segments(const FacingPart& a, const FacingPart& b, const Vector3& normal, double tolerance,
                      std::vector<PatchPoint>& points) {
  const Vector3 along_a = a.points[1] - a.points[0], along_b = b.points[1] - b.points[0];
  const Vector3 between = b.points[0] - a.points[0];
  const double crossing = normal.dot(along_a.cross(along_b));
  const double length_a = along_a.norm(), length_b = along_b.norm();
  if (std::abs(crossing) > parallel_sine * length_a * length_b) {
    const double t = normal.dot(between.cross(along_b)) / crossing, u = normal.dot(between.cross(along_a)) / crossing;
    const auto within = [&](double x, double length) {
      return x * length >= -tolerance && (x - 1) * length <= tolerance;
    };
    if (!within(t, length_a) || !within(u, length_b)) return;
    const Vector3 point = a.points[0] + t * along_a;
    points.push_back(
        {point, normal.dot(b.points[0] + u * along_b - point), crossing_feature(a.edges[0], b.edges[0], b.edge_count)});
    return;
  }
  const double square = along_a.squaredNorm();
  double ends[2];
  for (int k = 0; k < 2; ++k) ends[k] = along_a.dot(b.points[k] - a.points[0]) / square;
  const int low = ends[0] < ends[1] ? 0 : 1, high = 1 - low;
  const double slack = tolerance / length_a;
  const bool low_of_a = ends[low] <= slack, high_of_a = ends[high] >= 1 - slack;
  const double from = low_of_a ? 0 : ends[low], to = high_of_a ? 1 : ends[high];
  if (from > to) return;
  const int from_feature = low_of_a ? corner_feature(a.corners[0], true) : corner_feature(b.corners[low], false);
  const int to_feature = high_of_a ? corner_feature(a.corners[1], true) : corner_feature(b.corners[high], false);
  for (const auto& [t, feature] : {std::pair(from, from_feature), std::pair(to, to_feature)}) {
    const Vector3 point = a.points[0] + t * along_a;
    points.push_back({point, height_over(b, point, normal), feature});
  }
}

}  // namespace

int corner_feature(int corner, bool of_a) { return 2 * corner + (of_a ? 0 : 1); }

int crossing_feature(int edge_a, int edge_b, int edges_of_b) {
  return crossing_flag | ((edge_a * edges_of_b + edge_b) & (crossing_flag - 1));
}

void facing_part(const Convex& solid, const Vector3& direction, FacingPart& part) {
  part.points.clear();
  part.corners.clear();
  part.edges.clear();
  if (solid.polyhedron != nullptr) {
    facing_part_of_polyhedron(solid, direction, part);
  } else {
    facing_part_of_cylinder(solid, direction, part);
  }
}

void facing_part(const std::array<Vector3, 3>& corners, const Vector3& normal, const Vector3& direction,
                 FacingPart& part) {
  part.points.clear();
  part.corners.clear();
  part.edges.clear();
  part.edge_count = 3;
  part.normal = normal;
  const auto add_corner = [&](int k, int edge) {
    part.points.push_back(corners[k]);
    part.corners.push_back(k);
    part.edges.push_back(edge);
  };
  if (part.normal.dot(direction) >= facing_cosine) {
    for (int k = 0; k < 3; ++k) add_corner(k, k);
    return;
  }
  int top = 0;
  for (int k = 1; k < 3; ++k)
    if (direction.dot(corners[k]) > direction.dot(corners[top])) top = k;
  int edge = -1;
  double best = -facing_sine;
  for (const int e : {top, (top + 2) % 3}) {
    const Vector3 along = corners[e == top ? (e + 1) % 3 : e] - corners[top];
    const double sine = along.dot(direction) / along.norm();
    if (sine < best) continue;
    best = sine;
    edge = e;
  }
  if (edge >= 0) {
    add_corner(edge, edge);
    add_corner((edge + 1) % 3, edge);
  } else {
    add_corner(top, -1);
  }
}

void overlay(const FacingPart& a, const FacingPart& b, const Vector3& normal, double tolerance, PatchScratch& scratch,
             std::vector<PatchPoint>& points) {
  points.clear();
  if (a.is_polygon() && b.is_polygon()) {
    overlay_polygons(a, b, normal, tolerance, scratch, points);
  } else if (b.is_polygon()) {
    if (a.is_segment()) {
      overlay_segment(a, b, normal, tolerance, points);
    } else {
      overlay_point(a, b, normal, tolerance, points);
    }
  } else if (a.is_polygon()) {
    overlay(b, a, -normal, tolerance, scratch, points);
    for (PatchPoint& point : points) {
      point.on_a -= point.gap * normal;  // b's point: a lies behind it
      // The names were given with the roles exchanged.
      const bool crossing = (point.feature & crossing_flag) != 0;
      const int index = point.feature & ~crossing_flag;
      point.feature =
          crossing ? crossing_feature(index % a.edge_count, index / a.edge_count, b.edge_count) : point.feature ^ 1;
    }
  } else if (a.is_segment() && b.is_segment()) {
    overlay_segments(a, b, normal, tolerance, points);
  }
}

}  // namespace signorini::collision
