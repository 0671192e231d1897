// The judge: closed forms for one mass on a plane, invariances, and a dense implementation of its own on random
// problems.
#include "signorini/problem/certificate.h"

#include <limits>

#include <gtest/gtest.h>

#include "problem/support.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::Shape;
using test::sparse;

constexpr double rounding = 1e-13;

// ---- One mass on a plane: M = m I, u = v. Without impulses it moves by (-fall, push): free velocities q. ----

constexpr double mass = 4, mu = 0.5, fall = 0.3, push = 0.8;

ContactProblem mass_on_plane(Law law, double m = mass, int dimension = 3) {
  ContactProblem p;
  p.law = law;
  p.cones.dimension = dimension;
  p.cones.mu = Vector::Constant(1, mu);
  p.M = sparse(m * Matrix::Identity(dimension, dimension));
  p.H = sparse(Matrix::Identity(dimension, dimension));
  p.f = Vector::Zero(dimension);
  p.f[0] = -m * fall;
  p.w = Vector::Zero(dimension);
  return p;
}

ContactProblem pushed_mass(Law law, double m = mass, int dimension = 3) {
  ContactProblem p = mass_on_plane(law, m, dimension);
  p.f[1] = m * push;
  return p;
}

Solution state(const Vector& v, const Vector& r) { return {v, r, {}}; }

/// The candidate with the v that belongs to r.
Certificate judge_impulses(const ContactProblem& p, const Vector& r) {
  return certify(p, {test::dense_v(p, r), r, {}});
}

class EachLaw : public testing::TestWithParam<Law> {};
INSTANTIATE_TEST_SUITE_P(All, EachLaw, testing::ValuesIn(test::all_laws),
                         [](const auto& law) { return std::string(to_string(law.param)); });

TEST_P(EachLaw, MassAtRest) {
  const Certificate c = certify(mass_on_plane(GetParam()), state(Vector3(0, 0, 0), Vector3(mass * fall, 0, 0)));
  EXPECT_LE(c.natural, rounding);
  EXPECT_LE(c.dynamics, rounding);
  EXPECT_EQ(c.penetration, 0);
  EXPECT_LE(c.complementarity, rounding);
  EXPECT_EQ(c.equality, 0);
}

TEST_P(EachLaw, MassThatFallsThroughThePlane) {
  const Certificate c = certify(mass_on_plane(GetParam()), state(Vector3(-fall, 0, 0), Vector3(0, 0, 0)));
  EXPECT_NEAR(c.natural, 1, rounding) << "all of the free velocity breaks the law";
  EXPECT_LE(c.dynamics, rounding);
  EXPECT_NEAR(c.penetration, fall, rounding);
  EXPECT_EQ(c.complementarity, 0);
}

TEST_P(EachLaw, MassHeldByAnImpulseThatDoesNotActOnIt) {
  const Certificate c = certify(mass_on_plane(GetParam()), state(Vector3(0, 0, 0), Vector3(0, 0, 0)));
  EXPECT_EQ(c.natural, 0);
  EXPECT_EQ(c.dynamics, 1) << "|M v - f - H r| = |f|";
  EXPECT_EQ(c.value(), 1);
}

TEST_P(EachLaw, MassThatSeparates) {
  ContactProblem p = mass_on_plane(GetParam());
  p.f[0] = mass * fall;
  EXPECT_LE(certify(p, state(Vector3(fall, 0, 0), Vector3(0, 0, 0))).value(), rounding);
  // An impulse on an open contact: it moves on by 2 fall, and r - u/D < 0, so that e = D r.
  const Certificate c = certify(p, state(Vector3(2 * fall, 0, 0), Vector3(mass * fall, 0, 0)));
  EXPECT_NEAR(c.natural, 1, rounding);
  EXPECT_NEAR(c.complementarity, 2 * mass * fall * fall, rounding);
  EXPECT_EQ(c.penetration, 0);
}

