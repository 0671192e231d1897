#include "signorini/dynamics/energy_balance.h"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "linalg/random.h"

namespace signorini {
namespace {

/// For any impulses: what the terms leave of the change is r·u.
TEST(EnergyBalance, LeavesTheWorkOfTheImpulsesOnTheRelativeVelocities) {
  test::Random random(1);
  for (const bool compliant : {false, true})
    for (int sample = 0; sample < 20; ++sample) {
      ContactProblem p;
      const test::Matrix M = random.positive_definite(6), H = random.matrix(6, 3);
      p.M = test::sparse(M);
      p.H = test::sparse(H);
      p.f = random.vector(6);
      p.w = random.vector(3);
      if (compliant) p.E = random.vector(3).cwiseAbs();
      const Vector before = random.vector(6), force = p.f - M * before;  // times the step
      Solution solution;
      solution.r = random.vector(3);
      solution.v = M.inverse() * (p.f + H * solution.r);
      Vector u = H.transpose() * solution.v + p.w;
      if (compliant) u += p.E.cwiseProduct(solution.r);
      const auto kinetic = [&](const Vector& v) { return 0.5 * v.dot(M * v); };
      const double change = kinetic(solution.v) - kinetic(before) - force.dot(solution.v);
      const EnergyBalance balance = energy_balance(p, solution, before, change);
      EXPECT_NEAR(balance.unexplained, solution.r.dot(u), 1e-11);
      double pushed = 0;
      for (int k = 0; k < 3; ++k)
        if (solution.r[k] * p.w[k] < 0) pushed -= solution.r[k] * p.w[k];
      EXPECT_NEAR(balance.pushed, pushed, 1e-14);
    }
}

}  // namespace
}  // namespace signorini
