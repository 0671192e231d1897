#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "signorini/collision/collision.h"
#include "signorini/math/random.h"

namespace signorini::collision_test {

inline Pose at(double x, double y, double z) { return {Vector3(x, y, z), Quaternion::Identity()}; }
inline Pose turned(const Vector3& position, const Vector3& axis, double angle) {
  return {position, Quaternion(Eigen::AngleAxisd(angle, axis.normalized()))};
}
inline Pose random_pose(Random& random, double spread) {
  const Vector3 position = spread * random.normal3();
  Quaternion orientation(random.normal(), random.normal(), random.normal(), random.normal());
  return {position, orientation.normalized()};
}

inline Geometry hull(const std::vector<Vector3>& points) {
  return std::make_shared<const ConvexHull>(convex_hull(points));
}
inline Geometry tetrahedron(double size) {
  return hull({{size, size, size}, {size, -size, -size}, {-size, size, -size}, {-size, -size, size}});
}
inline Geometry random_hull(Random& random, int corners) {
  std::vector<Vector3> points;
  for (int k = 0; k < corners; ++k) points.push_back(0.5 * random.normal3().normalized());
  return hull(points);
}

inline Body body(const Geometry& geometry, const Pose& pose = {}) {
  Body result;
  result.fixed = !is_solid(geometry);
  result.shapes.push_back({geometry, {}, 0});
  result.pose = pose;
  return result;
}

/// A model of some bodies, where they are, and what touches.
struct Scene {
  Model model;
  double margin = 0.05;

  std::vector<Pose> poses() const {
    std::vector<Pose> result;
    for (const Body& b : model.bodies) result.push_back(b.pose);
    return result;
  }
  std::vector<Contact> contacts() const {
    std::vector<Contact> result;
    Collision(model, margin).find(poses(), result);
    return result;
  }
};

inline std::vector<Contact> contacts_of(const Geometry& a, const Pose& pose_a, const Geometry& b, const Pose& pose_b,
                                        double margin = 0.05) {
  Scene scene{{}, margin};
  scene.model.bodies = {body(a, pose_a), body(b, pose_b)};
  return scene.contacts();
}

inline double smallest_gap(const std::vector<Contact>& contacts) {
  double gap = INFINITY;
  for (const Contact& contact : contacts) gap = std::min(gap, contact.gap);
  return gap;
}

/// What every answer must satisfy.
inline void expect_sound(const std::vector<Contact>& contacts, double margin, const std::string& what) {
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& contact = contacts[k];
    EXPECT_LT(contact.key.body_a, contact.key.body_b) << what;
    EXPECT_LT(contact.gap, margin) << what;
    EXPECT_NEAR(contact.normal.norm(), 1, 1e-12) << what;
    EXPECT_TRUE(contact.point.allFinite()) << what;
    if (k > 0) {
      EXPECT_TRUE(contacts[k - 1].key < contact.key) << what << ": keys must rise, so that none comes twice";
    }
  }
}

}  // namespace signorini::collision_test
