// The pair (r, u) of the interior point methods: on the central path, its scaling, how far it may go, and what is
// carried along next to the boundary.
#include "signorini/solver/scaled/cone_point.h"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "linalg/random.h"
#include "problems.h"

namespace signorini {
namespace {

using interior_point::ConePoint;
using interior_point::ScaledProblem;
using test::Random;

template <typename Dimension>
class ConePoints : public testing::Test {
 protected:
  static constexpr int D = Dimension::value;
  const ContactProblem original =
      test::random_problem({.free = 2, .positive = 3, .friction = 4, .dimension = D}, Law::convex, 5);
  const ScaledProblem p{original};
  ConePoint<D> point{p};
  Random random{1};

  VectorN<D> cone(const Vector& x, int i) const { return x.segment<D>(p.cone_row(i)); }
  /// A random point on the central path, not too near the boundary.
  double set_somewhere() {
    const double mu = random.power_of_ten(-2, 1);
    point.set_on_path(random.vector(p.rows()), mu);
    return point.scale();
  }
  /// Whether every positive row and cone of x holds, in long double.
  bool inside(const Vector& x, const Vector& direction, double alpha) const {
    const auto at = [&](int k) -> long double { return x[k] + static_cast<long double>(alpha) * direction[k]; };
    for (int k = p.free; k < p.first_cone(); ++k)
      if (at(k) < 0) return false;
    for (int i = 0; i < p.cones; ++i) {
      long double square = 0;
      for (int j = 1; j < D; ++j) square += at(p.cone_row(i) + j) * at(p.cone_row(i) + j);
      if (at(p.cone_row(i)) < std::sqrt(square)) return false;
    }
    return true;
  }
  /// The largest α with x + α direction inside, by halving; far means never.
  double brute_reach(const Vector& x, const Vector& direction) const {
    double low = 0, high = far;
    if (inside(x, direction, high)) return INFINITY;
    for (int k = 0; k < 200; ++k) {
      const double middle = 0.5 * (low + high);
      (inside(x, direction, middle) ? low : high) = middle;
    }
    return low;
  }
  static constexpr double far = 1e6;
};

using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
struct DimensionNames {
  template <typename Dimension>
  static std::string GetName(int) {
    return Dimension::value == 2 ? "Plane" : "Space";
  }
};
TYPED_TEST_SUITE(ConePoints, Dimensions, DimensionNames);

TYPED_TEST(ConePoints, OnThePathDifferAsAskedAndHaveProductsOfTheUnit) {
  constexpr int N = TestFixture::D;
  for (const double mu : {10.0, 1.0, 1e-3, 1e-6}) {
    const Vector difference = this->random.vector(this->p.rows());
    this->point.set_on_path(difference, mu);
    const Vector &r = this->point.r, &u = this->point.u;
    const int cone_rows = this->p.rows() - this->p.free;
    EXPECT_LT((r - u - difference).tail(cone_rows).norm(), 1e-14 * (1 + std::sqrt(mu)));
    EXPECT_TRUE(this->inside(r, r, 0) && this->inside(u, u, 0));
    for (int k = this->p.free; k < this->p.first_cone(); ++k) EXPECT_NEAR(r[k] * u[k], mu, 1e-14 * mu);
    for (int i = 0; i < this->p.cones; ++i) {
      const VectorN<N> product = lorentz::product<N>(this->cone(r, i), this->cone(u, i));
      EXPECT_LT((product - mu * lorentz::identity<N>()).norm(), 1e-14 * (1 + mu)) << mu;
    }
    EXPECT_NEAR(this->point.scale(), mu, 1e-9 * mu);
    for (int i = 0; i < this->p.cones; ++i)
      EXPECT_LT((this->cone(this->point.z, i) - std::sqrt(mu) * lorentz::identity<N>()).norm(), 1e-8 * std::sqrt(mu));
  }
}

TYPED_TEST(ConePoints, OnAxesAreThereAlone) {
  this->point.r.setConstant(7);
  this->point.u.setConstant(8);
  this->point.set_on_axes(Vector::Constant(this->p.rows(), 2), Vector::Constant(this->p.rows(), 3));
  EXPECT_EQ(this->point.r.head(this->p.free), Vector::Constant(this->p.free, 7)) << "free rows stay";
  for (int k = this->p.free; k < this->p.rows(); ++k) {
    const bool axis = k < this->p.first_cone() || (k - this->p.first_cone()) % TestFixture::D == 0;
    EXPECT_EQ(this->point.r[k], axis ? 2 : 0);
    EXPECT_EQ(this->point.u[k], axis ? 3 : 0);
  }
  EXPECT_NEAR(this->point.scale(), 6, 1e-14);
}

TYPED_TEST(ConePoints, ScalingMapsBothToOnePoint) {
  for (int sample = 0; sample < 20; ++sample) {
    const auto spread = [&](double x) { return 0.1 + x * x; };
    this->point.set_spectral(this->random.vector(this->p.rows()), spread, this->random.vector(this->p.rows()), spread);
    const double mu = this->point.scale();
    const int rows = this->p.rows() - this->p.free;
    EXPECT_NEAR(mu, this->point.r.tail(rows).dot(this->point.u.tail(rows)) / this->p.degree(), 1e-14 * mu);
    Vector Wr, Wz;
    this->point.apply(this->point.r, Wr);
    this->point.apply(this->point.z, Wz);
    EXPECT_LT((Wr - this->point.z).norm(), 1e-13) << "W r = z";
    EXPECT_LT((Wz - this->point.u).tail(rows).norm(), 1e-13) << "W z = u";
    double smallest = 1;
    for (int k = 0; k < this->p.positive; ++k)
      smallest = std::min(smallest, std::pow(this->point.positive_scaling(k), 2));
    for (int i = 0; i < this->p.cones; ++i)
      smallest = std::min(
          smallest,
          Eigen::SelfAdjointEigenSolver<MatrixN<TestFixture::D>>(this->point.scaling(i).squared()).eigenvalues()[0]);
    EXPECT_NEAR(this->point.smallest_scaling(), smallest, 1e-12);
  }
}

TYPED_TEST(ConePoints, ReachIsWhereTheFirstOfThemLeavesItsCone) {
  int endless = 0;
  for (int sample = 0; sample < 300; ++sample) {
    this->set_somewhere();
    Vector rho = this->random.vector(this->p.rows()), upsilon = this->random.vector(this->p.rows());
    if (sample % 3 == 0) {  // one of them leaves nowhere
      for (int k = this->p.free; k < this->p.first_cone(); ++k) rho[k] = std::abs(rho[k]);
      for (int i = 0; i < this->p.cones; ++i) rho[this->p.cone_row(i)] = 2;
    }
    const auto scaled = this->point.scaled_reach(rho, upsilon);
    const auto quadratic = this->point.quadratic_reach(rho, upsilon);
    const auto expect = [&](double found, const Vector& x, const Vector& direction) {
      const double exact = this->brute_reach(x, direction);
      if (std::isinf(exact)) ++endless;
      if (std::isinf(exact))
        EXPECT_GT(found, this->far);
      else
        EXPECT_NEAR(found, exact, 1e-9 * exact);
    };
    expect(scaled.r, this->point.z, rho);
    expect(scaled.u, this->point.z, upsilon);
    expect(quadratic.r, this->point.r, rho);
    expect(quadratic.u, this->point.u, upsilon);
    EXPECT_EQ(scaled.both(), std::min(scaled.r, scaled.u));
  }
  EXPECT_GT(endless, 50);
}

/// The right-hand side d of the corrector: z∘d = target e - z∘z - ρ∘υ.
TYPED_TEST(ConePoints, CorrectionSolvesTheComplementarityOfSecondOrder) {
  constexpr int N = TestFixture::D;
  for (int sample = 0; sample < 20; ++sample) {
    const double target = 0.3 * this->set_somewhere();
    const Vector rho = this->random.vector(this->p.rows()), upsilon = this->random.vector(this->p.rows());
    Vector d;
    this->point.corrected(rho, upsilon, target, d);
    const Vector& z = this->point.z;
    for (int k = this->p.free; k < this->p.first_cone(); ++k)
      EXPECT_NEAR(z[k] * d[k], target - z[k] * z[k] - rho[k] * upsilon[k], 1e-13);
    for (int i = 0; i < this->p.cones; ++i) {
      const auto of = [&](const Vector& x) { return this->cone(x, i); };
      const VectorN<N> right = target * lorentz::identity<N>() - lorentz::product<N>(of(z), of(z)) -
                               lorentz::product<N>(of(rho), of(upsilon));
      EXPECT_LT((lorentz::product<N>(of(z), of(d)) - right).norm(), 1e-12);
    }
  }
}

/// Products at the trial step that lie in [0.1, 10] times the target are left alone; others are brought back, but by no
/// more than ten times the target downwards.
TYPED_TEST(ConePoints, CentralityBringsProductsBackIntoTheirRange) {
  constexpr int N = TestFixture::D;
  int left_alone = 0, changed = 0;
  for (int sample = 0; sample < 50; ++sample) {
    const double target = 0.3 * this->set_somewhere(), alpha = 0.7;
    const Vector rho = this->random.vector(this->p.rows()), upsilon = this->random.vector(this->p.rows());
    Vector d;
    this->point.centrality(rho, upsilon, alpha, target, d);
    const Vector x = this->point.z + alpha * rho, y = this->point.z + alpha * upsilon;
    const auto wanted = [&](double product) {
      if (product < 0.1 * target) return 0.1 * target - product;
      if (product > 10 * target) return std::max(10 * target - product, -10 * target);
      return 0.0;
    };
    for (int k = this->p.free; k < this->p.first_cone(); ++k) {
      EXPECT_NEAR(this->point.z[k] * d[k], wanted(x[k] * y[k]), 1e-13);
      ++(d[k] == 0 ? left_alone : changed);
    }
    for (int i = 0; i < this->p.cones; ++i) {
      const VectorN<N> product = lorentz::product<N>(this->cone(x, i), this->cone(y, i));
      const VectorN<N> found = lorentz::product<N>(this->cone(this->point.z, i), this->cone(d, i));
      EXPECT_LT((found - lorentz::spectral<N>(product, wanted)).norm(), 1e-12);
    }
    EXPECT_EQ(d.head(this->p.free), Vector::Zero(this->p.free));
  }
  EXPECT_GT(left_alone, 10);
  EXPECT_GT(changed, 10);
}

TYPED_TEST(ConePoints, AdvanceMovesByTheUnscaledDirections) {
  this->set_somewhere();
  const Vector r = this->point.r, u = this->point.u;
  const Vector delta = 0.1 * this->random.vector(this->p.rows()), upsilon = 0.1 * this->random.vector(this->p.rows());
  Vector rho, change;
  this->point.apply(delta, rho);
  this->point.apply(upsilon, change);
  typename ConePoint<TestFixture::D>::Saved saved;
  this->point.save(saved);
  this->point.advance(0.5, 0.25, delta, rho, upsilon);
  EXPECT_LT((this->point.r - r - 0.5 * delta).norm(), 1e-15);
  EXPECT_LT((this->point.u - u - 0.25 * change).tail(this->p.rows() - this->p.free).norm(), 1e-15);
  this->point.restore(saved);
  EXPECT_EQ(this->point.r, r);
  EXPECT_EQ(this->point.u, u);
}

/// Along the path of a contact that slides r and u both come next to the boundary, where determinants and r·u are
/// carried from step to step.
TYPED_TEST(ConePoints, TheGapIsKnownNextToTheBoundary) {
  constexpr int N = TestFixture::D;
  VectorN<N> axis = VectorN<N>::Zero();
  axis[1] = 1;
  const VectorN<N> high = 0.5 * (lorentz::identity<N>() + axis), low = 0.5 * (lorentz::identity<N>() - axis);
  const double x = 1.7, y = 2.3;  // r - u = x low - y high
  Vector difference = Vector::Zero(this->p.rows());
  for (int i = 0; i < this->p.cones; ++i) difference.segment<N>(this->p.cone_row(i)) = x * low - y * high;
  double mu = 1e-2;
  this->point.set_on_path(difference, mu);
  const auto root = [](double value, double measure) { return std::sqrt(value * value + 4 * measure); };
  while (mu > 1e-13) {
    const double next = 1e-2 * mu;
    EXPECT_NEAR(this->point.scale(), mu, 1e-9 * mu + 1e-15);  // r and u are of order one
    // The change of both eigenvalues without cancellation: that of (√(x² + 4μ) ± x)/2.
    const auto change = [&](double value) { return 2 * (next - mu) / (root(value, next) + root(value, mu)); };
    Vector delta = Vector::Zero(this->p.rows()), rho = delta, upsilon = delta;
    for (int k = this->p.free; k < this->p.first_cone(); ++k) {
      delta[k] = std::sqrt(next) - std::sqrt(mu);
      rho[k] = upsilon[k] = delta[k];  // W = 1 where r = u
    }
    for (int i = 0; i < this->p.cones; ++i) {
      const int k = this->p.cone_row(i);
      delta.segment<N>(k) = change(x) * low + change(y) * high;
      rho.segment<N>(k) = this->point.scaling(i).apply(this->cone(delta, i));
      upsilon.segment<N>(k) = this->point.scaling(i).apply_inverse(this->cone(delta, i));
    }
    this->point.advance(1, 1, delta, rho, upsilon);
    mu = next;
  }
}

/// A contact that slides: r = (1, -1) and u = (1, 1) but for μ, which the stored numbers lose below 1e-16.
TYPED_TEST(ConePoints, MeasureOfASlidingPairIsTheOneOfItsPath) {
  Vector difference = Vector::Zero(this->p.rows());
  for (int i = 0; i < this->p.cones; ++i) difference[this->p.cone_row(i) + 1] = -2;
  for (const double mu : {1e-4, 1e-8, 1e-12}) {
    this->point.set_on_path(difference, mu);
    EXPECT_NEAR(this->point.scale(), mu, 1e-3 * mu) << mu;
  }
}

TYPED_TEST(ConePoints, LiftMovesUAlongItsAxis) {
  this->set_somewhere();
  const Vector u = this->point.u;
  const int k = this->p.cone_row(1);
  this->point.lift(1, 0.5);
  EXPECT_EQ(this->point.u - u, 0.5 * Vector::Unit(this->p.rows(), k));
}

}  // namespace
}  // namespace signorini
