#pragma once

#include <string>
#include <utility>

#include "signorini/dynamics/step_record.h"

namespace signorini::cli {

/// What must be said at once about a step: that bodies were moved by velocities that are none of the model's, each
/// time; that something gave way, or that the accuracy of time steps was missed, once.
class StepWarnings {
 public:
  explicit StepWarnings(std::string source) : source_(std::move(source)) {}
  /// Empty when there is nothing to say.
  std::string about(const StepRecord& record);

 private:
  std::string source_;
  bool told_of_relaxed_ = false, told_of_too_coarse_ = false;
};

}  // namespace signorini::cli
