#pragma once

#include <string>
#include <vector>

#include "signorini/chart/chart.h"

namespace signorini {

/// The performance profiles of these solvers as a chart; `times` as performance_profiles takes them.
Chart profile_chart(std::string title, const std::vector<std::string>& solvers,
                    const std::vector<std::vector<double>>& times);

}  // namespace signorini
