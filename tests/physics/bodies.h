#pragma once

#include "signorini/dynamics/simulation.h"

/// Bodies for small experiments.
namespace signorini::test {

inline Body solid(const Geometry& geometry, double density, const Vector3& position) {
  Body body;
  body.shapes = {{geometry, {}, 0}};
  body.pose.position = position;
  set_mass_from_shapes(body, density);
  return body;
}

/// A plane through the origin, tilted by `slope` about y: down the slope is +x.
inline Body ground(double slope = 0) {
  Body body;
  body.fixed = true;
  body.shapes = {{Plane{}, {}, 0}};
  body.pose.orientation = Eigen::AngleAxisd(slope, Vector3::UnitY());
  return body;
}

inline Settings settings(double step, Law law, double tolerance = 1e-8) {
  Settings result;
  result.step = step;
  result.duration = 1;
  result.law = law;
  result.tolerance = tolerance;
  return result;
}

inline int steps_in(double seconds, const Settings& settings) {
  return static_cast<int>(std::lround(seconds / settings.step));
}

}  // namespace signorini::test