TEST_P(EachLaw, MassThatIsPulledDown) {  // r outside of the cone, u = 0
  ContactProblem p = mass_on_plane(GetParam());
  p.f[0] = mass * fall;
  const Certificate c = certify(p, state(Vector3(0, 0, 0), Vector3(-mass * fall, 0, 0)));
  EXPECT_NEAR(c.natural, 1, rounding);
  EXPECT_LE(c.dynamics, rounding);
}

TEST(Sliding, ByCoulombsLawKeepsTheContactClosed) {
  const double slip = push - mu * fall;
  const Certificate c =
      certify(pushed_mass(Law::coulomb), state(Vector3(0, slip, 0), mass * fall * Vector3(1, -mu, 0)));
  EXPECT_LE(c.value(), rounding);
  EXPECT_EQ(c.penetration, 0);
  EXPECT_LE(c.complementarity, rounding);
}

/// r_N/m and the slip of the convex law: u_N = μ u_T, u_N = ρ - fall, u_T = push - μ ρ.
constexpr double convex_rho = (fall + mu * push) / (1 + mu * mu), convex_slip = (push - mu * fall) / (1 + mu * mu);

TEST(Sliding, ByTheConvexLawsLiftsOff) {
  for (const Law law : {Law::convex, Law::pyramid}) {  // a ray of the pyramid points along the slip
    ContactProblem p = pushed_mass(law);
    p.pyramid_sides = 4;
    const Solution answer = state(convex_slip * Vector3(mu, 1, 0), mass * convex_rho * Vector3(1, -mu, 0));
    EXPECT_LE(certify(p, answer).value(), rounding) << to_string(law);
  }
}

TEST(Sliding, WithoutFrictionIsFree) {
  const Solution answer = state(Vector3(0, push, 0), Vector3(mass * fall, 0, 0));
  EXPECT_LE(certify(pushed_mass(Law::frictionless), answer).value(), rounding);
  // A friction force breaks that law by itself.
  const Certificate c = judge_impulses(pushed_mass(Law::frictionless), mass * fall * Vector3(1, -mu, 0));
  EXPECT_NEAR(c.natural, mu * fall / std::hypot(fall, push), rounding);
}

TEST(Sliding, OnThePyramidBetweenTwoRaysMeetsLessFriction) {
  // Slip in the middle between two of four rays: the face's middle, at μ cos 45°, opposes it.
  ContactProblem p = mass_on_plane(Law::pyramid);
  p.pyramid_sides = 4;
  const Vector3 direction(0, std::sqrt(0.5), std::sqrt(0.5));
  p.f += mass * push * direction;
  const double m = mu * std::sqrt(0.5), rho = (fall + m * push) / (1 + m * m), slip = (push - m * fall) / (1 + m * m);
  const Vector3 up(1, 0, 0);
  const Solution answer = state(slip * (m * up + direction), mass * rho * (up - m * direction));
  EXPECT_LE(certify(p, answer).value(), rounding);
  p.pyramid_sides = 8;  // has a ray there: more friction is due
  EXPECT_GT(certify(p, answer).value(), 0.01);
}

TEST(Sliding, OneLawsAnswerBreaksTheOtherByAKnownAmount) {
  // e = ± μ slip/(1 + μ²) (1, -μ) in both cases, by hand from the projection on the cone's boundary.
  const double free_speed = std::hypot(fall, push), slip = push - mu * fall;
  const Certificate closed = judge_impulses(pushed_mass(Law::convex), mass * fall * Vector3(1, -mu, 0));
  EXPECT_NEAR(closed.natural, mu * slip / std::sqrt(1 + mu * mu) / free_speed, rounding);
  EXPECT_NEAR(closed.complementarity, mu * mass * fall * slip, rounding) << "friction's work";
  const Certificate lifted = judge_impulses(pushed_mass(Law::coulomb), mass * convex_rho * Vector3(1, -mu, 0));
  EXPECT_NEAR(lifted.natural, mu * convex_slip / std::sqrt(1 + mu * mu) / free_speed, rounding);
  EXPECT_NEAR(lifted.complementarity, mass * convex_rho * mu * convex_slip, rounding);
}

