// The packings and piles are what they claim: dense, held up, inside their walls, with gaps of both signs.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "signorini/problem/generate/sphere_scene.h"

namespace signorini {
namespace {

using namespace generator;

/// Contacts that each body takes part in.
std::vector<int> contacts_of_bodies(const ContactProblem& problem) {
  std::vector<int> count(problem.dof() / 6, 0);
  for (int i = 0; i < problem.cones.friction(); ++i) {
    Eigen::Index last = -1;
    for (SparseMatrix::InnerIterator entry(problem.H, problem.cones.friction_row(i)); entry; ++entry) {
      const Eigen::Index body = entry.row() / 6;
      if (body != last) ++count[body];
      last = body;
    }
  }
  return count;
}

double mean(const std::vector<int>& counts) {
  double sum = 0.0;
  for (const int count : counts) sum += count;
  return sum / static_cast<double>(counts.size());
}

double share_with_at_least(const std::vector<int>& counts, int least) {
  return static_cast<double>(std::count_if(counts.begin(), counts.end(), [=](int count) { return count >= least; })) /
         static_cast<double>(counts.size());
}

struct Sample {
  std::string name;
  PackingOptions options;

  friend std::ostream& operator<<(std::ostream& out, const Sample& sample) { return out << sample.name; }
};

const Sample samples[] = {
    {"box", {.spheres = 2000}},
    {"other_seed", {.spheres = 2000, .seed = 7}},
    {"cylinder", {.spheres = 2000, .container = Container::cylinder}},
    {"boulders", {.spheres = 2000, .radius = 5.0, .radius_spread = 0.0}},
    {"sand", {.spheres = 2000, .radius = 1e-4, .radius_spread = 0.5}},
};

class Packing : public testing::TestWithParam<Sample> {
 protected:
  const PackingOptions& options() const { return GetParam().options; }
};
INSTANTIATE_TEST_SUITE_P(All, Packing, testing::ValuesIn(samples),
                         [](const auto& sample) { return sample.param.name; });

TEST_P(Packing, HasTheNetworkOfADensePacking) {
  const auto counts = contacts_of_bodies(generate_packing(options()));
  EXPECT_GT(mean(counts), 5.0);
  EXPECT_LT(mean(counts), 7.0);
  EXPECT_GE(share_with_at_least(counts, 3), 0.95);
  EXPECT_EQ(share_with_at_least(counts, 1), 1.0);
}

TEST_P(Packing, HasSmallGapsOfBothSigns) {
  PackingOptions stiff = options();
  stiff.recovery_speed = 1e6;
  const ContactProblem problem = generate_packing(stiff);
  int penetrating = 0;
  double deepest = 0.0, widest = 0.0;
  for (int i = 0; i < problem.cones.friction(); ++i) {
    const double gap = problem.w[problem.cones.friction_row(i)] * stiff.step;
    if (gap < 0.0) ++penetrating;
    deepest = std::min(deepest, gap);
    widest = std::max(widest, gap);
  }
  EXPECT_GT(penetrating, 0.2 * problem.cones.friction());
  EXPECT_LT(penetrating, 0.8 * problem.cones.friction());
  EXPECT_GT(deepest, -0.03 * stiff.radius);
  EXPECT_LT(widest, stiff.margin * stiff.radius);
}

TEST_P(Packing, RestsInsideItsContainerWithoutOverlap) {
  Random random(options().seed);
  const SphereScene scene = packing_scene(options(), random);
  ASSERT_EQ(static_cast<int>(scene.spheres.size()), options().spheres);
  for (const RigidContact& contact : find_contacts(scene, options().radius * 0.01)) {
    EXPECT_GT(contact.gap, -1e-6 * options().radius);
  }
  double top = 0.0;
  for (const Sphere& sphere : scene.spheres) top = std::max(top, sphere.center.z() + sphere.radius);
  EXPECT_GT(top, 0.8 * 2.0 * scene.enclosure.half_width);
  EXPECT_LT(top, 1.5 * 2.0 * scene.enclosure.half_width);
}

/// Whether gravity presses the last sphere of the scene onto its surroundings and can move it nowhere.
bool rests(const SphereScene& scene) {
  const Sphere& last = scene.spheres.back();
  const double touching = 1e-5 * last.radius;
  std::vector<HalfSpace> contacts;
  scene.enclosure.visit_surfaces(last, [&](const Vector3& normal, double gap) {
    if (gap < touching) contacts.push_back({normal, 0.0});
  });
  for (std::size_t i = 0; i + 1 < scene.spheres.size(); ++i) {
    const Vector3 separation = last.center - scene.spheres[i].center;
    if (separation.norm() - last.radius - scene.spheres[i].radius < touching) {
      contacts.push_back({separation.normalized(), 0.0});
    }
  }
  return nearest_point({0.0, 0.0, -1.0}, contacts).norm() < 1e-4;
}

TEST(Deposition, LeavesEverySphereAtRestOnThoseBeforeIt) {
  for (const auto kind : {Enclosure::Kind::open, Enclosure::Kind::box, Enclosure::Kind::cylinder}) {
    SphereScene scene{.enclosure = {.kind = kind, .half_width = 0.15}, .spheres = {}};
    Deposition deposition(scene.enclosure, 0.03, 0.03);
    Random random(3);
    for (int i = 0; i < 300; ++i) {
      const auto [x, y] = random.in_disc(0.12);
      deposition.drop(x, y, random.uniform(0.02, 0.03));
      scene.spheres = deposition.spheres();
      EXPECT_TRUE(rests(scene)) << "sphere " << i << ", enclosure " << static_cast<int>(kind);
      const Vector3& centre = scene.spheres.back().center;
      const double room = scene.enclosure.half_width - scene.spheres.back().radius + 1e-9;
      const double way_out = kind == Enclosure::Kind::open  ? 0
                             : kind == Enclosure::Kind::box ? centre.head<2>().cwiseAbs().maxCoeff()
                                                            : centre.head<2>().norm();
      EXPECT_LE(way_out, room) << "sphere " << i << ", enclosure " << static_cast<int>(kind);
    }
  }
}

TEST(Packing, OfOneSphereLiesOnTheFloor) {
  for (const Container container : {Container::box, Container::cylinder}) {
    const ContactProblem problem = generate_packing({.spheres = 1, .container = container});
    EXPECT_EQ(problem.dof(), 6);
    EXPECT_EQ(problem.cones.friction(), 1);
  }
}

TEST(Packing, SinksFasterAtTheTop) {
  const ContactProblem problem = generate_packing({.spheres = 500, .agitation = 0.0, .settling = 0.5});
  const auto old_speed = [&](int body) {
    return problem.f[6 * body + 2] / problem.M.coeff(6 * body + 2, 6 * body + 2) + 0.01 * gravity;
  };
  EXPECT_NEAR(old_speed(0), 0.0, 0.05);
  EXPECT_NEAR(old_speed(499), -0.5, 0.05);
}

TEST(Pile, HasTheNetworkOfAHeap) {
  const auto counts = contacts_of_bodies(generate_pile({.spheres = 10000}));
  EXPECT_GT(mean(counts), 5.0);
  EXPECT_LT(mean(counts), 7.0);
  EXPECT_GE(share_with_at_least(counts, 3), 0.95);
}

TEST(Pile, HasTheSlopeAskedFor) {
  for (const double slope : {15.0, 30.0}) {
    Random random(1);
    const SphereScene scene = pile_scene({.spheres = 10000, .slope = slope}, random);
    double top = 0.0, base = 0.0;
    for (const Sphere& sphere : scene.spheres) {
      top = std::max(top, sphere.center.z());
      base = std::max(base, sphere.center.head<2>().norm());
    }
    EXPECT_NEAR(std::atan2(top, base) * 180.0 / std::numbers::pi, slope, 4.0);
  }
}

TEST(Pile, OfFewSpheresIsSound) {
  for (const int spheres : {1, 2, 5, 20}) {
    const ContactProblem problem = generate_pile({.spheres = spheres});
    EXPECT_EQ(problem.dof(), 6 * spheres);
    EXPECT_GE(problem.cones.friction(), spheres);
    EXPECT_TRUE(problem.f.allFinite());
  }
}

}  // namespace
}  // namespace signorini
