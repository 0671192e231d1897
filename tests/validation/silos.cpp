// Silos of spheres beside the laws of Janssen and Beverloo.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "physics/bodies.h"
#include "validation/cases.h"
#include "validation/grains.h"

namespace signorini::test {
namespace {

constexpr const char* silos_group = "Granular laws: silos";
constexpr double silo_friction = 0.5, silo_wall_friction = 0.3;
constexpr int of_silo_wall = 1;
constexpr double only_noted = std::numeric_limits<double>::infinity();

/// A plane, grains and, last, a tube that they will fill up to that height, m.
Model silo(double radius, double height) {
  Model model;
  // The geometric mean of grain and wall is the friction between them.
  model.materials = {{.name = "grain", .friction = silo_friction},
                     {.name = "wall", .friction = silo_wall_friction * silo_wall_friction / silo_friction}};
  model.bodies = {ground()};
  const double top = pour(round_prism(radius), height, 5, model);
  model.bodies.push_back(tube(radius, -5 * grain, top + grain, of_silo_wall));
  Simulation filling(model, grain_settings());
  run_grains(0.2 + std::sqrt(2 * (top - height) / grain_gravity), filling);
  take_places(filling, model);
  return model;
}

/// Takes the floor's place: goes down slowly, so that the grains slide down along the wall and it carries what it can.
void put_piston(double radius, double speed, Model& model) {
  constexpr double mass = 100;  // of grains: near that of the column, for the solver's sake
  const double weight = mass * model.bodies[1].mass;
  const double volume = std::numbers::pi * radius * radius * 2 * grain;
  model.bodies[0] = solid(Cylinder{0.999 * radius, grain}, weight / volume, {0, 0, -grain});
  Joint joint;
  joint.name = "piston";
  joint.kind = JointKind::prismatic;
  joint.body_b = 0;
  joint.frame_a = {{0, 0, -grain}};
  joint.motor = Motor{Motor::Drives::speed, TableMotion{{0, 0.05}, {0, -speed}}};
  model.joints = {joint};
  model.ignored_pairs = {{0, static_cast<int>(model.bodies.size()) - 1}};
}

/// Sums over steps, by height above the floor.
struct SiloStress {
  explicit SiloStress(double of_slice) : slice(of_slice) {}
  double slice;  ///< height, m
  std::vector<double> weight = {}, push = {},
                      carried = {};  ///< of grains; on the wall outwards; by the wall upwards: N
  double floor = 0;                  ///< on the floor, N
  double height = 0;                 ///< of the grains, m
  int steps = 0;

