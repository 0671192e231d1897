// The pyramid QP in its two forms, its measures, and the sliding direction against the number of sides.
#include "signorini/problem/pyramid_qp.h"

#include <vector>

#include <gtest/gtest.h>

#include "problem/support.h"
#include "signorini/base/error.h"
#include "signorini/problem/certificate.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::Shape;

constexpr double rounding = 1e-11;

/// No QP has an M that is not symmetric.
std::vector<Shape> symmetric_shapes() {
  std::vector<Shape> shapes;
  for (const Shape& shape : test::shapes)
    if (shape.mass != test::Mass::gyroscopic) shapes.push_back(shape);
  return shapes;
}

class PyramidQpOf : public testing::TestWithParam<std::tuple<Shape, int>> {
 protected:
  Shape shape = std::get<0>(GetParam());
  int sides = std::get<1>(GetParam());
  Random random{17};
  ContactProblem original = [this] {
    ContactProblem p = test::random_problem(shape, Law::pyramid, random);
    p.pyramid_sides = sides;
    if (p.form == Form::local) p.W = 0.5 * (p.W + SparseMatrix(p.W.transpose()));
    return p;
  }();
};
INSTANTIATE_TEST_SUITE_P(All, PyramidQpOf,
                         testing::Combine(testing::ValuesIn(symmetric_shapes()), testing::Values(3, 4, 5, 8)),
                         [](const auto& p) {
                           return std::string(std::get<0>(p.param).name) + "_" + std::to_string(std::get<1>(p.param));
                         });

TEST_P(PyramidQpOf, DualHasTheMatrixOfThePrimal) {
  const PyramidQp qp(original, sides);
  const PyramidQp::Dual dual = qp.dual();
  EXPECT_EQ(qp.free(), original.cones.free);
  EXPECT_LE(difference(dual.P, Matrix(dual.P).transpose()), 0);
  if (!qp.has_primal()) return;
  const Matrix A = qp.A(), inverse = Matrix(qp.M()).inverse();
  EXPECT_LE(difference(dual.P, A * inverse * A.transpose()), rounding);
  EXPECT_LE(difference(dual.kappa, -qp.b() - A * inverse * qp.c()), rounding);
}

TEST_P(PyramidQpOf, AnswersHaveNoGap) {
  const Solution answer = test::make_solved(original, random);
  const PyramidQp qp(original, sides);
  const Solution lambda = qp.forward(answer);
  const QpMeasures m = qp.measure(lambda);
  EXPECT_LE(m.relative_gap(), rounding);
  EXPECT_LE(m.relative_residual(), rounding);
  const Solution back = qp.back(lambda);
  EXPECT_LE(difference(back.r, answer.r), rounding);
  EXPECT_LE(difference(back.v, answer.v), rounding);
  EXPECT_LE(certify(original, back).value(), rounding);
}

TEST_P(PyramidQpOf, GapIsTheDifferenceOfTheObjectives) {
  const PyramidQp qp(original, sides);
  const Vector lambda = random.vector(qp.rows().rows()).cwiseAbs();
  const PyramidQp::Dual dual = qp.dual();
  double dual_objective = -(0.5 * lambda.dot(dual.P * lambda) + dual.kappa.dot(lambda));
  if (qp.has_primal()) {
    const Vector c = qp.c();
    dual_objective -= 0.5 * c.dot(Vector(Matrix(qp.M()).partialPivLu().solve(c)));
  }
  const QpMeasures m = qp.measure({{}, lambda, {}});
  EXPECT_NEAR(m.gap, m.primal_objective - dual_objective, 1e-9 * (1 + std::abs(dual_objective)));
  const Vector u = dual.P * lambda + dual.kappa;
  double worst = 0;
  for (int k = 0; k < u.size(); ++k) worst = std::max(worst, k < qp.free() ? std::abs(u[k]) : -u[k]);
  EXPECT_NEAR(m.primal_infeasibility, worst, 1e-9 * (1 + worst));
}

TEST(PyramidQp, SaysWhatIsInfeasible) {
  // One ball on the floor, w = 0, pushed down with 1 N s.
  ContactProblem p;
  p.M = test::sparse(2 * Matrix::Identity(3, 3));
  p.H = test::sparse(Matrix::Identity(3, 3));
  p.f = Vector{{-1, 0, 0}};
  p.w = Vector::Zero(3);
  p.cones.mu = Vector::Constant(1, 0.5);
  p.law = Law::pyramid;
  const PyramidQp qp(p);
  ASSERT_EQ(qp.rows().rows(), 3) << "three directions by default";
  const QpMeasures falls = qp.measure({Vector{{-0.5, 0, 0}}, Vector::Zero(3), {}});
  EXPECT_DOUBLE_EQ(falls.primal_infeasibility, 0.5);
  EXPECT_DOUBLE_EQ(falls.dual_infeasibility, 0);
  const QpMeasures held = qp.measure({Vector::Zero(3), Vector::Constant(3, 1.0 / 3), {}});
  EXPECT_NEAR(held.relative_residual(), 0, rounding);
  EXPECT_NEAR(held.gap, 0, rounding);
  const QpMeasures pulled = qp.measure({Vector::Zero(3), Vector::Constant(3, -0.1), {}});
  EXPECT_NEAR(pulled.dual_infeasibility, 1.3, rounding) << "1 to carry, and 0.3 that pull down";
}

TEST(PyramidQp, CompliantFrictionIsRigidFrictionOnSmallMasses) {
  Random random(8);
  ContactProblem p = test::random_problem({.compliant = true}, Law::pyramid, random);
  const ContactProblem rigid = with_springs_as_masses(p);
  EXPECT_TRUE(rigid.validate().empty());
  EXPECT_LE(difference(test::dense_W(rigid), test::dense_W(p) + Matrix(p.E.asDiagonal())), rounding);
  EXPECT_LE(difference(test::dense_q(rigid), test::dense_q(p)), rounding);
}

TEST(PyramidQp, OpeningProblemIsOnePushForEveryRow) {
  Random random(9);
  const ContactProblem p = test::random_problem({}, Law::coulomb, random);
  const ContactProblem opening = opening_problem(p, 5);
  EXPECT_EQ(opening.f.norm(), 0);
  EXPECT_EQ(opening.w.head(opening.cones.free).norm(), 0);
  EXPECT_EQ(opening.w.tail(opening.cones.positive), Vector::Constant(opening.cones.positive, -1));
  const ContactProblem local = test::random_problem({.form = Form::local}, Law::coulomb, random);
  EXPECT_THROW(opening_problem(local), InputError);
}

}  // namespace
}  // namespace signorini