TEST(Sliding, AgainstTheSlipDirectionIsJudgedInFull) {
  // Friction that pushes along: u_T = push + μ fall, and the projection sees r - u/D = (fall, μ fall - u_T) m.
  const double slip = push + mu * fall;
  const Certificate c = judge_impulses(pushed_mass(Law::coulomb), mass * fall * Vector3(1, mu, 0));
  // û = (μ slip, slip, 0); x = (fall - μ slip, -push): on the other side of the cone's axis.
  const double x_n = fall - mu * slip, normal = (x_n + mu * push) / (1 + mu * mu);
  const double e_n = fall - normal, e_t = mu * fall + mu * normal;
  EXPECT_NEAR(c.natural, std::hypot(e_n, e_t) / std::hypot(fall, push), rounding);
}

TEST(Sliding, InThePlane) {
  const double slip = push - mu * fall;
  const Vector r = mass * fall * VectorN<2>(1, -mu);
  EXPECT_LE(certify(pushed_mass(Law::coulomb, mass, 2), state(VectorN<2>(0, slip), r)).value(), rounding);
  const Vector lifted = mass * convex_rho * VectorN<2>(1, -mu);
  for (const Law law : {Law::convex, Law::pyramid})
    EXPECT_LE(certify(pushed_mass(law, mass, 2), state(convex_slip * VectorN<2>(mu, 1), lifted)).value(), rounding);
  EXPECT_LE(certify(pushed_mass(Law::frictionless, mass, 2), state(VectorN<2>(0, push), mass * fall * VectorN<2>(1, 0)))
                .value(),
            rounding);
  EXPECT_NEAR(judge_impulses(pushed_mass(Law::convex, mass, 2), r).natural,
              mu * slip / std::sqrt(1 + mu * mu) / std::hypot(fall, push), rounding);
}

// ---- Other rows ----

/// One degree of freedom, one row.
ContactProblem one_row(bool free, double f, double w, double E = 0) {
  ContactProblem p;
  (free ? p.cones.free : p.cones.positive) = 1;
  p.M = sparse(Matrix::Constant(1, 1, mass));
  p.H = sparse(Matrix::Ones(1, 1));
  p.f = Vector::Constant(1, f);
  p.w = Vector::Constant(1, w);
  if (E > 0) p.E = Vector::Constant(1, E);
  return p;
}
Solution scalars(double v, double r) { return state(Vector::Constant(1, v), Vector::Constant(1, r)); }

TEST(PositiveRow, InEachState) {
  EXPECT_LE(certify(one_row(false, -mass * fall, 0), scalars(0, mass * fall)).value(), rounding);
  EXPECT_LE(certify(one_row(false, mass * fall, 0), scalars(fall, 0)).value(), rounding);
  const Certificate through = certify(one_row(false, -mass * fall, 0), scalars(-fall, 0));
  EXPECT_NEAR(through.natural, 1, rounding);
  EXPECT_NEAR(through.penetration, fall, rounding);
  const Certificate pushed = certify(one_row(false, mass * fall, 0), scalars(3 * fall, 2 * mass * fall));
  EXPECT_NEAR(pushed.natural, 2, rounding);  // r - u/D < 0: e = D r
  EXPECT_NEAR(pushed.complementarity, 6 * mass * fall * fall, rounding);
  EXPECT_NEAR(certify(one_row(false, mass * fall, 0), scalars(0, -mass * fall)).natural, 1, rounding);
}

TEST(PositiveRow, WithAGap) {
  // w = gap/h: the mass may fall that fast.
  EXPECT_LE(certify(one_row(false, -mass * fall, fall), scalars(-fall, 0)).value(), rounding);
  EXPECT_LE(certify(one_row(false, -mass * fall, 0.1), scalars(-0.1, mass * (fall - 0.1))).value(), rounding);
}

TEST(PositiveRow, WithCompliance) {
  // u = v + w + E r = 0 with v = -fall + r/m: r = (fall - w)/(1/m + E).
  const double E = 0.7, w = 0.1, r = (fall - w) / (1 / mass + E);
  EXPECT_LE(certify(one_row(false, -mass * fall, w, E), scalars(-fall + r / mass, r)).value(), rounding);
  EXPECT_GT(certify(one_row(false, -mass * fall, w), scalars(-fall + r / mass, r)).value(), 0.1);
}

