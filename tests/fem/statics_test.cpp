#include "fem/statics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "signorini/fem/tet_generators.h"
#include "signorini/linalg/cholesky.h"

namespace signorini {
namespace {

using namespace fem_test;

/// The middle of the end x1, averaged over its nodes.
Vector3 end_displacement(const ElasticBody& body, const Vector& u) {
  Vector3 sum = Vector3::Zero();
  const std::vector<int>& nodes = body.mesh().node_groups.at("x1");
  for (int node : nodes) sum += u.segment<3>(3 * node);
  return sum / static_cast<double>(nodes.size());
}

Held clamped(const ElasticBody& body) {
  Held held(body.rest().size(), 0);
  hold(held, body.mesh().node_groups.at("x0"));
  return held;
}

constexpr double steel = 2.1e11;  // Pa

/// L 1, section 0.02²: 25 × 1 × 1 cells of 10-node elements.
ElasticBody slender_beam(ElasticLaw law = ElasticLaw::corotational) {
  return ElasticBody(block_mesh({1, 0.02, 0.02}, 25, 1, 1, 10),
                     {.young = steel, .poisson = 0.3, .density = 7850, .law = law});
}

TEST(Cantilever, OfTenNodeElementsBendsAsEulerAndBernoulliSay) {
  const ElasticBody body = slender_beam();
  const double P = 100, I = std::pow(0.02, 4) / 12;
  const Vector f = body.traction(body.mesh().face_groups.at("x1"), {0, 0, -P / 4e-4});
  const double exact = P / (3 * steel * I);
  EXPECT_NEAR(exact, 1.190476e-2, 1e-8);
  const Vector u = small_displacements(body, clamped(body), f);
  EXPECT_NEAR(-end_displacement(body, u)[2], exact, 0.01 * exact);
}

TEST(Cantilever, OfManyFourNodeElementsBendsAsTimoshenkoSays) {
  // No lateral strain: one cell across the width is enough. Height 0.2, width 0.05.
  const ElasticBody body(block_mesh({1, 0.05, 0.2}, 80, 1, 16), {.young = 1e7, .poisson = 0});
  const double P = 10, A = 0.01, I = 0.05 * std::pow(0.2, 3) / 12, G = 5e6, k = 10.0 / 12;
  const Vector f = body.traction(body.mesh().face_groups.at("x1"), {0, 0, -P / A});
  const double exact = P / (3 * 1e7 * I) + P / (k * A * G);
  const Vector u = small_displacements(body, clamped(body), f);
  EXPECT_NEAR(-end_displacement(body, u)[2], exact, 0.02 * exact);
}

TEST(Cantilever, FirstFrequencyIsThatOfABeam) {
  const ElasticBody body = slender_beam();
  SparseMatrix K;
  body.tangent(body.rest(), Tangent::exact, K);
  const Held held = clamped(body);
  const Cholesky factor(held_matrix(K, held));
  ASSERT_TRUE(factor.ok());
  Vector u = body.gravity({0, 0, 1});
  double square = 0;
  for (int iteration = 0; iteration < 8; ++iteration) {  // inverse iteration
    for (int k = 0; k < u.size(); ++k)
      if (held[k] != 0) u[k] = 0;
    u = factor.solve(u);
    const Vector Mu = body.mass() * u;
    square = u.dot(K * u) / u.dot(Mu);
    u = Mu / Mu.norm();
  }
  EXPECT_NEAR(std::sqrt(square) / (2 * std::numbers::pi), 16.7103, 0.02 * 16.7103);
}

class LargeDeflection : public testing::TestWithParam<ElasticLaw> {};

TEST_P(LargeDeflection, FollowsTheElastica) {
  const ElasticBody body = slender_beam(GetParam());
  const double EI = steel * std::pow(0.02, 4) / 12;
  const Held held = clamped(body);
  Vector x = body.rest();
  struct Row {
    double alpha, w, u;
  };
  for (const Row& row : {Row{0.5, .162144, .015919}, Row{1, .301721, .056433}, Row{2, .493457, .160642},
                         Row{3, .603253, .254420}, Row{5, .713792, .387628}}) {
    const Vector f = body.traction(body.mesh().face_groups.at("x1"), {0, 0, -row.alpha * EI / 4e-4});
    x = balance(body, held, f, x);
    const Vector3 end = end_displacement(body, x - body.rest());
    EXPECT_NEAR(-end[2], row.w, 0.02 * row.w) << row.alpha;
    EXPECT_NEAR(-end[0], row.u, 0.02 * row.u) << row.alpha;
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, LargeDeflection, testing::Values(ElasticLaw::corotational, ElasticLaw::neo_hookean));

TEST(CooksMembrane, ReachesThePublishedDisplacement) {
  const int cells = 12;
  TetMesh mesh = block_mesh({1, 1, 1}, cells, cells, 1, 10);
  for (Vector3& node : mesh.nodes) {  // from the unit square to the trapezoid (0,0) (48,44) (48,60) (0,44)
    const double s = node[0] + 0.5, t = node[1] + 0.5;
    node[0] = 48 * s;
    node[1] = (1 - t) * 44 * s + t * (44 + 16 * s);
  }
  const ElasticBody body(mesh, {.young = 1, .poisson = 1.0 / 3});
  const Vector f = body.traction(body.mesh().face_groups.at("x1"), {0, 1.0 / 16, 0});
  const Vector u = small_displacements(body, clamped(body), f);
  double best = 1e30, displacement = 0;
  for (int node : body.mesh().node_groups.at("x1")) {
    const double distance = (mesh.nodes[node] - Vector3(48, 52, 0)).norm();
    if (distance < best) {
      best = distance;
      displacement = u[3 * node + 1];
    }
  }
  EXPECT_NEAR(displacement, 23.967, 0.01 * 23.967);
}

TEST(FreeCube, UnderPressureTakesTheExactShape) {
  for (int nodes : {4, 10}) {
    TetMesh mesh = block_mesh({1, 1, 1}, 2, 2, 2, nodes);
    for (Vector3& node : mesh.nodes) node += Vector3::Constant(0.5);
    const ElasticBody body(mesh, {.young = 900, .poisson = 0.25});
    Held held(body.rest().size(), 0);
    hold(held, mesh.node_groups.at("x0"), 0);
    hold(held, mesh.node_groups.at("y0"), 1);
    hold(held, mesh.node_groups.at("z0"), 2);
    const Vector f = body.pressure(mesh.face_groups.at("z1"), 100, body.rest());
    const Vector x = balance(body, held, f, body.rest());
    for (int k = 0; k < body.node_count(); ++k) {
      const Vector3 exact = mesh.nodes[k].cwiseProduct(Vector3(1 + 1.0 / 36, 1 + 1.0 / 36, 1 - 1.0 / 9));
      EXPECT_LT((x.segment<3>(3 * k) - exact).norm(), 1e-12);
    }
  }
}

/// A harmonic potential: its gradient u = ε∇φ solves Lamé's equations without forces.
Vector3 potential_gradient(const Vector3& x) {
  const double r2 = std::numbers::sqrt2, s = std::sin(x[0]), c = std::cos(x[0]), t = std::sin(x[1]), d = std::cos(x[1]);
  return std::exp(r2 * x[2]) * Vector3(c * t, s * d, r2 * s * t);
}

/// μ ∫ |∇∇φ|² over the unit cube, by Simpson's rule in each factor.
double potential_energy(double mu) {
  const auto integral = [](auto f) {
    const int n = 200;
    double sum = 0;
    for (int k = 0; k <= n; ++k) sum += (k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2) * f(static_cast<double>(k) / n);
    return sum / (3 * n);
  };
  const double ss = integral([](double x) { return std::sin(x) * std::sin(x); }), cc = 1 - ss;
  const double zz = integral([](double z) { return std::exp(2 * std::numbers::sqrt2 * z); });
  // (φ_xx)² + (φ_yy)² + (φ_zz)² = 6 s²t², 2 (φ_xy)² = 2 c²d², 2 (φ_xz)² + 2 (φ_yz)² = 4 c²t² + 4 s²d², all times e².
  return mu * zz * (6 * ss * ss + 2 * cc * cc + 8 * cc * ss);
}

TEST(Convergence, OfTheEnergyHasTheOrderOfTheElements) {
  const ElasticMaterial material{.young = 1, .poisson = 0.3};
  const double exact = potential_energy(material.mu());
  for (const auto& [nodes, order] : {std::pair{4, 2.0}, {10, 4.0}}) {
    double error[2];
    for (int k : {0, 1}) {
      const int cells = 3 << k;
      TetMesh mesh = block_mesh({1, 1, 1}, cells, cells, cells, nodes);
      for (Vector3& node : mesh.nodes) node += Vector3::Constant(0.5);
      const ElasticBody body(mesh, material);
      Held held(body.rest().size(), 0);
      Vector given = Vector::Zero(body.rest().size());
      for (int node : nodes_of(mesh, boundary_faces(mesh))) {
        hold(held, {node});
        given.segment<3>(3 * node) = potential_gradient(mesh.nodes[node]);
      }
      const Vector u = small_displacements(body, held, Vector::Zero(given.size()), given);
      SparseMatrix K;
      body.tangent(body.rest(), Tangent::exact, K);
      error[k] = 0.5 * u.dot(K * u) / exact - 1;
    }
    EXPECT_NEAR(std::log2(std::abs(error[0] / error[1])), order, 0.25) << nodes;
  }
}

}  // namespace
}  // namespace signorini
