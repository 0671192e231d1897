#include "signorini/model/model.h"

namespace signorini {

std::vector<int> velocity_places(const Model& model) {
  std::vector<int> places;
  places.reserve(model.bodies.size());
  int next = 0;
  for (const Body& body : model.bodies) {
    places.push_back(body.fixed ? -1 : next);
    if (!body.fixed) next += 6;
  }
  return places;
}

State initial_state(const Model& model) {
  State state;
  std::vector<double> v;
  for (const Body& body : model.bodies) {
    state.poses.push_back({body.pose.position, body.pose.orientation.normalized()});
    if (body.fixed) continue;
    v.insert(v.end(), body.velocity.begin(), body.velocity.end());
    v.insert(v.end(), body.angular_velocity.begin(), body.angular_velocity.end());
  }
  state.v = Eigen::Map<const Vector>(v.data(), static_cast<Eigen::Index>(v.size()));
  return state;
}

}  // namespace signorini