  std::size_t slice_at(double z) {
    const auto k = static_cast<std::size_t>(std::max(z / slice, 0.0));
    if (k >= weight.size()) weight.resize(k + 1), push.resize(k + 1), carried.resize(k + 1);
    return k;
  }
  void add(const StepRecord& record, const Model& model, const std::vector<int>& grains) {
    const int wall = static_cast<int>(model.bodies.size()) - 1;
    const double ground_level = record.state.poses[0].position.z() + grain;
    double mass = 0, moment = 0;
    for (const int k : grains) {
      const double z = record.state.poses[k].position.z() - ground_level, of_grain = model.bodies[k].mass;
      weight[slice_at(z)] += of_grain * grain_gravity;
      mass += of_grain, moment += of_grain * z;
    }
    height += 2 * moment / mass;
    for (const PairForce& pair : record.pairs) {
      if (pair.body_a == 0) floor += pair.force.z();
      if (pair.body_b != wall) continue;
      const Vector3& place = record.state.poses[pair.body_a].position;
      const std::size_t k = slice_at(place.z() - ground_level);
      push[k] += pair.force.head<2>().dot(place.head<2>().normalized());
      carried[k] -= pair.force.z();
    }
    ++steps;
  }
};

/// Filled three diameters high, on a floor that gives way slowly. The pressure at a depth is what the grains above
/// weigh less what the wall carries of it.
Outcome janssen(bool) {
  constexpr double radius = 4 * grain, diameter = 2 * radius, speed = 2 * grain, seconds = 0.4, settled = 0.2;
  const double area = std::numbers::pi * radius * radius;
  Model model = silo(radius, 3 * diameter);
  put_piston(radius, speed, model);
  const std::vector<int> grains = grains_of(model);
  Simulation simulation(model, grain_settings());
  SiloStress sums(diameter / 4);
  run_grains(seconds, simulation, [&](const StepRecord& record) {
    if (record.state.time > settled) sums.add(record, model, grains);
  });
  const double height = sums.height / sums.steps;
  double weight = 0, push = 0, carried = 0, products = 0, squares = 0;
  Series here{"here", {0}, {0}, false, true}, law{"Janssen", {0}, {0}}, free{"without wall", {0}, {0}};
  for (std::size_t k = sums.weight.size(); k-- > 0;) {
    const double above = weight - carried;
    weight += sums.weight[k], push += sums.push[k], carried += sums.carried[k];
    const double mean = (above + weight - carried) / 2 / area;
    const double on_wall = sums.push[k] / (std::numbers::pi * diameter * sums.slice);
    products += on_wall * mean, squares += mean * mean;
    here.x.push_back((height - static_cast<double>(k) * sums.slice) / diameter);
    here.y.push_back((weight - carried) / sums.steps / area);
  }
  const double k_ratio = products / squares, mobilised = carried / push;
  const double density = weight / sums.steps / grain_gravity / (area * height);
  const auto janssen_pressure = [&](double depth) {
    const double length = diameter / (4 * mobilised * k_ratio);
    return density * grain_gravity * length * (1 - std::exp(-depth / length));
  };
  for (double& depth : here.x) depth = std::max(depth, 0.0);
  for (double depth = 0; depth <= height; depth += height / 40) {
    law.x.push_back(depth / diameter), law.y.push_back(janssen_pressure(depth));
    free.x.push_back(depth / diameter), free.y.push_back(density * grain_gravity * depth);
  }
  const double at_floor = sums.floor / sums.steps / area, formula = janssen_pressure(height);
  return {
      {{fmt::format("{} grains, {:.1f} D high: pressure on the floor, Pa", grains.size(), height / diameter), formula,
        at_floor, 0.1 * formula, "10 % (K is fitted)"},
       {"as a share of the hydrostatic", formula / (density * grain_gravity * height),
        at_floor / (density * grain_gravity * height), only_noted},
       {"μ K as the grains have it", 0.3 * 0.6, mobilised * k_ratio, 0.3 * 0.2, "0.12 to 0.24 (μ 0.3, K 0.4 to 0.8)"},
       {"K, stress on the wall / along the axis", 0.6, k_ratio, only_noted, "0.4 to 0.8"},
       {"share of the wall's friction that is used", 1, mobilised / silo_wall_friction, only_noted},
       {"(weight - wall - floor) / weight", 0, (weight - carried - sums.floor) / weight, 0.02}},
      Chart{"Silo, pressure over depth", {"depth / D"}, {"Pa"}, {here, law, free}}};
}

/// Grains a second, and what the law has as its unit, ρ_b √g d^2.5 as grains a second.
struct Discharge {
  double rate, unit;
};
Discharge discharge(double orifice, const Model& filled, double silo_radius) {
  constexpr double starts = 0.2, seconds = 0.6;  // the flow is steady from 0.2 s on
  constexpr double plate = 0.5 * grain;          // thickness of the floor
  Model model = filled;
  const std::vector<int> grains = grains_of(model);
  double mass = 0, moment = 0;
  for (const int k : grains)
    mass += model.bodies[k].mass, moment += model.bodies[k].mass * model.bodies[k].pose.position.z();
  const double area = std::numbers::pi * silo_radius * silo_radius, height = 2 * moment / mass;
  const double numbers = static_cast<double>(grains.size()) / (area * height);
  model.bodies[0].shapes = {{ConeInside{orifice / 2, orifice / 2, plate / 2, false}, {{0, 0, -plate / 2}}, 0}};
  Simulation simulation(model, grain_settings());
  int at_start = 0, at_end = 0;
  run_grains(seconds, simulation, [&](const StepRecord& record) {
    if (record.step % 10 != 0) return;
    at_end = put_aside(-2 * grain, grains, simulation);
    if (record.state.time < starts + 1e-9) at_start = at_end;
  });
  return {(at_end - at_start) / (seconds - starts), numbers * std::sqrt(grain_gravity) * std::pow(grain, 2.5)};
}

/// W^(2/5) is a straight line over the orifice's diameter: its slope tells C, its root k.
Outcome beverloo(bool) {
  constexpr double radius = 7 * grain, height = 13 * grain;
  const Model filled = silo(radius, height);
  Series here{"here", {}, {}, false, true}, law{"C 0.58, k 1.4", {}, {}};
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  std::vector<Figure> figures;
  for (const double orifice : {5.0, 6.0, 7.5}) {
    const Discharge flow = discharge(orifice * grain, filled, radius);
    const double root = std::pow(flow.rate / flow.unit, 0.4),
                 expected = 0.58 * flow.unit * std::pow(orifice - 1.4, 2.5);
    n += 1, x += orifice, y += root, xx += orifice * orifice, xy += orifice * root;
    here.x.push_back(orifice), here.y.push_back(flow.rate);
    law.x.push_back(orifice), law.y.push_back(expected);
    figures.push_back({fmt::format("orifice of {} d: grains a second", orifice), expected, flow.rate, 0.2 * expected,
                       "C 0.58, k 1.4; C from 0.55 to 0.65"});
  }
  const double gradient = (n * xy - x * y) / (n * xx - x * x), root = (y - gradient * x) / n;
  figures.push_back({"C, fitted", 0.58, std::pow(gradient, 2.5), only_noted, "0.55 to 0.65"});
  figures.push_back({"k, fitted", 1.4, -root / gradient, 1.6, "1 to 3"});
  return {figures, Chart{"Silo, outflow", {"orifice / d"}, {"grains a second"}, {here, law}}};
}

}  // namespace

std::vector<ValidationCase> silo_cases() {
  const std::string g = silos_group;
  return {
      {g, "Janssen", "D 8 d, wall μ 0.3, h 1 ms, gauss-seidel 1e-3", true, janssen},
      {g, "Beverloo", "silo 14 d wide, 13 d high, μ 0.5, h 1 ms, gauss-seidel 1e-3", true, beverloo},
  };
}

}  // namespace signorini::test
