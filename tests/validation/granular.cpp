// Heaps of spheres beside what experiments with grains gave.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "validation/cases.h"
#include "validation/grains.h"

namespace signorini::test {
namespace {

constexpr const char* granular_group = "Granular laws: heaps";
constexpr double unjudged = std::numeric_limits<double>::infinity();

/// What is left of a column about the z-axis.
struct Deposit {
  double aspect = 0;                 ///< of the column: height / radius
  double run_out = 0, height = 0;    ///< over the column's radius
  std::vector<double> times, edges;  ///< over √(height / g), and over the column's radius
};

/// Up to where grains cover half of the ground, in rings of one diameter's width, m.
double edge_of_deposit(const State& state, const std::vector<int>& grains) {
  constexpr double covered = 0.5, step = 0.1;  // of the ground, and of a diameter
  std::vector<double> radii;
  for (const int k : grains) radii.push_back(state.poses[k].position.head<2>().norm() / grain);
  std::sort(radii.begin(), radii.end());
  double inner = 0;
  for (;; inner += step) {
    const auto from = std::lower_bound(radii.begin(), radii.end(), inner);
    const auto to = std::lower_bound(from, radii.end(), inner + 1);
    if (0.25 * static_cast<double>(to - from) < covered * (2 * inner + 1) && inner > 1) break;
  }
  return (inner + 0.5) * grain;
}

/// Fills a tube on a rough floor, takes it away and waits until the heap rests.
Deposit collapse(double radius, double aspect, std::uint64_t seed) {
  constexpr double friction = 0.5, furthest = 2.4;  // ΔR / R of a column of height R: Lajeunesse has 1.35
  Model model;
  model.materials = {{.name = "grain", .friction = friction}, {.name = "tube", .friction = 0}};
  model.bodies = {rough_floor(round_prism(radius * (1 + furthest * std::sqrt(aspect)) + 5 * grain), seed)};
  const double top = pour(round_prism(radius), aspect * radius, seed, model);
  const std::vector<int> grains = grains_of(model);
  Model with_tube = model;
  with_tube.bodies.push_back(tube(radius, 0, top, 1));
  Simulation filling(with_tube, grain_settings());
  run_grains(0.2 + std::sqrt(2 * top / grain_gravity), filling);
  take_places(filling, model);
  double middle = 0, highest = 0;
  for (const int k : grains) middle += model.bodies[k].pose.position.z() / static_cast<double>(grains.size());
  const double height = 2 * middle, unit = std::sqrt(height / grain_gravity);
  Deposit deposit;
  deposit.aspect = height / radius;
  Simulation falling(model, grain_settings());
  run_grains(6 * unit, falling, [&](const StepRecord& record) {
    if (record.step % 10 != 0) return;
    deposit.times.push_back(record.state.time / unit);
    deposit.edges.push_back(edge_of_deposit(record.state, grains) / radius);
  });
  for (const int k : grains) {
    const Vector3& place = falling.state().poses[k].position;
    if (place.head<2>().norm() < 2 * grain) highest = std::max(highest, place.z() + 0.5 * grain);
  }
  deposit.run_out = edge_of_deposit(falling.state(), grains) / radius - 1;
  deposit.height = highest / radius;
  return deposit;
}

double lube_run_out(double a) { return a < 1.7 ? 1.24 * a : 1.6 * std::sqrt(a); }
double lajeunesse_run_out(double a) { return a < 3 ? 1.35 * a : 2 * std::sqrt(a); }

/// Columns of one shape, one of them of twice the size. A deposit that is thinner than a grain does not exist: the
/// edge of a heap of few grains lies some diameters further in than that of many, and the share of these in the
/// run-out falls with the size.
Outcome column_collapse(double radius, double aspect) {
  constexpr double scatter = 0.1;  // of experiments with one material, relative
  constexpr int repeats = 3;
  double small = 0;
  for (int k = 0; k < repeats; ++k) {
    const Deposit one = collapse(radius, aspect, 5 + k);
    small += one.run_out / lube_run_out(one.aspect) / repeats;
  }
  const Deposit large = collapse(2 * radius, aspect, 5);
  const double a = large.aspect, lube = lube_run_out(a), lajeunesse = lajeunesse_run_out(a);
  const double grain_share = 0.5 * grain / (2 * radius);  // edges and heights are known to half a diameter
  const double of_endless = 2 * large.run_out - small * lube;
  const double middle = 0.5 * (lube + lajeunesse),
               half_range = 0.5 * (lajeunesse - lube) + scatter * middle + grain_share;
  const double lube_height = a < 1.7 ? std::min(a, 1.0) : 0.88 * std::pow(a, 1.0 / 6);
  const double lajeunesse_height = std::min(a, 0.74), height = 0.5 * (lube_height + lajeunesse_height);
  const Chart chart{"Column collapse, a = " + fmt::format("{:.2f}", a),
                    {"t / √(h₀/g)"},
                    {"edge / r₀"},
                    {{"here", large.times, large.edges},
                     {"Lube 2004, at the end", {0, large.times.back()}, {1 + lube, 1 + lube}},
                     {"Lajeunesse 2004, at the end", {0, large.times.back()}, {1 + lajeunesse, 1 + lajeunesse}}}};
  const double size = 2 * radius / grain;
  return {{{fmt::format("a = {:.2f}: run-out / r₀, r₀/d → ∞", a), middle, of_endless, half_range,
            fmt::format("{:.2f} (Lube 2004), {:.2f} (Lajeunesse 2004)", lube, lajeunesse)},
           {fmt::format("the same at r₀ = {:.0f} d", size), middle, large.run_out, unjudged},
           {fmt::format("the same at r₀ = {:.1f} d, mean of {}", size / 2, repeats), middle, small * lube, unjudged},
           {fmt::format("height / r₀ at r₀ = {:.0f} d", size), height, large.height,
            0.5 * std::abs(lube_height - lajeunesse_height) + scatter * height + grain_share,
            fmt::format("{:.2f} (Lube), {:.2f} (Lajeunesse)", lube_height, lajeunesse_height)}},
          chart};
}

/// A floor without glued grains, that ends where they fall off.
Body smooth_floor(double length, double width) {
  Body floor;
  floor.fixed = true;
  floor.shapes = {{Box{{length / 2, width, grain}}, {{length / 2, 0, -grain}}, 0}};
  return floor;
}

/// Fills a slab with smooth walls, takes one end away and lets grains fall off there. Returns the slope that is left
/// after a second, in degrees.
double repose_angle(double friction, bool rough) {
  constexpr double length = 20 * grain, width = 5 * grain, height = 11 * grain;
  constexpr int smooth = 1, seed = 5;
  const Prism slab = slab_prism(length, width);
  Model model;
  model.materials = {{.name = "grain", .friction = friction}, {.name = "wall", .friction = 0}};
  model.bodies = {rough ? rough_floor(slab, seed) : smooth_floor(length, width),
                  flat_wall(Vector3::Zero(), Vector3::UnitX(), smooth),
                  flat_wall({0, width / 2, 0}, -Vector3::UnitY(), smooth),
                  flat_wall({0, -width / 2, 0}, Vector3::UnitY(), smooth)};
  const double top = pour(slab, height, seed, model);
  const std::vector<int> grains = grains_of(model);
  Model closed = model;
  closed.bodies.push_back(flat_wall({length, 0, 0}, -Vector3::UnitX(), smooth));
  Simulation filling(closed, grain_settings());
  run_grains(0.15 + std::sqrt(2 * top / grain_gravity), filling);
  take_places(filling, model);
  Simulation draining(model, grain_settings());
  run_grains(1.0, draining, [&](const StepRecord& record) {
    if (record.step % 20 == 0) put_aside(-3 * grain, grains, draining);
  });
  // The mass over strips of one diameter, away from the ends: a straight line through it.
  constexpr int strips = 20, first = 3, last = 16;
  constexpr double packed = 0.58;
  std::vector<double> heights(strips, 0);
  for (const int k : grains) {
    const Vector3& place = draining.state().poses[k].position;
    const int strip = static_cast<int>(std::floor(place.x() / grain));
    if (place.z() < 0 || strip < 0 || strip >= strips) continue;
    const double volume = 4.0 / 3 * std::numbers::pi * std::pow(half_width(model.bodies[k]), 3);
    heights[strip] += volume / (packed * width * grain);
  }
  double n = 0, x = 0, z = 0, xx = 0, xz = 0;
  for (int k = first; k <= last; ++k) {
    const double at = (k + 0.5) * grain;
    n += 1, x += at, z += heights[k], xx += at * at, xz += at * heights[k];
  }
  return -std::atan((n * xz - x * z) / (n * xx - x * x)) * 180 / std::numbers::pi;
}

Outcome angle_of_repose(bool) {
  Series here{"here", {}, {}, false, true};
  const auto measure = [&](double friction) {
    here.x.push_back(friction);
    here.y.push_back(repose_angle(friction, friction > 0));
    return here.y.back();
  };
  const double none = measure(0), little = measure(0.1), some = measure(0.3), usual = measure(0.5), much = measure(0.8);
  return {{{"slope without friction, smooth floor, degrees", 0, none, 3},
           {"μ 0.1", 20, little, unjudged, "less than 20"},
           {"μ 0.3", 23, some, 3, "20 to 26 (spheres)"},
           {"μ 0.5", 23, usual, 3, "20 to 26 (spheres)"},
           {"growth from μ 0.1 to 0.5", 7, usual - little, 5, "grows up to μ 0.5"},
           {"growth from μ 0.5 to 0.8", 0, much - usual, 2.5, "flat from μ 0.5 on"}},
          Chart{"Angle of repose", {"friction coefficient"}, {"degrees"}, {here}}};
}

}  // namespace

std::vector<ValidationCase> granular_cases() {
  const std::string g = granular_group, how = "μ 0.5, rough floor, h 1 ms, gauss-seidel 1e-3";
  return {
      {g, "ColumnCollapseLow", how, true, [](bool) { return column_collapse(4 * grain, 1); }},
      {g, "ColumnCollapseHigh", how, true, [](bool) { return column_collapse(3 * grain, 4); }},
      {g, "AngleOfRepose", "slab 20 × 5 diameters, rough floor, h 1 ms, gauss-seidel 1e-3", true, angle_of_repose},
  };
}

}  // namespace signorini::test
