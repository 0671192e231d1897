// The shortest way out of an overlap, from simplices of any size.
#include "signorini/collision/penetration.h"

#include "collision/support.h"

namespace signorini::collision_test {
namespace {

using collision::Convex;
using collision::CoreDistance;
using collision::DifferencePoint;

/// Two flat cylinders beside each other that overlap by 0.3 along their axes: the shortest way out is not that between
/// their centres.
TEST(Penetration, IsFoundFromSimplicesOfAnySize) {
  Model model;
  model.bodies = {body(Cylinder{1, 0.2}), body(Cylinder{1, 0.2})};
  const auto shapes = collision::describe_shapes(model);
  const Convex a({.info = &shapes[0]}, Vector3::Zero());
  const Convex b({.info = &shapes[1], .position = {0.5, 0, 0.1}}, Vector3::Zero());
  for (const Vector3& direction : {Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(1, 2, 3)})
    for (const int size : {1, 2}) {
      CoreDistance overlap{};
      overlap.simplex_size = size;
      for (int k = 0; k < size; ++k) {
        const Vector3 along = k == 0 ? direction : Vector3(-direction);
        const Vector3 on_a = a.support(along), on_b = b.support(-along);
        overlap.simplex[static_cast<std::size_t>(k)] = {on_a - on_b, on_a, on_b};
      }
      collision::PenetrationScratch scratch;
      const Vector3 normal = collision::penetration(a, b, overlap, scratch).normal;
      EXPECT_NEAR(separation(a, b, normal), -0.3, 1e-6) << "from " << size << " points along " << direction.transpose();
    }
}

}  // namespace
}  // namespace signorini::collision_test
