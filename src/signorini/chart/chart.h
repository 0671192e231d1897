#pragma once

#include <optional>
#include <string>
#include <vector>

namespace signorini {

/// A line of a chart. Points that a logarithmic axis cannot show, and those that are not finite, are left out.
struct Series {
  std::string name;
  std::vector<double> x, y;
  bool stairs = false;   ///< constant from one point to the next
  bool markers = false;  ///< a dot at each point
};

struct Axis {
  std::string label;
  bool logarithmic = false;
  /// Ends; found from the points where missing.
  std::optional<double> from = {}, to = {};
};

struct Chart {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
};

/// The chart as an SVG document: self-contained, readable on paper and by the colour-blind, the same bytes for the same
/// chart.
std::string to_svg(const Chart& chart);

}  // namespace signorini
