#include <algorithm>
#include <cmath>
#include <utility>

#include "signorini/base/short_line.h"
#include "signorini/base/stopwatch.h"
#include "signorini/dynamics/contradiction.h"
#include "signorini/dynamics/forces.h"
#include "signorini/dynamics/impulses.h"
#include "signorini/dynamics/jumps.h"
#include "signorini/dynamics/motion_fault.h"
#include "signorini/dynamics/motors.h"
#include "signorini/dynamics/reactions.h"
#include "signorini/dynamics/redundancy.h"
#include "signorini/dynamics/resting.h"
#include "signorini/dynamics/settling.h"
#include "signorini/dynamics/simulation_parts.h"
#include "signorini/dynamics/soft_contacts.h"
#include "signorini/dynamics/stiffness.h"
#include "signorini/model/limits.h"

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
/// So often may a solve come no nearer: then what is left is the solver's own error.
constexpr int most_in_vain = 3;
/// A change of this share of the velocities no longer matters; where only spins change the motion it does so slowly.
constexpr double settled = 1e-10, settled_spin = 1e-7;
/// Of the contact margin: what closes by less in a step was as good as touching; what closes by more hits.
constexpr double nearby_share = 0.1;

}  // namespace

StepRecord Simulation::Parts::step(const StepInputs& inputs, const std::function<bool()>& cancelled) {
  if (standing->repeats(inputs)) {
    const Stopwatch clock;
    ++steps_done;
    state.time = static_cast<double>(steps_done) * settings.step;
    StepRecord record = standing->record(steps_done, state.time);
    record.times.integrate = clock.seconds();
    return record;
  }
  standing->begin(state, state.v.isZero(0) ? impulses_of_all() : warm_start);
  if (!resting) resting = std::make_unique<Resting>(*this);
  StepRecord record = settings.accuracy > 0 ? step_in_pieces(inputs, cancelled) : resting->step(inputs, cancelled);
  if (!record.failed) ++steps_done;
  standing->end(state, standing->begun() ? impulses_of_all() : warm_start, inputs, record);
  return record;
}

StepRecord Simulation::Parts::do_piece(const Piece& now, const StepInputs& inputs,
                                       const std::function<bool()>& cancelled) {
  StepRecord record;
  StageClock clock;
  piece = now;
  h = piece.share() * settings.step;
  const WarmStart old_warm_start = warm_start;
  rescale(warm_start, piece.share());
  last_impulses = warm_start.contact_impulses;
  std::vector<double> next_shifts = motor_shifts;
  courses = motor_courses(model, state.time, h);
  redirect(model, state.poses, inputs.motors, h, (1 - piece.from) * settings.step, next_shifts, courses);
  const Vector v_before = state.v;
  if (flexible) flexible->push(inputs.pushes);
  if (flexible) start_flexible_step();
  find_contacts(inputs);
  clock.end(record.times.collision);
  const ImpactsDone hits = impact(inputs);
  if (flexible && hits.count > 0) start_flexible_step();  // welded nodes have the new velocities of their bodies
  note_early(hits);
  const Energies before = rigid_energies();
  limits.find(model, constraint_rows(model, state.poses, courses.start), places, state.v, h, margin);
  clock.end(record.times.solve);
  const Report report = settle_or_relax(inputs, cancelled, record);
  clock = StageClock();

  record.status = report.status;
  if (report.status != Status::solved && record.message.empty()) record.message = one_short_line(miss_message(report));
  record.certificate = report.certificate;
  if (report.status == Status::solved) note_unbalanced(record);
  for (const Contact& contact : contacts)
    record.deepest_penetration = std::max(record.deepest_penetration, -contact.gap);

  const bool answered = std::isfinite(report.certificate.value());
  const StepMotion motion = answered ? step_motion(state, places, solution.v, h) : StepMotion();
  State next = answered ? next_state(motion, next_shifts, record) : State();
  record.step = steps_done + 1;
  record.shortest_piece = h;
  const std::string fault = answered ? motion_fault(model, next) : why_no_answer(report);
  record.failed = report.status == Status::interrupted || !fault.empty();
  if (record.failed) {
    if (report.status != Status::interrupted) {
      record.status = Status::numerical_failure;
      record.message = one_short_line(fmt::format("{} in step {}; a shorter time step may help", fault, record.step));
    }
    warm_start = old_warm_start;
    state.v = v_before;
  } else {
    account_for(motion, inputs, before, next, record);
    add_impacts(before_impacts(), hits, record);
    state = std::move(next);
    motor_shifts = std::move(next_shifts);
    keep_for_whole_steps(assembly.jumps, piece.share(), warm_start);
  }
  record.state = state;
  record.energies = energies();
  clock.end(record.times.integrate);
  return record;
}

