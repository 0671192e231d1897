#include "signorini/collision/surface_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "signorini/fem/tet_mesh.h"

namespace signorini {

using namespace collision;

namespace {

/// Of the margin: a face's own point counts where it is nearer than the nodes of the face by more than this.
constexpr double nearer_share = 0.01;
constexpr int most_approaches = 12;
/// Of the face's size: the nearest point is found as well as this.
constexpr double approach_accuracy = 1e-6;

/// Of a face with three or six nodes at (ξ, η), the second and third barycentric coordinates.
void set_weights(double xi, double eta, SurfacePoint& point) {
  const std::array<double, 3> L{1 - xi - eta, xi, eta};
  if (point.count == 3) {
    std::copy(L.begin(), L.end(), point.weights.begin());
    return;
  }
  for (int k = 0; k < 3; ++k) {
    point.weights[static_cast<std::size_t>(k)] =
        L[static_cast<std::size_t>(k)] * (2 * L[static_cast<std::size_t>(k)] - 1);
    point.weights[static_cast<std::size_t>(3 + k)] =
        4 * L[static_cast<std::size_t>(k)] * L[static_cast<std::size_t>((k + 1) % 3)];
  }
}

Vector3 place_of(const SurfacePoint& point, const std::vector<Vector3>& nodes) {
  Vector3 sum = Vector3::Zero();
  for (int k = 0; k < point.count; ++k)
    sum += point.weights[static_cast<std::size_t>(k)] *
           nodes[static_cast<std::size_t>(point.nodes[static_cast<std::size_t>(k)])];
  return sum;
}

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

Aabb box_around(const SurfacePoint& face, const std::vector<Vector3>& nodes) {
  Aabb box;
  for (int k = 0; k < face.count; ++k)
    box.include(nodes[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(k)])]);
  return box;
}

}  // namespace

SurfaceCollision::SurfaceCollision(const Model& model, double margin)
    : margin_(margin), shapes_(describe_shapes(model)) {
  point_.kind = point_.tag.kind = Kind::sphere;
  int first = 0, number = static_cast<int>(model.bodies.size());
  for (const FlexibleBody& body : model.flexible_bodies) {
    if (body.touches) {
      Surface surface{number, body.material, {}, {}, {}, std::vector<bool>(body.mesh.nodes.size()), first};
      const std::vector<TetMesh::Face> faces = boundary_faces(body.mesh);
      for (const int node : nodes_of(body.mesh, faces)) surface.nodes.push_back(first + node);
      for (const TetMesh::Face& face : faces) {
        SurfacePoint on;
        for (const int node : face_nodes(body.mesh, face))
          if (node >= 0) on.nodes[static_cast<std::size_t>(on.count++)] = first + node;
        surface.faces.push_back(on);
      }
      for (const NodeHold& hold : body.holds) {
        if (hold.body >= 0) surface.not_with.push_back(hold.body);
        if (hold.body >= 0 && !model.bodies[static_cast<std::size_t>(hold.body)].fixed) continue;
        for (const int node : hold.nodes) surface.held[static_cast<std::size_t>(node)] = true;
      }
      surfaces_.push_back(std::move(surface));
    }
    first += static_cast<int>(body.mesh.nodes.size());
    ++number;
  }
}

/// Whether none of a face's nodes can move.
bool SurfaceCollision::Surface::holds(const SurfacePoint& face) const {
  for (int k = 0; k < face.count; ++k)
    if (!held[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(k)] - first_node)]) return false;
  return true;
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

void SurfaceCollision::add(const PlacedShape& shape, const Surface& surface, const SurfacePoint& on, int feature,
                           const Vector3& place, const Found& found, std::vector<Contact>& contacts,
                           std::vector<SurfacePoint>& points) const {
  const ShapeTag& tag = shape.info->tag;
  contacts.push_back({{tag.body, surface.body, tag.shape, 0, feature},
                      place - 0.5 * found.gap * found.normal,
                      found.normal,
                      found.gap,
                      tag.material,
                      surface.material,
                      -1,
                      static_cast<int>(points.size())});
  points.push_back(on);
}

