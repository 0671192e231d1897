#include <gtest/gtest.h>

#include <vector>

#include "fem/statics.h"
#include "signorini/fem/tet_generators.h"
#include "signorini/math/random.h"

namespace signorini {
namespace {

using namespace fem_test;

/// A distorted cube; the middles of edges of 10-node elements stay in the middles, so that elements are straight.
TetMesh distorted_cube(int nodes) {
  TetMesh mesh = block_mesh({1, 1, 1}, 3, 3, 3);
  Random random(8);
  for (Vector3& node : mesh.nodes) node += 0.04 * random.normal3();
  return nodes == 4 ? mesh : quadratic(mesh);
}

TEST(PatchTest, PlacesOfUniformStrainAreExact) {
  Matrix3 A;  // a large one: a quarter of stretch and shear
  A << 1.25, 0.2, -0.1, 0.05, 0.9, 0.15, 0.1, -0.05, 1.1;
  for (ElasticLaw law : {ElasticLaw::corotational, ElasticLaw::neo_hookean})
    for (int nodes : {4, 10}) {
      const ElasticBody body(distorted_cube(nodes), {.young = 1e6, .poisson = 0.3, .law = law});
      const std::vector<int> boundary = nodes_of(body.mesh(), boundary_faces(body.mesh()));
      Held held(body.rest().size(), 0);
      hold(held, boundary);
      Vector exact = body.rest(), start = body.rest();
      for (int k = 0; k < body.node_count(); ++k) exact.segment<3>(3 * k) = A * body.rest().segment<3>(3 * k);
      for (int k = 0; k < start.size(); ++k)
        if (held[k] != 0) start[k] = exact[k];
      ASSERT_GT((start - exact).norm(), 0.1);
      const Vector x = balance(body, held, Vector::Zero(start.size()), start);
      EXPECT_LT((x - exact).lpNorm<Eigen::Infinity>(), 1e-10) << nodes;
      const std::vector<Matrix3> stresses = body.stresses(x);
      for (const Matrix3& stress : stresses) EXPECT_LT((stress - stresses[0]).norm(), 1e-10 * stresses[0].norm());
    }
}

}  // namespace
}  // namespace signorini
