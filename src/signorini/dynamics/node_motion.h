#pragma once

#include <vector>

#include "signorini/model/model.h"

namespace signorini {

/// How the nodes of flexible bodies move with the velocities v of the problem: ẋ = T v + g.
///
///     free nodes     three velocities of their own
///     welded nodes   ẋ = ẋ_b + R (ω × d), with their rigid body
///     held nodes     g alone: 0, or how far their drive goes in the step, over h
class NodeMotion {
 public:
  /// The model must outlive this.
  explicit NodeMotion(const Model& model);

  int count() const { return static_cast<int>(nodes_.size()); }
  /// The first velocity of a free node; -1 for others.
  int place(int node) const { return nodes_[static_cast<std::size_t>(node)].place; }
  bool has_welds() const { return has_welds_; }
  /// The bodies that nodes are welded to, each once.
  const std::vector<int>& welded_bodies() const { return welded_bodies_; }

  /// From here on T and g are those of a step from this state.
  void start_step(const State& state, double h);
  /// 3 × nodes of a flexible body: T v + g. `first`: the number of its first node.
  Vector velocities(const Vector& v, int first, int nodes) const;
  /// The rows of T of a flexible body, (3 × nodes) × velocities.
  SparseMatrix map(int first, int nodes) const;
  /// g, and how fast it changes: of held nodes by their drive, of welded ones by the turning of their body.
  const Vector& driven() const { return driven_; }
  const Vector& acceleration() const { return acceleration_; }
  /// How a unit impulse on a node along a direction acts: adds (place, component) to `column`.
  template <class Add>
  void spread(int node, const Vector3& direction, const Add& add) const {
    const Node& n = nodes_[static_cast<std::size_t>(node)];
    if (n.place >= 0)
      for (int k = 0; k < 3; ++k) add(n.place + k, direction[k]);
    if (n.body < 0) return;
    const Vector3 torque = n.lever.cross(Vector3(n.turned.transpose() * direction));
    for (int k = 0; k < 3; ++k) add(n.body_place + k, direction[k]);
    for (int k = 0; k < 3; ++k) add(n.body_place + 3 + k, torque[k]);
  }
  Vector3 velocity(int node, const Vector& v) const;
  /// In a state, of nodes with mass of their own: 0 for held ones.
  Vector3 own_velocity(int node, const State& state) const;

  /// Where the nodes are after the step, with velocities v at its end and the rigid bodies at these poses.
  std::vector<Vector3> moved(const State& start, const std::vector<Pose>& poses, const Vector& v, double h) const;

 private:
  struct Node {
    int place = -1;
    int body = -1, body_place = -1;   ///< welded to a moving body
    Vector3 lever = Vector3::Zero();  ///< d, in the body's frame
    Matrix3 turned = Matrix3::Identity();
    const NodeHold* drive = nullptr;
  };

  const Model& model_;
  std::vector<Node> nodes_;
  std::vector<int> welded_bodies_;
  bool has_welds_ = false;
  int velocities_ = 0;
  Vector driven_, acceleration_;
};

}  // namespace signorini
