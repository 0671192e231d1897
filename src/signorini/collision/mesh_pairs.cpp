#include "signorini/collision/mesh_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <Eigen/Geometry>

#include "signorini/collision/nearest_on_polygon.h"

namespace signorini::collision {
namespace {

/// Of the size: other directions must separate better than the triangle's normal by more than this to be taken.
constexpr double mesh_face_preference = 1e-9;
/// Of the size: smallest gap and distance agree when they differ by less.
constexpr double mesh_gap_tolerance = 1e-9;
constexpr double mesh_cut_tolerance = 1e-7;
/// Of the depth along the surface's normals: solids that come free of a triangle by less, along any direction, are held
/// by others. Small, so that what sinks in where triangles meet is not let go by all of them.
constexpr double grazing_share = 1e-3;
/// Of the size: corners of a triangle that are equally far along a direction.
constexpr double level_tolerance = 1e-6;
/// Cosine: contacts with such similar normals share a flat piece of surface.
constexpr double flat_group = 0.9999;
/// Sine of the angle between two triangles from which on their edge sticks out.
constexpr double least_ridge = 1e-3;
/// Of the angle between them: how well the best normal is found.
constexpr double ridge_accuracy = 1e-9;
/// Cosine above which a nearest direction is the triangle's normal, but for rounding.
constexpr double straight_up = 1 - 1e-12;
/// Room for the names of the points on one triangle.
constexpr int names_per_triangle = 64;

/// Names of points, shortened to fit: the narrow phase sets apart those that coincide.
int mesh_feature(int triangle, int feature) {
  const auto mixed = static_cast<std::uint32_t>(feature) * 2654435761u;  // multiplicative hashing, Knuth
  const std::uint32_t name = mixed >> 26;
  return static_cast<int>((static_cast<std::uint32_t>(triangle) * names_per_triangle + name) & 0x3fffffffu);
}

/// Finds the contacts of a solid with the triangles of a mesh, in the mesh's frame, normals from mesh to solid.
class MeshFinder {
 public:
  MeshFinder(const PlacedShape& solid, const Mesh& mesh, double margin, MeshScratch& scratch)
      : solid_(solid), mesh_(mesh), margin_(margin), size_(solid.info->ball.radius), scratch_(scratch) {}

  void sphere() {
    const Vector3& centre = solid_.position;
    const double radius = solid_.info->radius;
    double nearest_front = std::numeric_limits<double>::infinity(), nearest_back = nearest_front;
    ManifoldPoint back{};
    for (const int index : scratch_.triangles) {
      const Mesh::Triangle& triangle = mesh_.triangle(index);
      const Vector3 from_first = centre - mesh_.corner(index, 0);
      const double height = triangle.normal.dot(from_first);
      int edge = -1, corner = -1;
      const Vector3 foot = nearest_point(index, centre, edge, corner);
      if (edge < 0 && corner < 0) {
        if (height < 0) {
          // The centre is below the surface: the nearest triangle tells the way out, below.
          if (-height < nearest_back) {
            nearest_back = -height;
            const double gap = height - radius;
            back = {foot + 0.5 * gap * triangle.normal, triangle.normal, gap, mesh_feature(index, 0)};
          }
          continue;
        }
        nearest_front = std::min(nearest_front, height);
        add(foot, triangle.normal, height - radius, index, 0);
        continue;
      }
      const double distance = (centre - foot).norm();
      if (!(distance > 0) || distance - radius >= margin_) continue;
      const Vector3 direction = (centre - foot) / distance;
      const bool sound =
          edge >= 0 ? mesh_.normal_at_edge(index, edge, direction)
                    : direction.dot(triangle.normal) > 0 && mesh_.normal_at_corner(triangle.corners[corner], direction);
      if (!sound) continue;
      nearest_front = std::min(nearest_front, distance);
      add(foot, direction, distance - radius, index, edge >= 0 ? 1 + edge : 4 + corner);
    }
    if (nearest_back < nearest_front) {
      scratch_.found.clear();
      scratch_.found.push_back(back);
    }
  }

  void convex() {
    const Convex solid(solid_, Vector3::Zero());
    near_triangles(mesh_, solid, solid_.aabb(), margin_, scratch_.near);
    // What is only grazed counts where nothing else holds the solid.
    for (const bool grazed_too : {false, true}) {
      if (grazed_too && !(grazed_ && scratch_.found.empty())) break;
      grazed_counts_ = grazed_too;
      for (const NearTriangle& triangle : scratch_.near) one_triangle(triangle, solid);
    }
  }

