#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "signorini/dynamics/step_record.h"

namespace signorini {

/// energy.csv: step, time and energies, a line per step, at once on disk by one write. A kill can at most cut the last
/// line, and going on cuts the file behind the checkpoint's step anyway.
class EnergyLog {
 public:
  /// A new file with a line for step 0. An older one is replaced.
  static EnergyLog create(const std::filesystem::path& path, double time, const Energies& energies);
  /// Cuts the file after the line of `last_step`. Throws InputError when there is none.
  static EnergyLog reopen(const std::filesystem::path& path, std::int64_t last_step);
  EnergyLog(EnergyLog&& other) noexcept;
  ~EnergyLog();

  /// A full disk throws InputError and leaves the lines before.
  void append(std::int64_t step, double time, const Energies& energies);
  /// Waits until the lines so far are on disk.
  void sync();
  /// The time of each step that was there when the file was opened; the place is the step.
  const std::vector<double>& times() const { return times_; }

 private:
  EnergyLog(std::filesystem::path path, int flags);
  void write(const std::string& text);

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::vector<double> times_;
};

}  // namespace signorini
