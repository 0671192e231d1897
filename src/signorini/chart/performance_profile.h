#pragma once

#include <optional>
#include <vector>

namespace signorini {

/// How a solver compares over a collection: `share[k]` of all problems are solved within `ratio[k]` times the seconds
/// of the fastest solver of each. Both grow; `ratio` begins at 1, where the share is that of the problems won.
struct ProfileCurve {
  std::vector<double> ratio, share;
};

/// times[s][p]: what solver s needs for problem p, infinity where it failed. The ratios to the fastest, infinity where
/// it failed.
std::vector<std::vector<double>> performance_ratios(const std::vector<std::vector<double>>& times);

/// The profiles of E. Dolan and J. Moré, Benchmarking optimization software with performance profiles, Math. Program.
/// 91 (2002), one curve a solver. Problems that nobody solved count in the share.
std::vector<ProfileCurve> performance_profiles(const std::vector<std::vector<double>>& times);

/// The median of the finite ratios of a solver, if there are any.
std::optional<double> median_ratio(const std::vector<double>& ratios);

}  // namespace signorini
