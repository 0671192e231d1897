#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "peers/scenes.h"
#include "signorini/math/random.h"

namespace signorini::bench::peers {

namespace {

// Sizes as in scenes/balls_in_box.yaml.
constexpr double radius = 0.035, container = 1.0, density = 1000, spacing = 1.15 * 2 * radius;

PeerScene balls(int count) {
  PeerScene scene{.name = fmt::format("balls {}", count), .friction = 0.3};
  constexpr double wall = container / 2;
  scene.planes = {{{0, 0, 0}, {0, 0, 1}},
                  {{-wall, 0, 0}, {1, 0, 0}},
                  {{wall, 0, 0}, {-1, 0, 0}},
                  {{0, -wall, 0}, {0, 1, 0}},
                  {{0, wall, 0}, {0, -1, 0}}};
  const int across = static_cast<int>(container / spacing);
  const double mass = density * 4.0 / 3.0 * M_PI * radius * radius * radius;
  Random random(1);
  const auto jitter = [&] { return random.uniform(-0.05 * 2 * radius, 0.05 * 2 * radius); };
  for (int k = 0; k < count; ++k) {
    PeerBody ball{.form = Form::sphere, .half = {radius, 0, 0}, .mass = mass};
    const Vector3 cell(k % across, (k / across) % across, k / (across * across));
    ball.pose.position = spacing * (cell + Vector3::Constant(0.5)) - Vector3(wall, wall, 0);
    ball.pose.position += Vector3(jitter(), jitter(), jitter());
    scene.bodies.push_back(ball);
  }
  return scene;
}

/// Spheres in cells of their diameter: only those in neighbouring cells can touch.
class Cells {
 public:
  explicit Cells(const std::vector<Pose>& poses) : poses_(poses) {
    for (std::size_t k = 0; k < poses.size(); ++k) cells_[key(cell(poses[k].position))].push_back(k);
  }
  /// Of spheres, m.
  double deepest() const {
    double deepest = 0;
    for (std::size_t k = 0; k < poses_.size(); ++k) deepest = std::max(deepest, deepest_of(k));
    return deepest;
  }

 private:
  using Cell = Eigen::Matrix<std::int64_t, 3, 1>;
  static Cell cell(const Vector3& place) {
    return (place / (2 * radius)).array().floor().matrix().cast<std::int64_t>();
  }
  static std::int64_t key(const Cell& c) { return (c.x() * 1000003 + c.y()) * 1000003 + c.z(); }
  double deepest_of(std::size_t sphere) const {
    double deepest = 0;
    const Cell centre = cell(poses_[sphere].position);
    for (int k = 0; k < 27; ++k) {
      const auto found = cells_.find(key(centre + Cell(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)));
      if (found == cells_.end()) continue;
      for (const std::size_t other : found->second) {
        if (other <= sphere) continue;
        const double distance = (poses_[other].position - poses_[sphere].position).norm();
        deepest = std::max(deepest, 2 * radius - distance);
      }
    }
    return deepest;
  }

  const std::vector<Pose>& poses_;
  std::unordered_map<std::int64_t, std::vector<std::size_t>> cells_;
};

double deepest_in_planes(const PeerScene& scene, const std::vector<Pose>& poses) {
  double deepest = 0;
  for (const Pose& pose : poses) {
    for (const PeerPlane& plane : scene.planes) {
      deepest = std::max(deepest, radius - plane.normal.dot(pose.position - plane.point));
    }
  }
  return deepest;
}

/// Deepest penetration in percent of the radius. Whether all end in the box, no higher than they began.
Quality judge(const PeerScene& scene, const History& history, const Phase& phase) {
  Quality quality;
  double top = 0;
  for (const PeerBody& ball : scene.bodies) top = std::max(top, ball.pose.position.z());
  for (int k = phase.from + 1; k <= phase.to; ++k) {
    const std::vector<Pose>& poses = history[k];
    for (const Pose& pose : poses) {
      if (!pose.position.allFinite()) return {NAN, "not finite"};
    }
    const double deepest = std::max(deepest_in_planes(scene, poses), Cells(poses).deepest());
    quality.value = std::max(quality.value, 100 * deepest / radius);
  }
  for (const Pose& pose : history.back()) {
    const bool inside = pose.position.head<2>().cwiseAbs().maxCoeff() < container / 2 && pose.position.z() > 0;
    if (!inside || pose.position.z() > top + radius) quality.remark = "escaped";
  }
  return quality;
}

Trial trial(int count, int falling, int settling, int resting) {
  Trial trial{.scene = balls(count), .steps = falling + settling + resting};
  trial.phases = {{"drop", 0, falling}, {"rest", falling + settling, trial.steps}};
  trial.measure = "penetration, % of radius";
  trial.judge = judge;
  return trial;
}

}  // namespace

std::vector<Trial> ball_trials(Extent extent) {
  std::vector<Trial> trials;
  if (extent.quick) {
    for (const int count : {64, 256}) trials.push_back(trial(count, 150, 100, 50));
    return trials;
  }
  for (const int count : {64, 256}) trials.push_back(trial(count, 300, 300, 50));
  trials.push_back(trial(1000, 300, 100, 50));
  trials.push_back(trial(4000, 200, 0, 20));
  if (extent.large) {
    trials.push_back(trial(20000, 10, 0, 0));
    trials.back().phases.pop_back();
  }
  return trials;
}

}  // namespace signorini::bench::peers
