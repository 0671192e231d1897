// Every solid near planes and the walls of containers, against what the walls' half spaces say: a hollow that is convex
// is the intersection of half spaces, and a solid is as far from its wall as from the nearest of their planes.
//
// SIGNORINI_POSES sets the number of poses a pair and prints the largest errors.

#include <functional>
#include <tuple>
#include <utility>

#include "collision/near_contact.h"
#include "collision/signed_distance.h"
#include "collision/support.h"

namespace signorini::collision_test {
namespace {

/// Of the size: how far gaps, and the points of contacts from solid and wall, may be off. Caps of cylinders that are
/// tilted by less than 1e-7 rad count as flat, and touch in the corners of an octagon; all others are right to 1e-13.
constexpr double wall_accuracy = 1e-8;

/// A half space { x : normal·x ≤ offset }, whose plane is a wall or touches a round one.
struct HalfSpace {
  Vector3 normal;
  double offset;

  double gap(const PlainSolid& solid) const { return offset - normal.dot(solid.support(normal)) - solid.rounding(); }
};

/// Flat walls, and a family of half spaces by angle for a round wall.
struct Hollow {
  std::string name;
  Geometry geometry;
  Vector3 spread;  ///< where the centres of solids are
  std::vector<HalfSpace> flat = {};
  std::function<HalfSpace(double)> round = {};
};
void PrintTo(const Hollow& hollow, std::ostream* out) { *out << hollow.name; }

/// The half space of a cone's wall at an angle; a cylinder is a cone of slope 0.
HalfSpace of_round_wall(double radius, double slope, double angle) {
  const double length = std::hypot(1, slope);
  return {Vector3(std::cos(angle), std::sin(angle), -slope) / length, radius / length};
}

std::vector<Hollow> hollows() {
  std::vector<Hollow> all{{"plane", Plane{}, {1, 1, 1}, {{-Vector3::UnitZ(), 0}}}};
  Hollow box{"box_inside", BoxInside{{2, 3, 2.5}, false}, {1.5, 2.5, 2}};
  for (int k = 0; k < 3; ++k)
    for (const int side : {-1, 1}) box.flat.push_back({side * Vector3::Unit(k), Vector3(2, 3, 2.5)[k]});
  all.push_back(box);
  all.push_back({"cylinder_inside",
                 CylinderInside{2, 3, false},
                 {0.7, 0.7, 2.5},
                 {{-Vector3::UnitZ(), 3}, {Vector3::UnitZ(), 3}},
                 [](double angle) { return of_round_wall(2, 0, angle); }});
  all.push_back({"cone_inside", ConeInside{1.5, 3, 3, false}, {0.7, 0.7, 1}, {}, [](double angle) {
                   return of_round_wall(2.25, 0.25, angle);
                 }});
  return all;
}

/// The nearest of a family: sampled, then golden section around the best samples.
HalfSpace nearest_of_round(const std::function<HalfSpace(double)>& round, const PlainSolid& solid) {
  constexpr int samples = 400;
  constexpr double step = 6.28318530717958647692 / samples, golden = 0.61803398874989484820;
  const auto gap = [&](double angle) { return round(angle).gap(solid); };
  double best = 0;
  for (int k = 0; k < samples; ++k) {
    if (gap(k * step) > gap((k - 1) * step) || gap(k * step) > gap((k + 1) * step)) continue;
    double low = (k - 1) * step, high = (k + 1) * step;
    while (high - low > 1e-9) {
      const double left = high - golden * (high - low), right = low + golden * (high - low);
      (gap(left) < gap(right) ? high : low) = gap(left) < gap(right) ? right : left;
    }
    if (gap(0.5 * (low + high)) < gap(best)) best = 0.5 * (low + high);
  }
  return round(best);
}

HalfSpace nearest_wall(const Hollow& hollow, const PlainSolid& solid) {
  std::vector<HalfSpace> walls = hollow.flat;
  if (hollow.round) walls.push_back(nearest_of_round(hollow.round, solid));
  return *std::ranges::min_element(walls, {}, [&](const HalfSpace& wall) { return wall.gap(solid); });
}

/// The half space that belongs to a contact's normal; what the normal differs from that of a wall by.
std::pair<HalfSpace, double> wall_of(const Hollow& hollow, const Vector3& normal) {
  std::vector<HalfSpace> walls = hollow.flat;
  if (hollow.round) walls.push_back(hollow.round(std::atan2(normal.y(), normal.x())));
  const auto off = [&](const HalfSpace& wall) { return (wall.normal - normal).norm(); };
  const HalfSpace wall = *std::ranges::min_element(walls, {}, off);
  return {wall, off(wall)};
}

/// By kind of solid, near_contact.h.
class NearWall : public testing::TestWithParam<std::tuple<Hollow, int>> {};
INSTANTIATE_TEST_SUITE_P(All, NearWall, testing::Combine(testing::ValuesIn(hollows()), testing::Range(0, solid_kinds)),
                         [](const auto& made) {
                           return std::get<0>(made.param).name + "_" + solid_names[std::get<1>(made.param)];
                         });

/// Somewhere in the hollow, moved to the nearest wall until it is as near as wanted.
PlainSolid near_wall(Random& random, const Hollow& hollow, int kind) {
  PlainSolid solid{random_solid(random, kind), {}};
  const Vector3 at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  solid.pose = {hollow.spread.cwiseProduct(at), random_turn(random)};
  const HalfSpace wall = nearest_wall(hollow, solid);
  solid.pose.position += (wall.gap(solid) - random_distance(random) * solid.size()) * wall.normal;
  return solid;
}

TEST_P(NearWall, HasTheGapNormalAndPointsOfTheHalfSpaces) {
  const auto& [hollow, kind] = GetParam();
  const Pose placed = turned({0.3, -0.2, 0.5}, {1, 2, 3}, 0.7);
  Random random(3000 + static_cast<unsigned>(kind));
  WorstError gaps, normals, points;
  for (int trial = 0; trial < poses_per_pair(); ++trial) {
    const PlainSolid solid = near_wall(random, hollow, kind);
    const double size = solid.size();
    const auto contacts = contacts_of(solid.geometry, placed * solid.pose, hollow.geometry, placed, 0.05);
    ASSERT_FALSE(contacts.empty()) << "trial " << trial;
    gaps.add(std::abs(smallest_gap(contacts) - nearest_wall(hollow, solid).gap(solid)) / size, trial);
    for (const Contact& contact : contacts) {
      const Vector3 normal = placed.orientation.conjugate() * contact.normal, point = placed.to_local(contact.point);
      const auto [wall, off] = wall_of(hollow, normal);
      normals.add(off, trial);
      const Vector3 on_core = point - (0.5 * contact.gap + solid.rounding()) * normal;
      const double from_wall = std::abs(wall.offset - wall.normal.dot(point + 0.5 * contact.gap * normal));
      points.add(std::max((solid.nearest(on_core) - on_core).norm(), from_wall) / size, trial);
    }
  }
  const std::string name = hollow.name + " " + solid_names[kind];
  gaps.report(name + " gap");
  normals.report(name + " normal");
  points.report(name + " points");
  EXPECT_LT(gaps.worst, wall_accuracy) << "trial " << gaps.trial;
  EXPECT_LT(normals.worst, wall_accuracy) << "trial " << normals.trial;
  EXPECT_LT(points.worst, wall_accuracy) << "trial " << points.trial;
}

}  // namespace
}  // namespace signorini::collision_test
