#include "signorini/collision/surface_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <Eigen/Geometry>

#include "signorini/collision/triangle_overlap.h"

namespace signorini::collision {
namespace {

/// Cosine between the normals of patches that face each other, at most: at 75° and less.
constexpr double facing = -0.25;
/// Of the sum of the elements' heights: surfaces that are deeper in each other than this are not two that met, but the
/// far sides of thin bodies.
constexpr double deepest_share = 0.25;
/// Of a patch's area: less in common does not count.
constexpr double least_overlap = 1e-12;
/// Of a patch's size: a node may be so much nearer than the mean gap without a contact of its own.
constexpr double piercing_share = 0.01;

std::array<Vector3, 3> places_of(const SurfacePatch& patch, const std::vector<Vector3>& nodes) {
  return {nodes[static_cast<std::size_t>(patch.nodes[0])], nodes[static_cast<std::size_t>(patch.nodes[1])],
          nodes[static_cast<std::size_t>(patch.nodes[2])]};
}

double longest_edge(const std::array<Vector3, 3>& corners) {
  return std::sqrt(std::max({(corners[1] - corners[0]).squaredNorm(), (corners[2] - corners[1]).squaredNorm(),
                             (corners[0] - corners[2]).squaredNorm()}));
}

/// Coordinates in the plane of a triangle, seen against its normal: the triangle is counter-clockwise.
struct Plane {
  Vector3 origin, along, across, normal;

  Plane(const std::array<Vector3, 3>& corners, const Vector3& unit_normal)
      : origin(corners[0]),
        along((corners[1] - corners[0]).normalized()),
        across(unit_normal.cross(along)),
        normal(unit_normal) {}
  Eigen::Vector2d project(const Vector3& point) const {
    return {(point - origin).dot(along), (point - origin).dot(across)};
  }
  double height(const Vector3& point) const { return (point - origin).dot(normal); }
};

Eigen::Vector2d on_face(const SurfacePatch& patch, const Vector3& barycentric) {
  return barycentric[0] * patch.corners[0] + barycentric[1] * patch.corners[1] + barycentric[2] * patch.corners[2];
}

std::array<SurfacePoints::Part, 6> parts_of(const SurfaceFace& face, const std::array<double, 6>& weights) {
  std::array<SurfacePoints::Part, 6> parts;
  for (std::size_t k = 0; k < 6; ++k) parts[k] = {face.nodes[k], weights[k]};
  return parts;
}

void add_to(std::vector<SurfacePoints::Part>& sum, const SurfaceFace& face, const std::array<double, 6>& weights,
            double factor) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(face.count); ++k) {
    const auto known = std::ranges::find(sum, face.nodes[k], &SurfacePoints::Part::node);
    if (known == sum.end())
      sum.push_back({face.nodes[k], factor * weights[k]});
    else
      known->weight += factor * weights[k];
  }
}

bool can_move(const std::vector<SurfacePoints::Part>& parts, const FlexibleSurface& surface) {
  return std::ranges::any_of(parts, [&](const auto& part) { return !surface.is_held(part.node); });
}

}  // namespace

SurfacePairs::Mean& SurfacePairs::mean_of(int node) {
  int& place = place_of_[static_cast<std::size_t>(node)];
  if (place < 0) {
    place = count_++;
    if (place == static_cast<int>(means_.size())) means_.emplace_back();
    Mean& fresh = means_[static_cast<std::size_t>(place)];
    fresh.node = node;
    fresh.area = 0;
    fresh.normal = fresh.place = fresh.gap = Vector3::Zero();
    fresh.own.clear();
    fresh.other.clear();
  }
  return means_[static_cast<std::size_t>(place)];
}

