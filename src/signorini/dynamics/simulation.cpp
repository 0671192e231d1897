#include "signorini/dynamics/simulation.h"

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/contact_states.h"
#include "signorini/dynamics/resting.h"
#include "signorini/dynamics/simulation_parts.h"

namespace signorini {

Simulation::Simulation(Model model, Settings settings)
    : parts_(std::make_unique<Parts>(std::move(model), std::move(settings))) {
  parts_->solver.emplace(parts_->settings);
}
Simulation::Simulation(Model model, Settings settings, std::unique_ptr<Solver> solver)
    : parts_(std::make_unique<Parts>(std::move(model), std::move(settings))) {
  parts_->solver.emplace(parts_->settings, std::move(solver));
}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;
StepRecord Simulation::step(const StepInputs& inputs) {
  require_sound(inputs, parts_->model);
  return parts_->step(inputs, cancelled);
}
const Model& Simulation::model() const { return parts_->model; }
const Settings& Simulation::settings() const { return parts_->settings; }
void Simulation::set_body(int body, const Pose& pose, const Vector3& velocity, const Vector3& angular_velocity) {
  if (body < 0 || body >= static_cast<int>(parts_->model.bodies.size()) || parts_->places[body] < 0)
    throw InputError(fmt::format("body {} was to be moved, but there is no such body that moves", body));
  if (!pose.position.allFinite() || !pose.orientation.coeffs().allFinite() || !velocity.allFinite() ||
      !angular_velocity.allFinite())
    throw InputError(fmt::format("body {} was to be moved to no finite place, or by no finite velocity", body));
  parts_->wake_all();
  parts_->state.poses[body] = pose;
  parts_->state.v.segment<3>(parts_->places[body]) = velocity;
  parts_->state.v.segment<3>(parts_->places[body] + 3) = angular_velocity;
}
double Simulation::coordinate(int joint) const {
  const std::vector<Joint>& joints = parts_->model.joints;
  if (joint < 0 || joint >= static_cast<int>(joints.size()))
    throw InputError(fmt::format("joint {} was asked for, but there are {} joints", joint, joints.size()));
  if (!has_coordinate(joints[joint].kind))
    throw InputError(fmt::format("joint {} ('{}') is {}, which has no coordinate", joint, joints[joint].name,
                                 to_string(joints[joint].kind)));
  return joint_coordinate(joints[joint], parts_->state.poses);
}
const State& Simulation::state() const { return parts_->state; }
Energies Simulation::energies() const { return parts_->energies(); }
std::int64_t Simulation::steps_done() const { return parts_->steps_done; }
const WarmStart& Simulation::warm_start() const { return parts_->impulses_of_all(); }
int Simulation::resting() const { return parts_->resting ? parts_->resting->count() : 0; }
const ContactProblem& Simulation::last_problem() const {
  parts_->show_last_step();
  return parts_->assembly.problem;
}
const Solution& Simulation::last_solution() const {
  parts_->show_last_step();
  return parts_->solution;
}
std::vector<ContactState> Simulation::contact_states(const StepRecord& record) const {
  return signorini::contact_states(parts_->contact_loads(record.contacts));
}
const std::vector<double>& Simulation::motor_shifts() const { return parts_->motor_shifts; }
const BodyPairs& Simulation::overlapping() const { return parts_->overlapping; }
const Overlap& Simulation::start_overlap() const { return parts_->start_overlap; }
void Simulation::resume(std::int64_t steps_done, const State& state, const WarmStart& warm_start,
                        const std::vector<double>& motor_shifts, const BodyPairs& overlapping) {
  parts_->wake_all();
  parts_->steps_done = steps_done;
  parts_->state = state;
  parts_->warm_start = warm_start;
  parts_->motor_shifts = motor_shifts;
  parts_->motor_shifts.resize(parts_->model.joints.size(), 0);
  parts_->overlapping = overlapping;
}

}  // namespace signorini