void SurfaceCollision::touch_nodes(const PlacedShape& shape, const Surface& surface, const std::vector<Vector3>& nodes,
                                   std::vector<Contact>& contacts, std::vector<SurfacePoint>& points) {
  const bool has_box = !is_boundary(shape.info->kind) || shape.info->kind == Kind::mesh;
  const Aabb box = has_box ? shape.aabb() : Aabb();
  for (const int node : surface.nodes) {
    const Vector3& place = nodes[static_cast<std::size_t>(node)];
    if (shape.info->tag.fixed && surface.held[static_cast<std::size_t>(node - surface.first_node)]) continue;
    if (has_box && !box.near({place, place}, margin_)) continue;
    const Found found = distance(shape, place, margin_);
    if (found.gap < margin_) add(shape, surface, {1, {node}, {1.0}}, node, place, found, contacts, points);
  }
}

/// Goes to and fro between the face and the inside of the solid. Wherever it ends, the distance there is a true one.
void SurfaceCollision::touch_faces(const PlacedShape& shape, const Surface& surface, const std::vector<Vector3>& nodes,
                                   std::vector<Contact>& contacts, std::vector<SurfacePoint>& points) {
  if (is_boundary(shape.info->kind)) return;
  const Aabb box = shape.aabb();
  const double core = depth_of_core(*shape.info);
  const int first_feature = static_cast<int>(nodes.size());
  for (std::size_t k = 0; k < surface.faces.size(); ++k) {
    const Aabb around = box_around(surface.faces[k], nodes);
    if (!box.near(around, margin_) || (shape.info->tag.fixed && surface.holds(surface.faces[k]))) continue;
    const double size = (around.high - around.low).norm(), reach = margin_ + 2 * size;
    SurfacePoint on = surface.faces[k];
    std::array<Vector3, 3> corners;
    double nearest_node = std::numeric_limits<double>::infinity();
    for (int c = 0; c < on.count; ++c) {
      const Vector3& corner = nodes[static_cast<std::size_t>(on.nodes[static_cast<std::size_t>(c)])];
      if (c < 3) corners[static_cast<std::size_t>(c)] = corner;
      nearest_node = std::min(nearest_node, distance(shape, corner, reach).gap);
    }
    set_weights(1.0 / 3, 1.0 / 3, on);
    Vector3 place = place_of(on, nodes);
    Found found = distance(shape, place, reach);
    for (int i = 0; i < most_approaches && std::isfinite(found.gap); ++i) {
      const Eigen::Vector2d at = nearest_on_triangle(corners, place - (found.gap + core) * found.normal);
      set_weights(at.x(), at.y(), on);
      const Vector3 before = place;
      place = place_of(on, nodes);
      found = distance(shape, place, reach);
      if ((place - before).norm() < approach_accuracy * size) break;
    }
    if (found.gap < margin_ && found.gap < nearest_node - nearer_share * margin_)
      add(shape, surface, on, first_feature + static_cast<int>(k), place, found, contacts, points);
  }
}

void SurfaceCollision::find(const std::vector<Pose>& poses, const std::vector<Vector3>& nodes,
                            std::vector<Contact>& contacts, std::vector<SurfacePoint>& points) {
  contacts.clear();
  points.clear();
  for (const ShapeInfo& info : shapes_) {
    const Pose pose = poses[static_cast<std::size_t>(info.tag.body)] * info.pose;
    const PlacedShape shape{&info, pose.position, pose.rotation()};
    for (const Surface& surface : surfaces_) {
      if (std::ranges::find(surface.not_with, info.tag.body) != surface.not_with.end()) continue;
      touch_nodes(shape, surface, nodes, contacts, points);
      touch_faces(shape, surface, nodes, contacts, points);
    }
  }
  std::ranges::sort(contacts, {}, &Contact::key);
}

}  // namespace signorini
