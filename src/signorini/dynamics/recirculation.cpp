#include "signorini/dynamics/recirculation.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "signorini/math/random.h"
#include "signorini/model/model.h"

namespace signorini {
namespace {

constexpr int tries = 100;

/// How many are due by the end of step k. So that 0.1 s at 10/s make one.
std::int64_t due(double rate, double step, std::int64_t k) {
  constexpr double rounding = 1e-9;
  return static_cast<std::int64_t>(std::floor(rate * step * static_cast<double>(k) + rounding));
}

double radius(const Body& body) { return std::max(half_width(body), turning_radius(body)); }

Vector3 draw_place(const Recirculation& recirculation, double margin, Random& random) {
  const Vector3 middle = 0.5 * (recirculation.from + recirculation.to);
  const Vector3 half = (0.5 * (recirculation.to - recirculation.from).array() - margin).max(0.0);
  const double z = random.uniform(-half.z(), half.z());
  if (!recirculation.round)
    return middle + Vector3(random.uniform(-half.x(), half.x()), random.uniform(-half.y(), half.y()), z);
  const Random::Place place = random.in_disc(std::min(half.x(), half.y()));
  return middle + Vector3(place.x, place.y, z);
}

/// The moving bodies as balls.
class Occupied {
 public:
  Occupied(const Model& model, const State& state) : state_(state), radii_(model.bodies.size(), -1) {
    for (std::size_t k = 0; k < radii_.size(); ++k)
      if (!model.bodies[k].fixed) radii_[k] = radius(model.bodies[k]);
  }
  double radius_of(int body) const { return radii_[static_cast<std::size_t>(body)]; }
  bool free(const Vector3& place, int body) const {
    for (std::size_t k = 0; k < radii_.size(); ++k) {
      if (radii_[k] < 0 || k == static_cast<std::size_t>(body)) continue;
      const double distance = radii_[k] + radius_of(body);
      if ((state_.poses[k].position - place).squaredNorm() < distance * distance) return false;
    }
    return true;
  }

 private:
  const State& state_;
  std::vector<double> radii_;
};

}  // namespace

int recirculate(const Recirculation& recirculation, Simulation& simulation, StepRecord& record) {
  const double step = simulation.settings().step;
  const std::int64_t done = due(recirculation.rate, step, record.step - 1);
  std::int64_t count = due(recirculation.rate, step, record.step) - done;
  if (count <= 0 || record.failed) return 0;
  const State& state = simulation.state();
  const auto height = [&](int body) { return state.poses[static_cast<std::size_t>(body)].position.z(); };
  std::vector<int> leaving;
  for (const int body : recirculation.bodies)
    if (height(body) < recirculation.below) leaving.push_back(body);
  count = std::min(count, static_cast<std::int64_t>(leaving.size()));
  std::partial_sort(leaving.begin(), leaving.begin() + count, leaving.end(),
                    [&](int a, int b) { return height(a) < height(b) || (height(a) == height(b) && a < b); });
  leaving.resize(static_cast<std::size_t>(count));

  const Energies before = simulation.energies();
  const Occupied occupied(simulation.model(), state);
  int carried = 0;
  for (std::size_t k = 0; k < leaving.size(); ++k) {
    // A sequence of its own for each, whatever happened to those before.
    Random random(recirculation.seed * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(done) + k);
    const int body = leaving[k];
    for (int n = 0; n < tries; ++n) {
      Pose pose = state.poses[static_cast<std::size_t>(body)];
      pose.position = draw_place(recirculation, occupied.radius_of(body), random);
      if (!occupied.free(pose.position, body)) continue;
      simulation.set_body(body, pose, Vector3::Zero(), Vector3::Zero());
      ++carried;
      break;
    }
  }
  record.state = state;
  record.energies = simulation.energies();
  record.changes.forces += record.energies.total() - before.total();
  return carried;
}

}  // namespace signorini
