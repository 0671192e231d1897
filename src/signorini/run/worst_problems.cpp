#include "signorini/run/worst_problems.h"

#include <algorithm>
#include <cmath>

namespace signorini {

void WorstProblems::consider(const StepRecord& record, const Simulation& simulation) {
  if (most_ == 0 || record.failed || record.contacts.empty()) return;
  const double value = record.certificate.value();
  const double certificate = std::isnan(value) ? INFINITY : value;
  const auto better = [&](const Kept& each) { return each.certificate < certificate; };
  const auto place = std::ranges::find_if(kept_, better);
  if (kept_.size() == most_ && place == kept_.end()) return;
  Kept next{certificate, record.step, {}};
  next.file.problem = simulation.last_problem();
  next.file.solution = simulation.last_solution();
  kept_.insert(place, std::move(next));
  if (kept_.size() > most_) kept_.pop_back();
}

void WorstProblems::save(RunFolder& folder) const {
  for (const Kept& each : kept_)
    if (!folder.wants_problem(each.step)) folder.save_problem(each.step, each.file);
}

}  // namespace signorini
