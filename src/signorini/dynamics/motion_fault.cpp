#include "signorini/dynamics/motion_fault.h"

#include <cmath>

#include <fmt/format.h>

#include "signorini/model/limits.h"

namespace signorini {
namespace {

/// False for NaN, too.
bool usable(const Vector3& x) { return (x.array().abs() <= largest_quantity).all(); }

/// Whose velocities stand at a place of v.
std::string owner_text(const Model& model, Eigen::Index place) {
  if (place >= rigid_velocities(model)) return "a node of a flexible body";
  const std::vector<int> places = velocity_places(model);
  std::size_t body = 0;
  while (places[body] < 0 || places[body] + 6 <= place) ++body;
  return body_text(model, body);
}

std::string described(const Model& model, std::size_t body, const char* what, const Vector3& x, const char* unit) {
  return fmt::format("{} has the {} ({:.4g}, {:.4g}, {:.4g}) {}", body_text(model, body), what, x.x(), x.y(), x.z(),
                     unit);
}

}  // namespace

std::string body_text(const Model& model, std::size_t body) {
  if (body >= model.bodies.size()) {
    const std::size_t place = body - model.bodies.size();
    const std::string& name = model.flexible_bodies[place].name;
    return name.empty() ? fmt::format("flexible body {}", place) : fmt::format("flexible body '{}'", name);
  }
  const std::string& name = model.bodies[body].name;
  return name.empty() ? fmt::format("body {}", body) : fmt::format("body '{}'", name);
}

std::string motion_fault(const Model& model, const State& state) {
  const std::vector<int> places = velocity_places(model);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] < 0) continue;
    const Vector3 linear = state.v.segment<3>(places[k]), angular = state.v.segment<3>(places[k] + 3);
    if (!usable(linear)) return described(model, k, "velocity", linear, "m/s");
    if (!usable(angular)) return described(model, k, "angular velocity", angular, "rad/s");
    const Pose& pose = state.poses[k];
    if (!usable(pose.position)) return described(model, k, "position", pose.position, "m");
    if (!usable(pose.orientation.vec())) return described(model, k, "orientation", pose.orientation.vec(), "(x, y, z)");
  }
  std::size_t node = 0;
  for (std::size_t k = 0; k < model.flexible_bodies.size(); ++k)
    for (std::size_t i = 0; i < model.flexible_bodies[k].mesh.nodes.size(); ++i, ++node)
      if (!usable(state.nodes[node]))
        return described(model, model.bodies.size() + k, fmt::format("node {} at", i).c_str(), state.nodes[node], "m");
  for (Eigen::Index k = rigid_velocities(model); k < state.v.size(); k += 3)
    if (!usable(state.v.segment<3>(k)))
      return fmt::format("a node of a flexible body has the velocity {:.4g} m/s", state.v.segment<3>(k).norm());
  return {};
}

std::string no_answer(const Model& model, const Vector& f) {
  if (f.size() == 0) return "no finite answer was found";
  Eigen::Index largest = 0;
  if (f.allFinite())
    f.cwiseAbs().maxCoeff(&largest);
  else
    while (std::isfinite(f[largest])) ++largest;
  return fmt::format("no finite answer was found: {} has the momentum {:.4g} (SI units)", owner_text(model, largest),
                     f[largest]);
}

std::string firmest_hold(const Model& model, const SparseMatrix& mass, const SparseMatrix& stiffened) {
  Eigen::Index place = 0;
  const double ratio = stiffened.diagonal().cwiseQuotient(mass.diagonal()).maxCoeff(&place);
  return fmt::format("{} is held {:.1e} times as firmly by springs or joints as by its inertia",
                     owner_text(model, place), ratio);
}

}  // namespace signorini