/// Forces and energies of a step that leads to `next`.
void Simulation::Parts::account_for(const StepMotion& motion, const StepInputs& inputs, const Energies& before,
                                    const State& next, StepRecord& record) {
  record.joints = joint_forces(model, motion, joints, solution.r, next);
  record.springs = spring_forces(model, motion, next);
  record.torsion_springs = torsion_forces(model, motion, next);
  record.bushings = bushing_forces(model, motion, next);
  record.pairs = pair_forces(record.contacts, record.impulses, motion.start, h);
  warm_start.contact_energy = soft_contact_energy(model, contacts, record.impulses, h);
  const StepDone done{motion, assembly, joints, contacts, solution, inputs.forces, warm_start.contact_energy};
  record.changes = energy_changes(model, done, before, next);
  if (flexible) add_flexible(next, record);
  record.state = next;
}

/// Joints, springs and spins are taken along the motion of the step, which they decide: the step is solved again until
/// its answer is the motion that it was made with.
Report Simulation::Parts::settle(const StepInputs& inputs, const std::function<bool()>& cancelled, StepRecord& record) {
  StageClock clock;
  Vector estimate = first_estimate(inputs);
  solution = {};
  Report report;
  Answer answer;  // the one before
  int no_nearer = 0;
  record.repeats = 0;
  for (;;) {
    const StepMotion motion = step_motion(state, places, estimate, h);
    const Vector forces_before = std::exchange(forces, forces_along(motion, inputs));
    if (record.repeats > 0 && !has_joints_or_springs && forces == forces_before) return report;
    ConstraintRows rows;
    Assembly made;
    linearise(motion, rows, made);
    if (record.repeats > 0) {
      const double before = std::exchange(record.unsettled, unsettled(made.problem, mass, solution, alone));
      no_nearer += record.repeats > 1 && record.unsettled > 0.5 * before ? 1 : 0;
      const bool has_settled = record.unsettled <= (has_joints_or_springs ? settled : settled_spin);
      if (has_settled || no_nearer == most_in_vain || record.repeats == most_repeats) return report;
      answer = {std::move(assembly), std::move(joints), contacts, solution, warm_start, record.impulses};
    }
    joints = std::move(rows);
    assembly = std::move(made);
    clock.end(record.times.assemble);
    Report next = solve_with_all_contacts(motion, cancelled, record);
    clock = StageClock();
    ++record.repeats;
    if (next.status != Status::solved) {
      if (record.repeats == 1 || next.status == Status::interrupted) return next;
      restore(std::move(answer), record);
      return report;
    }
    report = std::move(next);
    estimate = solution.v;
  }
}

/// One mechanism whose bodies cannot touch anything. Beside other islands the bits of a step would depend on which of
/// them rest.
bool Simulation::Parts::only_joints_tie() const {
  const bool others = flexible || !model.springs.empty() || !model.torsion_springs.empty() || !model.bushings.empty();
  if (model.joints.empty() || others || std::ranges::count(redundant, true) > 0) return false;
  std::vector<char> reached(model.bodies.size(), 0);
  const auto moves = [&](int body) { return body >= 0 && !model.bodies[body].fixed; };
  for (std::size_t k = 0; k < model.bodies.size(); ++k) {
    if (!model.bodies[k].shapes.empty()) return false;
    if (moves(static_cast<int>(k)) && std::ranges::count(reached, 1) == 0) reached[k] = 1;
  }
  for (std::size_t pass = 0; pass < model.joints.size(); ++pass)
    for (const Joint& joint : model.joints)
      if (moves(joint.body_a) && moves(joint.body_b) && reached[joint.body_a] != reached[joint.body_b])
        reached[joint.body_a] = reached[joint.body_b] = 1;
  for (std::size_t k = 0; k < reached.size(); ++k)
    if (moves(static_cast<int>(k)) && reached[k] == 0) return false;
  return true;
}

/// Of the velocities at the end. Where nothing but joints has a say they are found here, with impulses that become the
/// guess of the step.
Vector Simulation::Parts::first_estimate(const StepInputs& inputs) {
  const Vector spun = free_spin(model, state, h);
  const bool tied_only = tied_motion && contacts.empty() && limits.none() && relaxation.none();
  if (!tied_only || !settings.warm_start) return spun;
  Vector v = spun;
  std::vector<double> impulses = warm_start.joint_impulses;
  const std::function<Vector(const StepMotion&)> forces_of = [&](const StepMotion& motion) {
    return forces_along(motion, inputs);
  };
  if (!tied_motion->find({model, state, places, courses, h, forces_of}, v, impulses)) return spun;
  warm_start.joint_impulses = std::move(impulses);
  return v;
}

