#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "signorini/dynamics/settings.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/dynamics/warm_start.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// A model in motion. One call of step() is one time step; the same model, settings and start give the same bits.
class Simulation {
 public:
  /// Throws InputError when model or settings are not sound. The model must outlive this.
  Simulation(const Model& model, const Settings& settings);
  ~Simulation();

  /// A step after which the state would not be finite, or which is cancelled, is not done: see StepRecord::failed.
  StepRecord step();

  const State& state() const;
  /// The energies of the state, J.
  Energies energies() const;
  std::int64_t steps_done() const;
  /// What a later resume() needs besides the state.
  const WarmStart& warm_start() const;
  /// Goes on from a saved point.
  void resume(std::int64_t steps_done, const State& state, const WarmStart& warm_start);

  /// The problem of the last step and its answer.
  const ContactProblem& last_problem() const;
  const Solution& last_solution() const;

  /// Asked inside long solves; true ends the step with status `interrupted`, as if it had not begun.
  std::function<bool()> cancelled;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Every inconsistency, each in a line that names setting and value; empty when sound.
std::vector<std::string> validate(const Settings& settings);

/// The margin that holds for a model: the setting, or a tenth of the smallest moving solid.
double contact_margin(const Model& model, const Settings& settings);

}  // namespace signorini
