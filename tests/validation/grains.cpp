#include "validation/grains.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include <fmt/format.h>

#include "physics/bodies.h"
#include "signorini/base/error.h"
#include "signorini/math/random.h"

namespace signorini::test {
namespace {

constexpr double glass = 2500;       ///< kg/m³
constexpr double size_spread = 0.1;  ///< of the diameter, either way
/// Distance of the places that grains fall from, and how far they are moved from them, in diameters: the largest do
/// not touch.
constexpr double spacing = 1.2, disorder = 0.05;
/// Share of the volume that poured grains take: decides how many are poured.
constexpr double poured_share = 0.58;
/// How far grains of a rough floor are moved from a square lattice, in diameters: they lie in no rows, and nothing
/// falls through.
constexpr double floor_disorder = 0.15;
constexpr double far_away = 100 * grain;

}  // namespace

Settings grain_settings() {
  Settings result = settings(1e-3, Law::coulomb, 1e-3);
  result.solver = "gauss-seidel";
  result.duration = 100;
  result.allow_overlap = true;  // models go on where others ended, to within their error
  return result;
}

Prism round_prism(double radius) {
  return {[radius](double x, double y, double size) { return std::hypot(x, y) + size <= radius; }, radius,
          std::numbers::pi * radius * radius};
}

Prism slab_prism(double length, double width) {
  return {[=](double x, double y, double size) {
            return x >= size && x + size <= length && std::abs(y) + size <= width / 2;
          },
          std::max(length, width / 2), length * width};
}

double pour(const Prism& prism, double height, std::uint64_t seed, Model& model) {
  Random random(seed);
  const double of_mean = std::numbers::pi / 6 * std::pow(grain, 3);
  const auto wanted = static_cast<int>(poured_share * prism.area * height / of_mean);
  const int across = static_cast<int>(prism.reach / (spacing * grain)) + 1;
  double top = 0;
  for (int layer = 0, count = 0; count < wanted; ++layer)
    for (int i = -across; i <= across; ++i)
      for (int j = -across; j <= across; ++j) {
        Vector3 place = Vector3(i, j, layer) * spacing + Vector3(0.5, 0, 0.75);
        for (int axis = 0; axis < 3; ++axis) place[axis] += random.uniform(-disorder, disorder);
        place *= grain;
        const double radius = 0.5 * grain * random.uniform(1 - size_spread, 1 + size_spread);
        if (!prism.holds(place.x(), place.y(), radius)) continue;
        model.bodies.push_back(solid(Sphere{radius}, glass, place));
        top = place.z() + grain;
        ++count;
      }
  return top;
}

Body rough_floor(const Prism& prism, std::uint64_t seed) {
  Random random(seed);
  Body floor;
  floor.name = "rough floor";
  floor.fixed = true;
  const int across = static_cast<int>(prism.reach / grain) + 1;
  for (int i = -across; i <= across; ++i)
    for (int j = -across; j <= across; ++j) {
      const double x = (i + 0.5 + random.uniform(-floor_disorder, floor_disorder)) * grain;
      const double y = (j + random.uniform(-floor_disorder, floor_disorder)) * grain;
      if (prism.holds(x, y, 0)) floor.shapes.push_back({Sphere{grain / 2}, {{x, y, -grain / 2}}, 0});
    }
  return floor;
}

Body tube(double radius, double from, double to, int material) {
  Body body;
  body.name = "tube";
  body.fixed = true;
  body.shapes = {{ConeInside{radius, radius, (to - from) / 2, false}, {{0, 0, (from + to) / 2}}, material}};
  return body;
}

Body flat_wall(const Vector3& point, const Vector3& normal, int material) {
  Body body;
  body.name = "wall";
  body.fixed = true;
  body.shapes = {{Plane{}, {}, material}};
  body.pose = {point, Quaternion::FromTwoVectors(Vector3::UnitZ(), normal)};
  return body;
}

std::vector<int> grains_of(const Model& model) {
  std::vector<int> result;
  for (std::size_t k = 0; k < model.bodies.size(); ++k)
    if (!model.bodies[k].fixed && std::holds_alternative<Sphere>(model.bodies[k].shapes[0].geometry))
      result.push_back(static_cast<int>(k));
  return result;
}

void take_places(const Simulation& from, Model& model) {
  const State& state = from.state();
  const std::vector<int> places = velocity_places(from.model());
  for (const int k : grains_of(model)) {
    model.bodies[k].pose = state.poses[k];
    model.bodies[k].velocity = state.v.segment<3>(places[k]);
    model.bodies[k].angular_velocity = state.v.segment<3>(places[k] + 3);
  }
}

void run_grains(double seconds, Simulation& simulation, const std::function<void(const StepRecord&)>& each) {
  const double end = simulation.state().time + seconds;
  while (simulation.state().time < end - 1e-9) {
    const StepRecord record = simulation.step();
    if (record.failed || record.certificate.value() > useless_certificate)
      throw InputError(
          fmt::format("step {}: certificate {:.1e}, {}", record.step, record.certificate.value(), record.message));
    if (each) each(record);
  }
}

int put_aside(double below, const std::vector<int>& grains, Simulation& simulation) {
  State state = simulation.state();
  const std::vector<int> places = velocity_places(simulation.model());
  int count = 0;
  for (const int k : grains) {
    if (state.poses[k].position.z() < 0) ++count;
    if (state.poses[k].position.z() > below) continue;
    state.poses[k].position = Vector3(2 * k * grain, 0, -far_away);
    state.v.segment<6>(places[k]).setZero();
  }
  simulation.resume(simulation.steps_done(), state, simulation.warm_start());
  return count;
}

}  // namespace signorini::test
