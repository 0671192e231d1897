#include "signorini/dynamics/flexible_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "signorini/model/motion.h"

namespace signorini {
namespace {

double factor_at(const std::optional<Motion>& factor, double time) { return factor ? value(*factor, time) : 1; }

}  // namespace

FlexibleBodies::FlexibleBodies(const Model& model) : motion_(model) {
  int first = 0;
  for (const FlexibleBody& flexible : model.flexible_bodies) {
    ElasticBody elastic(flexible.mesh, flexible.elastic, flexible.mass);
    Vector weight = elastic.gravity(model.gravity);
    bodies_.push_back({&flexible, std::move(elastic), first, std::move(weight), {}, {}, {}, {}, {}, {}});
    first += static_cast<int>(flexible.mesh.nodes.size());
    repeats_ = repeats_ || flexible.step == FlexibleStep::newton;
  }
  if (none()) return;
  motion_.start_step(initial_state(model), 1);
  for (Body& body : bodies_) body.T = motion_.map(body.first, body.nodes());
  make_mass();
}

Vector FlexibleBodies::places_of(const Body& body, const State& state) const {
  return Eigen::Map<const Vector>(state.nodes[static_cast<std::size_t>(body.first)].data(), 3 * body.nodes());
}

Vector FlexibleBodies::loads_at(const Body& body, const Vector& x, double time) const {
  Vector loads = Vector::Zero(3 * body.nodes());
  for (const NodeForce& load : body.model->node_forces) {
    const double share = factor_at(load.factor, time) / static_cast<double>(load.nodes.size());
    for (const int node : load.nodes) loads.segment<3>(3 * node) += share * load.force;
  }
  for (const NodePush& push : pushes_)
    if (push.node >= body.first && push.node < body.first + body.nodes())
      loads.segment<3>(3 * (push.node - body.first)) += push.force;
  for (const FaceLoad& load : body.model->face_loads) {
    const double factor = factor_at(load.factor, time);
    if (!load.traction.isZero(0)) loads += factor * body.elastic.traction(load.faces, load.traction);
    if (load.pressure != 0) loads += body.elastic.pressure(load.faces, factor * load.pressure, x);
  }
  return loads;
}

double FlexibleBodies::pushed() const {
  double most = 0;
  for (const Body& body : bodies_) {
    double sum = 0;
    for (const NodePush& push : pushes_)
      if (push.node >= body.first && push.node < body.first + body.nodes()) sum += push.force.norm();
    if (sum > 0) most = std::max(most, sum / (body.elastic.mass().sum() / 3));
  }
  return most;
}

void FlexibleBodies::make_mass() {
  mass_ = SparseMatrix();
  for (const Body& body : bodies_) {
    const SparseMatrix of_body = body.T.transpose() * (body.elastic.mass() * body.T);
    mass_ = mass_.size() == 0 ? of_body : SparseMatrix(mass_ + of_body);
  }
}

void FlexibleBodies::start_step(const State& state, double h) {
  h_ = h;
  motion_.start_step(state, h);
  for (Body& body : bodies_) {
    if (motion_.has_welds()) body.T = motion_.map(body.first, body.nodes());
    body.x = places_of(body, state);
    body.elastic.forces(body.x, body.internal);
    body.loads = loads_at(body, body.x, state.time + 0.5 * h);
    if (body.model->step == FlexibleStep::newton) continue;
    body.elastic.tangent(body.x, Tangent::rotation_free, body.K);
    body.elastic.damping(body.x, body.D);
  }
  if (motion_.has_welds()) make_mass();
}

void FlexibleBodies::add_to(const Vector& v, ContactProblem& problem) {
  for (Body& body : bodies_) {
    const Vector velocities = motion_.velocities(v, body.first, body.nodes());
    Vector impulses = h_ * (body.weight + body.loads - body.elastic.mass() * gathered(body, motion_.acceleration()));
    const bool newton = body.model->step == FlexibleStep::newton;
    if (newton) {
      const Vector x = body.x + h_ * velocities;
      Vector internal;
      body.elastic.forces(x, internal);
      body.elastic.tangent(x, Tangent::projected, body.K);
      body.elastic.damping(body.x, body.D);
      impulses += h_ * internal - h_ * (body.D * velocities);
    } else {
      impulses += h_ * body.internal;
    }
    const SparseMatrix stiffness = h_ * h_ * body.K + h_ * body.D;
    const Vector known =
        newton ? Vector(-(velocities - gathered(body, motion_.driven()))) : Vector(gathered(body, motion_.driven()));
    problem.f += body.T.transpose() * (impulses - stiffness * known);
    problem.M += SparseMatrix(body.T.transpose() * (stiffness * body.T));
  }
}

Energies FlexibleBodies::energies(const State& state) const {
  Energies sum;
  for (const Body& body : bodies_) {
    const Vector x = places_of(body, state);
    Vector velocities(3 * body.nodes());
    for (int k = 0; k < body.nodes(); ++k) velocities.segment<3>(3 * k) = motion_.own_velocity(body.first + k, state);
    sum.kinetic += 0.5 * velocities.dot(body.elastic.mass() * velocities);
    sum.potential -= body.weight.dot(x);
    sum.elastic += body.elastic.energy(x);
  }
  return sum;
}

/// The elastic forces that acted in a step whose nodes ended with these velocities.
Vector FlexibleBodies::elastic_force(const Body& body, const Vector& velocities) const {
  if (body.model->step == FlexibleStep::linear) return body.internal - h_ * (body.K * velocities);
  Vector force;
  body.elastic.forces(body.x + h_ * velocities, force);
  return force;
}

/// With Δẋ = ẋ⁺ - ẋ the kinetic energy changes by F·(ẋ⁺ - Δẋ/2) h, while the nodes move by h ẋ⁺: forces do their work
/// along that way, and F·Δẋ h/2 is what the implicit step takes, besides what its elastic forces, those of the end of
/// the step, take more than the energy stores. Should they take less, that is an error of the linear step, unexplained.
EnergyChanges FlexibleBodies::changes(const State& start, const Vector& v, const State& end) const {
  EnergyChanges sum;
  for (const Body& body : bodies_) {
    const Vector first = motion_.velocities(start.v, body.first, body.nodes());
    const Vector last = motion_.velocities(v, body.first, body.nodes());
    const Vector driven = gathered(body, motion_.driven()), x = places_of(body, end);
    const Vector force = elastic_force(body, last), damping = -(body.D * last);
    const Vector inertia = body.elastic.mass() * gathered(body, motion_.acceleration());
    const Vector all = force + damping + body.weight + body.loads;
    sum.forces += h_ * body.loads.dot(last);
    sum.dampers += h_ * damping.dot(last);
    sum.motors -= h_ * all.dot(driven);
    sum.numerical -= 0.5 * h_ * (all - inertia).dot(last - first) + h_ * inertia.dot(last - driven);
    const double stored = body.elastic.energy(x) - body.elastic.energy(body.x) - body.weight.dot(x - body.x);
    sum.numerical += std::min(0.0, stored + h_ * (force + body.weight).dot(last));
  }
  return sum;
}

double FlexibleBodies::unbalanced(const Vector& v, const State& end) const {
  double difference = 0, size = 0;
  for (const Body& body : bodies_) {
    const Vector velocities = motion_.velocities(v, body.first, body.nodes());
    Vector at_end;
    body.elastic.forces(places_of(body, end), at_end);
    difference += (elastic_force(body, velocities) - at_end).squaredNorm();
    size += at_end.squaredNorm() + body.weight.squaredNorm() + body.loads.squaredNorm();
  }
  return size > 0 ? std::sqrt(difference / size) : 0;
}

FlexibleBodies::Inverted FlexibleBodies::inverted(const State& state) const {
  Inverted all;
  for (const Body& body : bodies_) {
    const std::vector<int> elements = body.elastic.inverted_elements(places_of(body, state));
    if (!elements.empty() && all.count == 0)
      all.first = fmt::format("element {} of flexible body '{}'", elements[0], body.model->name);
    all.count += static_cast<int>(elements.size());
  }
  return all;
}

}  // namespace signorini
