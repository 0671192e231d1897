// Values of the prescribed motions by hand, their rates and integrals against differences, and what is wrong with some.
#include "signorini/model/motion.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace signorini {
namespace {

const Motion table = TableMotion{{1, 2, 4}, {10, 30, 20}};

const Motion motions[] = {
    ConstantMotion{2.5},        RampMotion{1, -0.5},           SineMotion{0.5, 2, 0.25, 0.3},
    SineMotion{0.5, 2, 0, 0.3}, SineMotion{0, 1e3, 1e-9, 0},   table,
    TableMotion{{3}, {7}},      TableMotion{{-2, -1}, {4, 8}},
};

TEST(Motion, Values) {
  EXPECT_EQ(value(ConstantMotion{2.5}, 8), 2.5);
  EXPECT_EQ(value(RampMotion{1, -0.5}, 8), -3);
  EXPECT_NEAR(value(SineMotion{0.5, 2, 0.25, 0}, 1), 2.5, 1e-15);
  EXPECT_NEAR(value(SineMotion{0.5, 2, 0.25, std::numbers::pi}, 1), -1.5, 1e-15);
  EXPECT_EQ(value(table, -5), 10);
  EXPECT_EQ(value(table, 1), 10);
  EXPECT_EQ(value(table, 1.5), 20);
  EXPECT_EQ(value(table, 2), 30);
  EXPECT_EQ(value(table, 3), 25);
  EXPECT_EQ(value(table, 4), 20);
  EXPECT_EQ(value(table, 99), 20);
}

TEST(Motion, RateIsTheSlopeAfterAKink) {
  EXPECT_EQ(rate(table, 0.9), 0);
  EXPECT_EQ(rate(table, 1), 20);
  EXPECT_EQ(rate(table, 2), -5);
  EXPECT_EQ(rate(table, 4), 0);
}

TEST(Motion, RateAndIntegralAgreeWithDifferences) {
  const double step = 1e-5;
  for (const Motion& motion : motions)
    for (const double time : {-3.3, -1.7, -0.2, 0.4, 1.3, 2.9, 4.6, 20.0}) {
      const double size = 1 + std::abs(value(motion, time));
      EXPECT_NEAR(rate(motion, time), (value(motion, time + step) - value(motion, time - step)) / (2 * step),
                  1e-8 * size)
          << motion.index() << " at " << time;
      EXPECT_NEAR(value(motion, time), (integral(motion, time + step) - integral(motion, time - step)) / (2 * step),
                  1e-6 * size)
          << motion.index() << " at " << time;
    }
}

TEST(Motion, IntegralStartsAtTimeZero) {
  for (const Motion& motion : motions) EXPECT_EQ(integral(motion, 0), 0) << motion.index();
  EXPECT_EQ(integral(RampMotion{1, 2}, 3), 12);
  EXPECT_EQ(integral(table, 1), 10);
  EXPECT_EQ(integral(table, 5), 10 + 20 + 50 + 20);
  EXPECT_EQ(integral(table, -1), -10);
}

TEST(Motion, DefectsAreNamed) {
  for (const Motion& motion : motions) EXPECT_EQ(motion_defect(motion), "") << motion.index();
  EXPECT_EQ(motion_defect(ConstantMotion{NAN}), "value is nan, not a finite number");
  EXPECT_EQ(motion_defect(RampMotion{0, INFINITY}), "slope is inf, not a finite number");
  EXPECT_EQ(motion_defect(ConstantMotion{-1e200}), "value is -1e+200, beyond 1e100");
  EXPECT_EQ(motion_defect(SineMotion{0, 1, 2, NAN}), "phase is nan, not a finite number");
  EXPECT_EQ(motion_defect(TableMotion{}), "the table of the motion is empty");
  EXPECT_EQ(motion_defect(TableMotion{{1, 2}, {3}}), "the table has 2 times but 1 values");
  EXPECT_EQ(motion_defect(TableMotion{{1, 1}, {3, 4}}), "times[1] is 1 after 1, but times must increase");
  EXPECT_EQ(motion_defect(TableMotion{{1, 2}, {3, NAN}}), "values[1] is nan, not a finite number");
}

}  // namespace
}  // namespace signorini
