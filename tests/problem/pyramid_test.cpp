// The conversion of friction cones into positive rows.
#include "signorini/problem/pyramid.h"

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

constexpr double rounding = 1e-12;

/// Shapes that have a pyramid: no compliant friction in global form.
/// Each comes with the next number of sides.
std::vector<std::tuple<Shape, int>> convertible_shapes() {
  constexpr int sides[] = {3, 4, 5, 8};
  std::vector<std::tuple<Shape, int>> out;
  for (const Shape& shape : test::shapes)
    if (shape.form == Form::local || !shape.compliant || shape.friction == 0)
      out.emplace_back(shape, sides[out.size() % 4]);
  return out;
}

/// r = P β by its definition.
Matrix expected_map(const ContactProblem& p, int sides) {
  std::vector<Vector> columns;
  for (int k = 0; k < p.cones.first_friction(); ++k) columns.push_back(Vector::Unit(p.rows(), k));
  for (int i = 0; i < p.cones.friction(); ++i) {
    const Matrix rays = test::pyramid_rays(p.cones.dimension, p.friction(i), sides);
    for (int s = 0; s < rays.cols(); ++s) {
      Vector column = Vector::Zero(p.rows());
      column.segment(p.cones.friction_row(i), p.cones.dimension) = rays.col(s);
      columns.push_back(column);
    }
  }
  Matrix P(p.rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) P.col(static_cast<Eigen::Index>(k)) = columns[k];
  return P;
}

class PyramidOf : public testing::TestWithParam<std::tuple<Shape, int>> {
 protected:
  Shape shape = std::get<0>(GetParam());
  int sides = std::get<1>(GetParam());
  Random random{21};
  ContactProblem original = make_original();
  Pyramid pyramid{original, sides};
  Matrix P = expected_map(original, sides);

  ContactProblem make_original() {
    ContactProblem p = test::random_problem(shape, Law::pyramid, random);
    p.pyramid_sides = sides;
    if (p.cones.friction() > 0) p.cones.mu[0] = 0;  // one without friction for sure
    return p;
  }
  /// Impulses inside the pyramids: on rays, on faces, inside, zero.
  Vector impulses_inside() {
    Vector beta = random.vector(P.cols()).cwiseAbs();
    for (auto& entry : beta)
      if (random.chance(0.5)) entry = 0;
    Vector r = P * beta;
    r.head(original.cones.free) = random.vector(original.cones.free);
    return r;
  }
};
INSTANTIATE_TEST_SUITE_P(All, PyramidOf, testing::ValuesIn(convertible_shapes()), [](const auto& p) {
  return std::string(std::get<0>(p.param).name) + "_" + std::to_string(std::get<1>(p.param));
});

TEST_P(PyramidOf, IsASoundProblemOfFreeAndPositiveRows) {
  const ContactProblem& p = pyramid.problem();
  EXPECT_TRUE(p.validate().empty()) << p.validate().front();
  EXPECT_EQ(p.form, original.form);
  EXPECT_EQ(p.cones.free, original.cones.free);
  EXPECT_EQ(p.cones.friction(), 0);
  EXPECT_EQ(p.rows(), P.cols());
}

TEST_P(PyramidOf, HasTheOriginalTimesTheMap) {
  const ContactProblem& p = pyramid.problem();
  const Vector E = test::dense_E(original);
  if (original.form == Form::global) {
    EXPECT_LE(difference(p.H, Matrix(original.H) * P), rounding);
    EXPECT_LE(difference(p.w, P.transpose() * original.w), rounding);
    EXPECT_EQ(difference(p.M, original.M), 0);
    EXPECT_EQ(p.f, original.f);
  } else {
    EXPECT_LE(difference(p.q, P.transpose() * original.q), rounding);
  }
  // Compliance included, wherever it went.
  const Matrix W = test::dense_W(original) + Matrix(E.asDiagonal());
  EXPECT_LE(difference(test::dense_W(p) + Matrix(test::dense_E(p).asDiagonal()), P.transpose() * W * P), rounding);
}

TEST_P(PyramidOf, BackIsTheMap) {
  const Vector beta = random.vector(P.cols()), v = random.vector(original.dof());
  const Solution back = pyramid.back({v, beta, {}});
  EXPECT_EQ(back.v, v);
  EXPECT_LE(difference(back.r, P * beta), rounding);
}

TEST_P(PyramidOf, ForthAndBackIsTheIdentityInside) {
  for (int n = 0; n < 20; ++n) {
    const Vector r = impulses_inside(), v = random.vector(original.dof());
    const Solution forth = pyramid.forward({v, r, {}});
    ASSERT_EQ(forth.r.size(), P.cols());
    for (Eigen::Index k = original.cones.free; k < P.cols(); ++k)
      EXPECT_GE(forth.r[k], 0) << "an impulse outside of the cone, row " << k;
    const Solution back = pyramid.back(forth);
    EXPECT_EQ(back.v, v);
    EXPECT_LE(difference(back.r, r), rounding);
  }
}

TEST_P(PyramidOf, ForwardProjectsWhatIsOutside) {
  for (int n = 0; n < 20; ++n) {
    const Vector r = random.vector(original.rows());
    const Solution forth = pyramid.forward({random.vector(original.dof()), r, {}});
    for (int k = 0; k < original.cones.contacts() && k < original.cones.positive; ++k)
      EXPECT_EQ(forth.r[original.cones.first_positive() + k], r[original.cones.first_positive() + k]);
    const Vector back = pyramid.back(forth).r;
    for (int i = 0; i < original.cones.friction(); ++i) {
      const int row = original.cones.friction_row(i), d = original.cones.dimension;
      const Matrix rays = test::pyramid_rays(d, original.friction(i), sides);
      EXPECT_LE(difference(back.segment(row, d), test::project_on_rays(r.segment(row, d), rays)), rounding);
    }
  }
}

