#include "signorini/math/contact_frame.h"

#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace signorini {
namespace {

std::vector<Vector3> normals() {
  std::vector<Vector3> all;
  for (int axis = 0; axis < 3; ++axis) {
    all.push_back(Vector3::Unit(axis));
    all.push_back(-Vector3::Unit(axis));
  }
  // Near the poles, where simpler constructions lose digits.
  for (const double tilt : {1e-4, 1e-8, 1e-16}) {
    all.push_back(Vector3(tilt, -tilt, 1.0).normalized());
    all.push_back(Vector3(-tilt, tilt, -1.0).normalized());
    all.push_back(Vector3(1.0, tilt, -tilt).normalized());
  }
  for (int i = -5; i <= 5; ++i) {
    for (int j = -5; j <= 5; ++j) all.push_back(Vector3(0.3 * i + 0.01, 0.7, 0.2 * j - 0.03).normalized());
  }
  return all;
}

TEST(ContactFrame, IsOrthonormalAndRightHandedWithTheNormalFirst) {
  for (const Vector3& n : normals()) {
    const Matrix3 frame = contact_frame(n);
    EXPECT_EQ(frame.col(0), n);
    EXPECT_LT((frame.transpose() * frame - Matrix3::Identity()).cwiseAbs().maxCoeff(), 1e-15) << n.transpose();
    EXPECT_NEAR(frame.determinant(), 1.0, 1e-15) << n.transpose();
  }
}

TEST(ContactFrame, OfAnAxisConsistsOfAxes) {
  const Matrix3 up = contact_frame(Vector3::UnitZ());
  EXPECT_EQ(up.col(1), Vector3::UnitX());
  EXPECT_EQ(up.col(2), Vector3::UnitY());
}

}  // namespace
}  // namespace signorini
