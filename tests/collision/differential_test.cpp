// Every pair of solids near contact, against references that share nothing with the code: seeded random poses,
// touching, slightly apart and slightly deep, also with faces and edges that are parallel or almost so.
//
// SIGNORINI_POSES sets the number of poses a pair and prints the largest errors:
//   SIGNORINI_POSES=6700 build/release/tests/test_collision --gtest_filter='*DifferentialPair*'

#include "collision/near_contact.h"
#include "collision/signed_distance.h"
#include "collision/support.h"

namespace signorini::collision_test {
namespace {

/// Of the size: how far gaps may be off.
constexpr double gap_accuracy = 1e-9;
/// Of the size: how far the points of a contact may be off the surfaces. Edges that are parallel to within 0.01 rad are
/// laid over each other as though they were: the points at their ends miss one of them by that angle times the length.
constexpr double point_accuracy = 1e-2;
constexpr double margin_of_pair = 0.05;

struct SolidPair {
  std::string name;
  int first, second;  ///< kinds of near_contact.h
};
void PrintTo(const SolidPair& pair, std::ostream* out) { *out << pair.name; }

std::vector<SolidPair> all_pairs() {
  std::vector<SolidPair> result;
  for (int i = 0; i < solid_kinds; ++i)
    for (int j = i; j < solid_kinds; ++j) result.push_back({std::string(solid_names[i]) + "_" + solid_names[j], i, j});
  return result;
}

class DifferentialPair : public testing::TestWithParam<SolidPair> {};
INSTANTIATE_TEST_SUITE_P(All, DifferentialPair, testing::ValuesIn(all_pairs()),
                         [](const auto& pair) { return pair.param.name; });

std::vector<Contact> contacts_of_pair(const PlainSolid& a, const PlainSolid& b, double margin) {
  return contacts_of(a.geometry, a.pose, b.geometry, b.pose, margin);
}

/// How far the points of a contact are outside of the solids.
double outside_of_solids(const PlainSolid& a, const PlainSolid& b, const Contact& contact) {
  const Vector3 on_a = contact.point - (0.5 * contact.gap + a.rounding()) * contact.normal;
  const Vector3 on_b = contact.point + (0.5 * contact.gap + b.rounding()) * contact.normal;
  return std::max((a.nearest(on_a) - on_a).norm(), (b.nearest(on_b) - on_b).norm());
}

/// No direction separates better than the distance, no two points of the solids are nearer to each other than it: with
/// both the gap is proven. Where cores overlap, or are so near each other that projections creep, a search among all
/// directions takes the place of the points.
double gap_error(const PlainSolid& a, const PlainSolid& b, const Contact& nearest) {
  const double apart = nearest.gap + a.rounding() + b.rounding();
  const double below = std::abs(core_separation(a, b, nearest.normal) - apart);
  const double above = apart > 1e-3 * (a.size() + b.size()) ? distance_by_projections(a, b, nearest.point)
                                                            : separation_by_search(a, b, nearest.normal);
  return std::max(below, std::abs(above - apart));
}

TEST_P(DifferentialPair, HasTheGapAndTheNormalOfTheReference) {
  Random random(1000 + 10 * GetParam().first + GetParam().second);
  WorstError gaps, points;
  for (int trial = 0; trial < poses_per_pair(); ++trial) {
    const auto [a, b] = near_contact(random, GetParam().first, GetParam().second);
    const double size = a.size() + b.size();
    const auto contacts = contacts_of_pair(a, b, margin_of_pair);
    ASSERT_FALSE(contacts.empty()) << "trial " << trial;
    const Contact& nearest = *std::min_element(contacts.begin(), contacts.end(),
                                               [](const Contact& p, const Contact& q) { return p.gap < q.gap; });
    gaps.add(gap_error(a, b, nearest) / size, trial);
    for (const Contact& contact : contacts) {
      EXPECT_LT((contact.normal - nearest.normal).norm(), 1e-12) << "trial " << trial;
      points.add(outside_of_solids(a, b, contact) / size, trial);
    }
  }
  gaps.report(GetParam().name + " gap");
  points.report(GetParam().name + " points");
  EXPECT_LT(gaps.worst, gap_accuracy) << "trial " << gaps.trial;
  EXPECT_LT(points.worst, point_accuracy) << "trial " << points.trial;
}

// The signed distance changes by no more than the solids move.
TEST_P(DifferentialPair, HasAGapThatDoesNotJump) {
  constexpr int steps = 8;
  Random random(2000 + 10 * GetParam().first + GetParam().second);
  WorstError jumps;
  for (int trial = 0; trial < poses_per_pair() / steps; ++trial) {
    auto [a, b] = near_contact(random, GetParam().first, GetParam().second);
    const double size = a.size() + b.size();
    const double pace = size * std::pow(10.0, -2 - trial % 8);
    const Vector3 velocity = pace * random.normal3(), turn = pace / size * random.normal3();
    double before = NAN;
    for (int step = 0; step < steps; ++step) {
      const auto contacts = contacts_of_pair(a, b, 10 * size);
      ASSERT_FALSE(contacts.empty());
      const double gap = smallest_gap(contacts);
      if (step > 0) jumps.add((std::abs(gap - before) - velocity.norm() - turn.norm() * b.size()) / size, trial);
      before = gap;
      b.pose.position += velocity;
      b.pose.orientation = Quaternion(Eigen::AngleAxisd(turn.norm(), turn.normalized())) * b.pose.orientation;
    }
  }
  jumps.report(GetParam().name + " jump");
  EXPECT_LT(jumps.worst, 2 * gap_accuracy) << "trial " << jumps.trial;
}

/// The surface of a hull as triangles.
Geometry surface_of(const Geometry& solid) {
  const ConvexHull& hull = *std::get<std::shared_ptr<const ConvexHull>>(solid);
  TriangleMesh mesh{hull.corners, {}};
  for (const auto& face : hull.faces)
    for (std::size_t k = 2; k < face.size(); ++k) mesh.triangles.push_back({face[0], face[k - 1], face[k]});
  return std::make_shared<const TriangleMesh>(mesh);
}

constexpr int hull_kind = solid_kinds - 1;
/// Of the size. Hulls that are nearer, with an edge at the end of one of the mesh's, are found to be deep in it in one
/// of 200 poses: no triangle has the normal that keeps them apart.
constexpr double touching_share = 1e-9;
/// Of the size: where edges almost touch, triangles find directions of their own that are a little shorter.
constexpr double mesh_accuracy = 1e-7;

// A convex mesh is as far away as the hull that it is the surface of, and no triangle of it is pierced. (Solids that
// have sunk in touch it in several directions, one for each of its faces.)
TEST(DifferentialMesh, HasTheGapOfItsHullWhereItIsApart) {
  for (int kind = 0; kind < solid_kinds; ++kind) {
    Random random(4000 + static_cast<unsigned>(kind));
    WorstError gaps;
    for (int trial = 0; trial < poses_per_pair(); ++trial) {
      const auto [a, b] = near_contact(random, kind, hull_kind);
      const double size = a.size() + b.size();
      const double apart = smallest_gap(contacts_of_pair(a, b, margin_of_pair));
      if (apart <= (kind == hull_kind ? touching_share * size : 0)) continue;
      const auto contacts = contacts_of(a.geometry, a.pose, surface_of(b.geometry), b.pose, margin_of_pair);
      ASSERT_FALSE(contacts.empty()) << solid_names[kind] << ", trial " << trial;
      const Contact& nearest = *std::ranges::min_element(contacts, {}, &Contact::gap);
      gaps.add(gap_error(a, b, nearest) / size, trial);
    }
    gaps.report(std::string("mesh ") + solid_names[kind] + " gap");
    EXPECT_LT(gaps.worst, mesh_accuracy) << solid_names[kind] << ", trial " << gaps.trial;
  }
}

}  // namespace
}  // namespace signorini::collision_test
