#include "signorini/dynamics/simulation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/base/short_line.h"
#include "signorini/base/stopwatch.h"
#include "signorini/collision/collision.h"
#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/constraint_rows.h"
#include "signorini/dynamics/contradiction.h"
#include "signorini/dynamics/forces.h"
#include "signorini/dynamics/impulses.h"
#include "signorini/dynamics/jumps.h"
#include "signorini/dynamics/ledger.h"
#include "signorini/dynamics/motion_fault.h"
#include "signorini/dynamics/motors.h"
#include "signorini/dynamics/projection.h"
#include "signorini/dynamics/reactions.h"
#include "signorini/dynamics/settling.h"
#include "signorini/dynamics/step_rows.h"
#include "signorini/dynamics/stiffness.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini {

namespace {

/// Adds the time since it was last called, or made, to a stage.
class StageClock {
 public:
  void end(double& seconds) {
    seconds += clock_.seconds();
    clock_ = Stopwatch();
  }

 private:
  Stopwatch clock_;
};

/// Solves of one step at most, until its motion settles.
constexpr int most_repeats = 20;
/// A change of this share of the velocities no longer matters; where only spins change the motion it does so slowly.
constexpr double settled = 1e-10, settled_spin = 1e-7;
/// Of the contact margin: how deep contacts may sink within a step that counts as smooth.
constexpr double slack_share = 1e-6;

}  // namespace

struct Simulation::Parts {
  Model model;
  Settings settings;
  Overlap start_overlap;
  SparseMatrix mass;
  std::optional<Projection> projection;  ///< for models with joints
  std::vector<int> places;
  bool has_joints_or_springs;
  double margin;
  std::unique_ptr<Solver> solver, fallback;
  std::optional<Collision> collision;
  double collision_margin = 0;

  State state;
  std::int64_t steps_done = 0;
  WarmStart warm_start;
  std::vector<double> motor_shifts;
  std::vector<Contact> near;      ///< every pair that could meet within the step, by key
  std::vector<Contact> contacts;  ///< those of them that the step deals with, by key
  MotorCourses courses;
  Vector forces;  ///< along the motion of the step
  ConstraintRows joints;
  Assembly assembly;
  Solution solution;

  Parts(Model model_, Settings settings_) : model(std::move(model_)), settings(std::move(settings_)) {
    std::vector<std::string> faults = model.validate();
    for (auto& fault : validate(settings)) faults.push_back(std::move(fault));
    if (!faults.empty()) throw InputError(fmt::format("{}", fmt::join(faults, "; ")));
    state = initial_state(model);
    if (!settings.allow_overlap) start_overlap = signorini::start_overlap(model, settings);
    require_not_deep(start_overlap, model);
    mass = mass_matrix(model);
    if (!model.joints.empty()) projection.emplace(model, mass);
    places = velocity_places(model);
    has_joints_or_springs = !model.joints.empty() || !model.springs.empty() || !model.torsion_springs.empty();
    margin = contact_margin(model, settings);
    motor_shifts.assign(model.joints.size(), 0);
  }

  void use_named_solver();
  void use(std::unique_ptr<Solver> given);
  void make_fallback();
  StepRecord step(const StepInputs& inputs, const std::function<bool()>& cancelled);
  Report settle(const StepInputs& inputs, const std::function<bool()>& cancelled, StepRecord& record);
  Vector forces_along(const StepMotion& motion, const StepInputs& inputs) const;
  void linearise(const StepMotion& motion);
  Report solve_with_all_contacts(const StepMotion& motion, const std::function<bool()>& cancelled, StepRecord& record);
  void find_contacts(const StepInputs& inputs);
  bool add_missed_contacts();
  Report solve(const std::function<bool()>& cancelled);
  /// Whether velocities are good enough to say what runs into what.
  static bool tells_motion(const Report& report) {
    return report.status != Status::interrupted && report.certificate.value() < 1;
  }
  std::string miss_message(const Report& report) const;
  State next_state(const StepMotion& motion, StepRecord& record);
  double fastest() const;
  Energies energies() const { return energies_of(model, state); }
};

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
  if (settings.on_miss != MissPolicy::retry) return;
  require_law(settings.fallback_solver, settings.law);
  fallback = make_solver(settings.fallback_solver);
}

