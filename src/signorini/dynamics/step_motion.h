#pragma once

#include <vector>

#include "signorini/model/model.h"

namespace signorini {

/// Where bodies come by moving for `time` seconds with constant velocities (linear along the world's axes, angular
/// along the body's); `places`: velocity_places().
std::vector<Pose> moved(const std::vector<Pose>& from, const std::vector<int>& places, const Vector& velocity,
                        double time);

/// The largest linear speed among the velocities of bodies, m/s.
double fastest_centre(const Vector& v);

/// Of a body; -1 is the world.
inline Pose pose_of(const std::vector<Pose>& poses, int body) { return body < 0 ? Pose() : poses[body]; }

/// How the bodies go through a step, at an estimate of their velocities at its end. Places move with the mean of the
/// velocities at both ends, which makes smooth motion accurate to second order.
struct StepMotion {
  double step;        ///< h, s
  Vector v_start, v;  ///< velocities at the start and, as estimated, at the end
  Vector mean;        ///< their mean
  std::vector<Pose> start, middle, end;
};
StepMotion step_motion(const State& start, const std::vector<int>& places, const Vector& v_end, double step);

}  // namespace signorini
