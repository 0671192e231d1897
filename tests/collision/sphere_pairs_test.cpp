// Spheres against every solid, with gaps and normals known in closed form.
#include "collision/support.h"

namespace signorini::collision_test {
namespace {

struct Case {
  std::string name;
  Geometry other;
  Vector3 centre;  ///< of a sphere of radius 0.5, before the other solid in the origin
  double gap;
  Vector3 normal;  ///< out of the sphere
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

const Case cases[] = {
    {"sphere", Sphere{1}, {0, 1.52, 0}, 0.02, {0, -1, 0}},
    {"sphere_overlapping", Sphere{1}, {0, 0, -1.4}, -0.1, {0, 0, 1}},
    {"box_face", Box{{1, 2, 3}}, {1.51, 0.3, 2.5}, 0.01, {-1, 0, 0}},
    {"box_edge", Box{{1, 2, 3}}, {1.3, 2.4, 0}, 0, {-0.6, -0.8, 0}},
    {"box_corner", Box{{1, 2, 3}}, {1.2, 2.3, 3.6}, 0.2, {-2. / 7, -3. / 7, -6. / 7}},
    {"box_inside", Box{{1, 2, 3}}, {0.9, 0, 0}, -0.6, {-1, 0, 0}},
    {"capsule_side", Capsule{0.5, 2}, {0, 0.99, 1.5}, -0.01, {0, -1, 0}},
    {"capsule_end", Capsule{0.5, 2}, {0, 0.6, 2.8}, 0, {0, -0.6, -0.8}},
    {"cylinder_side", Cylinder{0.5, 2}, {0.6, 0.8, 1}, 0, {-0.6, -0.8, 0}},
    {"cylinder_cap", Cylinder{0.5, 2}, {0.1, 0.2, -2.4}, -0.1, {0, 0, 1}},
    {"cylinder_rim", Cylinder{0.5, 2}, {0.8, 0, 2.4}, 0, {-0.6, 0, -0.8}},
    {"hull_face", hull({{-1, -1, -1}, {1, -1, -1}, {0, 2, -1}, {0, 0, 1}}), {0, 0, -1.49}, -0.01, {0, 0, 1}},
    {"hull_edge", hull({{-1, -1, -1}, {1, -1, -1}, {0, 2, -1}, {0, 0, 1}}), {0, -1.3, -1.4}, 0, {0, 0.6, 0.8}},
    {"hull_corner", hull({{-1, -1, -1}, {1, -1, -1}, {0, 2, -1}, {0, 0, 1}}), {0, 0, 1.6}, 0.1, {0, 0, -1}},
};

class SphereAgainst : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(All, SphereAgainst, testing::ValuesIn(cases), [](const auto& c) { return c.param.name; });

TEST_P(SphereAgainst, HasTheGapAndNormalOfTheClosedForm) {
  const Case& c = GetParam();
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    // The pair may be anywhere, turned anyhow.
    const Pose frame = trial == 0 ? Pose{} : random_pose(random, 10);
    Pose sphere = random_pose(random, 1);
    sphere.position = frame.to_world(c.centre);
    const auto contacts = contacts_of(Sphere{0.5}, sphere, c.other, frame, 0.3);
    ASSERT_EQ(contacts.size(), 1u);
    expect_sound(contacts, 0.3, c.name);
    EXPECT_NEAR(contacts[0].gap, c.gap, 1e-13);
    EXPECT_LT((contacts[0].normal - frame.orientation * c.normal).norm(), 1e-12);
    const Vector3 point = sphere.position + (0.5 + 0.5 * c.gap) * contacts[0].normal;
    EXPECT_LT((contacts[0].point - point).norm(), 1e-12);
    EXPECT_EQ(contacts[0].key.feature, 0);
    EXPECT_TRUE(contacts_of(Sphere{0.5}, sphere, c.other, frame, c.gap > 0 ? 0.99 * c.gap : 1e-9).size() ==
                (c.gap > 0 ? 0u : 1u));
  }
}

}  // namespace
}  // namespace signorini::collision_test
