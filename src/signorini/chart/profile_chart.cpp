#include "signorini/chart/profile_chart.h"

#include <algorithm>
#include <utility>

#include "signorini/chart/performance_profile.h"

namespace signorini {

Chart profile_chart(std::string title, const std::vector<std::string>& solvers,
                    const std::vector<std::vector<double>>& times) {
  const auto profiles = performance_profiles(times);
  double largest = 1;
  for (const auto& profile : profiles) largest = std::max(largest, profile.ratio.back());
  largest *= 1.2;  // lets the curves run on a little after the last step
  Chart chart{.title = std::move(title),
              .x = {.label = "time / time of the fastest", .logarithmic = true, .from = 1, .to = largest},
              .y = {.label = "share of problems solved", .from = 0, .to = 1},
              .series = {}};
  for (std::size_t s = 0; s < profiles.size(); ++s) {
    Series line{.name = solvers[s], .x = profiles[s].ratio, .y = profiles[s].share, .stairs = true};
    line.x.push_back(largest);
    line.y.push_back(line.y.back());
    chart.series.push_back(std::move(line));
  }
  return chart;
}

}  // namespace signorini
