#pragma once

#include <vector>

namespace signorini {

/// A place on the page of a chart, pixels.
struct PagePoint {
  double x, y;
};
using PageLine = std::vector<PagePoint>;

/// For each line a lane, from 0: lines that run over each other for more than a crossing get different ones, so that
/// drawn lane beside lane none hides another.
std::vector<int> lanes_of(const std::vector<PageLine>& lines);

}  // namespace signorini
