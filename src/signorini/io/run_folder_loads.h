#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "signorini/dynamics/step_record.h"
#include "signorini/io/manifest.h"
#include "signorini/io/step_log.h"
#include "signorini/model/model.h"

namespace signorini {

/// joints.csv, springs.csv and pairs.csv in a run's folder, those of them that are wanted (OutputSettings::csv): what
/// joints, springs and contacts do in each step, see docs/output_files.md.
class LoadLogs {
 public:
  static LoadLogs create(const std::filesystem::path& folder, const std::vector<std::string>& wanted,
                         const Model& model, Manifest& manifest);
  /// Cuts the files after the lines of `last_step`. Throws InputError when one is not as it was written, or was not
  /// wanted when the run began.
  static LoadLogs reopen(const std::filesystem::path& folder, const std::vector<std::string>& wanted,
                         const Model& model, std::int64_t last_step, const Manifest& manifest);

  void append(const StepRecord& record);
  /// See StepLog.
  void flush();
  void sync(Manifest& manifest);

 private:
  struct Log {
    StepLog file;
    std::function<std::string(const StepRecord&)> lines;
  };
  std::vector<Log> logs_;
};

}  // namespace signorini
