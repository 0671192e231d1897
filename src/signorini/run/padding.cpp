#include "signorini/run/padding.h"

namespace signorini {

void pad(State& state, const Model& now, const Model& whole) {
  if (now.bodies.size() == whole.bodies.size()) return;
  for (std::size_t body = now.bodies.size(); body < whole.bodies.size(); ++body)
    state.poses.push_back({whole.bodies[body].pose.position, whole.bodies[body].pose.orientation.normalized()});
  const Eigen::Index rigid = rigid_velocities(now), waiting = rigid_velocities(whole) - rigid;
  Vector v(state.v.size() + waiting);
  v << state.v.head(rigid), Vector::Zero(waiting), state.v.tail(state.v.size() - rigid);
  state.v = std::move(v);
}

void pad(StepRecord& record, const Model& now, const Model& whole) {
  pad(record.state, now, whole);
  const int rigid = static_cast<int>(now.bodies.size()), more = static_cast<int>(whole.bodies.size()) - rigid;
  const auto renumber = [&](int& body) {
    if (body >= rigid) body += more;
  };
  for (Contact& contact : record.contacts) renumber(contact.key.body_a), renumber(contact.key.body_b);
  for (PairForce& pair : record.pairs) renumber(pair.body_a), renumber(pair.body_b);
}

}  // namespace signorini