TEST(FreeRow, IsAnEquation) {
  EXPECT_LE(certify(one_row(true, -mass * fall, 0), scalars(0, mass * fall)).value(), rounding);
  EXPECT_LE(certify(one_row(true, mass * fall, 0), scalars(0, -mass * fall)).value(), rounding) << "impulses may pull";
  const Certificate c = certify(one_row(true, mass * fall, 0), scalars(fall, 0));
  EXPECT_NEAR(c.equality, fall, rounding);
  EXPECT_NEAR(c.natural, fall, rounding) << "absolute: q has no cone rows";
  EXPECT_EQ(c.penetration, 0) << "a joint does not penetrate";
  EXPECT_EQ(c.complementarity, 0);
  EXPECT_NEAR(certify(one_row(true, mass * fall, 0), scalars(-fall, -2 * mass * fall)).equality, fall, rounding);
}

TEST(FreeRow, DoesNotEnterTheScaleButTheViolation) {
  // A joint row beside a contact row, each on a degree of freedom of its own.
  ContactProblem p;
  p.cones.free = p.cones.positive = 1;
  p.M = sparse(Matrix::Identity(2, 2));
  p.H = sparse(Matrix::Identity(2, 2));
  p.f = Vector{{1000, -2}};
  p.w = Vector::Zero(2);
  const Certificate c = certify(p, state(Vector{{0.5, 0}}, Vector{{-999.5, 2}}));
  EXPECT_NEAR(c.natural, 0.5 / 2, rounding);
  EXPECT_NEAR(c.equality, 0.5, rounding);
}

TEST(Certificate, IsAbsoluteWhenNothingMoves) {
  ContactProblem p = mass_on_plane(Law::coulomb);
  p.f.setZero();
  EXPECT_EQ(certify(p, Solution::zero(p)).value(), 0);
  EXPECT_NEAR(certify(p, state(Vector3(0.25, 0, 0), Vector3(1, 0, 0))).natural, 0.25, rounding) << "r/m, in m/s";
}

TEST(Certificate, ScalesContactsBetweenFixedBodiesByOne) {
  ContactProblem p = mass_on_plane(Law::convex);
  p.H = SparseMatrix(3, 3);
  p.w = Vector3(1, 0, 0);
  // u = w: the contact is open, and D = 1 makes e = r.
  EXPECT_NEAR(certify(p, state(p.f / mass, Vector3(0.5, 0, 0))).natural, 0.5, rounding);
}

