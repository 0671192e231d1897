#include "signorini/chart/chart_lanes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace signorini {
namespace {

/// Lines are compared by the squares of this size that they pass through, pixels.
constexpr double square = 2;
/// This many in common are more than a crossing.
constexpr std::size_t squares_of_a_crossing = 8;

using Squares = std::set<std::pair<int, int>>;

Squares squares_of(const PageLine& line) {
  Squares squares;
  const auto add = [&](double x, double y) {
    squares.emplace(static_cast<int>(std::floor(x / square)), static_cast<int>(std::floor(y / square)));
  };
  if (!line.empty()) add(line.front().x, line.front().y);
  for (std::size_t k = 1; k < line.size(); ++k) {
    const double dx = line[k].x - line[k - 1].x, dy = line[k].y - line[k - 1].y;
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::hypot(dx, dy) / square)));
    for (int i = 1; i <= pieces; ++i) add(line[k - 1].x + dx * i / pieces, line[k - 1].y + dy * i / pieces);
  }
  return squares;
}

bool cover_each_other(const Squares& a, const Squares& b) {
  std::size_t common = 0;
  for (const auto& each : a) common += b.count(each);
  // Lines too short to have as many: those that are the same.
  return common >= std::min({squares_of_a_crossing, a.size(), b.size()}) && common > 0;
}

}  // namespace

std::vector<int> lanes_of(const std::vector<PageLine>& lines) {
  std::vector<Squares> squares;
  std::vector<int> lanes;
  for (const PageLine& line : lines) {
    squares.push_back(squares_of(line));
    std::set<int> taken;
    for (std::size_t k = 0; k < lanes.size(); ++k)
      if (cover_each_other(squares[k], squares.back())) taken.insert(lanes[k]);
    int lane = 0;
    while (taken.contains(lane)) ++lane;
    lanes.push_back(lane);
  }
  return lanes;
}

}  // namespace signorini
