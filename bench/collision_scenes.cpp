// Collision among hulls, meshes and robots: processor time of one Collision::find() while the bodies move slowly, and a
// number that stands for all bits of all contacts. Scene files on the command line are measured the same way:
//
//     bench_collision_scenes                     generated scenes, and the robots of SIGNORINI_DATA if it is set
//     bench_collision_scenes ur3.yaml ...        these instead, at their own margin and at 16 times that
//
// The times of one build compare with those of another on the same machine only; that the numbers of the contacts stay
// the same says that a change of speed was no change of contacts.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "signorini/collision/collision.h"
#include "signorini/dynamics/settings.h"
#include "signorini/io/scene.h"
#include "signorini/io/urdf.h"
#include "signorini/math/random.h"

namespace {

using namespace signorini;

/// Searches that are timed, after one that warms up.
constexpr int steps = 20;
/// Between two searches bodies turn by so much, rad, and move by so much of their size.
constexpr double turn = 1e-3, way = 1e-4;
/// Searches with a margin that grew with the speed of bodies.
constexpr double fast_margin = 16;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// FNV-1a over the bits of all contacts.
class Fingerprint {
 public:
  void add(const std::vector<Contact>& contacts) {
    for (const Contact& contact : contacts) {
      add(static_cast<std::uint64_t>(contact.key.feature));
      add(static_cast<std::uint64_t>(contact.key.body_a) << 32 | static_cast<std::uint32_t>(contact.key.body_b));
      for (int i = 0; i < 3; ++i) add(contact.point[i]), add(contact.normal[i]);
      add(contact.gap);
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::uint64_t bits) { hash_ = (hash_ ^ bits) * 1099511628211u; }
  std::uint64_t hash_ = 14695981039346656037u;
};

void measure(const std::string& name, const Model& model, double margin) {
  Random random(7);
  std::vector<Pose> poses;
  std::vector<Vector3> axes;
  for (const Body& body : model.bodies) {
    poses.push_back(body.pose);
    axes.push_back(random.normal3().normalized());
  }
  const double built = processor_seconds();
  Collision collision(model, margin);
  const double start = processor_seconds();
  std::vector<Contact> contacts;
  std::size_t found = 0;
  Fingerprint fingerprint;
  double seconds = 0, slowest = 0;
  for (int step = 0; step <= steps; ++step) {
    const double before = processor_seconds();
    collision.find(poses, contacts);
    const double spent = processor_seconds() - before;
    if (step > 0) {
      seconds += spent;
      slowest = std::max(slowest, spent);
    }
    found += contacts.size();
    fingerprint.add(contacts);
    for (std::size_t b = 0; b < poses.size(); ++b) {
      if (model.bodies[b].fixed) continue;
      poses[b].position += way * axes[b];
      poses[b].orientation = (Quaternion(Eigen::AngleAxisd(turn, axes[b])) * poses[b].orientation).normalized();
    }
  }
  fmt::print("{:<34} {:>9.1f} contacts  {:>10.4f} ms a search ({:>9.4f} at most)  {:>8.2f} ms to set up  {:016x}\n",
             name, static_cast<double>(found) / (steps + 1), 1e3 * seconds / steps, 1e3 * slowest,
             1e3 * (start - built), fingerprint.value());
  std::fflush(stdout);
}

/// A hull of random points on a ball of 0.5 m.
Geometry round_hull(Random& random, int corners) {
  std::vector<Vector3> points;
  for (int k = 0; k < corners; ++k) points.push_back(0.5 * random.normal3().normalized());
  return std::make_shared<const ConvexHull>(convex_hull(points));
}

/// Hulls on a cubic lattice of this spacing, m, where neighbours are apart (above 1), or overlap.
Model hulls(int side, int corners, double spacing) {
  Random random(3);
  Model model;
  const Geometry geometry = round_hull(random, corners);
  for (int k = 0; k < side * side * side; ++k) {
    Body body;
    body.shapes.push_back({geometry, {}, 0});
    body.pose = {spacing * Vector3(k % side, k / side % side, k / side / side),
                 Quaternion(Eigen::AngleAxisd(random.uniform(0, 3), random.normal3().normalized()))};
    model.bodies.push_back(body);
  }
  return model;
}

/// A square of 2 side² triangles, 10 m wide, with hills of 0.1 m.
Geometry hills(int side) {
  auto mesh = std::make_shared<TriangleMesh>();
  constexpr double width = 10, height = 0.1;
  for (int k = 0; k < (side + 1) * (side + 1); ++k) {
    const double x = width * (k % (side + 1)) / side, y = width * (k / (side + 1)) / side;
    mesh->corners.emplace_back(x, y, height * std::sin(3 * x) * std::cos(2 * y));
  }
  for (int j = 0; j < side; ++j) {
    for (int i = 0; i < side; ++i) {
      const int corner = j * (side + 1) + i;
      mesh->triangles.push_back({corner, corner + 1, corner + side + 2});
      mesh->triangles.push_back({corner, corner + side + 2, corner + side + 1});
    }
  }
  return std::shared_ptr<const TriangleMesh>(mesh);
}

/// Hulls over hills, their lowest points about `clearance` over the mean height.
Model on_hills(int side, int corners, double clearance) {
  Model model = hulls(1, corners, 1);
  const Geometry hull = model.bodies[0].shapes[0].geometry;
  model.bodies.clear();
  Body ground;
  ground.fixed = true;
  ground.shapes.push_back({hills(side), {}, 0});
  model.bodies.push_back(ground);
  for (int k = 0; k < 16; ++k) {
    Body body;
    body.shapes.push_back({hull, {}, 0});
    body.pose.position = Vector3(1.5 + 2.2 * (k % 4), 1.5 + 2.2 * (k / 4), 0.5 + clearance);
    model.bodies.push_back(body);
  }
  return model;
}

void generated() {
  constexpr double margin = 0.02;
  measure("64 hulls of 100 corners, near", hulls(4, 100, 1.01), margin);
  measure("64 hulls of 100 corners, touching", hulls(4, 100, 0.995), margin);
  measure("64 hulls of 1000 corners, near", hulls(4, 1000, 1.005), margin);
  measure("8 hulls of 1000 corners, touching", hulls(2, 1000, 0.995), margin);
  for (const int side : {20, 100}) {
    const std::string triangles = std::to_string(2 * side * side) + " triangles";
    measure("16 hulls of 200 over " + triangles, on_hills(side, 200, 0.11), margin);
    measure("16 hulls of 200 on " + triangles, on_hills(side, 200, 0), margin);
  }
}

void robots(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    try {
      const Model model = read_urdf(file);
      measure(file.filename().string(), model, contact_margin(model, Settings{}));
    } catch (const std::exception& error) {
      fmt::print("{:<34} not read: {}\n", file.filename().string(),
                 std::string(error.what()).substr(file.string().size()));
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  for (int k = 1; k < count; ++k) {
    const Scene scene = read_scene(arguments[k]);
    const double margin = contact_margin(scene.model, scene.settings);
    const std::string name = std::filesystem::path(arguments[k]).stem().string();
    measure(name, scene.model, margin);
    measure(name + ", 16 margins", scene.model, fast_margin * margin);
  }
  if (count > 1) return 0;
  generated();
  if (const char* data = std::getenv("SIGNORINI_DATA"); data != nullptr)
    if (const auto folder = std::filesystem::path(data) / "urdf"; std::filesystem::is_directory(folder)) robots(folder);
}
