#include "signorini/solver/coulomb/portfolio.h"

#include <vector>

#include <gtest/gtest.h>

#include "signorini/solver/interior_point/interior_point.h"
#include "solver/problems.h"

namespace signorini {
namespace {

constexpr double tight = 1e-10;

/// The tolerances that the portfolio asks of the convex law when it starts from nothing.
std::vector<double> tolerances_of_convex_solves(const ContactProblem& problem) {
  InteriorPoint interior_point{InteriorPointOptions{}};
  std::vector<double> asked;
  const auto relaxation = [&](const StopRule& rule, Solution& answer) {
    asked.push_back(rule.tolerance);
    return interior_point.solve_relaxed(problem, rule, answer);
  };
  StopRule rule;
  rule.tolerance = tight;
  Solution solution;
  const Report report = coulomb::Portfolio{.relaxation = relaxation}.solve("test", problem, rule, solution);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  return asked;
}

/// A point mass that falls onto the plane with a sideways momentum, at a coefficient of friction of 0.5.
ContactProblem pushed_mass(double sideways) { return test::point_mass(1, {sideways, 0, -1}, 0.5, 0, Law::coulomb); }

/// The laws agree where nothing slides: then, and only then, it pays to ask the convex law for all digits.
TEST(Portfolio, AsksTheConvexLawAgainOnlyWhereNothingSlides) {
  const double coarse = coulomb::PortfolioOptions{}.convex_tolerance;
  EXPECT_EQ(tolerances_of_convex_solves(pushed_mass(0.3)), (std::vector{coarse, tight})) << "sticks";
  EXPECT_EQ(tolerances_of_convex_solves(pushed_mass(2)), (std::vector{coarse})) << "slides";
}

}  // namespace
}  // namespace signorini
