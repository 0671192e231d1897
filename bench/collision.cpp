// Collision among spheres: the time of Collision::find(), broad phase, narrow phase and sorting together, against the
// broad phase alone of FCL (a dynamic tree of boxes is built and lists all overlapping pairs) on the same spheres in
// the same run. Prints the ratio of the two, and the exponent of our time against the number of spheres.

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <vector>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision_object.h>
#include <fmt/format.h>

#include "signorini/collision/collision.h"
#include "signorini/math/random.h"

namespace {

using namespace signorini;

constexpr double radius = 0.5, margin = 0.05, jitter = 0.03;
constexpr int runs = 11;

/// Processor seconds of the shortest of several runs: both programs use one thread, and time that others take on a
/// shared machine does not count.
template <typename F>
double fastest(F&& run) {
  double best = INFINITY;
  for (int k = 0; k < runs; ++k) {
    const std::clock_t start = std::clock();
    run();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

/// Spheres on a jittered lattice, near enough that each has about six neighbours within the margin: three contacts a
/// sphere. In an order that has nothing to do with where they are.
Model packing(int count) {
  Random random(1);
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  std::vector<Vector3> places;
  for (int k = 0; k < side * side * side; ++k) {
    const Vector3 lattice(k % side, k / side % side, k / side / side);
    places.push_back(2 * radius * lattice + jitter * radius * random.normal3());
  }
  for (std::size_t k = places.size() - 1; k > 0; --k)
    std::swap(places[k], places[static_cast<std::size_t>(random.uniform(0, static_cast<double>(k)))]);
  Model model;
  for (int k = 0; k < count; ++k) {
    Body body;
    body.shapes.push_back({Sphere{radius}});
    body.pose.position = places[k];
    model.bodies.push_back(body);
  }
  return model;
}

/// Seconds to build the tree and to list the pairs.
double fcl_time(const Model& model, std::size_t& pairs) {
  // The spheres' boxes overlap where the gap is below the margin along every axis.
  const auto sphere = std::make_shared<fcl::Sphered>(radius + 0.5 * margin);
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  std::vector<fcl::CollisionObjectd*> pointers;
  for (const Body& body : model.bodies) {
    objects.push_back(std::make_unique<fcl::CollisionObjectd>(sphere, fcl::Matrix3d::Identity(), body.pose.position));
    objects.back()->computeAABB();
    pointers.push_back(objects.back().get());
  }
  return fastest([&] {
    pairs = 0;
    fcl::DynamicAABBTreeCollisionManagerd manager;
    manager.registerObjects(pointers);
    manager.setup();
    manager.collide(&pairs, [](fcl::CollisionObjectd*, fcl::CollisionObjectd*, void* count) {
      ++*static_cast<std::size_t*>(count);
      return false;
    });
  });
}

}  // namespace

int main() {
  double first = 0;
  int first_count = 0;
  for (const int count : {1000, 10000, 100000}) {
    const Model model = packing(count);
    std::vector<Pose> poses;
    for (const Body& body : model.bodies) poses.push_back(body.pose);
    Collision collision(model, margin);
    std::vector<Contact> contacts;
    const double ours = fastest([&] { collision.find(poses, contacts); });
    std::size_t pairs = 0;
    const double fcl = fcl_time(model, pairs);
    fmt::print(
        "{:>7} spheres  {:>7} contacts  find {:>8.3f} ms   FCL broad phase {:>8.3f} ms ({} pairs)   ratio {:.2f}",
        count, contacts.size(), 1e3 * ours, 1e3 * fcl, pairs, ours / fcl);
    if (first_count > 0)
      fmt::print("   growth exponent {:.2f}",
                 std::log(ours / first) / std::log(static_cast<double>(count) / first_count));
    fmt::print("\n");
    std::fflush(stdout);
    if (first_count == 0) {
      first = ours;
      first_count = count;
    }
  }
}