 private:
  struct Axis {
    Vector3 normal;  ///< from the triangle to the solid
    double separation;
    bool face;                     ///< the triangle's own normal
    std::optional<Vector3> point;  ///< where two edges cross, on the triangle
    double past;                   ///< the largest separation that was seen, whether normal of the surface or not
  };

  void add(const Vector3& on_mesh, const Vector3& normal, double gap, int triangle, int feature) {
    if (!(gap < margin_)) return;
    scratch_.found.push_back({on_mesh + 0.5 * gap * normal, normal, gap, mesh_feature(triangle, feature)});
  }

  /// On a triangle; `edge` or `corner` tells where it is not in the interior.
  Vector3 nearest_point(int index, const Vector3& point, int& edge, int& corner) const {
    const Mesh::Triangle& triangle = mesh_.triangle(index);
    Vector3 result = point - triangle.normal.dot(point - mesh_.corner(index, 0)) * triangle.normal;
    double nearest = std::numeric_limits<double>::infinity();
    for (int e = 0; e < 3; ++e) {
      const Vector3 a = mesh_.corner(index, e), b = mesh_.corner(index, (e + 1) % 3);
      if (triangle.inward[e].dot(point - a) >= 0) continue;
      const double t = (point - a).dot(b - a), length = (b - a).squaredNorm();
      const Vector3 foot = nearest_on_segment(point, a, b);
      const double distance = (point - foot).squaredNorm();
      if (distance >= nearest) continue;
      nearest = distance;
      result = foot;
      edge = t > 0 && t < length ? e : -1;
      corner = t <= 0 ? e : t >= length ? (e + 1) % 3 : -1;
    }
    return result;
  }

  /// Whether the surface has this normal where the triangle is farthest along it.
  bool allowed(int index, const std::array<Vector3, 3>& corners, const Vector3& direction) const {
    const Mesh::Triangle& triangle = mesh_.triangle(index);
    double heights[3], highest = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) highest = std::max(highest, heights[k] = direction.dot(corners[k]));
    int low = -1, high = -1, count = 0;
    for (int k = 0; k < 3; ++k) {
      const bool level = heights[k] >= highest - level_tolerance * size_;
      count += level;
      (level ? high : low) = k;
    }
    if (count == 3) return direction.dot(triangle.normal) > 0;
    if (count == 2) return mesh_.normal_at_edge(index, (low + 1) % 3, direction);
    return direction.dot(triangle.normal) > 0 && mesh_.normal_at_corner(triangle.corners[high], direction);
  }

