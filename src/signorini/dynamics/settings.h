#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/problem/law.h"

namespace SIGNORINI_PUBLIC signorini {

/// What a step does when its solver misses the tolerance.
enum class MissPolicy {
  relax,   ///< as `retry`, but for near misses; where rows contradict each other, something gives way: ladder.h
  retry,   ///< try `fallback_solver` from there, take the better answer
  accept,  ///< take the best answer and count the miss
  stop,    ///< end the run; everything up to the step is kept
};

/// What a run does when its energy ledger passes a limit.
enum class ExcessPolicy {
  warn,  ///< say so and go on
  stop,  ///< end the run after the step; everything is kept
};

/// How much of the energy at hand (RunSummary::energy_at_hand()) may come from, or go to, where the model has no place
/// for it. Shares, > 0.
struct EnergyLimits {
  /// Of what the ledger cannot explain. A hundredth changes velocities by half a percent: less than other errors of a
  /// simulation, and far more than the method leaves where it works (1e-6 and less).
  double unexplained = 0.01;
  /// Of what pushing out penetration and keeping joints together puts in or takes out, summed over the run, in units of
  /// the energy at hand that it did not put in. Where it is as much, the corrections drive the motion.
  double stabilisation = 1;
  ExcessPolicy on_excess = ExcessPolicy::warn;
};

/// How bodies that touch share an impact.
enum class ImpactRule {
  sequential,    ///< pair by pair, the fastest first, until none approaches
  simultaneous,  ///< all at once
};

/// Velocities of a larger certificate are no motion of the model: then more gives way, and it is said at once.
inline constexpr double useless_certificate = 1e-2;

/// Solves steps where no other solver is named.
inline constexpr const char* default_step_solver = "auto";

struct Model;

/// How a simulation runs.
struct Settings {
  double step = 0.01;  ///< h, s, > 0
  /// How far bodies may be, after each step, from where ever shorter steps would bring them from its start, m, turning
  /// times the radius of a body included; in smooth motion also what that makes of their way in the step after it.
  /// Steps are done in pieces until that is reached. 0: each in one piece.
  double accuracy = 0;
  double duration = 1;  ///< s, > 0
  /// The run ends before its duration once the kinetic energy, after it was more, is less than this, J, ≥ 0; 0: never.
  double rest_energy = 0;
  Law law = Law::coulomb;
  int pyramid_sides = 8;  ///< directions of the friction pyramid, for law pyramid only, ≥ 3
  /// By its name in the catalogue, with its options as text, as a scene file has them; empty: the default. In C++ a
  /// Simulation also takes a solver that was made with typed options.
  std::string solver = {};
  std::map<std::string, std::string> solver_options = {};
  /// Certificate to reach in each step, dimensionless, > 0. The largest at which 1000 balls that fall into a box stay
  /// within 0.05 % of their radius of each other (bench_peers balls). Where bodies come to rest, and where there are
  /// joints, answers are better by themselves (dynamics/step_solver.cpp); forces that are to be trusted to more digits
  /// want less.
  double tolerance = 3e-4;
  int max_iterations = 0;  ///< 0: the solver's own default
  bool warm_start = true;
  MissPolicy on_miss = MissPolicy::relax;
  std::string fallback_solver = "gauss-seidel";

  /// Surfaces nearer than this become contacts, m, > 0; 0: a tenth of the smallest solid's size.
  double margin = 0;
  /// Largest speed at which penetration of rigid contacts is undone, m/s, ≥ 0.
  double recovery_speed = 0.1;
  /// Contacts that close slower than this do not bounce, m/s, ≥ 0.
  double restitution_threshold = 0.05;
  ImpactRule impact = ImpactRule::sequential;
  /// Whether bodies may start deep in each other, see start_overlap().
  bool allow_overlap = false;
  /// Whether links of one mechanism that start in each other are left alone until they part, see overlapping_links().
  /// Else they are pushed apart as other bodies are, which joints may turn into any speed.
  bool ignore_overlapping_links = true;
  EnergyLimits energy = {};
};

/// How many steps the duration has, rounded. Throws InputError when that is none, or more than can be counted.
std::int64_t step_count(const Settings& settings);

/// Every inconsistency, each in a line that names setting and value; empty when sound.
std::vector<std::string> validate(const Settings& settings);

/// The margin that holds for a model: the setting, or a tenth of the smallest moving solid.
double contact_margin(const Model& model, const Settings& settings);

}  // namespace signorini
