#include "signorini/cone/step.h"

#include <gtest/gtest.h>

#include "cone/samples.h"
#include "signorini/cone/nesterov_todd.h"

namespace signorini {
namespace {

using test::epsilon;
using test::Quad;
using test::Samples;

constexpr int sample_count = 6000;
constexpr double infinity = std::numeric_limits<double>::infinity();

template <typename Dimension>
class Step : public testing::Test {};
TYPED_TEST_SUITE(Step, test::Dimensions);

/// p + α d in the cone? In quads and straight from the definition.
template <int D>
bool feasible(const VectorN<D>& p, const VectorN<D>& d, Quad alpha, double mu) {
  Quad tangential = 0;
  for (int i = 1; i < D; ++i) {
    const Quad x = p[i] + alpha * d[i];
    tangential += x * x;
  }
  const Quad height = mu * (p[0] + alpha * d[0]);
  return height >= 0 && height * height >= tangential;
}

/// A direction from every region: anywhere, next to the cone's boundary, into it, out of it, nearly along ±p, purely
/// tangential.
template <int D>
VectorN<D> random_direction(Samples& samples, const VectorN<D>& p, double mu) {
  switch (samples.integer(6)) {
    case 0:
      return samples.sign() * samples.near_boundary<D>(mu, samples.sign() * samples.power_of_ten(-12, -1));
    case 1:
      return samples.sign() * samples.near_boundary<D>(mu, samples.power_of_ten(-1, 2));
    case 2: {
      VectorN<D> d = samples.sign() * p;
      for (int i = 0; i < D; ++i) d[i] *= 1 + samples.uniform(-1, 1) * samples.power_of_ten(-14, -1);
      return samples.size() * d;
    }
    case 3: {
      VectorN<D> d = samples.anywhere<D>();
      d[0] = 0;
      return d;
    }
    default: {
      VectorN<D> d = samples.anywhere<D>();
      d.template tail<D - 1>() *= mu;
      return d;
    }
  }
}

TYPED_TEST(Step, QuadraticRuleEndsOnTheBoundary) {
  constexpr int D = TypeParam::value;
  Samples samples(1);
  // The ends are right to a few units in the last place: so much less is feasible, so much more is not.
  const Quad slightly = 32 * epsilon;
  int bounded = 0, unbounded = 0;
  for (int n = 0; n < sample_count; ++n) {
    const double mu = std::max(1e-6, samples.friction_coefficient());
    const VectorN<D> p = samples.near_boundary<D>(
        mu, samples.integer(2) == 0 ? samples.power_of_ten(-12, -1) : samples.power_of_ten(-1, 3));
    const VectorN<D> d = random_direction<D>(samples, p, mu);
    const StepInterval steps = step_interval(p, d, mu);
    SCOPED_TRACE(testing::Message() << "mu " << mu << " p " << p.transpose() << " d " << d.transpose() << " steps "
                                    << steps.inf << " " << steps.sup);
    ASSERT_FALSE(steps.empty());
    EXPECT_LE(steps.inf, 0);
    EXPECT_GE(steps.sup, 0);
    for (const double end : {steps.inf, steps.sup}) {
      if (std::isinf(end)) {
        // Feasible as far as a quad can follow.
        EXPECT_TRUE(feasible<D>(p, d, std::copysign(1e10, end) * Quad(p.norm() / d.norm()), mu));
        ++unbounded;
      } else {
        EXPECT_TRUE(feasible<D>(p, d, end * (1 - slightly), mu)) << end;
        EXPECT_FALSE(feasible<D>(p, d, end * (1 + slightly), mu)) << end;
        ++bounded;
      }
    }
  }
  EXPECT_GT(bounded, sample_count / 2);
  EXPECT_GT(unbounded, sample_count / 10);
}

TYPED_TEST(Step, QuadraticRuleFindsTheConeFromOutside) {
  constexpr int D = TypeParam::value;
  Samples samples(2);
  int met = 0, missed = 0;
  for (int n = 0; n < sample_count; ++n) {
    const double mu = std::max(1e-3, samples.friction_coefficient());
    const VectorN<D> p = samples.around_cone<D>(mu);
    VectorN<D> d = samples.anywhere<D>();
    d.template tail<D - 1>() *= mu;
    // Half of the lines are aimed at the cone.
    if (samples.integer(2) == 0) d = samples.sign() * (samples.near_boundary<D>(mu, samples.power_of_ten(-3, 1)) - p);
    const StepInterval steps = step_interval(p, d, mu);
    SCOPED_TRACE(testing::Message() << "mu " << mu << " p " << p.transpose() << " d " << d.transpose() << " steps "
                                    << steps.inf << " " << steps.sup);
    // Brute force: sample the line, densely near the scale of the problem and sparsely towards infinity.
    const double scale = p.norm() > 0 ? p.norm() / d.norm() : 1;
    const double near_tangent = 1e-6;  // relative to the step; there membership is decided by rounding
    for (int i = -60; i <= 60; ++i) {
      const double alpha = scale * std::sinh(i / 6.0);
      const bool in = feasible<D>(p, d, alpha, mu);
      const double slack = near_tangent * (std::abs(alpha) + scale);
      if (in) {
        EXPECT_TRUE(steps.inf - slack <= alpha && alpha <= steps.sup + slack) << alpha;
      } else {
        EXPECT_FALSE(steps.inf + slack <= alpha && alpha <= steps.sup - slack) << alpha;
      }
    }
    ++(steps.empty() ? missed : met);
  }
  EXPECT_GT(met, sample_count / 4);
  EXPECT_GT(missed, sample_count / 10);
}

TYPED_TEST(Step, AxisMeetsTheConeAboveTheTangentialPart) {
  constexpr int D = TypeParam::value;
  Samples samples(3);
  for (int n = 0; n < 1000; ++n) {
    const double mu = std::max(1e-6, samples.friction_coefficient());
    const VectorN<D> p = samples.around_cone<D>(mu);
    const StepInterval steps = step_interval<D>(p, lorentz::identity<D>(), mu);
    const Quad expected = -p[0] + test::tangential_norm<D>(p) / mu;  // thesis eq. 4.54
    EXPECT_EQ(steps.sup, infinity);
    EXPECT_LE(test::abs(steps.inf - expected), 16 * epsilon * test::abs(expected))
        << "mu " << mu << " p " << p.transpose();
  }
}

TEST(Step, TablesOfTheThesis) {
  const double mu = 0.5;
  const Vector3 p(4, 1, 0);
  // a > 0, d₀ > 0 and d₀ < 0
  StepInterval steps = step_interval<3>(p, {1, 0, 0}, mu);
  EXPECT_EQ(steps.inf, -2);
  EXPECT_EQ(steps.sup, infinity);
  steps = step_interval<3>(p, {-1, 0, 0}, mu);
  EXPECT_EQ(steps.inf, -infinity);
  EXPECT_EQ(steps.sup, 2);
  // a < 0, d₀ > 0 (height 4 + α against |1 + α|), d₀ < 0, d₀ = 0
  steps = step_interval<3>(p, {1, 1, 0}, mu);
  EXPECT_EQ(steps.inf, -2);
  EXPECT_EQ(steps.sup, 2);
  steps = step_interval<3>(p, {-1, -1, 0}, mu);
  EXPECT_EQ(steps.inf, -2);
  EXPECT_EQ(steps.sup, 2);
  steps = step_interval<3>(p, {0, 1, 0}, mu);
  EXPECT_EQ(steps.inf, -3);
  EXPECT_EQ(steps.sup, 1);
  // No step at all: below the cone, above its opposite, beside it.
  EXPECT_TRUE(step_interval<3>({-4, 1, 0}, {0, 1, 0}, mu).empty());
  EXPECT_TRUE(step_interval<3>({-4, 1, 0}, {1, 1, 0}, mu).empty());
  EXPECT_TRUE(step_interval<3>({-4, 1, 0}, {-1, -1, 0}, mu).empty());
  EXPECT_TRUE(step_interval<3>({1, 3, 0}, {0, 0, 1}, mu).empty());
  EXPECT_EQ(step_interval<3>({1, 3, 0}, {0, 0, 1}, mu).inf, infinity);
  EXPECT_TRUE(step_interval<3>({1, 3, 0}, {0.1, 0, 1}, mu).empty());
}

TEST(Step, DirectionsAlongTheBoundary) {
  const double mu = 0.5;
  const Vector3 d(2, 1, 0);  // a = 0
  // From inside: μ(4 + 2α) = |1 + α| has the one root -1.5.
  StepInterval steps = step_interval<3>({4, 1, 0}, d, mu);
  EXPECT_EQ(steps.inf, -1.5);
  EXPECT_EQ(steps.sup, infinity);
  steps = step_interval<3>({4, 1, 0}, -d, mu);
  EXPECT_EQ(steps.inf, -infinity);
  EXPECT_EQ(steps.sup, 1.5);
  // Within the boundary itself: down to the apex.
  steps = step_interval<3>({6, 3, 0}, d, mu);
  EXPECT_EQ(steps.inf, -3);
  EXPECT_EQ(steps.sup, infinity);
  steps = step_interval<3>({6, 3, 0}, -d, mu);
  EXPECT_EQ(steps.inf, -infinity);
  EXPECT_EQ(steps.sup, 3);
  // Beside the cone on the tangent plane, and on its outer side: never.
  EXPECT_TRUE(step_interval<3>({6, 3, 1}, d, mu).empty());
  EXPECT_TRUE(step_interval<3>({0, 3, 0}, d, mu).empty());
  EXPECT_TRUE(step_interval<3>({0, 3, 0}, -d, mu).empty());
}

TEST(Step, DegeneratePointsAndDirections) {
  const Vector3 zero(0, 0, 0);
  StepInterval steps = step_interval<3>({2, 1, 0}, zero, 0.5);
  EXPECT_EQ(steps.inf, -infinity);
  EXPECT_EQ(steps.sup, infinity);
  EXPECT_TRUE(step_interval<3>({1, 1, 0}, zero, 0.5).empty());
  EXPECT_TRUE(step_interval<3>({-2, 1, 0}, zero, 0.5).empty());
  // From the apex.
  steps = step_interval<3>(zero, {2, 0.5, 0}, 0.5);
  EXPECT_EQ(steps.inf, 0);
  EXPECT_EQ(steps.sup, infinity);
  steps = step_interval<3>(zero, {-2, 0.5, 0}, 0.5);
  EXPECT_EQ(steps.inf, -infinity);
  EXPECT_EQ(steps.sup, 0);
  steps = step_interval<3>(zero, {1, 3, 0}, 0.5);
  EXPECT_EQ(steps.inf, 0);
  EXPECT_EQ(steps.sup, 0);
  // On the boundary, outwards.
  steps = step_interval<3>({2, 1, 0}, {0, 1, 0}, 0.5);
  EXPECT_EQ(steps.inf, -2);
  EXPECT_EQ(steps.sup, 0);
  // Straight back to the apex: a double root.
  EXPECT_EQ(step_interval<3>({4, 1, 0.5}, {-8, -2, -1}, 0.5).sup, 0.5);
}

TEST(Step, PositiveRows) {
  EXPECT_EQ(step_interval(3, 2).inf, -1.5);
  EXPECT_EQ(step_interval(3, 2).sup, infinity);
  EXPECT_EQ(step_interval(3, -2).inf, -infinity);
  EXPECT_EQ(step_interval(3, -2).sup, 1.5);
  EXPECT_EQ(step_interval(-3, 2).inf, 1.5);
  EXPECT_EQ(step_interval(3, 0).inf, -infinity);
  EXPECT_EQ(step_interval(3, 0).sup, infinity);
  EXPECT_TRUE(step_interval(-3, 0).empty());
  EXPECT_EQ(scaled_step(3, -2), 1.5);
  EXPECT_EQ(scaled_step(3, 2), infinity);
  EXPECT_EQ(scaled_step(3, 0), infinity);
  Samples samples(4);
  for (int n = 0; n < 1000; ++n) {
    const double p = samples.size(), d = samples.sign() * samples.size();
    const double sup = step_interval(p, d).sup;
    EXPECT_EQ(positive::step_to_boundary(p, d), sup);
    if (d < 0) {
      EXPECT_NEAR(scaled_step(p, d), sup, 4 * epsilon * sup);
    } else {
      EXPECT_EQ(scaled_step(p, d), sup);
    }
  }
}

TYPED_TEST(Step, ScaledRuleEndsOnTheBoundaryAndAgreesWithTheQuadraticOne) {
  constexpr int D = TypeParam::value;
  Samples samples(5);
  for (int n = 0; n < sample_count; ++n) {
    const VectorN<D> z = samples.inside_lorentz<D>();
    const VectorN<D> delta = random_direction<D>(samples, z, 1);
    const double det_z = lorentz::det(z);
    const ScaledDirection direction = scaled_direction(z, det_z, delta);
    const double step = direction.step_to_boundary();
    const double other = step_interval(z, delta, 1).sup;
    SCOPED_TRACE(testing::Message() << "z " << z.transpose() << " delta " << delta.transpose() << " step " << step);
    EXPECT_EQ(scaled_step(z, det_z, delta), step);
    EXPECT_EQ(std::isinf(step), std::isinf(other));
    EXPECT_LE(direction.lowest, direction.highest);
    if (std::isinf(step) || std::isinf(other)) continue;
    // Bringing z to e stretches by at most 2 z₀/√(det z), and rounding with it.
    const double slightly = 32 * epsilon * z[0] / std::sqrt(det_z);
    EXPECT_NEAR(step, other, slightly * other);
    EXPECT_TRUE(feasible<D>(z, delta, step * (1 - Quad(slightly)), 1));
    EXPECT_FALSE(feasible<D>(z, delta, step * (1 + Quad(slightly)), 1));
  }
}

TYPED_TEST(Step, ScaledDirectionCarriesTheDeterminant) {
  constexpr int D = TypeParam::value;
  Samples samples(6);
  for (int n = 0; n < sample_count; ++n) {
    const VectorN<D> z = samples.inside_lorentz<D>();
    const VectorN<D> delta = random_direction<D>(samples, z, 1);
    const double det_z = lorentz::det(z);
    const ScaledDirection direction = scaled_direction(z, det_z, delta);
    const double alpha = 0.9 * std::min(direction.step_to_boundary(), 1 / std::abs(direction.highest));
    Quad exact = 0;
    for (int i = 0; i < D; ++i) {
      const Quad x = z[i] + Quad(alpha) * delta[i];
      exact += i == 0 ? x * x : -x * x;
    }
    exact /= det_z;
    // The factors are at least 0.1, so that rounding in the eigenvalues counts ten times.
    EXPECT_LE(test::abs(direction.det_factor(alpha) - exact), 320 * epsilon * z[0] / std::sqrt(det_z) * exact);
  }
}

TEST(Step, ScaledRuleInKnownPlaces) {
  const Vector3 e(1, 0, 0);
  EXPECT_EQ(scaled_step<3>(e, 1, {-0.5, 0, 0}), 2);
  EXPECT_EQ(scaled_step<3>(e, 1, {0, 3, 4}), 0.2);
  EXPECT_EQ(scaled_step<3>(e, 1, {-0.0, 3, 4}), 0.2);
  EXPECT_EQ(scaled_step<3>(e, 1, {5, 3, 4}), infinity);  // along the boundary
  EXPECT_EQ(scaled_step<3>(e, 1, {6, 3, 4}), infinity);
  EXPECT_EQ(scaled_step<3>(e, 1, {0, 0, 0}), infinity);
  EXPECT_EQ(scaled_direction<3>(e, 1, {0, 0, 0}).det_factor(3), 1);
  const ScaledDirection direction = scaled_direction<3>(e, 1, {-1, 3, 4});
  EXPECT_EQ(direction.lowest, -6);
  EXPECT_EQ(direction.highest, 4);
}

TYPED_TEST(Step, ScaledRuleServesTheUnscaledPair) {
  // What the interior point method does: scale a direction of λ with W and of y with W⁻¹, and step from the common z.
  constexpr int D = TypeParam::value;
  Samples samples(7);
  for (int n = 0; n < 2000; ++n) {
    const VectorN<D> y = samples.near_boundary<D>(1, samples.power_of_ten(-3, 1));
    const VectorN<D> lambda = samples.near_boundary<D>(1, samples.power_of_ten(-3, 1));
    const NesterovTodd<D> scaling = nesterov_todd(y, lambda);
    const VectorN<D> dy = y.norm() / samples.size() * samples.anywhere<D>();
    const VectorN<D> dlambda = lambda.norm() / samples.size() * samples.anywhere<D>();
    const double step_y = scaled_step<D>(scaling.z, scaling.det_z, scaling.apply_inverse(dy));
    const double step_lambda = scaled_step<D>(scaling.z, scaling.det_z, scaling.apply(dlambda));
    const double expected_y = step_interval(y, dy, 1).sup, expected_lambda = step_interval(lambda, dlambda, 1).sup;
    // Rounding in the scaled direction is multiplied by cond(W) = k², in the step by z₀/√(det z), and by the
    // eigenvalues' spread when the direction runs nearly along the boundary; reciprocals of steps are what such errors
    // add to.
    const double unit = 64 * epsilon * scaling.k * scaling.k * scaling.z[0] / std::sqrt(scaling.det_z);
    const ScaledDirection seen_y = scaled_direction<D>(scaling.z, scaling.det_z, scaling.apply_inverse(dy));
    const ScaledDirection seen_lambda = scaled_direction<D>(scaling.z, scaling.det_z, scaling.apply(dlambda));
    EXPECT_NEAR(1 / step_y, 1 / expected_y, unit * std::max(std::abs(seen_y.lowest), std::abs(seen_y.highest)));
    EXPECT_NEAR(1 / step_lambda, 1 / expected_lambda,
                unit * std::max(std::abs(seen_lambda.lowest), std::abs(seen_lambda.highest)));
  }
}

}  // namespace
}  // namespace signorini
