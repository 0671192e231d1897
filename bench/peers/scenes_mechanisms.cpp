// Mechanisms without contact, against their equations of motion in minimal coordinates, integrated in small steps.

#include <array>
#include <cmath>

#include <Eigen/Cholesky>

#include "peers/scenes.h"

namespace signorini::bench::peers {

namespace {

constexpr int small_steps = 100;  ///< of the reference, in a step of the scene

/// The classical method of fourth order: state (q, q̇), with q̈ = acceleration(q, q̇).
template <typename Acceleration>
void runge_kutta(double h, const Acceleration& acceleration, Vector& q, Vector& rate) {
  const Vector a1 = acceleration(q, rate), r2 = rate + 0.5 * h * a1;
  const Vector a2 = acceleration(q + 0.5 * h * rate, r2), r3 = rate + 0.5 * h * a2;
  const Vector a3 = acceleration(q + 0.5 * h * r2, r3), r4 = rate + h * a3;
  const Vector a4 = acceleration(q + h * r3, r4);
  q += h / 6 * (rate + 2 * r2 + 2 * r3 + r4);
  rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

/// Centres of all bodies after each step, the start in front.
using Centres = std::vector<std::vector<Vector3>>;

template <typename Acceleration, typename Places>
Centres reference(double step, int steps, Vector q, Vector rate, const Acceleration& acceleration,
                  const Places& places) {
  Centres centres{places(q)};
  for (int k = 0; k < steps; ++k) {
    for (int part = 0; part < small_steps; ++part) runge_kutta(step / small_steps, acceleration, q, rate);
    centres.push_back(places(q));
  }
  return centres;
}

/// Millimetres that a body is from the reference, at most.
Quality distance_from(const PeerScene& scene, const Centres& centres, const History& history) {
  Quality quality;
  for (std::size_t k = 0; k < history.size(); ++k) {
    for (std::size_t b = 0; b < centres[k].size(); ++b) {
      const double distance = 1e3 * (history[k][b].position - centres[k][b]).norm();
      if (!std::isfinite(distance)) return {NAN, "not finite"};
      quality.value = std::max(quality.value, distance);
      // A body that is its own length away is somewhere else.
      if (distance > 2e3 * scene.bodies[b].half.maxCoeff()) quality.remark = "lost";
    }
  }
  return quality;
}

Trial trial(PeerScene scene, int steps, Centres centres) {
  Trial trial{std::move(scene), steps, {{"all", 0, steps}}, "distance from reference, mm"};
  trial.judge = [centres = std::move(centres)](const PeerScene& run, const History& history, const Phase&) {
    return distance_from(run, centres, history);
  };
  return trial;
}

// The chain: one coordinate a link, its angle below the horizontal.

constexpr int links = 10;
const Vector3 link_half(0.05, 0.01, 0.01);

PeerScene chain() {
  PeerScene scene{.name = "chain", .contacts = false};
  for (int k = 0; k < links; ++k) {
    PeerBody link{.half = link_half, .mass = 8 * link_half.prod() * 7800};
    link.pose.position = {(2 * k + 1) * link_half.x(), 0, 0};
    scene.bodies.push_back(link);
    scene.joints.push_back({PeerJointKind::hinge, k - 1, k, {2 * k * link_half.x(), 0, 0}, {0, 1, 0}});
  }
  return scene;
}

/// Link k points along (cos θₖ, -sin θₖ) in the plane of x and z.
std::vector<Vector3> chain_places(const Vector& angles) {
  std::vector<Vector3> places;
  Vector3 end = Vector3::Zero();
  for (const double angle : angles) {
    const Vector3 half_link = link_half.x() * Vector3(std::cos(angle), 0, -std::sin(angle));
    places.push_back(end + half_link);
    end += 2 * half_link;
  }
  return places;
}

/// From Lagrange's equations with T = ½ Σ mᵢ |ẋᵢ|² + ½ Σ I θ̇ᵢ². Angle k moves the centre i with a lever.
Vector chain_acceleration(const PeerBody& link, const Vector& angles, const Vector& rates) {
  const double length = 2 * link_half.x();
  const auto lever = [&](int i, int k) { return k < i ? length : k == i ? length / 2 : 0.0; };
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(links, links);
  Vector force = Vector::Zero(links);
  for (int k = 0; k < links; ++k) {
    mass(k, k) += inertia(link).y();
    for (int i = k; i < links; ++i) force[k] += link.mass * gravity * lever(i, k) * std::cos(angles[k]);
    for (int j = 0; j < links; ++j) {
      double coupling = 0;
      for (int i = std::max(j, k); i < links; ++i) coupling += link.mass * lever(i, k) * lever(i, j);
      mass(k, j) += coupling * std::cos(angles[k] - angles[j]);
      force[k] -= coupling * std::sin(angles[k] - angles[j]) * rates[j] * rates[j];
    }
  }
  return mass.llt().solve(force);
}

// The slider-crank: one coordinate, the angle of the crank.

constexpr double crank = 0.1, rod = 0.3, speed = 6;
const std::array<Vector3, 3> parts{Vector3(crank / 2, 0.01, 0.01), Vector3(rod / 2, 0.01, 0.01),
                                   Vector3(0.04, 0.03, 0.03)};

/// The pin of crank and rod is at crank · (cos q, 0, -sin q), the slider on the axis x. Centres.
std::vector<Vector3> crank_places(double q) {
  const Vector3 pin = crank * Vector3(std::cos(q), 0, -std::sin(q));
  const Vector3 slider(pin.x() + std::sqrt(rod * rod - pin.z() * pin.z()), 0, 0);
  return {pin / 2, (pin + slider) / 2, slider};
}
/// About +y, as q.
double rod_angle(double q) { return -std::asin(crank * std::sin(q) / rod); }

/// q̈ m(q) = -½ m'(q) q̇² - V'(q) with the kinetic energy ½ m(q) q̇². Derivatives by differences.
struct CrankEquation {
  const PeerScene& scene;
  static constexpr double delta = 1e-5;

  double moving_mass(double q) const {
    const auto before = crank_places(q - delta), after = crank_places(q + delta);
    double sum = inertia(scene.bodies[0]).y();
    for (std::size_t b = 0; b < 3; ++b) {
      sum += scene.bodies[b].mass * ((after[b] - before[b]) / (2 * delta)).squaredNorm();
    }
    const double turn = (rod_angle(q + delta) - rod_angle(q - delta)) / (2 * delta);
    return sum + inertia(scene.bodies[1]).y() * turn * turn;
  }
  double potential(double q) const {
    const auto places = crank_places(q);
    double sum = 0;
    for (std::size_t b = 0; b < 3; ++b) sum += scene.bodies[b].mass * gravity * places[b].z();
    return sum;
  }
  Vector operator()(const Vector& q, const Vector& rate) const {
    // Wider for the second difference, which loses twice as many digits.
    constexpr double wide = 1e-3;
    const double mass_slope = (moving_mass(q[0] + wide) - moving_mass(q[0] - wide)) / (2 * wide);
    const double slope = (potential(q[0] + wide) - potential(q[0] - wide)) / (2 * wide);
    return Vector::Constant(1, -(0.5 * mass_slope * rate[0] * rate[0] + slope) / moving_mass(q[0]));
  }
};

PeerScene slider_crank() {
  PeerScene scene{.name = "slider-crank", .contacts = false};
  // Crank and rod on a line at the start: the slider stands still, the rod turns against the crank.
  const auto places = crank_places(0);
  for (std::size_t b = 0; b < 3; ++b) {
    PeerBody body{.half = parts[b], .mass = 8 * parts[b].prod() * 7800};
    body.pose.position = places[b];
    scene.bodies.push_back(body);
  }
  const double pin_speed = -speed * crank;  // along z
  scene.bodies[0].velocity = {0, 0, pin_speed / 2};
  scene.bodies[0].angular_velocity = {0, speed, 0};
  scene.bodies[1].velocity = {0, 0, pin_speed / 2};
  scene.bodies[1].angular_velocity = {0, -speed * crank / rod, 0};
  scene.joints = {{PeerJointKind::hinge, -1, 0, {0, 0, 0}, {0, 1, 0}},
                  {PeerJointKind::hinge, 0, 1, {crank, 0, 0}, {0, 1, 0}},
                  {PeerJointKind::slider, -1, 2, {crank + rod, 0, 0}, {1, 0, 0}},
                  {PeerJointKind::pin, 1, 2, {crank + rod, 0, 0}, {0, 1, 0}}};
  return scene;
}

}  // namespace

std::vector<Trial> chain_trials(Extent) {
  constexpr int steps = 100;
  PeerScene scene = chain();
  const auto acceleration = [&](const Vector& q, const Vector& rate) {
    return chain_acceleration(scene.bodies.front(), q, rate);
  };
  Centres centres = reference(scene.step, steps, Vector::Zero(links), Vector::Zero(links), acceleration, chain_places);
  return {trial(std::move(scene), steps, std::move(centres))};
}

std::vector<Trial> slider_crank_trials(Extent) {
  constexpr int steps = 200;
  PeerScene scene = slider_crank();
  Centres centres = reference(scene.step, steps, Vector::Zero(1), Vector::Constant(1, speed), CrankEquation{scene},
                              [](const Vector& q) { return crank_places(q[0]); });
  return {trial(std::move(scene), steps, std::move(centres))};
}

}  // namespace signorini::bench::peers
