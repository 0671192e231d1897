#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "signorini/dynamics/simulation.h"
#include "signorini/io/fclib.h"
#include "signorini/io/run_folder.h"

namespace signorini {

/// The contact problems of the steps with the worst certificates, of those that were considered. They are kept in
/// memory; which they are follows from the steps alone.
class WorstProblems {
 public:
  explicit WorstProblems(std::size_t most) : most_(most) {}

  /// After a step, before the next one.
  void consider(const StepRecord& record, const Simulation& simulation);
  /// Saves those that the folder does not have by itself.
  void save(RunFolder& folder) const;

 private:
  struct Kept {
    double certificate = 0;
    std::int64_t step = 0;
    FclibFile file;
  };
  std::size_t most_;
  std::vector<Kept> kept_;  ///< the worst first; of equal ones the earlier first
};

}  // namespace signorini
