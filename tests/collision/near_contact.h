#pragma once

#include <cstdlib>
#include <iostream>
#include <string>

#include "collision/signed_distance.h"
#include "collision/support.h"

namespace signorini::collision_test {

inline constexpr int solid_kinds = 5;
inline constexpr const char* solid_names[solid_kinds] = {"sphere", "box", "capsule", "cylinder", "hull"};

inline Geometry random_solid(Random& random, int kind) {
  switch (kind) {
    case 0:
      return Sphere{random.uniform(0.1, 0.5)};
    case 1:
      return Box{{random.uniform(0.1, 0.5), random.uniform(0.1, 0.5), random.uniform(0.1, 0.5)}};
    case 2:
      return Capsule{random.uniform(0.1, 0.3), random.uniform(0.1, 0.5)};
    case 3:
      return Cylinder{random.uniform(0.1, 0.4), random.uniform(0.1, 0.5)};
    default:
      return random_hull(random, 5 + static_cast<int>(random.uniform(0, 12)));
  }
}

/// Turned anyhow, by quarter turns, or almost by quarter turns.
inline Quaternion random_turn(Random& random) {
  constexpr double quarter = 1.57079632679489661923;
  const double way = random.uniform();
  if (way < 0.5) return random_pose(random, 1).orientation;
  const auto quarters = [&](int axis) {
    return Quaternion(Eigen::AngleAxisd(quarter * std::floor(random.uniform(0, 4)), Vector3::Unit(axis)));
  };
  Quaternion turn = quarters(2) * quarters(0) * quarters(2);
  if (way < 0.8) {
    const double tilt = std::pow(10.0, random.uniform(-12, -1));
    turn = Quaternion(Eigen::AngleAxisd(tilt, random.normal3().normalized())) * turn;
  }
  return turn.normalized();
}

/// The distance to bring about, of the size: touching, or up to a hundredth apart or deep.
inline double random_distance(Random& random) {
  const double way = random.uniform();
  if (way < 0.1) return 0;
  return (way < 0.55 ? 1 : -1) * std::pow(10.0, random.uniform(-13, -2));
}

struct PlainPair {
  PlainSolid a, b;
};

/// Moves a far solid along the normal of the nearest points until it is as near as wanted.
inline PlainPair near_contact(Random& random, int kind_a, int kind_b) {
  PlainPair pair{{random_solid(random, kind_a), {}}, {random_solid(random, kind_b), {}}};
  pair.a.pose = {0.3 * random.normal3(), random_turn(random)};
  const double size = pair.a.size() + pair.b.size();
  pair.b.pose = {pair.a.pose.position + size * random.normal3().normalized(), random_turn(random)};
  const auto far = contacts_of(pair.a.geometry, pair.a.pose, pair.b.geometry, pair.b.pose, 10 * size);
  pair.b.pose.position += (random_distance(random) * size - smallest_gap(far)) * far.front().normal;
  return pair;
}

inline const char* poses_wanted() { return std::getenv("SIGNORINI_POSES"); }
inline int poses_per_pair() {
  constexpr int usual = 200;
  return poses_wanted() != nullptr ? std::max(1, std::atoi(poses_wanted())) : usual;
}

/// The largest of many errors, and where it was.
struct WorstError {
  double worst = -INFINITY;
  int trial = -1;

  void add(double error, int at) {
    if (error <= worst) return;
    worst = error;
    trial = at;
  }
  void report(const std::string& what) const {
    if (poses_wanted() != nullptr)
      std::cout << what << ": " << worst << " of the size at worst, trial " << trial << "\n";
  }
};

}  // namespace signorini::collision_test