StepRecord Simulation::Parts::step(const StepInputs& inputs, const std::function<bool()>& cancelled) {
  StepRecord record;
  StageClock clock;
  const WarmStart old_warm_start = warm_start;
  std::vector<double> next_shifts = motor_shifts;
  courses = motor_courses(model, state.time, settings.step);
  redirect(model, state.poses, inputs.motors, settings.step, next_shifts, courses);
  find_contacts(inputs);
  clock.end(record.times.collision);
  const Report report = settle(inputs, cancelled, record);
  clock = StageClock();

  record.status = report.status;
  if (report.status != Status::solved) record.message = one_short_line(miss_message(report));
  record.certificate = report.certificate;
  for (const Contact& contact : contacts)
    record.deepest_penetration = std::max(record.deepest_penetration, -contact.gap);

  const bool answered = std::isfinite(report.certificate.value());
  const StepMotion motion = answered ? step_motion(state, places, solution.v, settings.step) : StepMotion();
  State next = answered ? next_state(motion, record) : State();
  record.step = steps_done + 1;
  const std::string fault = answered ? motion_fault(model, next) : no_answer(model, assembly.problem.f);
  record.failed = report.status == Status::interrupted || !fault.empty();
  if (record.failed) {
    if (report.status != Status::interrupted) {
      record.status = Status::numerical_failure;
      record.message = one_short_line(fmt::format("{} in step {}; a shorter time step may help", fault, record.step));
    }
    warm_start = old_warm_start;
  } else {
    record.joints = joint_forces(model, motion, joints, solution.r);
    record.changes =
        energy_changes(model, {motion, assembly, joints, contacts, solution, inputs.forces}, energies(), next);
    state = std::move(next);
    motor_shifts = std::move(next_shifts);
    ++steps_done;
  }
  record.state = state;
  record.energies = energies();
  clock.end(record.times.integrate);
  return record;
}

/// Joints, springs and spins are taken along the motion of the step, which they decide: the step is solved again until
/// its answer is the motion that it was made with.
Report Simulation::Parts::settle(const StepInputs& inputs, const std::function<bool()>& cancelled, StepRecord& record) {
  Report report;
  Vector estimate = free_spin(model, state, settings.step);
  solution = {};
  for (record.repeats = 0; record.repeats < most_repeats; ++record.repeats) {
    const StepMotion motion = step_motion(state, places, estimate, settings.step);
    const Vector forces_before = std::exchange(forces, forces_along(motion, inputs));
    if (record.repeats > 0 && !has_joints_or_springs && forces == forces_before) break;
    linearise(motion);
    if (record.repeats > 0) {
      const double before = std::exchange(record.unsettled, unsettled(assembly.problem, mass, solution));
      const bool as_good_as_solved = record.unsettled <= settings.tolerance && record.unsettled > 0.5 * before;
      if (record.unsettled <= (has_joints_or_springs ? settled : settled_spin) ||
          (record.repeats > 1 && as_good_as_solved))
        break;
    }
    report = solve_with_all_contacts(motion, cancelled, record);
    if (!tells_motion(report)) break;
    estimate = solution.v;
  }
  return report;
}

Vector Simulation::Parts::forces_along(const StepMotion& motion, const StepInputs& inputs) const {
  Vector sum = Vector::Zero(motion.v.size());
  add_forces(model, motion, sum);
  add_applied_forces(model, motion, inputs.forces, sum);
  return sum;
}

/// Makes the problem of the step along a motion.
void Simulation::Parts::linearise(const StepMotion& motion) {
  joints = step_rows(model, motion, places, courses);
  Stiffness stiffness(motion, places);
  stiffness.add_springs(model);
  if (warm_start.joint_impulses.size() == joints.free.size() + joints.positive.size())
    stiffness.add_joints(model, joints, warm_start.joint_impulses);
  assemble(model, settings, motion, {mass, stiffness.added_to(mass), forces, joints}, contacts, assembly);
}

/// Solves the step, again with each contact that its answer runs into.
Report Simulation::Parts::solve_with_all_contacts(const StepMotion& motion, const std::function<bool()>& cancelled,
                                                  StepRecord& record) {
  StageClock clock;
  Report report;
  bool more = false;
  do {
    if (more) linearise(motion);
    const bool again = record.repeats > 0 && !more && solution.r.size() == assembly.problem.rows();
    if (!again) {
      solution = {};
      if (settings.warm_start) solution.r = guess(warm_start, assembly, contacts);
    }
    clock.end(record.times.assemble);
    report = solve(cancelled);
    record.iterations += report.iterations;
    if (!std::isfinite(report.certificate.value())) break;
    record.contacts = contacts;
    record.impulses = world_impulses(assembly, contacts, solution.r);
    warm_start = remember(assembly, contacts, record.impulses, solution.r);
    clock.end(record.times.solve);
    more = tells_motion(report) && add_missed_contacts();
  } while (more);
  clock.end(record.times.solve);
  return report;
}

/// Of the bodies' points, m/s, roughly: linear speed.
double Simulation::Parts::fastest() const {
  double speed = 0;
  for (Eigen::Index k = 0; k < state.v.size(); k += 6) speed = std::max(speed, state.v.segment<3>(k).norm());
  return speed;
}

