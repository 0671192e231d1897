#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/Geometry>

#include "physics/bodies.h"
#include "signorini/fem/tet_generators.h"

/// A rigid sphere pressed into a soft half space: Hertz's contact, which is that of a soft sphere on a rigid plane too.
namespace signorini::test {

/// What theory says without friction.
struct HertzTheory {
  double young = 1e6, poisson = 0.3, radius = 0.05, force = 10;  ///< Pa, m, N

  double modulus() const { return young / (1 - poisson * poisson); }
  double contact_radius() const { return std::cbrt(0.75 * force * radius / modulus()); }
  double approach() const { return contact_radius() * contact_radius() / radius; }
  double peak_pressure() const { return 1.5 * force / (std::numbers::pi * contact_radius() * contact_radius()); }
};

/// Half a cube around the contact, cells within half cubes: `core` equal layers of cells around the contact, then
/// `shells` layers, each thicker than the one before.
struct HertzMesh {
  int nodes_per_element = 4;
  int core = 6, shells = 7;
  double core_width = 1.5;  ///< half of it, in radii of the contact
  double half_width = 60;   ///< of the whole, in radii of the contact

  int layers() const { return core + shells; }
  double cell() const { return core_width / core; }
  /// How much thicker a layer is than the one before.
  double growth() const {
    double low = 1, high = 100;
    for (int k = 0; k < 200; ++k) {
      const double middle = 0.5 * (low + high);
      (width_of(layers(), middle) < half_width ? low : high) = middle;
    }
    return low;
  }
  /// Half the width of a half cube.
  double width_of(int layer, double growth) const {
    double width = cell() * std::min(layer, core), thickness = cell();
    for (int k = core; k < layer; ++k) width += (thickness *= growth);
    return width;
  }

  /// Its surface is z = 0, its middle the origin; m for a contact of radius a.
  TetMesh make(double a) const {
    const int n = layers();
    TetMesh mesh = block_mesh({2.0 * n, 2.0 * n, 1.0 * n}, 2 * n, 2 * n, n);
    const double thicker = growth();
    for (Vector3& node : mesh.nodes) {
      node.z() -= 0.5 * n;
      const double layer = node.cwiseAbs().maxCoeff();
      if (layer > 0) node *= a * width_of(static_cast<int>(std::lround(layer)), thicker) / layer;
    }
    return nodes_per_element == 10 ? quadratic(mesh) : mesh;
  }
};

inline Model hertz_model(const HertzTheory& theory, const HertzMesh& mesh) {
  Model model;
  model.gravity.setZero();
  model.materials[0].friction = 0;
  Body sphere = solid(Sphere{theory.radius}, 1000, {0, 0, theory.radius});
  sphere.fixed = true;
  model.bodies = {sphere};
  FlexibleBody soft;
  soft.name = "half space";
  soft.mesh = mesh.make(theory.contact_radius());
  soft.elastic.young = theory.young;
  soft.elastic.poisson = theory.poisson;
  soft.elastic.density = 1;  // statics: nothing that a step of a second could notice
  NodeHold outside;
  for (const char* side : {"x0", "x1", "y0", "y1", "z0"}) {
    const std::vector<int>& nodes = soft.mesh.node_groups.at(side);
    outside.nodes.insert(outside.nodes.end(), nodes.begin(), nodes.end());
  }
  std::ranges::sort(outside.nodes);
  outside.nodes.erase(std::unique(outside.nodes.begin(), outside.nodes.end()), outside.nodes.end());
  outside.travel = TableMotion{{0, 1}, {0, theory.approach()}};
  soft.holds = {outside};
  model.flexible_bodies = {soft};
  return model;
}

/// What a pressure of 1 Pa on these faces does at each node, m²: a third of each face at its corners; of faces with six
/// nodes at the middles of their edges, and nothing at their corners.
inline std::vector<double> pressed_areas(const TetMesh& mesh, const std::vector<TetMesh::Face>& faces) {
  std::vector<double> areas(mesh.nodes.size(), 0);
  for (const TetMesh::Face& face : faces) {
    const std::array<int, 6> nodes = face_nodes(mesh, face);
    const auto at = [&](std::size_t k) { return mesh.nodes[static_cast<std::size_t>(nodes[k])]; };
    const double area = 0.5 * (at(1) - at(0)).cross(at(2) - at(0)).norm();
    const std::size_t first = mesh.nodes_per_element == 10 ? 3 : 0;
    for (std::size_t k = first; k < first + 3; ++k) areas[static_cast<std::size_t>(nodes[k])] += area / 3;
  }
  return areas;
}

struct HertzResult {
  double force = 0;          ///< N
  double peak_pressure = 0;  ///< Pa
  double corner_share = 0;   ///< of the force, at nodes that a pressure does not press: corners of faces with six nodes
  bool solved = true;
};

/// Statics in steps of a second: the approach in the first, the second balances what is not linear in it.
inline HertzResult press(const HertzTheory& theory, const HertzMesh& mesh) {
  const Model model = hertz_model(theory, mesh);
  Settings statics = settings(1, Law::convex, 1e-9);
  constexpr int steps = 2;
  statics.duration = steps;
  Simulation simulation(model, statics);
  HertzResult result;
  StepRecord record;
  for (int k = 0; k < steps; ++k) {
    record = simulation.step();
    result.solved = result.solved && record.status == Status::solved;
  }
  const FlexibleBody& soft = model.flexible_bodies[0];
  const std::vector<double> areas = pressed_areas(soft.mesh, soft.mesh.face_groups.at("z1"));
  for (std::size_t k = 0; k < record.contacts.size(); ++k) {
    const double force = record.impulses[k].norm() / statics.step;
    const double area = areas.at(static_cast<std::size_t>(record.contacts[k].key.feature));
    result.force -= record.impulses[k].z() / statics.step;
    if (area > 0)
      result.peak_pressure = std::max(result.peak_pressure, force / area);
    else
      result.corner_share += force / theory.force;
  }
  return result;
}

}  // namespace signorini::test
