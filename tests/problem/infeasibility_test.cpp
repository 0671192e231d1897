// What impulses say about the energy that the rows ask for.
#include "signorini/problem/infeasibility.h"

#include <gtest/gtest.h>

#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

/// Impulses along the normals of a packing whose rows ask for more speed than there is.
struct Candidate {
  ContactProblem problem = generate_packing({.spheres = 30, .friction = 0.3});
  Vector r = Vector::Zero(problem.rows());
  Candidate() {
    for (int k = problem.cones.free + problem.cones.positive; k < problem.rows(); k += problem.cones.dimension) {
      problem.w[k] -= 5;
      r[k] = 1 + 0.1 * (k % 7);
    }
  }
};

TEST(Infeasibility, IsTheSameInLocalFormAndForImpulsesInOtherUnits) {
  const Candidate candidate;
  const ContactProblem local = to_local(candidate.problem);
  const Infeasibility one = judge_infeasibility(candidate.problem, candidate.r);
  ASSERT_GT(one.energy, 0);
  for (const double units : {1e-9, 1.0, 1e9}) {
    const Vector r = units * candidate.r;
    EXPECT_NEAR(judge_infeasibility(candidate.problem, r).energy, one.energy, 1e-10 * one.energy);
    EXPECT_NEAR(judge_infeasibility(local, r).energy, one.energy, 1e-10 * one.energy);
    EXPECT_NEAR(judge_infeasibility(local, r).ratio(), one.ratio(), 1e-10 * one.ratio());
  }
}

TEST(Infeasibility, TakesTheEnergyOfItsDefinition) {
  const Candidate candidate;
  const ContactProblem local = to_local(candidate.problem);
  const double work = local.q.dot(candidate.r);
  ASSERT_LT(work, 0);
  const double energy = 0.5 * work * work / candidate.r.dot(local.W * candidate.r);
  EXPECT_NEAR(judge_infeasibility(candidate.problem, candidate.r).energy, energy, 1e-10 * energy);
  EXPECT_EQ(judge_infeasibility(candidate.problem, -candidate.r).energy, 0);
}

}  // namespace
}  // namespace signorini