  static double separation_from(const std::array<Vector3, 3>& corners, const Convex& solid, const Vector3& normal) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const Vector3& corner : corners) highest = std::max(highest, normal.dot(corner));
    return normal.dot(solid.support(-normal)) - highest;
  }

  /// A cylinder's rim may meet an edge along any direction between the normals on both sides of it: the best one, by
  /// golden section.
  template <typename Consider>
  void consider_rim(int index, int edge, const Vector3& from, const Vector3& along, const Convex& cylinder,
                    Consider&& consider) const {
    const Mesh::Triangle& own = mesh_.triangle(index);
    if (own.neighbours[edge] < 0) return;
    const Vector3& other = mesh_.triangle(own.neighbours[edge]).normal;
    const double rise = -other.dot(own.inward[edge]);
    if (rise < least_ridge) return;
    const double angle = std::atan2(rise, own.normal.dot(other));
    const auto direction = [&](double t) -> Vector3 {
      return std::cos(t * angle) * own.normal - std::sin(t * angle) * own.inward[edge];
    };
    const auto apart = [&](double t) {
      const Vector3 normal = direction(t);
      return normal.dot(cylinder.support(-normal) - from);
    };
    constexpr double golden = 0.61803398874989484820;
    double low = 0, high = 1, left = 1 - golden, right = golden;
    double at_left = apart(left), at_right = apart(right);
    while (high - low > ridge_accuracy) {
      if (at_left > at_right) {
        high = right;
        right = left;
        at_right = at_left;
        at_left = apart(left = low + (1 - golden) * (high - low));
      } else {
        low = left;
        left = right;
        at_left = at_right;
        at_right = apart(right = low + golden * (high - low));
      }
    }
    const Vector3 normal = direction(0.5 * (low + high));
    const double place = along.dot(cylinder.support(-normal) - from) / along.squaredNorm();
    if (place >= 0 && place <= 1) consider(normal, from + place * along);
  }

  /// The edges between a face that looks along a direction and one that looks against it, by increasing number; a
  /// segment's edge for all directions.
  static void silhouette(const Polyhedron& polyhedron, const Vector3& direction, std::vector<int>& edges) {
    edges.clear();
    const auto& faces = polyhedron.faces();
    const auto consider = [&](int number) {
      const Polyhedron::Edge& edge = polyhedron.edges()[number];
      if (edge.right < 0 || faces[edge.left].normal.dot(direction) * faces[edge.right].normal.dot(direction) < 0)
        edges.push_back(number);
    };
    if (!polyhedron.is_large()) {
      for (int number = 0; number < static_cast<int>(polyhedron.edges().size()); ++number) consider(number);
      return;
    }
    // Arcs between normals that the plane across the direction cuts.
    const Vector3 reach = 0.5 * direction.cwiseAbs();
    const auto cut = [&](const Aabb& box) {
      return std::abs(direction.dot(box.centre())) <= reach.dot(box.high - box.low);
    };
    polyhedron.arcs().visit_if(cut, consider);
    std::sort(edges.begin(), edges.end());
  }

  /// The direction along which triangle and solid are farthest apart, of those that are normals of the surface.
  Axis best_axis(int index, const std::array<Vector3, 3>& corners, const Convex& solid) {
    const Vector3& up = mesh_.triangle(index).normal;
    Axis best{up, separation_from(corners, solid, up), true, {}, -std::numeric_limits<double>::infinity()};
    const auto consider = [&](const Vector3& normal, const std::optional<Vector3>& point) {
      const double apart = separation_from(corners, solid, normal);
      best.past = std::max(best.past, apart);
      if (apart <= best.separation + (best.face ? mesh_face_preference * size_ : 0)) return;
      if (allowed(index, corners, normal)) best = {normal, apart, false, point, best.past};
    };
    if (solid.polyhedron == nullptr) {
      consider(solid.axis(), {});
      consider(-solid.axis(), {});
      for (const Vector3& corner : corners) {  // against the side
        const Vector3 between = solid.position - corner;
        const Vector3 out = between - between.dot(solid.axis()) * solid.axis();
        if (out.norm() > level_tolerance * size_) consider(out.normalized(), corner);
      }
    } else {
      for (const auto& face : solid.polyhedron->faces()) consider(-solid.turn(face.normal), {});
    }
    for (int e = 0; e < 3; ++e) {
      const Vector3& from = corners[e];
      const Vector3 along = corners[(e + 1) % 3] - from;
      const auto consider_edge = [&](const Vector3& tail, const Vector3& other) {
        Vector3 normal = along.cross(other);
        const double length = normal.norm();
        if (length <= 1e-9 * along.norm() * other.norm()) return;
        normal /= length;
        if (normal.dot(up) < 0) normal = -normal;
        const double t = (tail - from).cross(other).dot(along.cross(other)) / (length * length);
        if (t >= 0 && t <= 1) consider(normal, from + t * along);
      };
      if (solid.polyhedron == nullptr) {
        // A generator of the side; which one the normal tells, its direction is the axis.
        Vector3 normal = along.cross(solid.axis());
        if (normal.norm() <= 1e-9 * along.norm()) continue;
        if (normal.dot(up) < 0) normal = -normal;
        consider_edge(solid.support(-normal), 2 * solid.info->half_length * solid.axis());
        consider_rim(index, e, from, along, solid, consider);
      } else {
        const auto& solid_corners = solid.polyhedron->corners();
        silhouette(*solid.polyhedron, solid.turn_back(along), scratch_.silhouette);
        for (const int number : scratch_.silhouette) {
          const Polyhedron::Edge& edge = solid.polyhedron->edges()[number];
          const Vector3 tail = solid.place(solid_corners[edge.tail]);
          consider_edge(tail, solid.place(solid_corners[edge.head]) - tail);
        }
      }
    }
    return best;
  }

  void lay_over(int index, const std::array<Vector3, 3>& corners, const Convex& solid, const Vector3& normal) {
    facing_part(corners, mesh_.triangle(index).normal, normal, scratch_.part_triangle);
    facing_part(solid, -normal, scratch_.part_solid);
    overlay(scratch_.part_triangle, scratch_.part_solid, normal, mesh_cut_tolerance * size_, scratch_.patch,
            scratch_.points);
  }

  double smallest_gap() const {
    double gap = std::numeric_limits<double>::infinity();
    for (const PatchPoint& point : scratch_.points) gap = std::min(gap, point.gap);
    return gap;
  }

  void add_points(int index, const Convex& solid, const Vector3& normal) {
    for (const auto& [on_mesh, separation, feature] : scratch_.points)
      add(on_mesh, normal, separation - solid.rounding, index, feature);
  }

  void one_triangle(const NearTriangle& near, const Convex& solid) {
    const int index = near.index;
    const CoreDistance& distance = near.distance;
    const std::array<Vector3, 3> corners{mesh_.corner(index, 0), mesh_.corner(index, 1), mesh_.corner(index, 2)};
    const Vector3& up = mesh_.triangle(index).normal;
    const bool overlaps = distance.state == CoreDistance::State::overlapping;
    const bool touching = overlaps || distance.distance < mesh_gap_tolerance * size_;
    const Axis axis = best_axis(index, corners, solid);
    // Where a much shorter way leads past the triangle, the solid only grazes it: a neighbour that faces it holds it.
    const double past = overlaps ? std::max(axis.past, separation_from(corners, solid, distance.normal)) : 0;
    const bool grazes =
        touching && axis.separation < -mesh_cut_tolerance * size_ && past > grazing_share * axis.separation;
    grazed_ = grazed_ || grazes;
    if (grazes && !grazed_counts_) return;
    lay_over(index, corners, solid, axis.normal);
    const bool realised = smallest_gap() <= axis.separation + mesh_gap_tolerance * size_;
    // Only normals of the surface were tried: that none of them separates does not mean that the two overlap.
    if (realised && (touching || axis.separation > 0)) return add_points(index, solid, axis.normal);
    if (touching) {
      // Below the triangle's plane, what lies over the triangle counts; the rest lies over its neighbours.
      add_points(index, solid, axis.normal);
      if (axis.face) return;
      const std::optional<Vector3> top = axis.point ? axis.point
                                         : scratch_.part_triangle.points.size() == 1
                                             ? std::optional(scratch_.part_triangle.points[0])
                                             : std::nullopt;
      if (top) add(*top, axis.normal, axis.separation - solid.rounding, index, nearest_feature);
      return;
    }
    const Vector3 normal = distance.normal.dot(up) > straight_up ? up : distance.normal;
    if (!allowed(index, corners, normal)) return;
    lay_over(index, corners, solid, normal);
    if (smallest_gap() > distance.distance + mesh_gap_tolerance * size_)
      scratch_.points.push_back({distance.on_a, distance.distance, nearest_feature});
    add_points(index, solid, normal);
  }

  const PlacedShape& solid_;
  const Mesh& mesh_;
  double margin_, size_;
  MeshScratch& scratch_;
  bool grazed_ = false, grazed_counts_ = false;
};

}  // namespace

