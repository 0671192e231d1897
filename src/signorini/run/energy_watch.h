#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/dynamics/settings.h"
#include "signorini/io/run_folder_summary.h"

namespace SIGNORINI_PUBLIC signorini {

/// A limit that the energy ledger of a run has passed.
struct EnergyExcess {
  std::int64_t step;    ///< after which
  std::string name;     ///< "unexplained" or "stabilisation"
  double energy;        ///< J
  double share, limit;  ///< see RunSummary
};

/// "step 12: 3.2 J, 0.4 of the energy at hand, are unexplained (limit 0.01)"
std::string describe(const EnergyExcess& excess);

/// Looks after each step whether the ledger passes its limits. Tells once, and again each time the share has doubled:
/// a run that goes on after it was told, or is resumed after it was stopped, goes on.
class EnergyWatch {
 public:
  /// `before`: the summary of the steps so far, whose excess is known.
  EnergyWatch(const EnergyLimits& limits, const RunSummary& before);
  std::vector<EnergyExcess> after(std::int64_t step, const RunSummary& summary);

 private:
  double unexplained_, stabilisation_;  ///< shares that are told next
  double unexplained_limit_, stabilisation_limit_;
};

}  // namespace signorini
