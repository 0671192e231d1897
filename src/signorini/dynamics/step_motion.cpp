#include "signorini/dynamics/step_motion.h"

#include <algorithm>

#include "signorini/math/rotation.h"

namespace signorini {

std::vector<Pose> moved(const std::vector<Pose>& from, const std::vector<int>& places, const Vector& velocity,
                        double time) {
  std::vector<Pose> to = from;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] < 0) continue;
    to[k].position += time * velocity.segment<3>(places[k]);
    to[k].orientation = advance(to[k].orientation, velocity.segment<3>(places[k] + 3), time);
  }
  return to;
}

double fastest_centre(const Vector& v) {
  double speed = 0;
  for (Eigen::Index k = 0; k < v.size(); k += 6) speed = std::max(speed, v.segment<3>(k).norm());
  return speed;
}

StepMotion step_motion(const State& start, const std::vector<int>& places, const Vector& v_end, double step) {
  StepMotion motion{step, start.v, v_end, 0.5 * (start.v + v_end), start.poses, {}, {}};
  motion.middle = moved(start.poses, places, motion.mean, 0.5 * step);
  motion.end = moved(start.poses, places, motion.mean, step);
  return motion;
}

}  // namespace signorini
