// Heaps of spheres beside what experiments with grains gave.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "physics/bodies.h"
#include "signorini/base/error.h"
#include "signorini/math/random.h"
#include "validation/cases.h"
#include "validation/experiment.h"

namespace signorini::test {
namespace {

constexpr const char* granular_group = "Granular laws";
constexpr double grain = 0.01;  ///< diameter, m
constexpr double grain_friction = 0.5;

/// Sums over thousands of contacts: the scatter of the experiments is far larger than this leaves.
Settings granular_settings() {
  Settings result = settings(1e-3, Law::coulomb, 1e-4);
  result.solver = "gauss-seidel";
  result.duration = 100;
  return result;
}

void run_grains(double seconds, Simulation& simulation) {
  const double end = simulation.state().time + seconds;
  while (simulation.state().time < end - 1e-9) {
    const StepRecord record = simulation.step();
    if (record.failed) throw InputError(fmt::format("step {}: {}", record.step, record.message));
  }
}

Body grain_at(const Vector3& place) { return solid(Sphere{grain / 2}, 2500, place); }

/// The ground, and a tube of that radius on it that is filled loosely up to `height`; the tube is the last body.
Model filled_tube(double radius, double height) {
  constexpr double apart = 1.02 * grain;
  Model model;
  model.materials[0].friction = grain_friction;
  model.bodies = {ground()};
  Random random(5);
  const int across = static_cast<int>(radius / apart) + 1, layers = static_cast<int>(height / apart);
  for (int k = 0; k < layers; ++k)
    for (int i = -across; i <= across; ++i)
      for (int j = -across; j <= across; ++j) {
        Vector3 place(i * apart, j * apart, 0.51 * grain + k * apart);
        for (int axis = 0; axis < 2; ++axis) place[axis] += random.uniform(0, 0.01 * grain);
        if (std::hypot(place.x(), place.y()) < radius - 0.5 * grain) model.bodies.push_back(grain_at(place));
      }
  Body tube;
  tube.name = "tube";
  tube.fixed = true;
  tube.shapes = {{ConeInside{radius, radius, height, false}, {{0, 0, height}}, 0}};
  model.bodies.push_back(tube);
  return model;
}

/// A heap about the z-axis.
struct Heap {
  double edge;    ///< where the grains no longer cover half of the ground, m
  double height;  ///< of the highest grain in the middle, m
  double slope;   ///< of the surface between a quarter and three quarters of the edge, degrees
};
Heap measure_heap(const State& state, int grains) {
  constexpr double covered = 0.5;
  std::vector<double> count, top;
  for (int k = 1; k <= grains; ++k) {
    const Vector3& place = state.poses[k].position;
    const auto ring = static_cast<std::size_t>(std::hypot(place.x(), place.y()) / grain);
    if (ring >= count.size()) count.resize(ring + 1, 0), top.resize(ring + 1, 0);
    ++count[ring];
    top[ring] = std::max(top[ring], place.z() + 0.5 * grain);
  }
  std::size_t rings = 0;
  while (rings < count.size() && 0.25 * count[rings] / (2.0 * static_cast<double>(rings) + 1) >= covered) ++rings;
  const double edge = static_cast<double>(rings) * grain;
  double n = 0, r = 0, z = 0, rr = 0, rz = 0;
  for (std::size_t k = rings / 4; k < 3 * rings / 4; ++k) {
    const double at = (static_cast<double>(k) + 0.5) * grain;
    n += 1, r += at, z += top[k], rr += at * at, rz += at * top[k];
  }
  const double gradient = (n * rz - r * z) / (n * rr - r * r);
  return {edge, *std::max_element(top.begin(), top.begin() + 2), -std::atan(gradient) * 180 / std::numbers::pi};
}

/// Fills a tube, takes it away and waits until the heap rests.
Outcome column_collapse(double radius, double aspect) {
  const Model filled = filled_tube(radius, 1.06 * aspect * radius);
  const int grains = static_cast<int>(filled.bodies.size()) - 2;
  Simulation filling(filled, granular_settings());
  run_grains(0.3, filling);
  Model column = filled;
  column.bodies.pop_back();
  double height = 0;
  for (int k = 1; k <= grains; ++k) {
    column.bodies[k].pose = filling.state().poses[k];
    height = std::max(height, column.bodies[k].pose.position.z() + 0.5 * grain);
  }
  Settings chosen = granular_settings();
  chosen.allow_overlap = true;
  Simulation collapse(column, chosen);
  run_grains(3 * std::sqrt(height / 9.81) + 0.3, collapse);
  const Heap heap = measure_heap(collapse.state(), grains);
  const double a = height / radius;
  // Lube et al. 2004 and Lajeunesse et al. 2004; the allowed range covers both and a tenth more.
  const double lube = a < 1.7 ? 1.24 * a : 1.6 * std::sqrt(a), lajeunesse = a < 3 ? 1.35 * a : 2 * std::sqrt(a);
  const double middle = 0.5 * (lube + lajeunesse), half_range = 0.5 * (lajeunesse - lube) + 0.1 * middle;
  const std::string size = fmt::format("{} grains, a = {:.2f}", grains, a);
  return {{{size + ": run-out / radius, edge", middle, heap.edge / radius - 1, half_range,
            fmt::format("{:.2f} (Lube), {:.2f} (Lajeunesse)", lube, lajeunesse)},
           {"height / radius", 0.5 * (0.74 + (a < 1.7 ? std::min(a, 1.0) : 0.88 * std::pow(a, 1.0 / 6))),
            heap.height / radius, 0.3, "0.74 (Lajeunesse), min(a, 1) or 0.88 a^(1/6) (Lube)"},
           {"slope of the heap, degrees", 23, heap.slope, std::numeric_limits<double>::infinity(),
            "20 to 26 (spheres, poured)"}}};
}

}  // namespace

std::vector<ValidationCase> granular_cases() {
  const std::string g = granular_group;
  return {
      {g, "ColumnCollapseLow", "μ 0.5, h 1 ms, gauss-seidel 1e-4", true,
       [](bool) { return column_collapse(6 * grain, 1); }},
      {g, "ColumnCollapseHigh", "μ 0.5, h 1 ms, gauss-seidel 1e-4", true,
       [](bool) { return column_collapse(4 * grain, 4); }},
  };
}

}  // namespace signorini::test
