// The Delassus operator against dense algebra, in both forms and with every kind of row.
#include "signorini/problem/delassus.h"

#include <gtest/gtest.h>

#include "problem/support.h"
#include "signorini/base/error.h"
#include "signorini/problem/certificate.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::Shape;
using test::sparse;

constexpr double rounding = 1e-12;

class DelassusOf : public testing::TestWithParam<Shape> {
 protected:
  Random random{11};
  ContactProblem problem = test::random_problem(GetParam(), Law::coulomb, random);
  Delassus delassus{problem};
  Matrix W = test::dense_W(problem) + Matrix(test::dense_E(problem).asDiagonal());
  Vector r = random.vector(problem.rows());
};
INSTANTIATE_TEST_SUITE_P(All, DelassusOf, testing::ValuesIn(test::shapes),
                         [](const auto& shape) { return shape.param.name; });

TEST_P(DelassusOf, Applies) {
  Vector y;
  delassus.apply(r, y);
  EXPECT_LE(difference(y, W * r), rounding);
}

TEST_P(DelassusOf, HasTheFreeVelocities) { EXPECT_LE(difference(delassus.q(), test::dense_q(problem)), rounding); }

TEST_P(DelassusOf, HasTheDiagonal) { EXPECT_LE(difference(delassus.diagonal(), W.diagonal()), rounding); }

TEST_P(DelassusOf, HasTheBlocksOfTheFrictionCones) {
  const int d = problem.cones.dimension;
  const auto blocks = delassus.friction_blocks();
  ASSERT_EQ(blocks.size(), static_cast<std::size_t>(problem.cones.friction() * d * d));
  for (int k = 0; k < problem.cones.friction(); ++k) {
    const Matrix block = Eigen::Map<const Matrix>(blocks.data() + k * d * d, d, d);
    const int row = problem.cones.friction_row(k);
    EXPECT_LE(difference(block, W.block(row, row, d, d)), rounding) << "cone " << k;
  }
}

TEST_P(DelassusOf, Assembles) {
  const SparseMatrix assembled = delassus.assemble();
  EXPECT_TRUE(assembled.isCompressed());
  EXPECT_LE(difference(assembled, W), rounding);
}

/// What the sweeps do: read the relative velocities of one row after the other from the state.
Vector read_from_state(const Delassus& delassus, const Vector& x, const Vector& r) {
  const Cones& cones = delassus.cones();
  Vector u(cones.rows());
  const auto read = [&](const BlockColumns& columns, int first) {
    with_block_sizes(columns, [&](auto group, auto width) {
      for (int k = 0; k < columns.groups(); ++k)
        columns.gather<group, width>(k, x.data(), u.data() + first + k * group);
    });
  };
  read(delassus.free(), 0);
  read(delassus.positive(), cones.first_positive());
  read(delassus.friction(), cones.first_friction());
  return u + delassus.w() + delassus.E().cwiseProduct(r);
}

TEST_P(DelassusOf, StateGivesTheRelativeVelocities) {
  Vector x;
  delassus.state(r, x);
  ASSERT_EQ(x.size(), delassus.state_size());
  EXPECT_LE(difference(read_from_state(delassus, x, r), W * r + test::dense_q(problem)), rounding);
}

TEST_P(DelassusOf, StateMovesByTheColumnsOfAContactInGlobalForm) {
  if (delassus.form() == Form::local || problem.cones.friction() == 0) return;
  const int k = problem.cones.friction() - 1, d = problem.cones.dimension, row = problem.cones.friction_row(k);
  const Vector change = random.vector(d);
  Vector x, moved;
  delassus.state(r, x);
  with_block_sizes(delassus.friction(), [&](auto group, auto width) {
    delassus.friction().scatter<group, width>(k, change.data(), x.data());
  });
  r.segment(row, d) += change;
  delassus.state(r, moved);
  EXPECT_LE(difference(x, moved), rounding);
}

TEST_P(DelassusOf, StateGivesTheVelocities) {
  Vector x;
  delassus.state(r, x);
  const Vector v = delassus.velocities(x);
  EXPECT_LE(difference(v, test::dense_v(problem, r)), rounding);
  EXPECT_EQ(v.size(), problem.dof());
  EXPECT_LE(difference(velocities_from_impulses(problem, r), test::dense_v(problem, r)), rounding);
}

