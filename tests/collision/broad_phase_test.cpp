// No pair is lost and none is found twice, whatever the sizes, and the answer depends on the poses alone.
#include <cstring>

#include "collision/support.h"

namespace signorini::collision_test {
namespace {

/// Contacts of every two bodies by themselves, in the order of their keys.
std::vector<Contact> pair_by_pair(const Scene& scene) {
  std::vector<Contact> result;
  const auto& bodies = scene.model.bodies;
  for (int a = 0; a < static_cast<int>(bodies.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(bodies.size()); ++b) {
      Scene pair{{}, scene.margin};
      pair.model.bodies = {bodies[a], bodies[b]};
      for (Contact contact : pair.contacts()) {
        contact.key.body_a = a;
        contact.key.body_b = b;
        result.push_back(contact);
      }
    }
  }
  return result;
}

void expect_same(const std::vector<Contact>& one, const std::vector<Contact>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].key, other[k].key);
    EXPECT_EQ(one[k].gap, other[k].gap);
    EXPECT_EQ(one[k].point, other[k].point);
    EXPECT_EQ(one[k].normal, other[k].normal);
  }
}

Geometry random_solid(Random& random, double size) {
  switch (static_cast<int>(random.uniform(0, 5))) {
    case 0:
      return Box{size * Vector3(random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1))};
    case 1:
      return Capsule{0.3 * size, random.uniform(0.1, 1) * size};
    case 2:
      return Cylinder{0.5 * size, 0.5 * size};
    case 3:
      return tetrahedron(0.5 * size);
    default:
      return Sphere{size};
  }
}

struct Sizes {
  std::string name;
  double smallest, largest, spread;
  bool only_spheres;
};
void PrintTo(const Sizes& one, std::ostream* out) { *out << one.name; }
const Sizes sizes[] = {{"equal_spheres", 0.1, 0.1, 0.5, true},
                       {"spheres_of_all_sizes", 0.01, 1, 1, true},
                       {"solids", 0.1, 0.15, 0.5, false},
                       {"solids_of_all_sizes", 0.02, 2, 2, false},
                       {"flat", 0.1, 0.1, 1e-9, true}};

class BroadPhase : public testing::TestWithParam<Sizes> {
 protected:
  Scene scene(std::uint64_t seed) const {
    const Sizes& s = GetParam();
    Random random(seed);
    Scene result{{}, 0.03};
    result.model.bodies.push_back(body(Plane{}, turned({0, 0, -0.5 * s.spread}, {1, 2, 3}, 0.2)));
    for (int k = 0; k < 150; ++k) {
      const double size = s.smallest * std::pow(s.largest / s.smallest, std::pow(random.uniform(), 2));
      Pose pose = random_pose(random, s.spread);
      if (s.name == "flat") pose.position.head<2>() = 2 * random.normal3().head<2>();
      result.model.bodies.push_back(body(s.only_spheres ? Geometry(Sphere{size}) : random_solid(random, size), pose));
      result.model.bodies.back().fixed = random.uniform() < 0.1;
    }
    result.model.bodies.push_back(body(BoxInside{Vector3::Constant(1.5 * s.spread + 0.1), true}));
    // One has flown off.
    result.model.bodies.push_back(body(Sphere{s.smallest}, at(1e7, -3e9, 1e12)));
    return result;
  }
};
INSTANTIATE_TEST_SUITE_P(All, BroadPhase, testing::ValuesIn(sizes), [](const auto& s) { return s.param.name; });

TEST_P(BroadPhase, FindsWhatEveryPairByItselfGives) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Scene s = scene(seed);
    std::vector<Contact> expected = pair_by_pair(s);
    const auto& bodies = s.model.bodies;
    std::erase_if(expected, [&](const Contact& contact) {
      return bodies[contact.key.body_a].fixed && bodies[contact.key.body_b].fixed;
    });
    EXPECT_GT(expected.size(), 100u);
    const auto found = s.contacts();
    expect_sound(found, s.margin, GetParam().name);
    expect_same(found, expected);
  }
}

