// The judge on closed forms: one mass on a plane, single rows.
#include "signorini/problem/certificate.h"

#include <gtest/gtest.h>

#include "print_names.h"
#include "problem/one_mass.h"

namespace signorini::test {
namespace {

class EachLaw : public ::testing::TestWithParam<Law> {};
INSTANTIATE_TEST_SUITE_P(All, EachLaw, ::testing::ValuesIn(all_laws),
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
  // |M v - f - H r| = |f|, over |f| and 1e-8 √(m f²/m).
  EXPECT_NEAR(c.dynamics, 1 / (1 + 1e-8), rounding);
  EXPECT_EQ(c.value(), c.dynamics);
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
  EXPECT_NEAR(c.natural, 1, rounding) << "relative to the free rows, where there are no others";
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

}  // namespace
}  // namespace signorini::test
