#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "signorini/base/export.h"
#include "signorini/dynamics/settings.h"
#include "signorini/dynamics/step_record.h"

namespace SIGNORINI_PUBLIC signorini {

/// What is worth knowing about a run, summed up step by step.
struct RunSummary {
  std::int64_t steps = 0;
  double time = 0;     ///< simulated, s
  StageTimes seconds;  ///< wall-clock, summed over the steps
  std::int64_t contacts_sum = 0, contacts_max = 0;
  std::int64_t iterations_sum = 0, iterations_max = 0;
  double certificate_sum = 0;
  double certificate_worst = 0;    ///< NaN once a step's certificate was
  double deepest_penetration = 0;  ///< m
  Energies energy_start, energy_end;
  EnergyChanges changes;                                                      ///< since the start
  double kinetic_most = 0, stored_most = -INFINITY, stored_least = INFINITY;  ///< stored: potential and elastic, J
  double free_fall = 0;                                ///< free_fall_energy(); not kept in checkpoints, J
  double gentle_push = 0;                              ///< gentle_push_energy(); not kept in checkpoints, J
  double stabilisation_share_most = 0;                 ///< stabilisation_share() so far
  double unexplained_most = 0;                         ///< |changes.unexplained| at its largest, J
  double joint_drift = 0;                              ///< the largest, m or rad
  std::array<std::int64_t, status_count> by_status{};  ///< steps that ended with each Status, as they are posed
  std::int64_t relaxed = 0;                            ///< steps that were solved after something gave way
  std::int64_t inverted_elements = 0;                  ///< of flexible bodies, at most in a step
  std::string first_inverted;                          ///< "step 12: element 3 of …", or empty
  double unbalanced = 0;                               ///< of flexible bodies: StepRecord::unbalanced, at most
  std::int64_t impacts_cut_off = 0;  ///< pairs that lost their approach because impacts became too many in a step
  // Of steps in pieces (Settings::accuracy); 0 where there are none.
  std::int64_t pieces_sum = 0;
  double shortest_piece = 0;     ///< s
  std::int64_t too_coarse = 0;   ///< steps that missed the accuracy
  std::string first_too_coarse;  ///< "step 12: body 'ball' …", or empty
  std::string first_miss;        ///< "step 12, infeasible: …" or "step 12, relaxed: …", or empty
  std::string failure;           ///< why the run could not go on, or empty; not kept in checkpoints

  void add(const StepRecord& record);
  /// What can move between the kinds of energy so far, J: the kinetic at its most, the range of the stored, the net
  /// work of forces and motors; and, for bodies at rest, `free_fall` and a billionth of the stored.
  double energy_at_hand() const;
  /// What the ledger cannot explain, at its largest so far, as a share of the energy at hand; 0 where there is none.
  double unexplained_share() const;
  /// What stabilisation put in or took out in sum, as a share of the energy at hand that it did not put in; the largest
  /// so far. What it takes to push overlap out gently, `gentle_push`, counts as at hand.
  double stabilisation_share() const;
};

/// What all bodies would gain by falling freely for a step from rest, J.
double free_fall_energy(const Model& model, double step);

/// What all bodies have when overlap as deep as the contact margin is pushed out: their height, and their motion at
/// the recovery speed, J.
double gentle_push_energy(const Model& model, const Settings& settings);

/// The object that `run --json` prints and summary.json holds; numbers that JSON cannot say are null.
/// `complete`: whether the run reached its end.
std::string to_json(const RunSummary& summary, const std::string& scene, const std::filesystem::path& out,
                    bool complete);

/// Calls visit(name, number) for every figure, to save and restore a summary.
template <class Summary, class Visit>
void each_figure(Summary& summary, const Visit& visit) {
  visit("steps", summary.steps);
  visit("time", summary.time);
  visit("seconds_collision", summary.seconds.collision);
  visit("seconds_assemble", summary.seconds.assemble);
  visit("seconds_solve", summary.seconds.solve);
  visit("seconds_integrate", summary.seconds.integrate);
  visit("seconds_output", summary.seconds.output);
  visit("contacts_sum", summary.contacts_sum);
  visit("contacts_max", summary.contacts_max);
  visit("iterations_sum", summary.iterations_sum);
  visit("iterations_max", summary.iterations_max);
  visit("certificate_sum", summary.certificate_sum);
  visit("certificate_worst", summary.certificate_worst);
  visit("deepest_penetration", summary.deepest_penetration);
  visit("energy_start_kinetic", summary.energy_start.kinetic);
  visit("energy_start_potential", summary.energy_start.potential);
  visit("energy_start_elastic", summary.energy_start.elastic);
  visit("energy_end_kinetic", summary.energy_end.kinetic);
  visit("energy_end_potential", summary.energy_end.potential);
  visit("energy_end_elastic", summary.energy_end.elastic);
  each_change(summary.changes, [&](const std::string& name, auto& change) { visit("energy_change_" + name, change); });
  visit("kinetic_most", summary.kinetic_most);
  visit("stored_most", summary.stored_most);
  visit("stored_least", summary.stored_least);
  visit("unexplained_most", summary.unexplained_most);
  visit("joint_drift", summary.joint_drift);
  for (std::size_t k = 0; k < summary.by_status.size(); ++k)
    visit("steps_" + std::string(to_string(static_cast<Status>(k))), summary.by_status[k]);
  visit("steps_relaxed", summary.relaxed);
}

}  // namespace signorini
