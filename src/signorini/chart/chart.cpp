#include "signorini/chart/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "signorini/base/number_text.h"
#include "signorini/chart/chart_lanes.h"
#include "signorini/chart/markup.h"

namespace signorini {
namespace {

constexpr double width = 720, height = 440, left = 76, right = 200, top = 40, bottom = 56;
constexpr double line_height = 18;
/// Between lines that would cover each other.
constexpr double lane_width = 2.4;
/// From the frame, which lines in their lanes may leave by as much.
constexpr double legend_gap = 22;
/// Below this many decades powers of ten alone are too few ticks.
constexpr double shortest_span_of_decades = 2;
/// Okabe and Ito's colours, which the colour-blind tell apart. Neighbours differ in their dashes too, so that a line
/// shows through one that lies on it.
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};
constexpr std::array dashes{"", "9 4", "4 4", "10 4 2 4"};

std::string stroke(std::size_t k) {
  const std::string dash = dashes[k % dashes.size()];
  return fmt::format("stroke=\"{}\" stroke-width=\"1.8\"{}", colours[k % colours.size()],
                     dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash));
}

/// Values of one axis on the page.
class Scale {
 public:
  Scale(const Axis& axis, const std::vector<Series>& series, std::vector<double> Series::*values, double begin,
        double end)
      : logarithmic_(axis.logarithmic), begin_(begin), end_(end) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Series& line : series)
      for (const double value : line.*values)
        if (shows(value)) {
          low = std::min(low, value);
          high = std::max(high, value);
        }
    if (!(low <= high)) low = high = 1;
    low_ = place(axis.from.value_or(low));
    high_ = place(axis.to.value_or(high));
    if (logarithmic_ && !axis.from) low_ = std::floor(low_ + 1e-9);
    if (logarithmic_ && !axis.to) high_ = std::ceil(high_ - 1e-9);
    if (high_ - low_ < 1e-12 * std::max(1.0, std::abs(high_))) {
      low_ -= 0.5;
      high_ += 0.5;
    }
  }

  bool shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }
  double operator()(double value) const {
    return begin_ + std::clamp((place(value) - low_) / (high_ - low_), 0.0, 1.0) * (end_ - begin_);
  }

  std::string label(double tick) const { return logarithmic_ ? tolerance_text(tick) : fmt::format("{:g}", tick); }

  /// Round numbers, at most about eight.
  std::vector<double> ticks() const {
    const double span = high_ - low_;
    if (logarithmic_ && span < shortest_span_of_decades) return ticks_within_decades();
    const double step = logarithmic_ ? std::max(1.0, std::ceil(span / 8)) : round_step(span / 6);
    std::vector<double> result;
    for (double k = std::ceil(low_ / step - 1e-9); k * step <= high_ + 1e-9 * span; ++k)
      result.push_back(logarithmic_ ? std::pow(10, k * step) : k * step + 0.0);  // + 0.0: never -0
    return result;
  }

 private:
  /// 1, 2, 5, 10, 20, …
  std::vector<double> ticks_within_decades() const {
    std::vector<double> result;
    for (double k = std::floor(low_); k <= high_; ++k)
      for (const double digit : {1.0, 2.0, 5.0})
        if (const double at = k + std::log10(digit); at >= low_ - 1e-9 && at <= high_ + 1e-9)
          result.push_back(digit * std::pow(10, k));
    return result;
  }
  double place(double value) const { return logarithmic_ ? std::log10(value) : value; }
  static double round_step(double step) {
    const double power = std::pow(10, std::floor(std::log10(step)));
    for (const double digit : {1.0, 2.0, 5.0})
      if (step <= digit * power) return digit * power;
    return 10 * power;
  }

  bool logarithmic_;
  double begin_, end_, low_ = 0, high_ = 1;
};

std::string text(double x, double y, const std::string& anchor, const std::string& content,
                 const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escape_markup(content));
}

std::string grid(const Chart& chart, const Scale& x, const Scale& y) {
  std::string svg;
  const auto line = [](double x1, double y1, double x2, double y2) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#dddddd\"/>\n", x1, y1,
                       x2, y2);
  };
  for (const double tick : x.ticks()) {
    svg += line(x(tick), top, x(tick), height - bottom);
    svg += text(x(tick), height - bottom + line_height, "middle", x.label(tick));
  }
  for (const double tick : y.ticks()) {
    svg += line(left, y(tick), width - right, y(tick));
    svg += text(left - 8, y(tick) + 4, "end", y.label(tick));
  }
  svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#444444\"/>\n", left,
                     top, width - right - left, height - bottom - top);
  svg += text(0.5 * (left + width - right), height - 14, "middle", chart.x.label);
  const double middle = 0.5 * (top + height - bottom);
  svg += text(18, middle, "middle", chart.y.label, fmt::format(" transform=\"rotate(-90 18 {:.1f})\"", middle));
  return svg;
}

/// The line's points on the page.
PageLine on_page(const Series& series, const Scale& x, const Scale& y) {
  PageLine line;
  for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    if (!x.shows(series.x[i]) || !y.shows(series.y[i])) continue;
    const PagePoint next{x(series.x[i]), y(series.y[i])};
    if (series.stairs && !line.empty()) line.push_back({next.x, line.back().y});
    line.push_back(next);
  }
  return line;
}

/// `aside`: how far the line is moved to the right and down, so that it does not cover another.
std::string curve(const PageLine& line, std::size_t k, bool markers, double aside) {
  std::string path, dots;
  for (const PagePoint& point : line) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", point.x + aside, point.y + aside);
    if (markers)
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", point.x + aside,
                          point.y + aside, colours[k % colours.size()]);
  }
  if (path.empty()) return "";
  return fmt::format("<path d=\"{}\" fill=\"none\" {}/>\n", path, stroke(k)) + dots;
}

std::string legend(const std::vector<Series>& series) {
  std::string svg;
  const double x = width - right + legend_gap;
  for (std::size_t k = 0; k < series.size(); ++k) {
    const double y = top + 10 + line_height * static_cast<double>(k);
    svg += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", x, y, x + 26, y, stroke(k));
    svg += text(x + 32, y + 4, "start", series[k].name);
  }
  return svg;
}

}  // namespace

std::string to_svg(const Chart& chart) {
  const Scale x(chart.x, chart.series, &Series::x, left, width - right);
  const Scale y(chart.y, chart.series, &Series::y, height - bottom, top);
  const double page_height = std::max(height, top + 20 + line_height * static_cast<double>(chart.series.size()));
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n",
      width, page_height);
  svg += text(left, 24, "start", chart.title, " font-size=\"15\" font-weight=\"bold\"");
  svg += grid(chart, x, y);
  std::vector<PageLine> lines;
  for (const Series& series : chart.series) lines.push_back(on_page(series, x, y));
  const std::vector<int> lanes = lanes_of(lines);
  for (std::size_t dash = 0; dash < dashes.size(); ++dash)  // whole lines first, below the dashed ones
    for (std::size_t k = dash; k < lines.size(); k += dashes.size())
      svg += curve(lines[k], k, chart.series[k].markers, lane_width * lanes[k]);
  if (std::ranges::any_of(lanes, [](int lane) { return lane > 0; }))
    svg += text(width - right + legend_gap, height - bottom, "start", "equal lines stand side by side",
                " font-size=\"10\"");
  return svg + legend(chart.series) + "</svg>\n";
}

}  // namespace signorini
