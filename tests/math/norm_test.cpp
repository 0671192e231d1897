#include "signorini/math/norm.h"

#include <limits>

#include <gtest/gtest.h>

namespace signorini {
namespace {

TEST(Norm, IsTheEuclideanOneAtEverySize) {
  for (const double size : {1e-320, 1e-300, 1e-200, 1e-150, 1e-100, 1.0, 1e100, 1e150, 1e200, 1e300}) {
    const Vector x = size * Vector{{3, -4, 0}};
    EXPECT_NEAR(norm(x) / size, 5, size < 1e-310 ? 1e-3 : 1e-14) << size;
  }
}

TEST(Norm, OfNothingIsZero) {
  EXPECT_EQ(norm(Vector()), 0);
  EXPECT_EQ(norm(Vector::Zero(4)), 0);
}

TEST(Norm, KeepsWhatIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(norm(Vector{{1, nan}})));
  EXPECT_TRUE(std::isnan(norm(Vector{{nan, 1e200}})));
  EXPECT_EQ(norm(Vector{{1, -infinity}}), infinity);
}

TEST(RootOfProduct, NeitherOverflowsNorUnderflows) {
  const Vector x{{3, 4}}, y{{4, 1}};
  EXPECT_NEAR(root_of_product(x, y), 4, 1e-14);
  EXPECT_NEAR(root_of_product(1e200 * x, 1e160 * y) / 1e180, 4, 1e-13);
  EXPECT_NEAR(root_of_product(1e-200 * x, 1e-160 * y) / 1e-180, 4, 1e-13);
  EXPECT_EQ(root_of_product(x, Vector::Zero(2)), 0);
  EXPECT_EQ(root_of_product(x, -y), 0);
}

}  // namespace
}  // namespace signorini
