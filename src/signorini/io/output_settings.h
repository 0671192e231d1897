#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// What a run writes besides trajectory, energies and summary.
struct OutputSettings {
  int every = 1;                            ///< steps between trajectory frames, ≥ 1
  bool contacts = true;                     ///< contact points and impulses in the trajectory
  int vtk_every = 0;                        ///< steps between VTK files; 0: none
  int checkpoint_every = 0;                 ///< steps between checkpoints; 0: by the clock alone
  double checkpoint_seconds = 30;           ///< wall clock after which a checkpoint is due in any case, s, ≥ 0
  std::vector<std::string> csv;             ///< also as CSV, a line per step: any of csv_names()
  std::vector<std::int64_t> save_problems;  ///< steps whose contact problem is saved as an fclib file
};

/// What a run can write as CSV on request: "joints" for joints.csv and so on.
inline std::vector<std::string> csv_names() { return {"joints", "springs", "pairs"}; }

}  // namespace signorini
