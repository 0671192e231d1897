#include "signorini/collision/surface_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace signorini {

using namespace collision;

namespace {

/// Of the margin: a face's own point counts where it is nearer than the nodes of the face by more than this.
constexpr double nearer_share = 0.01;
/// Of a face's size: a round solid that sinks no deeper into the face while it touches the nodes is as good as flat
/// there. Points of faces would leave its nodes without force, and more rows than the surface has ways to move.
constexpr double flat_share = 0.02;
constexpr int most_approaches = 12;
/// Of the face's size: the nearest point is found as well as this.
constexpr double approach_accuracy = 1e-6;

/// A point well inside of a solid is so far below its surface, m.
double depth_of_core(const ShapeInfo& solid) {
  switch (solid.kind) {
    case Kind::sphere:
    case Kind::capsule:
      return solid.radius;
    case Kind::cylinder:
      return std::min(solid.radius, solid.half_length);
    case Kind::box:
      return solid.half.minCoeff();
    default:
      return 0.25 * solid.ball.radius;
  }
}

/// Whether a solid is round with a radius that is large for a face, where its normal is this one.
bool is_flat_for(double face_size, const PlacedShape& shape, const Vector3& normal) {
  constexpr double across = 1e-6;  // of a normal along an axis: below it is that of a cylinder's side
  const ShapeInfo& solid = *shape.info;
  const bool round = solid.kind == Kind::sphere || solid.kind == Kind::capsule ||
                     (solid.kind == Kind::cylinder && std::abs(normal.dot(shape.axis())) < across);
  return round && face_size < 8 * flat_share * solid.radius;  // it sinks by size²/8 radius
}

/// Barycentric coordinates (ξ, η) of the point of a triangle that is nearest to another.
Eigen::Vector2d nearest_on_triangle(const std::array<Vector3, 3>& corners, const Vector3& point) {
  const Vector3 a = corners[1] - corners[0], b = corners[2] - corners[0], p = point - corners[0];
  const double aa = a.dot(a), ab = a.dot(b), bb = b.dot(b), determinant = aa * bb - ab * ab;
  const double pa = p.dot(a), pb = p.dot(b);
  if (determinant > 0) {
    const double xi = (bb * pa - ab * pb) / determinant, eta = (aa * pb - ab * pa) / determinant;
    if (xi >= 0 && eta >= 0 && xi + eta <= 1) return {xi, eta};
  }
  const std::array<Eigen::Vector2d, 3> places{Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)};
  Eigen::Vector2d best = places[0];
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3 along = corners[(k + 1) % 3] - corners[k];
    const double length = along.squaredNorm();
    const double t = length > 0 ? std::clamp((point - corners[k]).dot(along) / length, 0.0, 1.0) : 0;
    const double distance = (point - corners[k] - t * along).squaredNorm();
    if (distance >= nearest) continue;
    nearest = distance;
    best = (1 - t) * places[k] + t * places[(k + 1) % 3];
  }
  return best;
}

}  // namespace

SurfaceCollision::SurfaceCollision(const Model& model) : shapes_(describe_shapes(model)) {
  point_.kind = point_.tag.kind = Kind::sphere;
  int first = 0, number = static_cast<int>(model.bodies.size());
  for (const FlexibleBody& body : model.flexible_bodies) {
    if (body.touches) surfaces_.emplace_back(model, body, number, first);
    first += static_cast<int>(body.mesh.nodes.size());
    ++number;
  }
}

/// From a shape to a point; infinite beyond the reach.
SurfaceCollision::Found SurfaceCollision::distance(const PlacedShape& shape, const Vector3& point, double reach) {
  PlacedShape at;
  at.info = &point_;
  at.position = point;
  touch(shape, at, reach, scratch_, manifold_);
  Found nearest{Vector3::UnitZ(), std::numeric_limits<double>::infinity()};
  for (const ManifoldPoint& contact : manifold_)
    if (contact.gap < nearest.gap) nearest = {contact.normal, contact.gap};
  return nearest;
}

void SurfaceCollision::add(const PlacedShape& shape, const FlexibleSurface& surface,
                           std::span<const SurfacePoints::Part> on, int feature, const Vector3& place,
                           const Found& found, std::vector<Contact>& contacts, SurfacePoints& points) const {
  const ShapeTag& tag = shape.info->tag;
  contacts.push_back({{tag.body, surface.body, tag.shape, 0, feature},
                      place - 0.5 * found.gap * found.normal,
                      found.normal,
                      found.gap,
                      tag.material,
                      surface.material,
                      -1,
                      points.add(on)});
}