TEST_P(PyramidOf, ForwardConvertsRelativeVelocitiesWhenThereAreSome) {
  const Vector r = impulses_inside(), u = random.vector(original.rows());
  EXPECT_LE(difference(pyramid.forward({{}, r, u}).u, P.transpose() * u), rounding);
  EXPECT_EQ(pyramid.forward({{}, r, {}}).u.size(), 0);
}

TEST_P(PyramidOf, AnswersAreAnswersOfBoth) {
  const Solution answer = test::make_solved(original, random);
  const Pyramid solved(original, sides);
  EXPECT_LE(certify(original, answer).value(), rounding);
  const Solution forth = solved.forward(answer);
  EXPECT_LE(certify(solved.problem(), forth).value(), rounding);
  EXPECT_LE(certify(original, solved.back(forth)).value(), rounding);
  // What is no answer of one is none of the other.
  Solution wrong = answer;
  wrong.r.setZero();
  wrong.v = test::dense_v(original, wrong.r);
  if (answer.r.tail(original.rows() - original.cones.free).norm() > 0) {
    EXPECT_GT(certify(original, wrong).value(), 1e-3);
    EXPECT_GT(certify(solved.problem(), solved.forward(wrong)).value(), 1e-3);
  }
}

TEST_P(PyramidOf, ConeWithoutFrictionIsOneRow) {
  original.law = Law::frictionless;
  const Pyramid frictionless(original, sides);
  EXPECT_EQ(frictionless.problem().cones.positive, original.cones.contacts());
  if (original.form == Form::global && original.cones.friction() > 0) {
    const int row = original.cones.friction_row(0);
    EXPECT_EQ(
        difference(Vector(frictionless.problem().H.col(original.cones.first_friction())), Vector(original.H.col(row))),
        0);
  }
}

TEST(Pyramid, CountsItsRows) {
  Random random(1);
  ContactProblem p = test::random_problem({.free = 2, .positive = 3, .friction = 3}, Law::pyramid, random);
  p.cones.mu = Vector{{0.5, 0, 0.2}};
  EXPECT_EQ(Pyramid(p, 8).problem().cones.positive, 3 + 8 + 1 + 8);
  EXPECT_EQ(Pyramid(p, 3).problem().cones.positive, 3 + 3 + 1 + 3);
  ContactProblem flat =
      test::random_problem({.free = 2, .positive = 3, .friction = 3, .dimension = 2}, Law::pyramid, random);
  flat.cones.mu = Vector{{0.5, 0, 0.2}};
  EXPECT_EQ(Pyramid(flat, 8).problem().cones.positive, 3 + 2 + 1 + 2);
}

TEST(Pyramid, IsExactInThePlane) {
  // Answers of the convex law, with the circular cone, are answers of the converted problem.
  Random random(2);
  ContactProblem p = test::random_problem({.friction = 8, .dimension = 2}, Law::convex, random);
  p.cones.mu = Vector::Constant(8, 0.4);
  const Solution answer = test::make_solved(p, random);
  const Pyramid pyramid(p, 5);
  EXPECT_LE(certify(pyramid.problem(), pyramid.forward(answer)).value(), rounding);
}

TEST(Pyramid, KeepsTheCompliance) {
  Random random(3);
  ContactProblem p = test::random_problem({.form = Form::local, .compliant = true}, Law::pyramid, random);
  const Pyramid local(p, 4);
  EXPECT_EQ(local.problem().E.size(), 0) << "in W, where it is not diagonal";
  // In global form the compliance of free and positive rows stays in E.
  ContactProblem global = test::random_problem({.compliant = true}, Law::pyramid, random);
  global.E.tail(global.rows() - global.cones.first_friction()).setZero();
  const Pyramid converted(global, 4);
  ASSERT_EQ(converted.problem().E.size(), converted.problem().rows());
  EXPECT_EQ(converted.problem().E.head(5), global.E.head(5));
  EXPECT_EQ(converted.problem().E.tail(converted.problem().rows() - 5).norm(), 0);
}

std::string refusal(const ContactProblem& p, int sides) {
  try {
    const Pyramid pyramid(p, sides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Pyramid, RefusesCompliantFrictionInGlobalForm) {
  Random random(4);
  ContactProblem p = test::random_problem({.compliant = true}, Law::pyramid, random);
  EXPECT_NE(refusal(p, 8).find("compliant friction contacts have no pyramid in global form"), std::string::npos);
  p.E.setZero();
  EXPECT_EQ(refusal(p, 8), "accepted");
  p.E[p.rows() - 1] = 1e-9;
  EXPECT_NE(refusal(p, 8), "accepted");
}

TEST(Pyramid, RefusesFewerThanThreeSides) {
  Random random(5);
  const ContactProblem p = test::random_problem({}, Law::pyramid, random);
  EXPECT_EQ(refusal(p, 2), "a friction pyramid has at least 3 sides, not 2");
  EXPECT_EQ(refusal(p, -1), "a friction pyramid has at least 3 sides, not -1");
  EXPECT_EQ(refusal(p, 3), "accepted");
}

TEST(Pyramid, OfAGeneratedProblem) {
  const ContactProblem p = generate_wall({.rows = 3, .columns = 3});
  const Pyramid pyramid(p, 6);
  EXPECT_TRUE(pyramid.problem().validate().empty());
  EXPECT_EQ(pyramid.problem().cones.positive, 6 * p.cones.friction());
}

}  // namespace
}  // namespace signorini
