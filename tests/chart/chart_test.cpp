#include "signorini/chart/chart.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace signorini {
namespace {

Chart chart() {
  return {.title = "time & error",
          .x = {.label = "seconds", .logarithmic = true},
          .y = {.label = "error <m>", .from = 0, .to = 1},
          .series = {{.name = "a", .x = {1, 10, 100}, .y = {0, 0.5, 1}}}};
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Chart, PutsPointsWhereTheAxesSay) {
  // The page is 720 x 440; the frame leaves 76, 200, 40 and 56 at the left, right, top and bottom.
  EXPECT_NE(to_svg(chart()).find("M76.0 384.0L298.0 212.0L520.0 40.0"), std::string::npos) << to_svg(chart());
}

TEST(Chart, StairsKeepTheOldValueUntilTheNextPoint) {
  Chart stairs = chart();
  stairs.series[0].stairs = true;
  EXPECT_NE(to_svg(stairs).find("M76.0 384.0L298.0 384.0L298.0 212.0L520.0 212.0L520.0 40.0"), std::string::npos);
}

TEST(Chart, LeavesOutWhatTheAxisCannotShow) {
  Chart odd = chart();
  odd.series[0].x = {0, 1, 10, 100, NAN};
  odd.series[0].y = {0.1, 0, INFINITY, 1, 0.5};
  EXPECT_NE(to_svg(odd).find("M76.0 384.0L520.0 40.0"), std::string::npos) << to_svg(odd);
}

/// The d of every path.
std::vector<std::string> paths(const std::string& svg) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = svg.find("<path d=\"", at)) != std::string::npos; ++at)
    found.push_back(svg.substr(at + 9, svg.find('"', at + 9) - at - 9));
  return found;
}

TEST(Chart, LinesThatWouldCoverEachOtherStandSideBySide) {
  Chart same = chart();
  for (const char* name : {"b", "c", "d", "e", "f"}) {
    same.series.push_back(same.series[0]);
    same.series.back().name = name;
  }
  std::vector<std::string> drawn = paths(to_svg(same));
  ASSERT_EQ(drawn.size(), 6u);
  std::sort(drawn.begin(), drawn.end());
  EXPECT_EQ(std::unique(drawn.begin(), drawn.end()), drawn.end());
  EXPECT_EQ(count(to_svg(same), "side by side"), 1);

  // The same in a part, as performance profiles are at their right end.
  Chart part = chart();
  part.series.push_back({.name = "b", .x = {1, 10, 100}, .y = {1, 0.5, 1}});
  EXPECT_NE(to_svg(part).find("M78.4 42.4L300.4 214.4"), std::string::npos) << to_svg(part);
}

TEST(Chart, LinesThatCrossStayWhereTheyAre) {
  Chart cross = chart();
  cross.series.push_back({.name = "b", .x = {1, 100}, .y = {1, 0}});
  const std::string svg = to_svg(cross);
  EXPECT_NE(svg.find("M76.0 40.0L520.0 384.0"), std::string::npos) << svg;
  EXPECT_EQ(count(svg, "side by side"), 0);
}

TEST(Chart, TicksOfPowersReadAsPeopleWriteThem) {
  Chart small = chart();
  small.x = {.label = "tolerance", .logarithmic = true, .from = 1e-8, .to = 1e-2};
  for (const char* tick : {">1e-8<", ">1e-4<", ">0.01<"}) EXPECT_EQ(count(to_svg(small), tick), 1) << tick;
}

TEST(Chart, EscapesTextAndNamesEverySeries) {
  const std::string svg = to_svg(chart());
  EXPECT_NE(svg.find("time &amp; error"), std::string::npos);
  EXPECT_NE(svg.find("error &lt;m&gt;"), std::string::npos);
  EXPECT_EQ(count(svg, ">a</text>"), 1);
}

TEST(Chart, StandsWithoutPoints) {
  Chart empty = chart();
  empty.series = {{.name = "none", .x = {}, .y = {}}};
  const std::string svg = to_svg(empty);
  EXPECT_EQ(count(svg, "<path"), 0);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Chart, TicksAreRoundNumbers) {
  Chart linear = chart();
  linear.x = {.label = "n", .from = 0, .to = 7};
  const std::string svg = to_svg(linear);
  for (const char* tick : {">0<", ">2<", ">4<", ">6<"}) EXPECT_GE(count(svg, tick), 1) << tick;
}

TEST(Chart, AnAxisWithinADecadeStillHasTicks) {
  Chart narrow = chart();
  narrow.x = {.label = "ratio", .logarithmic = true, .from = 1, .to = 6};
  const std::string svg = to_svg(narrow);
  for (const char* tick : {">1<", ">2<", ">5<"}) EXPECT_GE(count(svg, tick), 1) << tick;
  EXPECT_EQ(count(svg, ">10<"), 0);
}

TEST(Chart, LinesOnTopOfEachOtherAreAllSeen) {
  Chart equal = chart();
  equal.series.push_back(equal.series[0]);
  const std::string svg = to_svg(equal);
  const auto whole = svg.find("<path"), dashed = svg.find("<path", whole + 1);
  EXPECT_EQ(svg.substr(whole, dashed - whole).find("dasharray"), std::string::npos);
  EXPECT_NE(svg.find("dasharray", dashed), std::string::npos);
}

}  // namespace
}  // namespace signorini
