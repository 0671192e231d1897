#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "signorini/dynamics/simulation.h"

/// Small parts of which the experiments are made.
namespace signorini::test {

/// Without shapes: nothing touches it.
Body mass_without_shape(const std::string& name, double mass, const Matrix3& inertia, const Pose& pose);

/// A straight rod of square section from one point to another; its frame's x runs along it.
Body rod_between(const std::string& name, const Vector3& from, const Vector3& to, double mass, double width);

/// A hinge between two bodies of the model (-1: the ground) at a point, about an axis, both in the world at the start.
void add_hinge(Model& model, int body_a, int body_b, const Vector3& point, const Vector3& axis);

Vector3 velocity_of(const State& state, const Model& model, int body);
/// Along the body's axes.
Vector3 spin_of(const State& state, const Model& model, int body);

/// Calls `each` after each step until the time is over. Throws InputError when a step is not done or not
/// solved: an experiment with such a step says nothing.
void run_for(double seconds, Simulation& simulation, const std::function<void(const StepRecord&)>& each);

}  // namespace signorini::test
