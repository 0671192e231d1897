#include "signorini/run/energy_watch.h"

#include <cmath>

#include <fmt/format.h>

namespace signorini {
namespace {

/// So much larger must a share be to be told again.
constexpr double told_again = 2;

double told_next(double limit, double share) { return share > limit ? told_again * share : limit; }

}  // namespace

std::string describe(const EnergyExcess& excess) {
  const bool unexplained = excess.name == "unexplained";
  return fmt::format("step {}: {:.3g} J, {:.2g} of the {} at hand, {} (limit {:g}); a shorter time step may help",
                     excess.step, excess.energy, excess.share, unexplained ? "energy" : "other energy",
                     unexplained ? "are unexplained" : "came by stabilisation or went into it", excess.limit);
}

EnergyWatch::EnergyWatch(const EnergyLimits& limits, const RunSummary& before)
    : unexplained_(told_next(limits.unexplained, before.unexplained_share())),
      stabilisation_(told_next(limits.stabilisation, before.stabilisation_share())),
      unexplained_limit_(limits.unexplained),
      stabilisation_limit_(limits.stabilisation) {}

std::vector<EnergyExcess> EnergyWatch::after(std::int64_t step, const RunSummary& summary) {
  std::vector<EnergyExcess> passed;
  const auto look = [&](const char* name, double energy, double share, double limit, double& next) {
    if (!(share > next)) return;
    passed.push_back({step, name, energy, share, limit});
    next = told_again * share;
  };
  look("unexplained", summary.unexplained_most, summary.unexplained_share(), unexplained_limit_, unexplained_);
  look("stabilisation", std::abs(summary.changes.stabilisation), summary.stabilisation_share(), stabilisation_limit_,
       stabilisation_);
  return passed;
}

}  // namespace signorini
