#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "signorini/math/random.h"
#include "signorini/problem/generate/nearest_point.h"

namespace signorini::generator {
namespace {

bool inside(const Vector3& x, const std::vector<HalfSpace>& half_spaces) {
  for (const auto& [normal, offset] : half_spaces) {
    if (normal.dot(x) < offset - 1e-9) return false;
  }
  return true;
}

/// The nearest among the feets of the perpendicular on every face, edge and corner that lie inside.
double brute_force_distance(const Vector3& target, const std::vector<HalfSpace>& half_spaces) {
  double best = inside(target, half_spaces) ? 0.0 : std::numeric_limits<double>::infinity();
  const int count = static_cast<int>(half_spaces.size());
  const auto try_corner = [&](std::initializer_list<int> active) {
    Eigen::MatrixXd A(active.size(), 3);
    Vector b(active.size());
    Eigen::Index row = 0;
    for (const int i : active) {
      A.row(row) = half_spaces[i].normal.transpose();
      b[row++] = half_spaces[i].offset;
    }
    const Vector3 x = target + A.transpose() * (A * A.transpose()).ldlt().solve(b - A * target);
    if (x.allFinite() && inside(x, half_spaces)) best = std::min(best, (x - target).norm());
  };
  for (int i = 0; i < count; ++i) {
    try_corner({i});
    for (int j = 0; j < i; ++j) {
      try_corner({i, j});
      for (int k = 0; k < j; ++k) try_corner({i, j, k});
    }
  }
  return best;
}

TEST(NearestPoint, AgreesWithTryingAllFacesEdgesAndCorners) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<HalfSpace> half_spaces;
    const int count = static_cast<int>(random.uniform(0.0, 9.0));
    for (int i = 0; i < count; ++i) {
      const Vector3 normal = random.normal3().normalized();
      half_spaces.push_back({.normal = normal, .offset = -random.uniform()});  // the origin stays inside
    }
    const Vector3 target = 2.0 * random.normal3();
    const Vector3 x = nearest_point(target, half_spaces);
    EXPECT_TRUE(inside(x, half_spaces)) << "trial " << trial;
    EXPECT_NEAR((x - target).norm(), brute_force_distance(target, half_spaces), 1e-8) << "trial " << trial;
  }
}

TEST(NearestPoint, OfAnEmptyIntersectionIsFinite) {
  const std::vector<HalfSpace> half_spaces{{.normal = Vector3::UnitX(), .offset = 1.0},
                                           {.normal = -Vector3::UnitX(), .offset = 1.0},
                                           {.normal = Vector3::UnitZ(), .offset = 0.0}};
  EXPECT_TRUE(nearest_point({0.0, 0.0, -1.0}, half_spaces).allFinite());
}

}  // namespace
}  // namespace signorini::generator
