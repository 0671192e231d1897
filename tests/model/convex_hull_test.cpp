// Hulls of known solids, points given twice, points on faces and edges, random clouds; each hull is checked to be
// closed, convex and to contain every point.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "linalg/random.h"
#include "signorini/base/error.h"
#include "signorini/math/rotation.h"
#include "signorini/model/mass_properties.h"
#include "signorini/model/shape.h"

namespace signorini {
namespace {

using test::Random;
using Points = std::vector<Vector3>;

/// Newell's normal, of unit length.
Vector3 normal(const ConvexHull& hull, const std::vector<int>& face) {
  Vector3 sum = Vector3::Zero();
  for (std::size_t i = 0; i < face.size(); ++i)
    sum += hull.corners[face[i]].cross(hull.corners[face[(i + 1) % face.size()]]);
  return sum.normalized();
}

/// Every edge has two faces, which run along it in opposite directions; Euler's formula holds; every face is flat and
/// all points lie on its inner side.
void expect_sound(const ConvexHull& hull, const Points& points, double tolerance = 1e-12) {
  std::set<std::pair<int, int>> edges;
  std::set<int> used;
  double size = 0;
  for (const Vector3& point : points) size = std::max(size, (point - points[0]).norm());
  for (const auto& face : hull.faces) {
    ASSERT_GE(face.size(), 3u);
    const Vector3 n = normal(hull, face), origin = hull.corners[face[0]];
    for (std::size_t i = 0; i < face.size(); ++i) {
      const std::pair<int, int> edge{face[i], face[(i + 1) % face.size()]};
      EXPECT_TRUE(edges.insert(edge).second) << "edge " << edge.first << " " << edge.second << " twice";
      used.insert(face[i]);
      EXPECT_NEAR(n.dot(hull.corners[face[i]] - origin), 0, 2 * std::max(tolerance, 1e-7) * size);
    }
    for (const Vector3& point : points) ASSERT_LE(n.dot(point - origin), tolerance * size);
  }
  for (const auto& [from, to] : edges) EXPECT_TRUE(edges.contains({to, from})) << from << " " << to;
  EXPECT_EQ(used.size(), hull.corners.size());
  EXPECT_EQ(hull.corners.size() + hull.faces.size(), edges.size() / 2 + 2);
  for (const Vector3& corner : hull.corners) EXPECT_NE(std::find(points.begin(), points.end(), corner), points.end());
}

/// n points an edge.
Points cube_grid(int n, const Pose& pose = {}) {
  Points points;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) points.push_back(pose.to_world(2.0 / (n - 1) * Vector3(i, j, k) - Vector3::Ones()));
  return points;
}

Pose random_pose(Random& random, double distance = 10) {
  return {distance * random.vector(3), exponential(3 * random.vector(3))};
}

std::vector<std::size_t> face_sizes(const ConvexHull& hull) {
  std::vector<std::size_t> sizes;
  for (const auto& face : hull.faces) sizes.push_back(face.size());
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

TEST(ConvexHull, Tetrahedron) {
  const Points points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const ConvexHull hull = convex_hull(points);
  expect_sound(hull, points);
  EXPECT_EQ(hull.corners, points);
  EXPECT_EQ(hull.faces.size(), 4u);
}

TEST(ConvexHull, CubesHaveSixSquaresHoweverManyPointsAndWhereverTheyAre) {
  Random random(1);
  for (const int n : {2, 3, 4, 9})
    for (int sample = 0; sample < 20; ++sample) {
      Points points = cube_grid(n, sample == 0 ? Pose() : random_pose(random));
      if (sample % 2) std::shuffle(points.begin(), points.end(), std::minstd_rand(sample));
      const ConvexHull hull = convex_hull(points);
      expect_sound(hull, points);
      EXPECT_EQ(hull.corners.size(), 8u);
      EXPECT_EQ(face_sizes(hull), std::vector<std::size_t>(6, 4));
    }
}

TEST(ConvexHull, PointsGivenTwiceCountOnce) {
  Points points = cube_grid(2);
  points.insert(points.end(), points.begin(), points.end());
  for (const Vector3& point : cube_grid(2)) points.push_back(point * (1 - 1e-16));
  const ConvexHull hull = convex_hull(points);
  expect_sound(hull, points);
  EXPECT_EQ(hull.corners, cube_grid(2));
}

TEST(ConvexHull, CoordinatesRoundedToSevenDigitsStillMakeSquares) {
  Random random(2);
  for (int sample = 0; sample < 20; ++sample) {
    Points points = cube_grid(5, random_pose(random, 0));
    for (Vector3& point : points) point = point.cast<float>().cast<double>();
    const ConvexHull hull = convex_hull(points);
    expect_sound(hull, points, 1e-6);
    EXPECT_EQ(hull.corners.size(), 8u);
    EXPECT_EQ(hull.faces.size(), 6u);
  }
}

TEST(ConvexHull, PrismOfManySides) {
  Random random(3);
  for (const int sides : {3, 5, 6, 17, 100, 1000}) {
    const Pose pose = random_pose(random, 1);
    Points points;
    for (int i = 0; i < sides; ++i)
      for (const double z : {-0.5, 0.5}) {
        const double angle = 2 * std::numbers::pi * i / sides;
        points.push_back(pose.to_world({std::cos(angle), std::sin(angle), z}));
      }
    const ConvexHull hull = convex_hull(points);
    expect_sound(hull, points);
    EXPECT_EQ(hull.corners.size(), 2u * sides);
    EXPECT_EQ(hull.faces.size(), sides + 2u);
  }
}

TEST(ConvexHull, RandomCloudsOfAllSizes) {
  Random random(4);
  for (const int count : {4, 5, 6, 8, 15, 50, 400})
    for (int sample = 0; sample < 20; ++sample) {
      Points points;
      for (int i = 0; i < count; ++i) points.push_back(random.vector(3));
      expect_sound(convex_hull(points), points);
    }
}

TEST(ConvexHull, CloudsOnACoarseGridAreFullOfCoplanarPoints) {
  Random random(5);
  for (int sample = 0; sample < 200; ++sample) {
    const Pose pose = sample % 2 ? random_pose(random) : Pose();
    Points points{pose.to_world({0, 0, 0}), pose.to_world({1, 0, 0}), pose.to_world({0, 1, 0}),
                  pose.to_world({0, 0, 1})};
    for (int i = 0; i < 40; ++i)
      points.push_back(pose.to_world(Vector3(random.integer(4), random.integer(4), random.integer(4))));
    expect_sound(convex_hull(points), points);
  }
}

TEST(ConvexHull, SphereOfManyPointsTouchesThemAll) {
  Random random(6);
  Points points;
  for (int i = 0; i < 3000; ++i) points.push_back(Vector3(random.vector(3)).normalized());
  const ConvexHull hull = convex_hull(points);
  EXPECT_EQ(hull.corners.size(), points.size());
  expect_sound(hull, points, 1e-6);  // small triangles in nearly one plane are merged
}

TEST(ConvexHull, SizeDoesNotMatter) {
  for (const double size : {1e-9, 1e-3, 1e6, 1e100}) {
    Points points = cube_grid(3);
    for (Vector3& point : points) point *= size;
    const ConvexHull hull = convex_hull(points);
    EXPECT_EQ(hull.corners.size(), 8u) << size;
    EXPECT_EQ(hull.faces.size(), 6u) << size;
  }
}

TEST(ConvexHull, ThinPlatesAndNeedles) {
  Random random(7);
  for (const double thin : {1e-2, 1e-4, 1e-6, 1e-7})
    for (const bool needle : {false, true})
      for (int sample = 0; sample < 10; ++sample) {
        const Pose pose{Vector3::Zero(), exponential(3 * random.vector(3))};
        Points points = cube_grid(3);
        for (Vector3& point : points)
          point = pose.to_world({point.x(), (needle ? thin : 1) * point.y(), thin * point.z()});
        const ConvexHull hull = convex_hull(points);
        EXPECT_EQ(hull.corners.size(), 8u) << thin << " " << needle;
        EXPECT_EQ(hull.faces.size(), 6u) << thin << " " << needle;
        const double volume = mass_properties(std::make_shared<const ConvexHull>(hull), 1.0).mass;
        EXPECT_NEAR(volume, 8 * thin * (needle ? thin : 1), 1e-3 * volume);
      }
}

std::string complaint(const Points& points) {
  try {
    convex_hull(points);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ConvexHull, SaysWhyThereIsNone) {
  EXPECT_EQ(complaint({}), "convex hull of 0 points: a solid needs at least 4");
  EXPECT_EQ(complaint({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "convex hull of 3 points: a solid needs at least 4");
  EXPECT_EQ(complaint(Points(5, Vector3(1, 2, 3))), "convex hull of 5 points: they are all the same point");
  Random random(8);
  Points line, plane;
  const Pose pose = random_pose(random, 1);
  for (int i = 0; i < 30; ++i) {
    line.push_back(pose.to_world({random.uniform(-1, 1), 0, 0}));
    plane.push_back(pose.to_world({random.uniform(-1, 1), random.uniform(-1, 1), 0}));
  }
  EXPECT_EQ(complaint(line), "convex hull of 30 points: they lie on one line");
  EXPECT_EQ(complaint(plane), "convex hull of 30 points: they lie in one plane");
  EXPECT_EQ(complaint({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::numeric_limits<double>::quiet_NaN()}}),
            "convex hull of 4 points: point 3 is (0, 0, nan), not finite");
}

}  // namespace
}  // namespace signorini
