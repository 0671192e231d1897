#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "signorini/dynamics/step_record.h"
#include "signorini/io/manifest.h"
#include "signorini/io/step_log.h"

namespace signorini {

/// energy.csv: step, time, energies and what changed them since the start, a line per step.
class EnergyLog {
 public:
  /// A new file with a line for step 0.
  static EnergyLog create(const std::filesystem::path& path, double time, const Energies& energies, Manifest& manifest);
  /// Cuts the file after the line of `last_step`. Throws InputError when there is none, or when what is before is not
  /// as it was written.
  static EnergyLog reopen(const std::filesystem::path& path, std::int64_t last_step, const Manifest& manifest);

  void append(std::int64_t step, double time, const Energies& energies, const EnergyChanges& since_start);
  /// See StepLog.
  void flush() { file_.flush(); }
  /// Waits until the lines so far are on disk and in the manifest.
  void sync(Manifest& manifest);
  /// The time of each step that was there when the file was opened; the place is the step.
  const std::vector<double>& times() const { return times_; }

 private:
  explicit EnergyLog(StepLog file, std::vector<double> times = {});

  StepLog file_;
  std::vector<double> times_;
};

}  // namespace signorini
