#include "signorini/run/player.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "signorini/base/error.h"
#include "signorini/dynamics/node_motion.h"
#include "signorini/fem/elastic_body.h"

namespace signorini {
namespace {

/// The spring of a pull is constant over a step, taken at its start. With ω h ≤ 1/2 at critical damping each step takes
/// the point nearer to its target; contacts and joints only make more mass of it.
constexpr double most_rate_times_step = 0.5;
constexpr double most_rate = 1000;
/// Of the angle, rad, by which a pull may turn a body in a step that was at rest. On a long lever about a thin axis the
/// force would turn it round and round within a step; the grasp slips instead.
constexpr double most_turn = 0.25;

/// Of the mass of a flexible body: what is grasped with a node. Light enough to bend it, heavy enough to lift it.
constexpr double grasped_share = 0.125;

Matrix3 cross_matrix(const Vector3& r) {
  Matrix3 out;
  out << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return out;
}

/// The least mass that a force on a point of a free body feels, over all directions: 1 / λ_max(1/m - r× I⁻¹ r×), kg.
double least_mass(const Body& body, const Vector3& point) {
  const Matrix3 r = cross_matrix(point);
  const Matrix3 mobility = Matrix3::Identity() / body.mass - r * body.inertia.inverse() * r;
  return 1 / Eigen::SelfAdjointEigenSolver<Matrix3>(mobility, Eigen::EigenvaluesOnly).eigenvalues()[2];
}

/// Of a force on a point, both along the body's axes, about the centre of mass: without what would turn the body too
/// far, and with damping of its turning. `w`: angular velocity.
Vector3 torque_of(const Body& body, const Vector3& point, const Vector3& force, const Vector3& w, double rate,
                  double h) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> principal(body.inertia);
  const Vector3 moments = principal.eigenvalues();
  const Matrix3 axes = principal.eigenvectors();
  const Vector3 torque = axes.transpose() * point.cross(force), most = most_turn / (h * h) * moments;
  const Vector3 damping = rate * moments.cwiseProduct(axes.transpose() * w);
  return axes * (torque.cwiseMin(most).cwiseMax(-most) - damping);
}

}  // namespace

Player::Player(Model model, Settings settings)
    : settings_(settings), simulation_(std::move(model), std::move(settings)) {}

void Player::act(const Act& act) {
  if (const auto* change = std::get_if<ChangeGravity>(&act)) {
    simulation_.set_gravity(change->gravity);
  } else if (const auto* other = std::get_if<ChangeSolver>(&act)) {
    Settings next = settings_;
    next.law = other->law;
    if (other->solver != next.solver) next.solver_options.clear();
    next.solver = other->solver;
    simulation_.change_settings(next);
    settings_ = std::move(next);
  } else if (const auto* drop = std::get_if<DropBody>(&act)) {
    simulation_.add_body(body_of(*drop));
  } else if (const auto* pull = std::get_if<Pull>(&act)) {
    if (!(pull->rate > 0 && pull->rate <= most_rate))
      throw InputError(fmt::format("rate is {:g}, expected more than 0 and at most {:g} rad/s", pull->rate, most_rate));
    const Model& model = simulation_.model();
    if (pull->node >= 0)
      require_sound({.pushes = {{.node = pull->node, .force = pull->target}}}, model);
    else
      require_sound({.forces = {{.body = pull->body, .force = pull->target, .point = pull->point}}}, model);
    if (pull->node >= 0 && !(pull_ && pull_->node == pull->node)) grasp_ = grasp_of(model, pull->node);
    pull_ = *pull;
  } else {
    pull_.reset();
    pulled_.reset();
  }
  // Of pulls between two steps the last one holds.
  auto& entries = recording_.entries;
  if (std::holds_alternative<Pull>(act) && !entries.empty() && entries.back().after == simulation_.steps_done() &&
      std::holds_alternative<Pull>(entries.back().act))
    entries.pop_back();
  entries.push_back({simulation_.steps_done(), act});
}

