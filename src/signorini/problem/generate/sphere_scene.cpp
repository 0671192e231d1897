#include "signorini/problem/generate/sphere_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace signorini::generator {

void order_by_layers(SphereScene& scene, double layer_height) {
  using Key = std::array<int, 3>;
  std::vector<std::pair<Key, Sphere>> keyed;
  keyed.reserve(scene.spheres.size());
  for (const Sphere& sphere : scene.spheres) {
    const auto cell = [layer_height](double x) { return static_cast<int>(std::floor(x / layer_height)); };
    const int z = cell(sphere.center.z()), y = cell(sphere.center.y()), x = cell(sphere.center.x());
    keyed.push_back({{z, y, y % 2 == 0 ? x : -x}, sphere});
  }
  std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::transform(keyed.begin(), keyed.end(), scene.spheres.begin(), [](const auto& pair) { return pair.second; });
}

void displace(SphereScene& scene, double deviation, Random& random) {
  for (Sphere& sphere : scene.spheres) sphere.center += deviation * random.normal3();
}

std::vector<RigidBody> moving_bodies(const SphereScene& scene, double density, double agitation, double settling,
                                     Random& random) {
  double top = 0.0;
  for (const Sphere& sphere : scene.spheres) top = std::max(top, sphere.center.z());
  std::vector<RigidBody> bodies;
  bodies.reserve(scene.spheres.size());
  for (const auto& [center, radius] : scene.spheres) {
    const double mass = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
    const double sinking = settling * center.z() / top;
    const Vector3 velocity = agitation * random.normal3() - sinking * Vector3::UnitZ();
    bodies.push_back({.position = center,
                      .velocity = velocity,
                      .angular_velocity = agitation / radius * random.normal3(),
                      .mass = mass,
                      .inertia = Vector3::Constant(0.4 * mass * radius * radius)});
  }
  return bodies;
}

std::vector<RigidContact> find_contacts(const SphereScene& scene, double margin) {
  double largest = 0.0;
  for (const Sphere& sphere : scene.spheres) largest = std::max(largest, sphere.radius);
  CellGrid grid(2.0 * largest + margin, scene.enclosure.half_width);
  for (const Sphere& sphere : scene.spheres) grid.add(sphere.center);

  constexpr std::size_t usual_contacts_per_sphere = 3;
  std::vector<RigidContact> contacts;
  contacts.reserve(usual_contacts_per_sphere * scene.spheres.size());
  for (int a = 0; a < static_cast<int>(scene.spheres.size()); ++a) {
    const Sphere& sphere = scene.spheres[a];
    scene.enclosure.visit_surfaces(sphere, [&](const Vector3& normal, double gap) {
      if (gap >= margin) return;
      const Vector3 point = sphere.center - (sphere.radius + 0.5 * gap) * normal;
      contacts.push_back({.a = fixed, .b = a, .point = point, .normal = normal, .gap = gap});
    });
    const auto first_pair = static_cast<std::ptrdiff_t>(contacts.size());
    grid.visit_near(sphere.center, [&](int b) {
      if (b <= a) return;
      const Sphere& other = scene.spheres[b];
      const Vector3 separation = other.center - sphere.center;
      const double reach = sphere.radius + other.radius + margin;
      const double distance_squared = separation.squaredNorm();
      if (distance_squared >= reach * reach) return;
      const double distance = std::sqrt(distance_squared);
      const double gap = distance - sphere.radius - other.radius;
      const Vector3 normal = separation / distance;
      const Vector3 point = sphere.center + (sphere.radius + 0.5 * gap) * normal;
      contacts.push_back({.a = a, .b = b, .point = point, .normal = normal, .gap = gap});
    });
    std::sort(contacts.begin() + first_pair, contacts.end(), [](const auto& c, const auto& d) { return c.b < d.b; });
  }
  return contacts;
}

}  // namespace signorini::generator