/// What two patches have in common, in triangles, each with the three points of a rule that is exact for products of
/// linear functions.
void SurfacePairs::lay_over(const FlexibleSurface& own, int patch, const FlexibleSurface& other, int other_patch,
                            const std::vector<Vector3>& nodes, double margin) {
  const Vector3& normal = own.normals[static_cast<std::size_t>(patch)];
  if (normal.dot(other.normals[static_cast<std::size_t>(other_patch)]) >= facing) return;
  const SurfacePatch &p = own.patches[static_cast<std::size_t>(patch)],
                     &q = other.patches[static_cast<std::size_t>(other_patch)];
  const SurfaceFace &face = own.faces[static_cast<std::size_t>(p.face)],
                    &other_face = other.faces[static_cast<std::size_t>(q.face)];
  const std::array<Vector3, 3> corners = places_of(p, nodes), other_corners = places_of(q, nodes);
  const Plane plane(corners, normal);
  const Triangle2 below{plane.project(corners[0]), plane.project(corners[1]), plane.project(corners[2])};
  // Seen from here the other one goes clockwise.
  const Triangle2 above{plane.project(other_corners[0]), plane.project(other_corners[2]),
                        plane.project(other_corners[1])};
  const Overlap2 common = overlap(below, above);
  if (common.count < 3) return;

  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  for (int k = 0; k < common.count; ++k) centre += common.corners[static_cast<std::size_t>(k)] / common.count;
  const Vector3 at_centre = barycentric(above, centre);
  const double gap = at_centre[0] * plane.height(other_corners[0]) + at_centre[1] * plane.height(other_corners[2]) +
                     at_centre[2] * plane.height(other_corners[1]);
  if (gap > std::max(longest_edge(corners), margin) || gap < -deepest_share * (face.height + other_face.height)) return;

  for (int k = 1; k + 1 < common.count; ++k) {
    const Triangle2 part{common.corners[0], common.corners[static_cast<std::size_t>(k)],
                         common.corners[static_cast<std::size_t>(k + 1)]};
    const double area = 0.5 * twice_area(part);
    if (area <= least_overlap * twice_area(below)) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      const Eigen::Vector2d at = (4 * part[c] + part[(c + 1) % 3] + part[(c + 2) % 3]) / 6;
      const Vector3 hat = barycentric(below, at), on_other = barycentric(above, at);
      const Eigen::Vector2d mine = on_face(p, hat), theirs = on_face(q, {on_other[0], on_other[2], on_other[1]});
      const std::array<double, 6> weights = face.weights(mine.x(), mine.y()),
                                  other_weights = other_face.weights(theirs.x(), theirs.y());
      const Vector3 x = face.place(weights, nodes), y = other_face.place(other_weights, nodes);
      for (std::size_t i = 0; i < 3; ++i) {
        const double share = area / 3 * hat[static_cast<int>(i)];
        Mean& mean = mean_of(p.nodes[i]);
        mean.area += share;
        mean.normal += share * normal;
        mean.place += share * 0.5 * (x + y);
        mean.gap += share * (y - x);
        add_to(mean.own, face, weights, share);
        add_to(mean.other, other_face, other_weights, share);
      }
    }
  }
}

void SurfacePairs::make_means(const FlexibleSurface& own, const FlexibleSurface& other,
                              const std::vector<Vector3>& nodes, double margin) {
  count_ = 0;
  place_of_.assign(nodes.size(), -1);
  const int patches = own.patches_per_face(), other_patches = other.patches_per_face();
  const bool with_itself = &own == &other;
  const Aabb whole = other.tree.box();
  for (std::size_t face = 0; face < own.faces.size(); ++face) {
    const Aabb& box = own.boxes[face];
    const double size = (box.high - box.low).norm(), reach = std::max(size, margin);
    if (!box.near(whole, reach)) continue;
    other.tree.visit_near(box, reach, [&](int k) {
      if (!box.near(other.boxes[static_cast<std::size_t>(k)], reach)) return;
      for (int i = 0; i < patches; ++i) {
        for (int j = 0; j < other_patches; ++j) {
          const int patch = static_cast<int>(face) * patches + i, other_patch = k * other_patches + j;
          if (with_itself && own.rest_boxes[static_cast<std::size_t>(patch)].near(
                                 own.rest_boxes[static_cast<std::size_t>(other_patch)], size))
            continue;
          lay_over(own, patch, other, other_patch, nodes, margin);
        }
      }
    });
  }
}

void SurfacePairs::add_means(const FlexibleSurface& own, const FlexibleSurface& other, double margin,
                             std::vector<Contact>& contacts, SurfacePoints& points) {
  covered_.assign(place_of_.size(), std::numeric_limits<double>::infinity());
  const bool own_is_a = own.body < other.body;
  for (int k = 0; k < count_; ++k) {
    Mean& mean = means_[static_cast<std::size_t>(k)];
    if (!(mean.area > 0)) continue;
    const Vector3 normal = mean.normal.normalized();
    const double gap = normal.dot(mean.gap) / mean.area;
    for (auto* side : {&mean.own, &mean.other}) {
      for (SurfacePoints::Part& part : *side) {
        part.weight /= mean.area;
        double& covered = covered_[static_cast<std::size_t>(part.node)];
        covered = std::min(covered, gap);
      }
    }
    if (gap >= margin || (!can_move(mean.own, own) && !can_move(mean.other, other))) continue;
    const int on_own = points.add(mean.own), on_other = points.add(mean.other);
    const FlexibleSurface &a = own_is_a ? own : other, &b = own_is_a ? other : own;
    contacts.push_back({{a.body, b.body, 0, 0, mean.node},
                        mean.place / mean.area,
                        own_is_a ? normal : Vector3(-normal),
                        gap,
                        a.material,
                        b.material,
                        own_is_a ? on_own : on_other,
                        own_is_a ? on_other : on_own});
  }
}

