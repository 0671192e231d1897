#include "signorini/chart/performance_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace signorini {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// What a clock cannot tell from nothing, so that no time is 0 and no ratio 0/0.
constexpr double shortest_time = 1e-6;

std::vector<double> finite_sorted(const std::vector<double>& values) {
  std::vector<double> result;
  std::copy_if(values.begin(), values.end(), std::back_inserter(result), [](double v) { return std::isfinite(v); });
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::vector<std::vector<double>> performance_ratios(const std::vector<std::vector<double>>& times) {
  std::vector<std::vector<double>> ratios = times;
  const std::size_t problems = times.empty() ? 0 : times.front().size();
  for (std::size_t p = 0; p < problems; ++p) {
    double best = infinity;
    for (auto& solver : ratios) {
      if (!std::isfinite(solver[p])) solver[p] = infinity;
      best = std::min(best, solver[p] = std::max(solver[p], shortest_time));
    }
    if (std::isfinite(best))
      for (auto& solver : ratios) solver[p] /= best;
  }
  return ratios;
}

std::vector<ProfileCurve> performance_profiles(const std::vector<std::vector<double>>& times) {
  std::vector<ProfileCurve> curves;
  for (const auto& ratios : performance_ratios(times)) {
    ProfileCurve curve{{1.0}, {0.0}};
    double solved = 0;
    for (const double ratio : finite_sorted(ratios)) {
      if (ratio > curve.ratio.back()) {
        curve.ratio.push_back(ratio);
        curve.share.push_back(0);
      }
      curve.share.back() = ++solved / static_cast<double>(ratios.size());
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::optional<double> median_ratio(const std::vector<double>& ratios) {
  const std::vector<double> sorted = finite_sorted(ratios);
  if (sorted.empty()) return std::nullopt;
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

}  // namespace signorini
