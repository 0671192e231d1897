#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/dynamics/recirculation.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/io/recording.h"

namespace SIGNORINI_PUBLIC signorini {

/// A simulation with which somebody plays. Everything done to it is recorded; the same acts after the same steps give
/// the same steps again, to the bit.
class Player {
 public:
  /// Throws InputError when model or settings are not sound.
  Player(Model model, Settings settings);

  /// Before the next step. Throws InputError, and does nothing, where it cannot be done.
  void act(const Act& act);
  StepRecord step();

  const Simulation& simulation() const { return simulation_; }
  const Settings& settings() const { return settings_; }
  /// See Simulation::cancelled.
  void on_cancel(std::function<bool()> cancelled) { simulation_.cancelled = std::move(cancelled); }
  /// As Simulation::resume() does.
  void resume(std::int64_t steps_done, const State& state, const WarmStart& warm_start,
              const std::vector<double>& motor_shifts, const BodyPairs& overlapping) {
    simulation_.resume(steps_done, state, warm_start, motor_shifts, overlapping);
  }
  /// After a step, see recirculation.h; not part of what was done.
  void recirculate(const Recirculation& recirculation, StepRecord& record) {
    signorini::recirculate(recirculation, simulation_, record);
  }
  /// What was done so far, without acts after the last step.
  Recording recording() const;

  /// What the spring of a Pull does.
  struct PullForce {
    int body = -1, node = -1;
    Vector3 point = Vector3::Zero(), target = Vector3::Zero();  ///< in the world, at the start of the last step, m
    Vector3 force = Vector3::Zero();                            ///< over the last step, N
    Vector3 torque = Vector3::Zero();                           ///< with it, about the centre of mass, N m
  };
  /// Empty while nobody pulls.
  const std::optional<PullForce>& pulled() const { return pulled_; }

 private:
  /// What is grasped with a node: nodes around it, by their shares of the mass.
  struct Grasp {
    std::vector<std::pair<int, double>> shares;
    double mass = 0;  ///< kg
  };
  PullForce force_of(const Pull& pull) const;
  PullForce force_on_nodes(const Pull& pull, StepInputs& inputs) const;

  Settings settings_;
  Simulation simulation_;
  static Grasp grasp_of(const Model& model, int node);

  std::optional<Pull> pull_;
  Grasp grasp_;
  std::optional<PullForce> pulled_;
  Recording recording_;
};

}  // namespace signorini
