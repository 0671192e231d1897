#include "signorini/fem/elastic_body.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "signorini/base/error.h"
#include "signorini/base/team.h"
#include "signorini/fem/tet_generators.h"
#include "signorini/linalg/cholesky.h"
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
  static Vector moved(const ElasticBody& body, const Matrix3& A) {
    Vector x = body.rest();
    for (int k = 0; k < body.node_count(); ++k)
      x.segment<3>(3 * k) = A * body.rest().segment<3>(3 * k) + Vector3(1, -2, 0.5);
    return x;
  }
  static std::pair<Vector3, Vector3> sum_and_moment(const Vector& x, const Vector& f) {
    Vector3 sum = Vector3::Zero(), moment = Vector3::Zero();
    for (int k = 0; k < x.size(); k += 3) {
      sum += f.segment<3>(k);
      moment += Vector3(x.segment<3>(k)).cross(Vector3(f.segment<3>(k)));
    }
    return {sum, moment};
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
    body.tangent(x, Tangent::exact, K);
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

TEST_P(ElasticBodies, RotationFreeTangentNeitherTurnsNorIsTurned) {
  const ElasticBody body = this->body();
  for (double noise : {0.0, 0.004, 0.02}) {
    const Vector x = deformed(body, noise, 5);
    SparseMatrix K;
    body.tangent(x, Tangent::rotation_free, K);
    Random random(6);
    for (int trial = 0; trial < 3; ++trial) {
      const Vector3 spin(random.normal(), random.normal(), random.normal());
      Vector d = x, turning = x;
      for (double& entry : d) entry = random.normal();
      for (int k = 0; k < body.node_count(); ++k) turning.segment<3>(3 * k) = spin.cross(Vector3(x.segment<3>(3 * k)));
      const Vector Kd = K * d;
      EXPECT_LT((K * turning).norm(), 1e-13 * K.norm() * turning.norm());
      Vector3 moment = Vector3::Zero();
      for (int k = 0; k < body.node_count(); ++k)
        moment += Vector3(x.segment<3>(3 * k)).cross(Vector3(Kd.segment<3>(3 * k)));
      EXPECT_LT(moment.norm(), 1e-13 * Kd.norm() * x.norm());
      EXPECT_GE(d.dot(Kd), 0);
    }
  }
}

TEST_P(ElasticBodies, ProjectedTangentIsPositive) {
  const ElasticBody body = this->body();
  const Vector x = deformed(body, 0.02, 3);
  EXPECT_FALSE(body.inverted_elements(x).empty());
  SparseMatrix K, projected;
  body.tangent(x, Tangent::exact, K);
  body.tangent(x, Tangent::projected, projected);
  EXPECT_GT((K - projected).norm(), 1e-3 * K.norm());
  SparseMatrix shifted = projected;
  for (int k = 0; k < shifted.rows(); ++k) shifted.coeffRef(k, k) += 1e-10 * projected.diagonal().maxCoeff();
  EXPECT_TRUE(Cholesky(shifted).ok());
  // Where nothing is negative nothing changes: at rest and under tension.
  for (double stretch : {1.0, 1.1}) {
    body.tangent(stretch * body.rest(), Tangent::exact, K);
    body.tangent(stretch * body.rest(), Tangent::projected, projected);
    EXPECT_LT((K - projected).norm(), 1e-14 * K.norm());
  }
}

TEST_P(ElasticBodies, RigidMotionMakesNoForce) {
  const ElasticBody body = this->body();
  const double scale = material().young * 0.01;  // E A
  for (double angle : {0.1, 1.0, 2.0, 3.0, std::numbers::pi, 6.0}) {
    const Matrix3 R = Eigen::AngleAxisd(angle, Vector3(1, -2, 0.5).normalized()).toRotationMatrix();
    Vector f;
    body.forces(moved(body, R), f);
    EXPECT_LT(f.lpNorm<Eigen::Infinity>(), 1e-10 * scale) << angle;
    EXPECT_NEAR(body.energy(moved(body, R)), 0, 1e-12 * scale);
  }
}

TEST_P(ElasticBodies, InternalForcesHaveNeitherSumNorMoment) {
  const ElasticBody body = this->body();
  for (double noise : {0.004, 0.02}) {
    const Vector x = deformed(body, noise, 7);
    Vector f;
    body.forces(x, f);
    const auto [sum, moment] = sum_and_moment(x, f);
    EXPECT_LT(sum.norm(), 1e-13 * f.lpNorm<1>());
    EXPECT_LT(moment.norm(), 1e-13 * f.lpNorm<1>());
  }
}

TEST_P(ElasticBodies, MassHasTheBodysMomentsExactly) {
  for (MassKind kind : {MassKind::consistent, MassKind::lumped}) {
    const ElasticBody body = this->body(kind);
    const double mass = 1200 * volume(body.mesh());
    const Vector weight = body.gravity({0, 0, 1});
    EXPECT_NEAR(sum_and_moment(body.rest(), weight).first[2], mass, 1e-13 * mass);
    EXPECT_GT(body.mass().diagonal().minCoeff(), 0);
    EXPECT_EQ((body.mass() - SparseMatrix(body.mass().transpose())).norm(), 0);
    if (kind == MassKind::lumped) {
      EXPECT_NEAR(body.mass().diagonal().sum(), 3 * mass, 1e-12 * mass);
      continue;
    }
    // ∫ρ x and ∫ρ x xᵀ of straight elements, corners c: V/20 (Σ c cᵀ + Σc Σcᵀ).
    Vector3 first = Vector3::Zero();
    Matrix3 second = Matrix3::Zero();
    for (int k = 0; k < body.mesh().element_count(); ++k) {
      Eigen::Matrix<double, 3, 4> c;
      for (int a = 0; a < 4; ++a) c.col(a) = body.mesh().nodes[body.mesh().element(k)[a]];
      const double m = 1200 * (c.rightCols<3>().colwise() - c.col(0)).determinant() / 6;
      first += m / 4 * c.rowwise().sum();
      second += m / 20 * (c * c.transpose() + c.rowwise().sum() * c.rowwise().sum().transpose());
    }
    for (int i = 0; i < 3; ++i) {
      Vector unit = Vector::Zero(body.rest().size()), along = unit;
      for (int k = 0; k < body.node_count(); ++k) {
        unit[3 * k] = 1;
        along[3 * k] = body.rest()[3 * k + i];
      }
      EXPECT_NEAR(unit.dot(body.mass() * along), first[i], 1e-13 * mass);
      EXPECT_NEAR(along.dot(body.mass() * along), second(i, i), 1e-13 * mass);
    }
  }
}

TEST_P(ElasticBodies, DampingIsRayleighsAtRestAndSparesRigidMotion) {
  const ElasticBody body = this->body();
  SparseMatrix D, K;
  body.damping(body.rest(), D);
  body.tangent(body.rest(), Tangent::exact, K);
  EXPECT_LT((D - 0.7 * body.mass() - 0.02 * K).norm(), 1e-13 * D.norm());
  const Vector x = deformed(body, 0.02, 9);
  body.damping(x, D);
  D -= 0.7 * body.mass();
  Vector v = x;
  for (int k = 0; k < body.node_count(); ++k)
    v.segment<3>(3 * k) = Vector3(1, 2, 3) + Vector3(3, -1, 2).cross(Vector3(x.segment<3>(3 * k)));
  EXPECT_LT((D * v).norm(), 1e-13 * D.norm() * v.norm());
  const auto [sum, moment] = sum_and_moment(x, D * x);
  EXPECT_LT(sum.norm() + moment.norm(), 1e-12 * (D * x).lpNorm<1>());
}

TEST_P(ElasticBodies, AreTheSameBitsWithAnyNumberOfThreads) {
  const TetMesh mesh = block_mesh({0.2, 0.1, 0.1}, 6, 4, 4, GetParam().nodes);
  ElasticBody body(mesh, material());
  const Vector x = deformed(body, 0.004, 11);
  const auto results = [&](int threads) {
    body.set_team(threads == 1 ? nullptr : std::make_shared<Team>(threads));
    SparseMatrix K, D;
    Vector f;
    body.tangent(x, Tangent::projected, K);
    body.damping(x, D);
    body.forces(x, f);
    return std::tuple(Vector(K.coeffs()), Vector(D.coeffs()), f, body.energy(x));
  };
  EXPECT_EQ(results(1), results(2));
  EXPECT_EQ(results(1), results(5));
}

TEST_P(ElasticBodies, StressOfUniformStretchIsHookes) {
  const ElasticBody body = this->body();
  Matrix3 strain;
  strain << 3, 1, 0, 1, -2, 2, 0, 2, 1;
  strain *= 1e-7;
  const Vector x = moved(body, Matrix3::Identity() + strain);
  const Matrix3 hooke = 2 * material().mu() * strain + material().lambda() * strain.trace() * Matrix3::Identity();
  for (const Matrix3& stress : body.stresses(x)) EXPECT_LT((stress - hooke).norm(), 1e-5 * hooke.norm());
  for (const Matrix3& stress : body.nodal_stresses(x)) EXPECT_LT((stress - hooke).norm(), 1e-5 * hooke.norm());
}

INSTANTIATE_TEST_SUITE_P(All, ElasticBodies,
                         testing::Values(BodyCase{ElasticLaw::corotational, 4}, BodyCase{ElasticLaw::corotational, 10},
                                         BodyCase{ElasticLaw::neo_hookean, 4}, BodyCase{ElasticLaw::neo_hookean, 10}),
                         [](const testing::TestParamInfo<BodyCase>& chosen) {
                           return std::string(chosen.param.law == ElasticLaw::corotational ? "Corotational"
                                                                                           : "NeoHookean") +
                                  std::to_string(chosen.param.nodes);
                         });

TEST(ElasticBody, CountsElementsThatInvert) {
  const ElasticBody body(block_mesh({1, 1, 1}, 1, 1, 1), {});
  Vector x = body.rest();
  EXPECT_TRUE(body.inverted_elements(x).empty());
  // Pull the corner 1 of element 2 through its opposite side.
  const int* element = body.mesh().element(2);
  x.segment<3>(3 * element[1]) += 3.0 * (x.segment<3>(3 * element[0]) - x.segment<3>(3 * element[1]));
  const std::vector<int> inverted = body.inverted_elements(x);
  EXPECT_NE(std::find(inverted.begin(), inverted.end(), 2), inverted.end());
  // A turn inverts nothing, a mirror everything.
  EXPECT_EQ(body.inverted_elements(-body.rest()).size(), 6u);
}

TEST(ElasticBody, LoadsHaveTheRightResultants) {
  for (int nodes : {4, 10}) {
    const ElasticBody body(cylinder_mesh(0.5, 2, 3, 3, nodes), {});
    const double area = std::numbers::pi / 4, share = nodes == 4 ? 0.05 : 1e-3;  // of what facets cut off
    const Vector traction = body.traction(body.mesh().face_groups.at("z1"), {1, 2, 3});
    Vector3 sum = Vector3::Zero();
    for (int k = 0; k < traction.size(); k += 3) sum += traction.segment<3>(k);
    EXPECT_LT((sum - area * Vector3(1, 2, 3)).norm(), share * area * 4);
    // Pressure all around has no resultant, at any x; on the top it pushes down.
    Vector x = body.rest();
    Random random(3);
    for (double& entry : x) entry += 0.02 * random.normal();
    const Vector around = body.pressure(boundary_faces(body.mesh()), 7, x);
    sum.setZero();
    for (int k = 0; k < around.size(); k += 3) sum += around.segment<3>(k);
    EXPECT_LT(sum.norm(), 1e-12);
    const Vector top = body.pressure(body.mesh().face_groups.at("z1"), 7, body.rest());
    sum.setZero();
    for (int k = 0; k < top.size(); k += 3) sum += top.segment<3>(k);
    EXPECT_NEAR(sum[2], -7 * area, share * 7 * area);
  }
}

TEST(ElasticBody, VonMisesOfPullAndShear) {
  Matrix3 pull = Matrix3::Zero(), shear = Matrix3::Zero();
  pull(1, 1) = -5;
  shear(0, 1) = shear(1, 0) = 2;
  EXPECT_DOUBLE_EQ(von_mises(pull), 5);
  EXPECT_DOUBLE_EQ(von_mises(shear), 2 * std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(von_mises(shear + 9 * Matrix3::Identity()), 2 * std::sqrt(3.0));
}

TEST(ElasticBody, RefusesBadMeshesAndMaterials) {
  TetMesh mesh = block_mesh({1, 1, 1}, 1, 1, 1);
  EXPECT_THROW(ElasticBody(mesh, {.young = -1}), InputError);
  std::swap(mesh.elements[0], mesh.elements[1]);
  EXPECT_THROW(ElasticBody(mesh, {}), InputError);
}

}  // namespace
}  // namespace signorini