TEST(Certificate, DividesByTheNormalRowsOwnDiagonal) {
  // A lever: the normal row sees M = diag(2, 8) through H = (3, 4): D = 9/2 + 16/8 = 6.5. The open contact gives e = D
  // r.
  ContactProblem p;
  p.cones.mu = Vector::Constant(1, mu);
  p.M = sparse(Vector{{2, 8, 1, 1}}.asDiagonal());
  p.H = sparse(Matrix{{3, 0, 0}, {4, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  p.f = Vector::Zero(4);
  p.w = Vector3(100, 0, 0);
  EXPECT_NEAR(judge_impulses(p, Vector3(1e-3, 0, 0)).natural, 6.5e-3 / 100, rounding);
}

TEST(Certificate, TakesTheDelassusDiagonalInLocalForm) {
  ContactProblem p;
  p.form = Form::local;
  p.cones.mu = Vector::Constant(1, mu);
  p.W = sparse(Vector3(6.5, 1, 1).asDiagonal());
  p.q = Vector3(100, 0, 0);
  EXPECT_NEAR(certify(p, state({}, Vector3(1e-3, 0, 0))).natural, 6.5e-3 / 100, rounding);
}

TEST(Certificate, ValueIsTheLargerOfTheTwo) {
  EXPECT_EQ((Certificate{.natural = 1, .dynamics = 2}).value(), 2);
  EXPECT_EQ((Certificate{.natural = 3, .dynamics = 2}).value(), 3);
  EXPECT_TRUE(std::isnan((Certificate{.natural = NAN, .dynamics = 2}).value()));
  EXPECT_TRUE(std::isnan((Certificate{.natural = 1, .dynamics = NAN}).value()));
}

// ---- What the certificate must not depend on ----

TEST(Invariance, OfTheMasses) {
  for (const double factor : {0x1p20, 1e6, 1e-6})
    for (const Shape& shape : test::shapes) {
      if (shape.form == Form::local || shape.compliant) continue;
      for (const Law law : test::all_laws) {
        Random random(5);
        ContactProblem p = test::random_problem(shape, law, random);
        Solution s = test::random_candidate(p, random);
        s.v += 0.1 * random.vector(p.dof());
        const Certificate before = certify(p, s);
        p.M *= factor;
        p.f *= factor;
        s.r *= factor;
        const Certificate after = certify(p, s);
        EXPECT_NEAR(after.natural, before.natural, 1e-12 * before.natural) << shape;
        EXPECT_NEAR(after.dynamics, before.dynamics, 1e-12 * before.dynamics) << shape;
        EXPECT_NEAR(after.penetration, before.penetration, 1e-12 * before.penetration) << shape;
      }
    }
}

TEST(Invariance, OfTheUnitOfVelocity) {
  // f, w, v and r times a factor: every law is homogeneous.
  Random random(6);
  for (const Shape& shape : test::shapes)
    for (const Law law : test::all_laws) {
      ContactProblem p = test::random_problem(shape, law, random);
      if (p.cones.contacts() == 0) continue;  // absolute
      Solution s = test::random_candidate(p, random);
      const Certificate before = certify(p, s);
      for (Vector* x : {&p.f, &p.w, &p.q, &s.v, &s.r}) *x *= 0x1p-10;
      const Certificate after = certify(p, s);
      EXPECT_NEAR(after.natural, before.natural, 1e-12 * before.natural) << shape;
      EXPECT_NEAR(after.dynamics, before.dynamics, 1e-12) << shape;
    }
}

/// A light and a heavy mass side by side on the plane.
ContactProblem light_and_heavy(double ratio) {
  ContactProblem p;
  p.cones.mu = Vector::Constant(2, mu);
  Vector masses(6);
  masses << Vector::Constant(3, 1.0), Vector::Constant(3, ratio);
  p.M = sparse(masses.asDiagonal());
  p.H = sparse(Matrix::Identity(6, 6));
  p.f = Vector::Zero(6);
  p.f[0] = -fall;
  p.f[3] = -fall * ratio;
  p.w = Vector::Zero(6);
  return p;
}

TEST(Invariance, LightBodiesAreJudgedAsStrictlyAsHeavyOnes) {
  const double ratio = 1e6;
  const ContactProblem p = light_and_heavy(ratio);
  const Vector r{{fall, 0, 0, ratio * fall, 0, 0}};
  ASSERT_LE(judge_impulses(p, r).value(), 1e-9);
  for (const int row : {0, 3}) {  // one of them falls through
    Vector wrong = r;
    wrong[row] = 0;
    EXPECT_NEAR(judge_impulses(p, wrong).natural, std::sqrt(0.5), 1e-9) << "row " << row;
  }
}

TEST(Invariance, LightBodiesCountInTheDynamicsToo) {
  const double ratio = 1e6;
  const ContactProblem p = light_and_heavy(ratio);
  for (const int row : {0, 3}) {
    Solution s = state(Vector::Zero(6), Vector{{fall, 0, 0, ratio * fall, 0, 0}});
    EXPECT_LE(certify(p, s).dynamics, rounding);
    s.v[row] = 0.1;
    const double weight = row == 0 ? 1 : ratio;
    EXPECT_NEAR(certify(p, s).dynamics, 0.1 * weight / (0.1 * weight + 2 * fall * weight), rounding);
  }
}

TEST(Invariance, NothingIsScaledByTheCandidate) {
  // The violation of a contact that is pulled grows with the pull, however large: no denominator holds r, v or u.
  const ContactProblem p = one_row(false, -mass * fall, 0);
  for (const double pull : {1.0, 1e3, 1e6, 1e9}) {
    const double v = -fall - pull / mass;
    EXPECT_NEAR(certify(p, scalars(v, -pull)).natural, -v / fall, 1e-12 * -v / fall);
  }
  // Two equal contacts that press against each other add nothing to the forces, and do not dilute an error.
  ContactProblem wedged = one_row(false, -mass * fall, 0);
  wedged.cones.positive = 3;
  wedged.H = sparse(Matrix{{1, 0, 0}});
  wedged.w = Vector::Zero(3);
  const double alone = certify(wedged, state(Vector::Constant(1, -fall), Vector::Zero(3))).natural;
  const double wedging = certify(wedged, state(Vector::Constant(1, -fall), Vector3(0, 1e6, 1e6))).natural;
  EXPECT_NEAR(alone, 1, rounding);
  EXPECT_NEAR(wedging, 1, rounding);
}

TEST(Invariance, FrictionlessLawIgnoresTheFrictionCoefficients) {
  Random random(7);
  for (const Shape& shape : test::shapes) {
    ContactProblem p = test::random_problem(shape, Law::frictionless, random);
    const Solution s = test::random_candidate(p, random);
    const Certificate with = certify(p, s);
    p.cones.mu.setZero();
    for (const Law law : test::all_laws) {  // without friction the laws are one
      p.law = law;
      const Certificate without = certify(p, s);
      EXPECT_EQ(without.natural, with.natural);
      EXPECT_EQ(without.complementarity, with.complementarity);
      EXPECT_EQ(without.penetration, with.penetration);
    }
  }
}

TEST(Invariance, GivenRelativeVelocitiesDoNotCount) {
  Random random(8);
  for (const Shape& shape : test::shapes) {
    const ContactProblem p = test::random_problem(shape, Law::coulomb, random);
    Solution s = test::random_candidate(p, random);
    const double value = certify(p, s).value();
    s.u = Vector::Constant(p.rows(), NAN);
    EXPECT_EQ(certify(p, s).value(), value);
  }
}

// ---- No number is no answer ----

TEST(NoNumber, AnywhereInTheCandidateMakesTheValueNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Random random(9);
  for (const Shape& shape : test::shapes)
    for (const Law law : test::all_laws) {
      const ContactProblem p = test::random_problem(shape, law, random);
      const Solution s = test::random_candidate(p, random);
      ASSERT_FALSE(std::isnan(certify(p, s).value()));
      for (const double bad : {nan, inf, -inf}) {
        for (int k = 0; k < p.rows(); ++k) {
          Solution broken = s;
          broken.r[k] = bad;
          EXPECT_TRUE(std::isnan(certify(p, broken).value())) << shape << " r[" << k << "] = " << bad;
        }
        for (int k = 0; k < p.dof(); ++k) {
          Solution broken = s;
          broken.v[k] = bad;
          EXPECT_TRUE(std::isnan(certify(p, broken).value())) << shape << " v[" << k << "] = " << bad;
        }
      }
    }
}

TEST(NoNumber, IsSeenInRowsThatActOnNothing) {
  for (const bool free : {true, false})
    for (const Form form : {Form::global, Form::local}) {
      ContactProblem p = one_row(free, 1, 0);
      p.H = SparseMatrix(1, 1);
      p.form = form;
      p.W = SparseMatrix(1, 1);
      p.q = Vector::Ones(1);
      const Vector v = Vector::Constant(form == Form::global ? 1 : 0, 1 / mass);
      EXPECT_TRUE(std::isnan(certify(p, state(v, Vector::Constant(1, NAN))).value())) << free;
    }
}

// ---- Against dense algebra ----

struct Reference {
  Certificate certificate;
  Vector u;
};

/// The definitions of DESIGN §3, one after the other.
Reference dense_certificate(const ContactProblem& p, const Solution& s) {
  Reference out;
  Certificate& c = out.certificate;
  const Vector u = out.u = test::dense_u(p, s), q = test::dense_q(p);
  const int d = p.cones.dimension, contact_rows = p.rows() - p.cones.free;
  if (p.form == Form::global) {
    const Matrix M = p.M, H = p.H;
    const Vector residual = M * s.v - p.f - H * s.r;
    const Vector size = M.cwiseAbs() * s.v.cwiseAbs() + p.f.cwiseAbs() + H.cwiseAbs() * s.r.cwiseAbs();
    for (int j = 0; j < p.dof(); ++j)
      if (size[j] > 0) c.dynamics = std::max(c.dynamics, std::abs(residual[j]) / size[j]);
  }
  const auto scale = [&](int row) {
    double D = 0;
    if (p.form == Form::local)
      D = p.W.coeff(row, row);
    else
      for (int j = 0; j < p.dof(); ++j) D += std::pow(p.H.coeff(j, row), 2) / p.M.coeff(j, j);
    return D > 0 ? D : 1;
  };
  Vector e = u;  // as it is for free rows
  double work = 0;
  for (int k = 0; k < p.cones.free; ++k) c.equality = std::max(c.equality, std::abs(u[k]));
  for (int k = p.cones.first_positive(); k < p.cones.first_friction(); ++k) {
    const double D = scale(k);
    e[k] = D * (s.r[k] - std::max(0.0, s.r[k] - u[k] / D));
    work += s.r[k] * u[k];
    c.penetration = std::max(c.penetration, -u[k]);
  }
  for (int i = 0; i < p.cones.friction(); ++i) {
    const int row = p.cones.friction_row(i);
    const double D = scale(row), mu_i = p.law == Law::frictionless ? 0 : p.cones.mu[i];
    Vector u_hat = u.segment(row, d);
    if (p.law == Law::coulomb) u_hat[0] += mu_i * u_hat.tail(d - 1).norm();
    const Vector r = s.r.segment(row, d), x = r - u_hat / D;
    e.segment(row, d) =
        D * (r - (p.law == Law::pyramid ? test::project_on_rays(x, test::pyramid_rays(d, mu_i, p.pyramid_sides))
                                        : test::project_on_circular(x, mu_i)));
    work += r.dot(u_hat);
    c.penetration = std::max(c.penetration, -u[row]);
  }
  const double free_speed = q.tail(contact_rows).norm();
  c.natural = e.norm() / (free_speed > 0 ? free_speed : 1);
  c.complementarity = std::abs(work);
  return out;
}

class CertificateOf : public testing::TestWithParam<Shape> {};
INSTANTIATE_TEST_SUITE_P(All, CertificateOf, testing::ValuesIn(test::shapes),
                         [](const auto& shape) { return shape.param.name; });

TEST_P(CertificateOf, AgreesWithDenseAlgebra) {
  Random random(31);
  for (int n = 0; n < 25; ++n)
    for (const Law law : test::all_laws) {
      const ContactProblem p = test::random_problem(GetParam(), law, random);
      Judge judge(p);
      for (int candidate = 0; candidate < 3; ++candidate) {  // one judge for all
        const Solution s = test::random_candidate(p, random);
        const Reference expected = dense_certificate(p, s);
        const Certificate c = judge.judge(s);
        const double size = 1e-12 * (1 + expected.u.norm() + s.r.norm());
        const auto where = [&] { return std::string(to_string(law)) + ", problem " + std::to_string(n); };
        EXPECT_LE(difference(judge.u(), expected.u), 1e-12) << where();
        EXPECT_NEAR(c.natural, expected.certificate.natural, 1e-11 * expected.certificate.natural + rounding)
            << where();
        EXPECT_NEAR(c.dynamics, expected.certificate.dynamics, 1e-9 * expected.certificate.dynamics + rounding)
            << where();
        EXPECT_NEAR(c.equality, expected.certificate.equality, size) << where();
        EXPECT_NEAR(c.penetration, expected.certificate.penetration, size) << where();
        EXPECT_NEAR(c.complementarity, expected.certificate.complementarity, size * (1 + s.r.norm())) << where();
        const Certificate once = certify(p, s);
        EXPECT_EQ(once.natural, c.natural) << "a judge that has judged before " << where();
        EXPECT_EQ(once.dynamics, c.dynamics) << where();
        EXPECT_EQ(once.equality, c.equality) << where();
        EXPECT_EQ(once.penetration, c.penetration) << where();
        EXPECT_EQ(once.complementarity, c.complementarity) << where();
      }
    }
}

TEST_P(CertificateOf, AnswersThatAreExactByConstructionPass) {
  Random random(32);
  for (int n = 0; n < 10; ++n)
    for (const Law law : test::all_laws) {
      ContactProblem p = test::random_problem(GetParam(), law, random);
      const Solution answer = test::make_solved(p, random);
      const Certificate c = certify(p, answer);
      EXPECT_LE(c.value(), 1e-12) << to_string(law);
      EXPECT_LE(c.equality, 1e-12);
      EXPECT_LE(c.complementarity, 1e-12);
      EXPECT_LE(c.penetration, 1e-12);
    }
}

TEST_P(CertificateOf, WrongAnswersFailByAboutTheirError) {
  Random random(33);
  for (const Law law : test::all_laws) {
    ContactProblem p = test::random_problem(GetParam(), law, random);
    p.cones.mu.array() += 0.1;
    Solution answer = test::make_solved(p, random);
    for (int k = 0; k < p.rows(); ++k) {
      Solution wrong = answer;
      wrong.r[k] += 1e-3;
      wrong.v = test::dense_v(p, wrong.r);
      EXPECT_GT(certify(p, wrong).value(), 1e-7) << to_string(law) << " row " << k;
      EXPECT_LT(certify(p, wrong).value(), 1) << to_string(law) << " row " << k;
    }
    for (int k = 0; k < p.dof(); ++k) {
      Solution wrong = answer;
      wrong.v[k] += 1e-3;
      EXPECT_GT(certify(p, wrong).dynamics, 1e-6) << to_string(law) << " v " << k;
    }
  }
}

TEST_P(CertificateOf, ObjectiveIsThatOfTheConvexProblem) {
  Random random(34);
  for (int n = 0; n < 10; ++n) {
    const ContactProblem p = test::random_problem(GetParam(), Law::convex, random);
    const Vector r = random.vector(p.rows());
    Judge judge(p);
    judge.judge({test::dense_v(p, r), r, {}});
    const Matrix W = test::dense_W(p) + Matrix(test::dense_E(p).asDiagonal());
    EXPECT_NEAR(judge.objective(), 0.5 * r.dot(W * r) + r.dot(test::dense_q(p)), 1e-12 * (1 + r.squaredNorm()));
  }
}

TEST(Judge, CanBeMoved) {
  const ContactProblem p = pushed_mass(Law::coulomb);
  Judge first(p);
  Judge second(std::move(first));
  EXPECT_NEAR(second.judge(state(Vector3(-fall, push, 0), Vector3(0, 0, 0))).penetration, fall, rounding);
}

TEST(Certificate, KnowsTheAnswerOfAGeneratedStack) {
  // v = 0, each interface carries the weight above it; each body is ten times as heavy as the one below.
  const int bodies = 10;
  const ContactProblem p = generate_stack({.bodies = bodies});
  ASSERT_EQ(p.cones.friction(), bodies);
  Vector r = Vector::Zero(p.rows());
  for (int k = 0; k < bodies; ++k)
    for (int above = k; above < bodies; ++above) r[3 * k] += p.f.segment<3>(6 * above).norm();
  EXPECT_LE(certify(p, state(Vector::Zero(p.dof()), r)).value(), 1e-6);
  // The lightest sphere pushed through the floor: nobody may call that an answer, as light as it is.
  Vector wrong = r;
  wrong[0] -= p.f.segment<3>(0).norm();
  EXPECT_GT(certify(p, {test::dense_v(p, wrong), wrong, {}}).value(), 0.1);
}

}  // namespace
}  // namespace signorini