TEST_P(BroadPhase, DependsOnThePosesAlone) {
  const Scene s = scene(4);
  const std::vector<Pose> poses = s.poses();
  Collision collision(s.model, s.margin);
  std::vector<Contact> first, other, again;
  collision.find(poses, first);
  Random random(9);
  std::vector<Pose> elsewhere = poses;
  for (Pose& pose : elsewhere) pose = random_pose(random, 3);
  collision.find(elsewhere, other);
  collision.find(poses, again);
  expect_same(first, again);
}

/// Those that moved alone are looked for anew, one body after the other, fixed ones among them.
TEST_P(BroadPhase, SeesWhichFixedBodiesMoved) {
  const Scene s = scene(5);
  std::vector<Pose> poses = s.poses();
  Collision collision(s.model, s.margin);
  std::vector<Contact> found, anew;
  Random random(7);
  for (std::size_t k = 1; k < 40; ++k) {
    collision.find(poses, found);
    Collision(s.model, s.margin).find(poses, anew);
    expect_same(found, anew);
    poses[k] = random_pose(random, GetParam().spread);
  }
}

TEST(Pairs, OfFixedBodiesAndIgnoredOnesAndOfOneBodyAreLeftOut) {
  Scene scene;
  for (int k = 0; k < 4; ++k) scene.model.bodies.push_back(body(Sphere{1}, at(0.1 * k, 0, 0)));
  scene.model.bodies[0].shapes.push_back({Box{{1, 1, 1}}, at(0.3, 0, 0), 0});
  EXPECT_EQ(scene.contacts().size(), 3u + 6u);
  scene.model.bodies[1].fixed = scene.model.bodies[2].fixed = true;
  EXPECT_EQ(scene.contacts().size(), 3u + 5u);
  scene.model.ignored_pairs = {{3, 0}, {1, 3}};
  std::vector<std::pair<int, int>> pairs;
  for (const Contact& contact : scene.contacts()) pairs.emplace_back(contact.key.body_a, contact.key.body_b);
  EXPECT_EQ(pairs, (std::vector<std::pair<int, int>>{{0, 1}, {0, 1}, {0, 2}, {0, 2}, {2, 3}}));
}

TEST(Pairs, OfCompoundBodiesCarryTheirShapesAndMaterials) {
  Scene scene;
  scene.model.materials = {{"a"}, {"b"}, {"c"}};
  scene.model.bodies = {body(Sphere{0.5}), body(Sphere{0.5}, at(3, 0, 0))};
  scene.model.bodies[0].shapes.push_back({Sphere{0.5}, at(2, 0, 0), 1});
  scene.model.bodies[1].shapes[0].material = 2;
  const auto contacts = scene.contacts();
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].key, (ContactKey{0, 1, 1, 0, 0}));
  EXPECT_EQ(contacts[0].material_a, 1);
  EXPECT_EQ(contacts[0].material_b, 2);
  EXPECT_NEAR(contacts[0].gap, 0, 1e-15);
}

TEST(Pairs, SurviveAPoseThatIsNotANumber) {
  Scene scene;
  scene.model.bodies = {body(Sphere{0.5}), body(Sphere{0.5}, at(1, 0, 0)), body(Sphere{0.5}, at(NAN, 0, 0)),
                        body(Box{{1, 1, 1}}, at(0, INFINITY, 0)), body(Plane{})};
  EXPECT_GE(scene.contacts().size(), 3u);
}

TEST(CollisionInput, IsChecked) {
  Model model;
  EXPECT_ANY_THROW(Collision(model, 0));
  EXPECT_ANY_THROW(Collision(model, NAN));
  model.bodies = {body(Plane{})};
  model.bodies[0].fixed = false;
  EXPECT_ANY_THROW(Collision(model, 0.1));
}

}  // namespace
}  // namespace signorini::collision_test
