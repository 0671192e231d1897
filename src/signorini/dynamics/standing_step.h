#pragma once

#include "signorini/dynamics/step_inputs.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/dynamics/warm_start.h"

namespace signorini {

/// The last step, where it led back to its own start: all bodies stood, and their impulses stayed what they were. A
/// step is a function of its start and its inputs, so the next one has the same answer to the bit, and needs no work.
class StandingStep {
 public:
  /// False where the course of time alone changes what a step does: motors, flexible bodies with their drives.
  explicit StandingStep(const Model& model);

  /// What a step starts from: kept only where it may stand.
  void begin(const State& state, const WarmStart& warm_start);
  /// Where the step ended in what begin() was told, its record is kept.
  void end(const State& state, const WarmStart& warm_start, const StepInputs& inputs, const StepRecord& record);
  bool begun() const { return begun_; }
  void forget() { stands_ = begun_ = false; }

  /// Whether the next step is the last one again.
  bool repeats(const StepInputs& inputs) const;
  /// The last one's record, with the time and the number of the next one.
  StepRecord record(std::int64_t step, double time) const;

 private:
  bool possible_, begun_ = false, stands_ = false;
  State start_;
  WarmStart start_warm_;
  StepInputs inputs_;
  StepRecord record_;
};

}  // namespace signorini