Player::PullForce Player::force_of(const Pull& pull) const {
  const auto place = static_cast<std::size_t>(pull.body);
  const Body& body = simulation_.model().bodies[place];
  const State& state = simulation_.state();
  const Pose& pose = state.poses[place];
  const Eigen::Index v = velocity_places(simulation_.model())[place];
  const Vector3 turning = state.v.segment<3>(v + 3);
  const Vector3 point = pose.position + pose.orientation * pull.point;
  const Vector3 velocity = state.v.segment<3>(v) + pose.orientation * turning.cross(pull.point);
  const double rate = std::min(pull.rate, most_rate_times_step / settings_.step);
  const Vector3 force = least_mass(body, pull.point) * (rate * rate * (pull.target - point) - 2 * rate * velocity);
  const Quaternion into = pose.orientation.conjugate();
  const Vector3 torque = torque_of(body, pull.point, into * force, turning, rate, settings_.step);
  return {pull.body, -1, point, pull.target, force, pose.orientation * torque};
}

/// One node has next to no mass: what is nearest to it at rest goes with it.
Player::Grasp Player::grasp_of(const Model& model, int node) {
  int first = 0;
  std::size_t k = 0;
  while (node >= first + static_cast<int>(model.flexible_bodies[k].mesh.nodes.size()))
    first += static_cast<int>(model.flexible_bodies[k++].mesh.nodes.size());
  const FlexibleBody& body = model.flexible_bodies[k];
  const ElasticBody elastic(body.mesh, body.elastic, body.mass);
  const Vector diagonal = elastic.mass().diagonal();
  const double whole = elastic.mass().sum() / 3, scale = 3 * whole / diagonal.sum();
  const Vector3 centre = body.mesh.nodes[static_cast<std::size_t>(node - first)];
  std::vector<std::pair<double, int>> nearest;
  for (int other = 0; other < elastic.node_count(); ++other)
    nearest.emplace_back((body.mesh.nodes[static_cast<std::size_t>(other)] - centre).squaredNorm(), other);
  std::ranges::sort(nearest);
  Grasp grasp;
  for (const auto& [distance, other] : nearest) {
    if (grasp.mass >= grasped_share * whole) break;
    const double mass = scale * diagonal[3 * other];
    grasp.shares.emplace_back(first + other, mass);
    grasp.mass += mass;
  }
  for (auto& [other, share] : grasp.shares) share /= grasp.mass;
  return grasp;
}

Player::PullForce Player::force_on_nodes(const Pull& pull, StepInputs& inputs) const {
  const State& state = simulation_.state();
  const NodeMotion motion(simulation_.model());
  Vector3 velocity = Vector3::Zero();
  for (const auto& [node, share] : grasp_.shares) velocity += share * motion.own_velocity(node, state);
  const Vector3 point = state.nodes[static_cast<std::size_t>(pull.node)];
  const double rate = std::min(pull.rate, most_rate_times_step / settings_.step);
  const Vector3 force = grasp_.mass * (rate * rate * (pull.target - point) - 2 * rate * velocity);
  for (const auto& [node, share] : grasp_.shares) inputs.pushes.push_back({node, share * force});
  return {-1, pull.node, point, pull.target, force, Vector3::Zero()};
}

StepRecord Player::step() {
  StepInputs inputs;
  pulled_.reset();
  if (pull_ && pull_->node >= 0) {
    pulled_ = force_on_nodes(*pull_, inputs);
  } else if (pull_) {
    pulled_ = force_of(*pull_);
    inputs.forces.push_back({.body = pull_->body, .force = pulled_->force, .torque = pulled_->torque});
  }
  return simulation_.step(inputs);
}

Recording Player::recording() const {
  Recording done = recording_;
  done.steps = simulation_.steps_done();
  std::erase_if(done.entries, [&](const Recording::Entry& entry) { return entry.after >= done.steps; });
  return done;
}

}  // namespace signorini
