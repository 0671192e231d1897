// Joints and springs against the tables of MSC ADAMS, in $SIGNORINI_DATA/adams.
#include "validation/adams.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

namespace signorini {
namespace {

class Adams : public testing::TestWithParam<test::AdamsCase> {};

/// At h = 0.5 ms within ten times what separates a converged solution from the table, or a tenth of what Chrono's own
/// test allows (TranSpringCB_Case03, for which Chrono takes h = 0.01 ms: at 0.1 ms). Where accelerations reach 700 m/s²
/// and more, within what Chrono allows at a tenth of the step.
TEST_P(Adams, MotionAndReactions) {
  const char* folder = std::getenv("SIGNORINI_DATA");
  if (folder == nullptr || !std::filesystem::exists(std::string(folder) + "/adams"))
    GTEST_SKIP() << "the tables of ADAMS are not there: SIGNORINI_DATA names the folder that holds adams/";
  const test::AdamsCase& adams = GetParam();
  const bool whips = adams.name == "Distance_Case02" || adams.name.starts_with("RevSpherical");
  const double step = whips || adams.name == "TranSpringCB_Case03" ? 1e-4 : 5e-4;
  const auto errors = test::adams_errors(adams, step, folder);
  for (const auto& [name, tolerance] : adams.chrono_tolerance) {
    const double floor = adams.floor.contains(name) ? adams.floor.at(name) : 0;
    EXPECT_LE(errors.at(name), whips ? tolerance : std::max(10 * floor, 0.1 * tolerance))
        << name << ", floor " << floor;
    if (std::getenv("SIGNORINI_VERBOSE") != nullptr)
      std::printf("%-20s %-8s h %g error %.1e floor %.1e chrono %.1e at %g\n", adams.name.c_str(), name.c_str(), step,
                  errors.at(name), floor, tolerance, adams.chrono_step);
  }
  EXPECT_LE(errors.at("drift"), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Cases, Adams, testing::ValuesIn(test::adams_cases()),
                         [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace signorini
