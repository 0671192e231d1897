#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "signorini/dynamics/step_record.h"
#include "signorini/model/model.h"

namespace signorini {

/// What a step says about each joint, or each spring.
struct LoadQuantity {
  const char* name;   ///< "force"
  std::size_t width;  ///< 1, or 3 for a vector
  /// Adds the numbers of one joint or spring.
  void (*add)(const StepRecord& record, std::size_t place, std::vector<double>& numbers);
};

/// All joints, or all springs of a kind, and what a step says about them: the same for every file that tells it.
struct LoadTable {
  const char* group;                        ///< in trajectory.h5: "/joints"
  const char* csv;                          ///< of OutputSettings::csv: "joints"
  std::vector<std::string> names;           ///< never empty: those without a name are counted, "joints[3]"
  std::vector<std::pair<int, int>> bodies;  ///< A and B of each; -1: the world
  std::vector<LoadQuantity> quantities;
};

/// Those that the model has something of.
std::vector<LoadTable> load_tables(const Model& model);

}  // namespace signorini
