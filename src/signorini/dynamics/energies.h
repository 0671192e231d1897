#pragma once

#include "signorini/model/model.h"

namespace signorini {

/// Of the moving bodies, J.
double kinetic_energy(const Model& model, const State& state);
/// Of their weight, J; 0 at the world's origin.
double gravity_energy(const Model& model, const std::vector<Pose>& poses);
/// What it is more at `to` than at `from`, body by body: what stays where it is adds nothing, not even rounding.
double gravity_energy_gained(const Model& model, const std::vector<Pose>& from, const std::vector<Pose>& to);
/// Of springs and bushings, J.
double elastic_energy(const Model& model, const std::vector<Pose>& poses);

/// Of the moving bodies, N s.
Vector3 linear_momentum(const Model& model, const State& state);
/// Of the moving bodies about the world's origin, along the world's axes, N m s.
Vector3 angular_momentum(const Model& model, const State& state);

}  // namespace signorini