void Simulation::Parts::restore(Answer answer, StepRecord& record) {
  assembly = std::move(answer.assembly);
  joints = std::move(answer.joints);
  record.contacts = contacts = std::move(answer.contacts);
  solution = std::move(answer.solution);
  warm_start = std::move(answer.warm_start);
  record.impulses = std::move(answer.impulses);
}

Vector Simulation::Parts::forces_along(const StepMotion& motion, const StepInputs& inputs) const {
  Vector sum = Vector::Zero(motion.v.size());
  add_forces(model, motion, sum);
  add_applied_forces(model, motion, inputs.forces, sum);
  return sum;
}

/// Makes the problem of the step along a motion.
void Simulation::Parts::linearise(const StepMotion& motion, ConstraintRows& rows, Assembly& made) {
  rows = step_rows(model, motion, places, courses);
  return_slowly(rows);
  limits.part(rows);
  relaxation.apply_to(rows, model, h, margin);
  Stiffness stiffness(motion, places);
  stiffness.add_springs(model);
  if (const auto impulses = impulses_of(rows, warm_start.joint_impulses); !impulses.empty())
    stiffness.add_joints(model, rows, impulses);
  const std::optional<Surfaces> surfaces = surfaces_of_step();
  assemble(model, settings, motion,
           {mass, stiffness.added_to(mass), forces, rows, last_impulses, surfaces ? &*surfaces : nullptr}, contacts,
           made);
  if (flexible) flexible->add_to(motion.v, made.problem);
  let_give_way(redundant, rows, mass, made.problem);
  bends.add_to(contacts, h, made);
  const JumpLimits smooth{settings.recovery_speed, slack_share * margin, nearby_share * margin};
  made.jumps = jumping(model, motion, places, courses, rows, contacts, made, bends, smooth);
  bring_to_rest(motion, places, rows, contacts, smooth, made.jumps, made);
  relaxation.apply_to(made, rows, contacts);
}

/// Solves the step, again with each contact and each limit of a joint that its answer runs into.
Report Simulation::Parts::solve_with_all_contacts(const StepMotion& motion, const std::function<bool()>& cancelled,
                                                  StepRecord& record) {
  StageClock clock;
  Report report;
  bool more = false;
  bends.start_rounds();
  do {
    if (more) linearise(motion, joints, assembly);
    const bool again = record.repeats > 0 && !more && solution.r.size() == assembly.problem.rows();
    if (!again) {
      solution = {};
      if (settings.warm_start) {
        WarmStart last = warm_start;
        last.joint_impulses = impulses_of(joints, warm_start.joint_impulses);
        solution.r = guess(last, assembly, contacts);
      }
    }
    clock.end(record.times.assemble);
    report = solver->solve(assembly.problem, rigid_velocities(model), cancelled, solution);
    record.iterations += report.iterations;
    if (!std::isfinite(report.certificate.value())) break;
    record.contacts = contacts;
    record.impulses = world_impulses(assembly, contacts, solution.r, warm_start);
    warm_start = remember(assembly, contacts, record.impulses, solution.r);
    warm_start.joint_impulses = impulses_of_every_row(joints, warm_start.joint_impulses);
    clock.end(record.times.solve);
    more = tells_motion(report) && add_missed();
  } while (more);
  clock.end(record.times.solve);
  return report;
}

std::string Simulation::Parts::why_no_answer(const Report& report) const {
  if (report.message.empty() || !finite_problem()) return no_answer(model, assembly.problem.f);
  return fmt::format("{}; {}", report.message, firmest_hold(model, mass, assembly.problem.M));
}

std::string Simulation::Parts::miss_message(const Report& report) const {
  if (report.status != Status::infeasible || report.proof.size() == 0) return report.message;
  return contradiction(model, joints, contacts, assembly, report.proof);
}

/// q⁺ = q + h (v + v⁺)/2, or q + h v⁺ (thesis eq. 3.22c) where velocities jump; then joints are closed.
State Simulation::Parts::next_state(const StepMotion& motion, std::vector<double>& shifts, StepRecord& record) {
  State next{(static_cast<double>(steps_done) + piece.to) * settings.step,
             moved(motion.start, places, travel_velocity(), h),
             solution.v,
             {}};
  lead_motors_from(next.poses, shifts);
  if (projection) {
    // After a missed step what is open may be wide, and in the way of contacts: its velocities close it.
    const double furthest = record.status == Status::solved && !relaxation.leaves_joints_open()
                                ? h * fastest_centre(motion.mean.head(rigid_velocities(model))) + margin
                                : 0;
    record.joint_drift = projection->project(model, places, courses.end, furthest, next.poses);
  }
  if (flexible) next.nodes = flexible->nodes().moved(state, next.poses, solution.v, h);
  return next;
}

}  // namespace signorini