void mesh_contacts(const PlacedShape& solid, const PlacedShape& mesh, double margin, MeshScratch& scratch,
                   Manifold& manifold) {
  PlacedShape local;
  local.info = solid.info;
  local.position = mesh.to_local(solid.position);
  local.rotation = mesh.rotation.transpose() * solid.rotation;
  scratch.triangles.clear();
  scratch.found.clear();
  MeshFinder finder(local, *mesh.info->mesh, margin, scratch);
  if (solid.info->kind == Kind::sphere) {
    mesh.info->mesh->visit_near(local.aabb(), margin, [&](int triangle) { scratch.triangles.push_back(triangle); });
    std::sort(scratch.triangles.begin(), scratch.triangles.end());
    finder.sphere();
  } else {
    finder.convex();
  }
  const double size = solid.info->ball.radius;
  remove_duplicates(scratch.found, size);

  // Group by group: contacts with one normal are one flat manifold.
  while (!scratch.found.empty()) {
    const Vector3 normal = scratch.found.front().normal;
    const std::size_t begin = manifold.size();
    std::size_t left = 0;
    for (const ManifoldPoint& contact : scratch.found) {
      if (contact.normal.dot(normal) > flat_group) {
        manifold.push_back(contact);
      } else {
        scratch.found[left++] = contact;
      }
    }
    scratch.found.resize(left);
    keep_largest_area(manifold, begin, size);
  }
  for (ManifoldPoint& contact : manifold) {
    contact.point = mesh.to_world(contact.point);
    contact.normal = -mesh.turn_to_world(contact.normal);
  }
}

}  // namespace signorini::collision
