#include "signorini/dynamics/simulation.h"

#include <algorithm>
#include <cmath>
#include <optional>

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
#include "signorini/dynamics/motion_fault.h"
#include "signorini/dynamics/motors.h"
#include "signorini/math/rotation.h"
#include "signorini/model/limits.h"
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

}  // namespace

struct Simulation::Parts {
  Model model;
  Settings settings;
  Overlap start_overlap;
  SparseMatrix M;
  std::vector<int> places;
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
    M = mass_matrix(model);
    places = velocity_places(model);
    margin = contact_margin(model, settings);
    motor_shifts.assign(model.joints.size(), 0);
  }

  void use_named_solver();
  void use(std::unique_ptr<Solver> given);
  void make_fallback();
  StepRecord step(const StepInputs& inputs, const std::function<bool()>& cancelled);
  Report solve_with_all_contacts(const StepInputs& inputs, const std::function<bool()>& cancelled, StepRecord& record);
  void find_contacts(const StepInputs& inputs);
  bool add_missed_contacts();
  Report solve(const std::function<bool()>& cancelled);
  /// Whether velocities are good enough to say what runs into what.
  static bool tells_motion(const Report& report) {
    return report.status != Status::interrupted && report.certificate.value() < 1;
  }
  std::string miss_message(const Report& report) const;
  State moved() const;
  std::string no_answer() const;
  double fastest() const;
  Energies energies() const {
    return {kinetic_energy(model, state), gravity_energy(model, state), elastic_energy(model, state)};
  }
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
  std::vector<MotorCourse> courses = motor_courses(model, state.time, settings.step);
  redirect(model, inputs.motors, settings.step, next_shifts, courses);
  find_contacts(inputs);
  find_constraint_rows(model, state.poses, courses, settings.step, joints);
  clock.end(record.times.collision);
  const Report report = solve_with_all_contacts(inputs, cancelled, record);
  clock = StageClock();

  record.status = report.status;
  if (report.status != Status::solved) record.message = one_short_line(miss_message(report));
  record.certificate = report.certificate;
  for (const Contact& contact : contacts)
    record.deepest_penetration = std::max(record.deepest_penetration, -contact.gap);

  const bool answered = std::isfinite(report.certificate.value());
  State next = answered ? moved() : State();
  record.step = steps_done + 1;
  const std::string fault = answered ? motion_fault(model, next) : no_answer();
  record.failed = report.status == Status::interrupted || !fault.empty();
  if (record.failed) {
    if (report.status != Status::interrupted) {
      record.status = Status::numerical_failure;
      record.message = one_short_line(fmt::format("{} in step {}; a shorter time step may help", fault, record.step));
    }
    warm_start = old_warm_start;
  } else {
    state = std::move(next);
    motor_shifts = std::move(next_shifts);
    ++steps_done;
  }
  record.state = state;
  record.energies = energies();
  clock.end(record.times.integrate);
  return record;
}

/// Solves the step, again with each contact that its answer runs into.
Report Simulation::Parts::solve_with_all_contacts(const StepInputs& inputs, const std::function<bool()>& cancelled,
                                                  StepRecord& record) {
  StageClock clock;
  Report report;
  do {
    assemble(model, settings, M, state, contacts, joints, assembly);
    if (!inputs.forces.empty()) {
      Vector forces = Vector::Zero(state.v.size());
      add_applied_forces(model, state, inputs.forces, forces);
      assembly.problem.f += settings.step * forces;
    }
    solution = {};
    if (settings.warm_start) solution.r = guess(warm_start, assembly, contacts);
    clock.end(record.times.assemble);
    report = solve(cancelled);
    record.iterations += report.iterations;
    if (!std::isfinite(report.certificate.value())) break;
    record.contacts = contacts;
    record.impulses = world_impulses(assembly, contacts, solution.r);
    warm_start = remember(assembly, contacts, record.impulses, solution.r);
    clock.end(record.times.solve);
  } while (tells_motion(report) && add_missed_contacts());
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

/// By the solver; when it misses the tolerance, what the policy says. Momenta that are not finite have no answer.
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
  Report report = solver->solve(assembly.problem, rule, solution);
  if (report.status != Status::solved && !told_to_stop && fallback != nullptr) {
    rule.max_iterations = 0;
    Solution second = solution;
    const Report retried = fallback->solve(assembly.problem, rule, second);
    if (retried.certificate.value() < report.certificate.value()) {
      solution = std::move(second);
      report = retried;
    }
  }
  if (told_to_stop) report.status = Status::interrupted;
  return report;
}

std::string Simulation::Parts::miss_message(const Report& report) const {
  if (report.status != Status::infeasible || report.proof.size() == 0) return report.message;
  return contradiction(model, joints, contacts, assembly, report.proof);
}

/// q⁺ = q + h v⁺ (thesis eq. 3.22c), orientations by the exponential.
State Simulation::Parts::moved() const {
  const double h = settings.step;
  State next = state;
  next.v = solution.v;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] < 0) continue;
    Pose& pose = next.poses[k];
    pose.position += h * next.v.segment<3>(places[k]);
    pose.orientation = advance(pose.orientation, next.v.segment<3>(places[k] + 3), h);
  }
  next.time = static_cast<double>(steps_done + 1) * h;
  return next;
}

/// When the solver found nothing that is a number: the body with the largest momentum, as the likely reason.
std::string Simulation::Parts::no_answer() const {
  Eigen::Index largest = 0;
  const Vector& f = assembly.problem.f;
  if (f.size() == 0) return "no finite answer was found";
  if (f.allFinite())
    f.cwiseAbs().maxCoeff(&largest);
  else
    while (std::isfinite(f[largest])) ++largest;
  std::size_t body = 0;
  while (places[body] < 0 || places[body] + 6 <= largest) ++body;
  return fmt::format("no finite answer was found: {} has the momentum {:.4g} (SI units)", body_text(model, body),
                     f[largest]);
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

std::vector<std::string> validate(const Settings& settings) {
  std::vector<std::string> faults;
  const auto require = [&](bool sound, const char* name, double value, const char* expected) {
    if (!sound)
      faults.push_back(fmt::format("{} is {}, expected a number {}{}", name, value, expected,
                                   value > largest_quantity ? " and at most 1e100" : ""));
  };
  const auto positive = [](double x) { return x > 0 && x <= largest_quantity; };
  const auto at_least_zero = [](double x) { return x >= 0 && x <= largest_quantity; };
  require(positive(settings.step), "step", settings.step, "> 0");
  require(positive(settings.duration), "duration", settings.duration, "> 0");
  require(positive(settings.tolerance), "tolerance", settings.tolerance, "> 0");
  require(settings.max_iterations >= 0, "max_iterations", settings.max_iterations, ">= 0");
  require(at_least_zero(settings.margin), "margin", settings.margin, ">= 0");
  require(at_least_zero(settings.recovery_speed), "recovery_speed", settings.recovery_speed, ">= 0");
  require(at_least_zero(settings.restitution_threshold), "restitution_threshold", settings.restitution_threshold,
          ">= 0");
  return faults;
}

double contact_margin(const Model& model, const Settings& settings) {
  constexpr double share = 0.1, without_solids = 0.01;
  if (settings.margin > 0) return settings.margin;
  double smallest = INFINITY;
  for (const Body& body : model.bodies)
    if (!body.fixed) smallest = std::min(smallest, half_width(body));
  return std::isfinite(smallest) ? share * smallest : without_solids;
}

}  // namespace signorini
