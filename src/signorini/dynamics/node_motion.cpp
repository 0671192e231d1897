#include "signorini/dynamics/node_motion.h"

#include <algorithm>

namespace signorini {
namespace {

/// How far a drive goes from one time to another, m.
Vector3 travelled(const NodeHold& drive, double from, double to) {
  return (value(*drive.travel, to) - value(*drive.travel, from)) * drive.direction;
}

}  // namespace

NodeMotion::NodeMotion(const Model& model) : model_(model), velocities_(rigid_velocities(model)) {
  const std::vector<int> body_places = velocity_places(model);
  for (const int place : node_places(model)) {
    nodes_.emplace_back().place = place;
    if (place >= 0) velocities_ += 3;
  }
  std::size_t first = 0;
  for (const FlexibleBody& flexible : model.flexible_bodies) {
    for (const NodeHold& hold : flexible.holds)
      for (const int node : hold.nodes) {
        Node& held = nodes_[first + static_cast<std::size_t>(node)];
        if (hold.travel) held.drive = &hold;
        if (hold.body < 0 || body_places[static_cast<std::size_t>(hold.body)] < 0) continue;
        held.body = hold.body;
        held.body_place = body_places[static_cast<std::size_t>(hold.body)];
        const Pose& pose = model.bodies[static_cast<std::size_t>(hold.body)].pose;
        held.lever = Pose{pose.position, pose.orientation.normalized()}.to_local(
            flexible.mesh.nodes[static_cast<std::size_t>(node)]);
        welded_bodies_.push_back(hold.body);
      }
    first += flexible.mesh.nodes.size();
  }
  std::ranges::sort(welded_bodies_);
  welded_bodies_.erase(std::unique(welded_bodies_.begin(), welded_bodies_.end()), welded_bodies_.end());
  has_welds_ = !welded_bodies_.empty();
}

void NodeMotion::start_step(const State& state, double h) {
  driven_ = Vector::Zero(3 * count());
  acceleration_ = Vector::Zero(3 * count());
  for (int k = 0; k < count(); ++k) {
    Node& node = nodes_[static_cast<std::size_t>(k)];
    if (node.body >= 0) {
      node.turned = state.poses[static_cast<std::size_t>(node.body)].rotation();
      const Vector3 spin = state.v.segment<3>(node.body_place + 3);
      acceleration_.segment<3>(3 * k) = node.turned * spin.cross(spin.cross(node.lever));
    }
    if (node.drive == nullptr) continue;
    driven_.segment<3>(3 * k) = travelled(*node.drive, state.time, state.time + h) / h;
    const Vector3 before = travelled(*node.drive, state.time - h, state.time) / h;
    acceleration_.segment<3>(3 * k) = (driven_.segment<3>(3 * k) - before) / h;
  }
}

Vector3 NodeMotion::velocity(int k, const Vector& v) const {
  const Node& node = nodes_[static_cast<std::size_t>(k)];
  if (node.place >= 0) return v.segment<3>(node.place);
  if (node.body < 0) return driven_.segment<3>(3 * k);
  const Vector3 spin = v.segment<3>(node.body_place + 3);
  return v.segment<3>(node.body_place) + node.turned * spin.cross(node.lever);
}

Vector3 NodeMotion::own_velocity(int k, const State& state) const {
  const Node& node = nodes_[static_cast<std::size_t>(k)];
  if (node.place >= 0) return state.v.segment<3>(node.place);
  if (node.body < 0) return Vector3::Zero();
  const Vector3 spin = state.v.segment<3>(node.body_place + 3);
  return state.v.segment<3>(node.body_place) +
         state.poses[static_cast<std::size_t>(node.body)].orientation * spin.cross(node.lever);
}

Vector NodeMotion::velocities(const Vector& v, int first, int nodes) const {
  Vector all(3 * nodes);
  for (int k = 0; k < nodes; ++k) all.segment<3>(3 * k) = velocity(first + k, v);
  return all;
}

SparseMatrix NodeMotion::map(int first, int nodes) const {
  std::vector<Eigen::Triplet<double>> entries;
  for (int k = 0; k < nodes; ++k)
    for (int d = 0; d < 3; ++d)
      spread(first + k, Vector3::Unit(d),
             [&](int place, double component) { entries.emplace_back(3 * k + d, place, component); });
  SparseMatrix T(3 * nodes, velocities_);
  T.setFromTriplets(entries.begin(), entries.end());
  return T;
}

std::vector<Vector3> NodeMotion::moved(const State& start, const std::vector<Pose>& poses, const Vector& v,
                                       double h) const {
  std::vector<Vector3> to = start.nodes;
  for (int k = 0; k < count(); ++k) {
    const Node& node = nodes_[static_cast<std::size_t>(k)];
    Vector3& place = to[static_cast<std::size_t>(k)];
    if (node.place >= 0)
      place += h * v.segment<3>(node.place);
    else if (node.body >= 0)
      place = poses[static_cast<std::size_t>(node.body)].to_world(node.lever);
  }
  std::size_t first = 0;
  for (const FlexibleBody& flexible : model_.flexible_bodies) {
    for (const NodeHold& hold : flexible.holds) {
      if (!hold.travel) continue;
      const Vector3 gone = travelled(hold, 0, start.time + h);
      for (const int node : hold.nodes) {
        const auto k = static_cast<std::size_t>(node);
        to[first + k] = flexible.mesh.nodes[k] + gone;
      }
    }
    first += flexible.mesh.nodes.size();
  }
  return to;
}

}  // namespace signorini
