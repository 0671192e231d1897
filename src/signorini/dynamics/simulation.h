#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "signorini/base/export.h"
#include "signorini/dynamics/settings.h"
#include "signorini/dynamics/start_overlap.h"
#include "signorini/dynamics/step_inputs.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/dynamics/warm_start.h"
#include "signorini/problem/contact_problem.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

/// A model in motion. One call of step() is one time step; the same model, settings, start and inputs give the same
/// bits.
class Simulation {
 public:
  /// Throws InputError when model or settings are not sound.
  Simulation(Model model, Settings settings);
  /// With a solver of the caller's making instead of the one that the settings name, which must name none. It gets its
  /// options as a struct of its own, checked by the compiler:
  ///
  ///     Simulation simulation(model, settings, std::make_unique<InteriorPoint>(InteriorPointOptions{.correctors =
  ///     0}));
  Simulation(Model model, Settings settings, std::unique_ptr<Solver> solver);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  /// A step after which the state would not be finite, or which is cancelled, is not done: see StepRecord::failed.
  /// Throws InputError, and does nothing, when the inputs are not sound.
  StepRecord step(const StepInputs& inputs = {});

  const Model& model() const;
  const Settings& settings() const;
  const State& state() const;
  /// Of a joint that has one, see has_coordinate(): an angle in (-π, π], rad, or a length, m. Else throws InputError.
  double coordinate(int joint) const;
  /// The energies of the state, J.
  Energies energies() const;
  std::int64_t steps_done() const;
  /// What a later resume() needs besides the state.
  const WarmStart& warm_start() const;
  /// By how much the targets of steps have led each joint's speed motor away from its motion in the model, rad or m:
  /// also for resume().
  const std::vector<double>& motor_shifts() const;
  /// Links that began in each other and have not parted yet, whose contacts are left out: also for resume().
  const BodyPairs& overlapping() const;
  /// Goes on from a saved point. `motor_shifts`: empty where no step had a target for a speed motor.
  void resume(std::int64_t steps_done, const State& state, const WarmStart& warm_start,
              const std::vector<double>& motor_shifts = {}, const BodyPairs& overlapping = {});

  // Between steps the model may change, and the simulation goes on from where it is. What does not hold, an unsound
  // number for one, throws InputError and changes nothing. Afterwards there is no last problem until the next step.

  /// From the next step on, m/s².
  void set_gravity(const Vector3& gravity);
  /// Settings for the steps to come. Their length stays: throws InputError where it is another.
  void change_settings(Settings settings);
  /// A body more, behind the rigid ones there are, with pose and velocities of now. Returns its index. Flexible bodies
  /// are numbered one higher from then on. Throws InputError where it is deep in another body.
  int add_body(Body body);

  /// Puts a body that moves elsewhere, between steps; `velocity` along the world's axes, `angular_velocity` along the
  /// body's. Throws InputError where there is no such body, or what is given is not finite.
  void set_body(int body, const Pose& pose, const Vector3& velocity, const Vector3& angular_velocity);

  /// The worst overlap of bodies at the start of the model; none where the settings allow any.
  const Overlap& start_overlap() const;

  /// The problem of the last solve of the last step, and its answer.
  const ContactProblem& last_problem() const;
  const Solution& last_solution() const;

  /// What the last step's answer is at each of the contacts in its record; of a step in pieces the answer of the last
  /// piece, and open where that had no such contact. Costs about two judgements of the step's problem.
  std::vector<ContactState> contact_states(const StepRecord& record) const;

  /// How many bodies stand and are left out of steps, until another has a contact with them; for those who measure. It
  /// changes no bit.
  int resting() const;

  /// Asked inside long solves; true ends the step with status `interrupted`, as if it had not begun.
  std::function<bool()> cancelled;

 private:
  struct SIGNORINI_PRIVATE Parts;
  SIGNORINI_PRIVATE void go_on_with(Model model, Settings settings, State state, WarmStart warm_start);
  std::unique_ptr<Parts> parts_;
};

}  // namespace signorini
