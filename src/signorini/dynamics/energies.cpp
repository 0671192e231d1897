#include "signorini/dynamics/energies.h"

#include "signorini/dynamics/bushings.h"
#include "signorini/dynamics/springs.h"
#include "signorini/model/spring_law.h"

namespace signorini {
namespace {

/// Calls visit(body, its index, its first velocity) for each moving body.
template <class Visit>
void for_each_moving(const Model& model, Visit visit) {
  int place = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].fixed) continue;
    visit(model.bodies[i], i, place);
    place += 6;
  }
}

}  // namespace

double kinetic_energy(const Model& model, const State& state) {
  double sum = 0;
  for_each_moving(model, [&](const Body& body, std::size_t, int place) {
    const Vector3 linear = state.v.segment<3>(place), angular = state.v.segment<3>(place + 3);
    sum += 0.5 * body.mass * linear.squaredNorm() + 0.5 * angular.dot(body.inertia * angular);
  });
  return sum;
}

double gravity_energy(const Model& model, const std::vector<Pose>& poses) {
  double sum = 0;
  for_each_moving(
      model, [&](const Body& body, std::size_t i, int) { sum -= body.mass * model.gravity.dot(poses[i].position); });
  return sum;
}

double gravity_energy_gained(const Model& model, const std::vector<Pose>& from, const std::vector<Pose>& to) {
  double sum = 0;
  for_each_moving(model, [&](const Body& body, std::size_t i, int) {
    sum -= body.mass * model.gravity.dot(to[i].position - from[i].position);
  });
  return sum;
}

double elastic_energy(const Model& model, const std::vector<Pose>& poses) {
  double sum = 0;
  for (const Spring& spring : model.springs) sum += elastic_energy(spring, span(spring, poses).norm() - spring.length);
  for (const TorsionSpring& spring : model.torsion_springs) {
    const double angle = turn_beyond_rest(spring, poses).angle;
    sum += 0.5 * spring.stiffness * angle * angle;
  }
  for (const Bushing& bushing : model.bushings) sum += bushing_energy(bushing, poses);
  return sum;
}

Vector3 linear_momentum(const Model& model, const State& state) {
  Vector3 sum = Vector3::Zero();
  for_each_moving(model,
                  [&](const Body& body, std::size_t, int place) { sum += body.mass * state.v.segment<3>(place); });
  return sum;
}

Vector3 angular_momentum(const Model& model, const State& state) {
  Vector3 sum = Vector3::Zero();
  for_each_moving(model, [&](const Body& body, std::size_t i, int place) {
    const Pose& pose = state.poses[i];
    const Vector3 linear = state.v.segment<3>(place), angular = state.v.segment<3>(place + 3);
    sum += pose.position.cross(body.mass * linear) + pose.orientation * (body.inertia * angular);
  });
  return sum;
}

}  // namespace signorini
