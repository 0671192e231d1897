#include "signorini/model/model.h"

#include <algorithm>
#include <cmath>

#include "signorini/base/error.h"
#include "signorini/base/names.h"

namespace signorini {
namespace {

struct HalfWidth {
  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Box& b) const { return b.half.minCoeff(); }
  double operator()(const Capsule& c) const { return c.radius; }
  double operator()(const Cylinder& c) const { return std::min(c.radius, c.half_length); }
  double operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    Eigen::AlignedBox3d bounds;
    for (const Vector3& corner : hull->corners) bounds.extend(corner);
    return 0.5 * bounds.sizes().minCoeff();
  }
  template <typename Boundary>
  double operator()(const Boundary&) const {
    return INFINITY;
  }
};

/// Of a shape's furthest point from the body's centre, unless turning about it changes nothing.
struct TurningRadius {
  const Pose& pose;
  double operator()(const Sphere& s) const {
    const double offset = pose.position.norm();
    return offset > 0 ? offset + s.radius : 0;
  }
  double operator()(const Box& b) const { return pose.position.norm() + b.half.norm(); }
  double operator()(const Capsule& c) const { return pose.position.norm() + c.half_length + c.radius; }
  double operator()(const Cylinder& c) const { return pose.position.norm() + std::hypot(c.radius, c.half_length); }
  double operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    double furthest = 0;
    for (const Vector3& corner : hull->corners) furthest = std::max(furthest, pose.to_world(corner).norm());
    return furthest;
  }
  template <typename Boundary>
  double operator()(const Boundary&) const {
    return 0;
  }
};

template <class Named>
int index_of(std::string_view kind, const std::vector<Named>& list, const std::string& name) {
  const auto found = std::ranges::find(list, name, &Named::name);
  if (found != list.end()) return static_cast<int>(found - list.begin());
  std::vector<std::string> known;
  for (const Named& one : list) known.push_back(one.name);
  throw InputError(unknown_name_message(kind, name, known));
}

}  // namespace

int body_index(const Model& model, const std::string& name) { return index_of("body", model.bodies, name); }
int joint_index(const Model& model, const std::string& name) { return index_of("joint", model.joints, name); }

std::vector<std::pair<int, int>> pairs_without_contact(const Model& model) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& [a, b] : model.ignored_pairs) pairs.emplace_back(std::minmax(a, b));
  for (const Joint& joint : model.joints)
    if (!joint.contact && joint.body_a >= 0 && joint.body_b >= 0)
      pairs.emplace_back(std::minmax(joint.body_a, joint.body_b));
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

void set_mass(Body& body, const MassProperties& properties) {
  body.mass = properties.mass;
  body.inertia = properties.inertia;
  body.pose.position = body.pose.to_world(properties.centre);
  for (Shape& shape : body.shapes) shape.pose.position -= properties.centre;
  body.origin -= properties.centre;
}

void set_mass_from_shapes(Body& body, double density) { set_mass(body, mass_properties(body.shapes, density)); }

double half_width(const Body& body) {
  double least = INFINITY;
  for (const Shape& shape : body.shapes) least = std::min(least, std::visit(HalfWidth{}, shape.geometry));
  return least;
}

double turning_radius(const Body& body) {
  double furthest = 0;
  for (const Shape& shape : body.shapes)
    furthest = std::max(furthest, std::visit(TurningRadius{shape.pose}, shape.geometry));
  return furthest;
}

bool has_hollow(const Model& model) {
  const auto hollow = [](const Shape& shape) {
    return std::holds_alternative<CylinderInside>(shape.geometry) ||
           std::holds_alternative<ConeInside>(shape.geometry) ||
           std::holds_alternative<std::shared_ptr<const TriangleMesh>>(shape.geometry);
  };
  return std::ranges::any_of(model.bodies, [&](const Body& body) { return std::ranges::any_of(body.shapes, hollow); });
}

std::vector<int> velocity_places(const Model& model) {
  std::vector<int> places;
  places.reserve(model.bodies.size());
  int next = 0;
  for (const Body& body : model.bodies) {
    places.push_back(body.fixed ? -1 : next);
    if (!body.fixed) next += 6;
  }
  return places;
}

int rigid_velocities(const Model& model) {
  return 6 * static_cast<int>(std::ranges::count(model.bodies, false, &Body::fixed));
}

std::vector<int> node_places(const Model& model) {
  std::vector<int> places;
  int next = rigid_velocities(model);
  for (const FlexibleBody& body : model.flexible_bodies) {
    const std::size_t first = places.size();
    places.resize(first + body.mesh.nodes.size(), 0);
    for (const NodeHold& hold : body.holds)
      for (const int node : hold.nodes) places[first + static_cast<std::size_t>(node)] = -1;
    for (std::size_t k = first; k < places.size(); ++k)
      if (places[k] >= 0) next = (places[k] = next) + 3;
  }
  return places;
}

namespace {

void add_nodes(const Model& model, State& state, std::vector<double>& v) {
  const std::vector<int> places = node_places(model);
  for (const FlexibleBody& body : model.flexible_bodies) {
    const Vector3 centre = centroid(body.mesh);
    for (const Vector3& node : body.mesh.nodes) {
      state.nodes.push_back(node);
      if (places[state.nodes.size() - 1] < 0) continue;
      const Vector3 velocity = body.velocity + body.angular_velocity.cross(node - centre);
      v.insert(v.end(), velocity.begin(), velocity.end());
    }
  }
}

}  // namespace

State initial_state(const Model& model) {
  State state;
  std::vector<double> v;
  for (const Body& body : model.bodies) {
    state.poses.push_back({body.pose.position, body.pose.orientation.normalized()});
    if (body.fixed) continue;
    v.insert(v.end(), body.velocity.begin(), body.velocity.end());
    v.insert(v.end(), body.angular_velocity.begin(), body.angular_velocity.end());
  }
  add_nodes(model, state, v);
  state.v = Eigen::Map<const Vector>(v.data(), static_cast<Eigen::Index>(v.size()));
  return state;
}

}  // namespace signorini
