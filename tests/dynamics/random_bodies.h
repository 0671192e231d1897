#pragma once

#include "linalg/random.h"
#include "signorini/math/rotation.h"
#include "signorini/model/model.h"

/// Seeded models of a few bodies, turned and moving.
namespace signorini::test {

inline Pose random_pose(Random& random) { return {random.vector(3), exponential(3 * Vector3(random.vector(3)))}; }

/// Its inertia is full.
inline Body random_body(Random& random) {
  Body body;
  body.mass = random.uniform(0.5, 3);
  const Shape box{Box{random.vector(3).cwiseAbs() + Vector3::Constant(0.1)},
                  {Vector3::Zero(), exponential(random.vector(3))}};
  body.inertia = mass_properties({{box}}, 10).inertia;
  body.pose = random_pose(random);
  body.velocity = random.vector(3);
  body.angular_velocity = random.vector(3);
  return body;
}

/// Three moving bodies and a fixed one between them.
inline Model random_model(Random& random) {
  Model model;
  for (int i = 0; i < 4; ++i) model.bodies.push_back(random_body(random));
  model.bodies[1].fixed = true;
  return model;
}

/// After moving with the velocities v for the given time.
inline State advanced(const Model& model, State state, const Vector& v, double time) {
  const auto places = velocity_places(model);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] < 0) continue;
    state.poses[i].position += time * v.segment<3>(places[i]);
    state.poses[i].orientation = advance(state.poses[i].orientation, v.segment<3>(places[i] + 3), time);
  }
  return state;
}

}  // namespace signorini::test
