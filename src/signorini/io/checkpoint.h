#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/run_folder_summary.h"
#include "signorini/model/model.h"

namespace signorini {

/// All that a simulation needs to go on as if it had never stopped, every number with its exact bits.
struct Checkpoint {
  std::int64_t step = 0;  ///< the last one done; 0: at the start
  State state = {};       ///< at its end

  /// What the next step's solve starts from: impulses by contact, in the order and the components that the step uses.
  std::vector<std::pair<ContactKey, Vector3>> contact_impulses = {};
  std::vector<Vector3> contact_points = {};  ///< in the same order, or empty
  std::vector<double> joint_impulses = {};
  double contact_energy = 0;                          ///< stored in soft contacts, J
  std::vector<double> motor_shifts = {};              ///< by joint, rad or m: Simulation::motor_shifts()
  std::vector<std::pair<int, int>> overlapping = {};  ///< Simulation::overlapping()

  // Of the run rather than of the simulation: RunFolder fills these in.
  RunSummary summary = {};
  std::string digest = {};  ///< of scene and settings, see run_digest()
};

/// Complete or not at all. Throws InputError with path and reason.
void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint,
                     const FileWriter& writer = write_atomically);

/// Throws InputError that names the file and what is wrong with it.
Checkpoint load_checkpoint(const std::filesystem::path& path);

}  // namespace signorini
