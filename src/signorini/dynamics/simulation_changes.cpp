#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/dynamics/simulation_parts.h"

// What may change between steps. The parts of a simulation are made for one model and one set of settings: a change
// makes them anew and gives them what a step needs of the past, as resume() does.

namespace signorini {
namespace {

/// A body more in the state, at rest or not.
State with_body(const State& state, const Model& before, const Body& body) {
  State next = state;
  next.poses.push_back({body.pose.position, body.pose.orientation.normalized()});
  if (body.fixed) return next;
  constexpr Eigen::Index own = 6;
  const Eigen::Index rigid = rigid_velocities(before), nodes = state.v.size() - rigid;
  next.v.resize(state.v.size() + own);
  next.v << state.v.head(rigid), body.velocity, body.angular_velocity, state.v.tail(nodes);
  return next;
}

/// Flexible bodies are numbered behind the rigid ones.
WarmStart with_body(WarmStart warm_start, int rigid_bodies) {
  for (auto& [key, impulse] : warm_start.contact_impulses) {
    if (key.body_a >= rigid_bodies) ++key.body_a;
    if (key.body_b >= rigid_bodies) ++key.body_b;
  }
  return warm_start;
}

void require_sound(const Model& model, const Settings& settings) {
  std::vector<std::string> faults = model.validate();
  for (auto& fault : validate(settings)) faults.push_back(std::move(fault));
  if (!faults.empty()) throw InputError(fmt::format("{}", fmt::join(faults, "; ")));
}

}  // namespace

void Simulation::go_on_with(Model model, Settings settings, State state, WarmStart warm_start) {
  require_sound(model, settings);
  auto next = Parts::that_go_on(std::move(model), settings);
  if (settings.solver.empty() && parts_->solver->given() != nullptr) {
    if (!parts_->solver->given()->knows(settings.law))
      throw InputError(fmt::format("the solver given to the simulation does not know law {}", to_string(settings.law)));
    next->solver.emplace(next->settings, parts_->solver->take_given());
  } else {
    next->solver.emplace(next->settings);
  }
  next->start_overlap = parts_->start_overlap;
  next->overlapping = parts_->overlapping;
  next->motor_shifts = parts_->motor_shifts;
  next->steps_done = parts_->steps_done;
  next->state = std::move(state);
  next->warm_start = std::move(warm_start);
  parts_ = std::move(next);
}

void Simulation::set_gravity(const Vector3& gravity) {
  Model model = parts_->model;
  model.gravity = gravity;
  go_on_with(std::move(model), parts_->settings, parts_->state, parts_->impulses_of_all());
}

void Simulation::change_settings(Settings settings) {
  if (settings.step != parts_->settings.step)
    throw InputError(fmt::format("step is {:g} s, but the simulation goes on in steps of {:g} s", settings.step,
                                 parts_->settings.step));
  go_on_with(parts_->model, std::move(settings), parts_->state, parts_->impulses_of_all());
}

int Simulation::add_body(Body body) {
  const int index = static_cast<int>(parts_->model.bodies.size());
  State state = with_body(parts_->state, parts_->model, body);
  WarmStart warm_start = with_body(parts_->impulses_of_all(), index);
  Model model = parts_->model;
  model.bodies.push_back(std::move(body));
  require_sound(model, parts_->settings);
  if (!parts_->settings.allow_overlap) require_not_deep(overlap_of(index, model, parts_->settings, state), model);
  go_on_with(std::move(model), parts_->settings, std::move(state), std::move(warm_start));
  return index;
}

}  // namespace signorini