/// Contacts nearer than the margin, or than what the bodies close in the step at their old velocities. The search goes
/// as far as the fastest could; the radius grows in powers of two, so that it follows from the state alone.
void Simulation::Parts::find_contacts(const StepInputs& inputs) {
  const double h = settings.step;
  double pushed = 0;  // the largest acceleration by the inputs, m/s²
  for (const AppliedForce& force : inputs.forces)
    pushed = std::max(pushed, force.force.norm() / model.bodies[force.body].mass);
  const double reach = std::min(margin + 2 * h * (fastest() + h * (model.gravity.norm() + pushed)), largest_quantity);
  // Not by their quotient, which overflows where the margin is tiny.
  const double wanted = std::ldexp(margin, static_cast<int>(std::ceil(std::log2(reach) - std::log2(margin))));
  if (!collision || collision_margin != wanted) {
    collision.emplace(model, wanted);
    collision_margin = wanted;
  }
  collision->find(state.poses, near);
  contacts.clear();
  for (const Contact& contact : near) {
    const double approach = -contact.normal.dot(relative_velocity(contact, state.poses, state.v, places));
    if (contact.gap <= margin + h * std::max(0.0, approach)) contacts.push_back(contact);
  }
}

/// A body that is hit may run into one that it was not moving towards, within the same step: such pairs join the
/// contacts, and the step is solved again. False when there are none.
bool Simulation::Parts::add_missed_contacts() {
  const std::size_t before = contacts.size();
  std::vector<Contact> all;
  auto known = contacts.begin();
  for (const Contact& contact : near) {
    const bool listed = known != contacts.end() && known->key == contact.key;
    if (listed) ++known;
    const double opening = contact.normal.dot(relative_velocity(contact, state.poses, solution.v, places));
    if (listed || contact.gap + settings.step * opening < 0) all.push_back(contact);
  }
  contacts = std::move(all);
  return contacts.size() > before;
}

/// By the solver; when it misses the tolerance, without a guess, and then what the policy says. Momenta that are not
/// finite have no answer.
Report Simulation::Parts::solve(const std::function<bool()>& cancelled) {
  if (!assembly.problem.f.allFinite() || !assembly.problem.w.allFinite()) {
    Report none;
    none.certificate.natural = INFINITY;
    return none;
  }
  StopRule rule;
  rule.tolerance = settings.tolerance;
  // What an unchanged guess leaves moves the bodies, step after step.
  rule.guess_share = 1e-4;
  rule.max_iterations = settings.max_iterations;
  // A method made of others may find an answer after one of them was told to stop, but not the one it finds
  // undisturbed.
  bool told_to_stop = false;
  if (cancelled) rule.cancelled = [&] { return told_to_stop = told_to_stop || cancelled(); };
  const bool guessed = solution.r.size() > 0 && !solution.r.isZero(0);
  Report report = solver->solve(assembly.problem, rule, solution);
  const auto try_again = [&](Solver& by, Solution from) {
    const Report retried = by.solve(assembly.problem, rule, from);
    if (!(retried.certificate.value() < report.certificate.value())) return;
    solution = std::move(from);
    report = retried;
  };
  const auto missed = [&] { return report.status != Status::solved && !told_to_stop; };
  if (missed() && guessed && report.status != Status::infeasible) try_again(*solver, {});  // the guess may mislead
  rule.max_iterations = 0;
  if (missed() && fallback != nullptr) try_again(*fallback, solution);
  if (told_to_stop) report.status = Status::interrupted;
  return report;
}

std::string Simulation::Parts::miss_message(const Report& report) const {
  if (report.status != Status::infeasible || report.proof.size() == 0) return report.message;
  return contradiction(model, joints, contacts, assembly, report.proof);
}

/// q⁺ = q + h (v + v⁺)/2, or q + h v⁺ (thesis eq. 3.22c) where velocities jump; then joints are closed.
State Simulation::Parts::next_state(const StepMotion& motion, StepRecord& record) {
  State next{static_cast<double>(steps_done + 1) * settings.step, motion.end, solution.v};
  const std::vector<bool> jumps =
      jumping(model, motion, places, courses, joints, contacts, assembly, slack_share * margin);
  const std::vector<Pose> at_end_velocity = moved(motion.start, places, solution.v, settings.step);
  for (std::size_t k = 0; k < places.size(); ++k)
    if (jumps[k]) next.poses[k] = at_end_velocity[k];
  if (projection && record.status == Status::solved)
    record.joint_drift = projection->project(model, places, courses.end, next.poses);
  return next;
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
const Overlap& Simulation::start_overlap() const { return parts_->start_overlap; }
void Simulation::resume(std::int64_t steps_done, const State& state, const WarmStart& warm_start,
                        const std::vector<double>& motor_shifts) {
  parts_->steps_done = steps_done;
  parts_->state = state;
  parts_->warm_start = warm_start;
  parts_->motor_shifts = motor_shifts;
  parts_->motor_shifts.resize(parts_->model.joints.size(), 0);
}

}  // namespace signorini