/// Faces whose box is near to that of the shape, and their nodes; everything where the shape has none.
void SurfaceCollision::gather(const PlacedShape& shape, const FlexibleSurface& surface) {
  near_.faces.clear();
  if (is_boundary(shape.info->kind) && shape.info->kind != Kind::mesh) {
    near_.nodes = surface.nodes;
    return;
  }
  near_.nodes.clear();
  surface.tree.visit_near(shape.aabb(), margin_, [&](int face) { near_.faces.push_back(face); });
  std::ranges::sort(near_.faces);
  for (const int k : near_.faces) {
    const SurfaceFace& face = surface.faces[static_cast<std::size_t>(k)];
    near_.nodes.insert(near_.nodes.end(), face.nodes.begin(), face.nodes.begin() + face.count);
  }
  std::ranges::sort(near_.nodes);
  near_.nodes.erase(std::unique(near_.nodes.begin(), near_.nodes.end()), near_.nodes.end());
}

void SurfaceCollision::touch_nodes(const PlacedShape& shape, const FlexibleSurface& surface,
                                   const std::vector<Vector3>& nodes, std::vector<Contact>& contacts,
                                   SurfacePoints& points) {
  const double reach = margin_ + 2 * surface.largest_face;  // the faces ask for what is further than the margin
  node_gaps_.resize(nodes.size());
  for (const int node : near_.nodes) {
    const Vector3& place = nodes[static_cast<std::size_t>(node)];
    const Found found = distance(shape, place, reach);
    node_gaps_[static_cast<std::size_t>(node)] = found.gap;
    if (found.gap >= margin_ || (shape.info->tag.fixed && surface.is_held(node))) continue;
    const SurfacePoints::Part whole{node, 1.0};
    add(shape, surface, {&whole, 1}, node, place, found, contacts, points);
  }
}

/// Goes to and fro between the face and the inside of the solid. Wherever it ends, the distance there is a true one.
void SurfaceCollision::touch_faces(const PlacedShape& shape, const FlexibleSurface& surface,
                                   const std::vector<Vector3>& nodes, std::vector<Contact>& contacts,
                                   SurfacePoints& points) {
  if (is_boundary(shape.info->kind)) return;
  const double core = depth_of_core(*shape.info);
  const int first_feature = static_cast<int>(nodes.size());
  for (const int k : near_.faces) {
    const SurfaceFace& face = surface.faces[static_cast<std::size_t>(k)];
    if (shape.info->tag.fixed && surface.holds(face)) continue;
    const Aabb& around = surface.boxes[static_cast<std::size_t>(k)];
    const double size = (around.high - around.low).norm(), reach = margin_ + 2 * size;
    std::array<Vector3, 3> corners;
    double nearest_node = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < static_cast<std::size_t>(face.count); ++c) {
      const auto node = static_cast<std::size_t>(face.nodes[c]);
      if (c < 3) corners[c] = nodes[node];
      nearest_node = std::min(nearest_node, node_gaps_[node]);
    }
    std::array<double, 6> weights = face.weights(1.0 / 3, 1.0 / 3);
    Vector3 place = face.place(weights, nodes);
    Found found = distance(shape, place, reach);
    for (int i = 0; i < most_approaches && std::isfinite(found.gap); ++i) {
      const Eigen::Vector2d at = nearest_on_triangle(corners, place - (found.gap + core) * found.normal);
      weights = face.weights(at.x(), at.y());
      const Vector3 before = place;
      place = face.place(weights, nodes);
      found = distance(shape, place, reach);
      if ((place - before).norm() < approach_accuracy * size) break;
    }
    if (found.gap >= margin_ || found.gap >= nearest_node - nearer_share * margin_) continue;
    if (is_flat_for(size, shape, found.normal)) continue;
    std::array<SurfacePoints::Part, 6> on;
    for (std::size_t c = 0; c < 6; ++c) on[c] = {face.nodes[c], weights[c]};
    add(shape, surface, {on.data(), static_cast<std::size_t>(face.count)}, first_feature + k, place, found, contacts,
        points);
  }
}

void SurfaceCollision::find(const std::vector<Pose>& poses, const std::vector<Vector3>& nodes, double margin,
                            std::vector<Contact>& contacts, SurfacePoints& points) {
  contacts.clear();
  points.clear();
  margin_ = margin;
  for (FlexibleSurface& surface : surfaces_) surface.move_to(nodes);
  for (const ShapeInfo& info : shapes_) {
    const Pose pose = poses[static_cast<std::size_t>(info.tag.body)] * info.pose;
    const PlacedShape shape{&info, pose.position, pose.rotation()};
    for (const FlexibleSurface& surface : surfaces_) {
      if (std::ranges::find(surface.not_with, info.tag.body) != surface.not_with.end()) continue;
      gather(shape, surface);
      touch_nodes(shape, surface, nodes, contacts, points);
      touch_faces(shape, surface, nodes, contacts, points);
    }
  }
  for (std::size_t a = 0; a < surfaces_.size(); ++a) {
    if (surfaces_[a].touches_itself) pairs_.find(surfaces_[a], surfaces_[a], nodes, margin, contacts, points);
    for (std::size_t b = a + 1; b < surfaces_.size(); ++b)
      pairs_.find(surfaces_[a], surfaces_[b], nodes, margin, contacts, points);
  }
  std::ranges::sort(contacts, {}, &Contact::key);
}

}  // namespace signorini
