#include "signorini/dynamics/simulation.h"

#include "signorini/dynamics/simulation_parts.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini {

void Simulation::Parts::use_named_solver() {
  const std::string name = settings.solver.empty() ? default_solver(settings.law) : settings.solver;
  require_law(name, settings.law);
  solver = make_solver(name, settings.solver_options);
  make_fallback();
}

void Simulation::Parts::use(std::unique_ptr<Solver> given) {
  if (given == nullptr) throw InputError("the solver given to the simulation is null");
  if (!settings.solver.empty() || !settings.solver_options.empty())
    throw InputError(fmt::format("the settings name the solver '{}' or options of it, but '{}' is given: leave one out",
                                 settings.solver, given->name()));
  if (!given->knows(settings.law))
    throw InputError(fmt::format("the solver '{}' does not know law {}", given->name(), to_string(settings.law)));
  solver = std::move(given);
  make_fallback();
}

void Simulation::Parts::make_fallback() {
  if (settings.on_miss != MissPolicy::retry && settings.on_miss != MissPolicy::relax) return;
  require_law(settings.fallback_solver, settings.law);
  fallback = make_solver(settings.fallback_solver);
}

Simulation::Simulation(Model model, Settings settings)
    : parts_(std::make_unique<Parts>(std::move(model), std::move(settings))) {
  parts_->use_named_solver();
}
Simulation::Simulation(Model model, Settings settings, std::unique_ptr<Solver> solver)
    : parts_(std::make_unique<Parts>(std::move(model), std::move(settings))) {
  parts_->use(std::move(solver));
}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;
StepRecord Simulation::step(const StepInputs& inputs) {
  require_sound(inputs, parts_->model);
  return parts_->step(inputs, cancelled);
}
const Model& Simulation::model() const { return parts_->model; }
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
const WarmStart& Simulation::warm_start() const { return parts_->warm_start; }
const ContactProblem& Simulation::last_problem() const { return parts_->assembly.problem; }
const Solution& Simulation::last_solution() const { return parts_->solution; }
const std::vector<double>& Simulation::motor_shifts() const { return parts_->motor_shifts; }
const BodyPairs& Simulation::overlapping() const { return parts_->overlapping; }
const Overlap& Simulation::start_overlap() const { return parts_->start_overlap; }
void Simulation::resume(std::int64_t steps_done, const State& state, const WarmStart& warm_start,
                        const std::vector<double>& motor_shifts, const BodyPairs& overlapping) {
  parts_->steps_done = steps_done;
  parts_->state = state;
  parts_->warm_start = warm_start;
  parts_->motor_shifts = motor_shifts;
  parts_->motor_shifts.resize(parts_->model.joints.size(), 0);
  parts_->overlapping = overlapping;
}

}  // namespace signorini