/// The nodes of `own` that pierce a face of `other`. One that lies on the edge of a face beside is not meant: it does
/// not face that.
void SurfacePairs::add_nodes(const FlexibleSurface& own, const FlexibleSurface& other,
                             const std::vector<Vector3>& nodes, double margin, std::vector<Contact>& contacts,
                             SurfacePoints& points) const {
  const int other_patches = other.patches_per_face(), first_feature = static_cast<int>(nodes.size());
  const bool with_itself = &own == &other, own_is_a = own.body < other.body;
  const Aabb whole = other.tree.box();
  for (const int node : own.nodes) {
    const Vector3& place = nodes[static_cast<std::size_t>(node)];
    if (!whole.near({place, place}, margin)) continue;
    double nearest = margin;
    int nearest_patch = -1;
    Vector3 at;
    other.tree.visit_near({place, place}, margin, [&](int face) {
      for (int patch = face * other_patches; patch < (face + 1) * other_patches; ++patch) {
        const Vector3& normal = other.normals[static_cast<std::size_t>(patch)];
        const SurfacePatch& p = other.patches[static_cast<std::size_t>(patch)];
        const std::array<Vector3, 3> corners = places_of(p, nodes);
        const double size = longest_edge(corners);
        const Vector3& rest = own.at_rest[static_cast<std::size_t>(node - own.first_node)];
        if (own.node_normals[static_cast<std::size_t>(node - own.first_node)].dot(normal) >= facing ||
            (with_itself && other.rest_boxes[static_cast<std::size_t>(patch)].near({rest, rest}, size)))
          continue;
        const Plane plane(corners, normal);
        const double gap = plane.height(place);
        if (gap >= nearest || gap < -deepest_share * other.faces[static_cast<std::size_t>(p.face)].height ||
            gap > covered_[static_cast<std::size_t>(node)] - piercing_share * size)
          continue;
        const Vector3 inside = barycentric(
            {plane.project(corners[0]), plane.project(corners[1]), plane.project(corners[2])}, plane.project(place));
        if (inside.minCoeff() < 0) continue;
        nearest = gap;
        nearest_patch = patch;
        at = inside;
      }
    });
    if (nearest_patch < 0) continue;
    const SurfacePatch& p = other.patches[static_cast<std::size_t>(nearest_patch)];
    const SurfaceFace& face = other.faces[static_cast<std::size_t>(p.face)];
    if (own.is_held(node) && other.holds(face)) continue;
    const Eigen::Vector2d on = on_face(p, at);
    const std::array<double, 6> weights = face.weights(on.x(), on.y());
    const Vector3 foot = face.place(weights, nodes);
    const Vector3 normal = other.normals[static_cast<std::size_t>(nearest_patch)] * (own_is_a ? -1 : 1);
    const SurfacePoints::Part whole_node{node, 1.0};
    const int on_own = points.add({&whole_node, 1});
    const auto parts = parts_of(face, weights);
    const int on_other = points.add({parts.data(), static_cast<std::size_t>(face.count)});
    const FlexibleSurface &a = own_is_a ? own : other, &b = own_is_a ? other : own;
    contacts.push_back({{a.body, b.body, 0, 0, first_feature + node},
                        0.5 * (place + foot),
                        normal,
                        (own_is_a ? foot - place : place - foot).dot(normal),
                        a.material,
                        b.material,
                        own_is_a ? on_own : on_other,
                        own_is_a ? on_other : on_own});
  }
}

void SurfacePairs::find(const FlexibleSurface& a, const FlexibleSurface& b, const std::vector<Vector3>& nodes,
                        double margin, std::vector<Contact>& contacts, SurfacePoints& points) {
  const bool first_is_finer = a.patch_area < b.patch_area;
  const FlexibleSurface &finer = first_is_finer ? a : b, &coarser = first_is_finer ? b : a;
  if (!finer.tree.box().near(coarser.tree.box(), std::max(finer.largest_face, margin))) return;
  make_means(finer, coarser, nodes, margin);
  add_means(finer, coarser, margin, contacts, points);
  add_nodes(finer, coarser, nodes, margin, contacts, points);
  if (&a != &b) add_nodes(coarser, finer, nodes, margin, contacts, points);
}

}  // namespace signorini::collision
