#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "print_names.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/problem/generate/rigid_contacts.h"

namespace signorini {
namespace {

double mass(const ContactProblem& problem, int body) { return problem.M.coeff(6 * body, 6 * body); }

class Stack : public testing::TestWithParam<StackShape> {
 protected:
  int contacts_per_interface() const { return GetParam() == StackShape::box ? 4 : 1; }
};
INSTANTIATE_TEST_SUITE_P(All, Stack, testing::Values(StackShape::sphere, StackShape::box),
                         [](const auto& shape) { return std::string(to_string(shape.param)); });

TEST_P(Stack, HasItsContacts) {
  const ContactProblem problem = generate_stack({.bodies = 6, .shape = GetParam()});
  EXPECT_EQ(problem.dof(), 36);
  EXPECT_EQ(problem.cones.friction(), 6 * contacts_per_interface());
}

TEST_P(Stack, GrowsHeavierByTheMassRatio) {
  const StackOptions options{.bodies = 15, .mass_ratio = 10.0, .shape = GetParam()};
  const ContactProblem problem = generate_stack(options);
  const double volume = std::pow(options.size, 3) * (GetParam() == StackShape::box ? 1.0 : std::numbers::pi / 6.0);
  EXPECT_NEAR(mass(problem, 0) / (options.density * volume), 1.0, 1e-14);
  for (int i = 1; i < options.bodies; ++i) {
    EXPECT_DOUBLE_EQ(mass(problem, i) / mass(problem, i - 1), 10.0);
    EXPECT_NEAR(problem.M.coeff(6 * i + 3, 6 * i + 3) / problem.M.coeff(6 * i - 3, 6 * i - 3), 10.0, 1e-13);
  }
}

TEST_P(Stack, IsCarriedByTheWeightsAbove) {
  const StackOptions options{.bodies = 8, .mass_ratio = 3.0, .shape = GetParam()};
  const ContactProblem problem = generate_stack(options);
  Vector r = Vector::Zero(problem.rows());
  double weight = 0.0;  // impulse that the bodies from i upwards exert in one step
  for (int i = options.bodies - 1; i >= 0; --i) {
    weight += options.step * mass(problem, i) * generator::gravity;
    for (int j = 0; j < contacts_per_interface(); ++j) {
      r[problem.cones.friction_row(i * contacts_per_interface() + j)] = weight / contacts_per_interface();
    }
  }
  // At rest: M v = f + H r with v = 0, and u = w = 0.
  EXPECT_LT((problem.f + problem.H * r).cwiseAbs().maxCoeff(), 1e-13 * weight);
  EXPECT_LT(problem.w.cwiseAbs().maxCoeff(), 1e-12);
}

TEST_P(Stack, SpreadsItsGaps) {
  const StackOptions options{.bodies = 50, .mass_ratio = 1.0, .shape = GetParam(), .gap_spread = 0.01};
  const ContactProblem problem = generate_stack(options);
  EXPECT_GT(problem.w.maxCoeff(), 0.0);
  EXPECT_EQ(problem.w.minCoeff(), -options.recovery_speed);
  EXPECT_LE(problem.w.maxCoeff() * options.step, 2.0 * options.gap_spread * options.size);
}

}  // namespace
}  // namespace signorini
