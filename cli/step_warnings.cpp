#include "step_warnings.h"

#include <fmt/format.h>

#include "signorini/dynamics/settings.h"

namespace signorini::cli {

std::string StepWarnings::about(const StepRecord& record) {
  if (record.failed) return {};
  if (!(record.certificate.value() <= useless_certificate))
    return fmt::format(
        "{}: WARNING: step {} moved bodies by velocities of certificate {:.1e}, which are no motion of "
        "the model: {}",
        source_, record.step, record.certificate.value(), record.message);
  if (!record.too_coarse.empty() && !told_of_too_coarse_) {
    told_of_too_coarse_ = true;
    return fmt::format("{}: WARNING: step {} misses the accuracy: {} (later steps of this kind are only counted)",
                       source_, record.step, record.too_coarse);
  }
  if (record.relaxed.empty() || told_of_relaxed_) return {};
  told_of_relaxed_ = true;
  return fmt::format("{}: WARNING: step {}: {} (later steps of this kind are only counted)", source_, record.step,
                     record.message);
}

}  // namespace signorini::cli