TEST_P(DelassusOf, KnowsWhetherItIsCompliant) {
  EXPECT_EQ(delassus.compliant(), GetParam().compliant);
  EXPECT_EQ(delassus.E(), test::dense_E(problem));
  problem.E = Vector::Zero(problem.rows());
  EXPECT_FALSE(Delassus(problem).compliant());
}

TEST_P(DelassusOf, KeepsTheFormAndTheCones) {
  const bool whitened = problem.form == Form::global && GetParam().mass != test::Mass::gyroscopic;
  EXPECT_EQ(delassus.form(), whitened ? Form::global : Form::local);
  EXPECT_EQ(delassus.cones().rows(), problem.rows());
  EXPECT_EQ(delassus.free().groups(), problem.cones.free);
  EXPECT_EQ(delassus.positive().groups(), problem.cones.positive);
  EXPECT_EQ(delassus.friction().groups(), problem.cones.friction());
}

TEST_P(DelassusOf, LocalFormIsTheSameProblem) {
  problem.law = Law::pyramid;
  const ContactProblem local = to_local(problem);
  EXPECT_TRUE(local.validate().empty());
  EXPECT_EQ(local.form, Form::local);
  EXPECT_EQ(local.law, Law::pyramid);
  EXPECT_EQ(local.pyramid_sides, problem.pyramid_sides);
  EXPECT_EQ(local.cones.free, problem.cones.free);
  EXPECT_EQ(local.cones.positive, problem.cones.positive);
  EXPECT_EQ(local.cones.dimension, problem.cones.dimension);
  EXPECT_EQ(local.cones.mu, problem.cones.mu);
  EXPECT_EQ(local.E, problem.E);
  EXPECT_LE(difference(local.W, test::dense_W(problem)), rounding) << "W without E, which stays apart";
  EXPECT_LE(difference(local.q, test::dense_q(problem)), rounding);
}

TEST_P(DelassusOf, LocalFormKeepsTheCertificate) {
  for (const Law law : test::all_laws) {
    problem.law = law;
    const ContactProblem local = to_local(problem);
    const Solution candidate{test::dense_v(problem, r), r, {}};
    const Certificate a = certify(problem, candidate), b = certify(local, {{}, r, {}});
    EXPECT_LE(a.dynamics, 1e-13);
    EXPECT_EQ(b.dynamics, 0);
    EXPECT_NEAR(a.equality, b.equality, rounding);
    EXPECT_NEAR(a.penetration, b.penetration, rounding);
    EXPECT_NEAR(a.complementarity, b.complementarity, rounding);
    // The scale D of a contact is taken with M's diagonal in global form and with W in local form: the same number for
    // a diagonal M, and another measure of the same violation otherwise.
    if (GetParam().mass == test::Mass::diagonal) {
      EXPECT_NEAR(a.natural, b.natural, rounding * (1 + a.natural));
    }
  }
}

TEST_P(DelassusOf, LocalFormKeepsAnswers) {
  for (const Law law : test::all_laws) {
    problem.law = law;
    const Solution answer = test::make_solved(problem, random);
    EXPECT_LE(certify(problem, answer).value(), rounding) << to_string(law);
    EXPECT_LE(certify(to_local(problem), {{}, answer.r, {}}).value(), rounding) << to_string(law);
  }
}

TEST(Delassus, OfAGeneratedProblem) {
  const ContactProblem p = generate_packing({.spheres = 12, .seed = 3});
  const Delassus delassus(p);
  EXPECT_EQ(delassus.friction().width(), 6);
  EXPECT_LE(difference(delassus.assemble(), test::dense_W(p)), rounding);
  EXPECT_LE(difference(delassus.q(), test::dense_q(p)), rounding);
}

TEST(Delassus, RefusesAMassThatIsNotPositiveDefinite) {
  Random random(1);
  ContactProblem p = test::random_problem({.free = 0, .positive = 1, .friction = 0, .dof = 3}, Law::convex, random);
  p.M = sparse(Matrix{{1, 2, 0}, {2, 1, 0}, {0, 0, 1}});
  ASSERT_TRUE(p.validate().empty());
  EXPECT_THROW(Delassus{p}, InputError);
  EXPECT_THROW(Judge{p}, InputError);
  EXPECT_THROW(to_local(p), InputError);
}

}  // namespace
}  // namespace signorini
