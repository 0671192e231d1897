#include "signorini/fem/elastic_body.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "signorini/fem/tet_generators.h"
#include "signorini/math/random.h"

namespace signorini {
namespace {

struct BodyCase {
  ElasticLaw law;
  int nodes;
};

class ElasticBodies : public testing::TestWithParam<BodyCase> {
 protected:
  ElasticMaterial material() const {
    ElasticMaterial result{.young = 3e5, .poisson = 0.35, .density = 1200};
    result.mass_damping = 0.7;
    result.stiffness_damping = 0.02;
    result.law = GetParam().law;
    return result;
  }
  /// A block whose inner and outer nodes are moved about.
  ElasticBody body(MassKind mass = MassKind::consistent) const {
    TetMesh mesh = block_mesh({0.2, 0.1, 0.1}, 3, 2, 2);
    Random random(5);
    for (Vector3& node : mesh.nodes) node += 0.008 * random.normal3();
    return ElasticBody(GetParam().nodes == 4 ? mesh : quadratic(mesh), material(), mass);
  }
  /// Places after a large turn, stretch and shear with noise of `noise` m.
  static Vector deformed(const ElasticBody& body, double noise, std::uint64_t seed) {
    Random random(seed);
    Matrix3 A = Eigen::AngleAxisd(2.0, Vector3(1, 2, -1).normalized()).toRotationMatrix();
    for (double& entry : A.reshaped()) entry += 0.2 * random.normal();
    Vector x = body.rest();
    for (int k = 0; k < body.node_count(); ++k)
      x.segment<3>(3 * k) = A * body.rest().segment<3>(3 * k) + noise * random.normal3();
    return x;
  }
};

TEST_P(ElasticBodies, ForcesAreTheSlopeOfTheEnergy) {
  const ElasticBody body = this->body();
  const Vector x = deformed(body, 0.004, 1);
  Vector f;
  body.forces(x, f);
  Random random(2);
  for (int trial = 0; trial < 5; ++trial) {
    Vector d = x;
    for (double& entry : d) entry = random.normal();
    const double step = 1e-6, slope = (body.energy(x + step * d) - body.energy(x - step * d)) / (2 * step);
    EXPECT_NEAR(-f.dot(d), slope, 1e-7 * f.norm() * d.norm());
  }
}

TEST_P(ElasticBodies, TangentIsTheSlopeOfTheForces) {
  const ElasticBody body = this->body();
  for (double noise : {0.0, 0.004, 0.02}) {  // the last inverts elements
    const Vector x = deformed(body, noise, 3);
    SparseMatrix K;
    body.tangent(x, false, K);
    EXPECT_LT((K - SparseMatrix(K.transpose())).norm(), 1e-14 * K.norm());
    Random random(4);
    for (int trial = 0; trial < 3; ++trial) {
      Vector d = x, before, after;
      for (double& entry : d) entry = random.normal();
      const double step = 1e-7;
      body.forces(x - step * d, before);
      body.forces(x + step * d, after);
      const Vector slope = (before - after) / (2 * step), Kd = K * d;
      EXPECT_LT((Kd - slope).norm(), 1e-6 * Kd.norm()) << noise;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ElasticBodies,
                         testing::Values(BodyCase{ElasticLaw::corotational, 4}, BodyCase{ElasticLaw::corotational, 10},
                                         BodyCase{ElasticLaw::neo_hookean, 4}, BodyCase{ElasticLaw::neo_hookean, 10}),
                         [](const testing::TestParamInfo<BodyCase>& info) {
                           return std::string(info.param.law == ElasticLaw::corotational ? "Corotational"
                                                                                         : "NeoHookean") +
                                  std::to_string(info.param.nodes);
                         });

}  // namespace
}  // namespace signorini
