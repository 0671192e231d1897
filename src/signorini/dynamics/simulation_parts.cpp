#include "signorini/dynamics/simulation_parts.h"

#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/resting.h"

namespace signorini {

std::vector<char> bodies_alone(const Model& model) {
  std::vector<char> alone(model.bodies.size(), model.flexible_bodies.empty() ? 1 : 0);
  const auto acted_on = [&](int body) {
    if (body >= 0 && body < static_cast<int>(alone.size())) alone[body] = 0;
  };
  const auto tied = [&](const auto& ties) {
    for (const auto& tie : ties) acted_on(tie.body_a), acted_on(tie.body_b);
  };
  tied(model.joints), tied(model.springs), tied(model.torsion_springs), tied(model.bushings);
  for (const AppliedForce& force : model.forces) acted_on(force.body);
  return alone;
}

Simulation::Parts::Parts(Model model_, Settings settings_) : model(std::move(model_)), settings(std::move(settings_)) {
  std::vector<std::string> faults = model.validate();
  for (auto& fault : validate(settings)) faults.push_back(std::move(fault));
  if (!faults.empty()) throw InputError(fmt::format("{}", fmt::join(faults, "; ")));
  h = settings.step;
  state = initial_state(model);
  if (settings.ignore_overlapping_links) overlapping = overlapping_links(model, settings);
  if (!settings.allow_overlap) start_overlap = signorini::start_overlap(model, settings);
  require_not_deep(start_overlap, model);
  mass = mass_matrix(model);
  if (!model.joints.empty()) projection.emplace(model, mass);
  if (!model.flexible_bodies.empty()) flexible.emplace(model);
  if (flexible) add_flexible_mass();
  if (flexible) surface_collision.emplace(model);
  places = velocity_places(model);
  places.resize(model.bodies.size() + model.flexible_bodies.size(), -1);  // contacts name flexible bodies too
  const std::vector<char> by_body = bodies_alone(model);
  for (std::size_t k = 0; k < model.bodies.size(); ++k)
    if (!model.bodies[k].fixed) {
      turning_radii.push_back(turning_radius(model.bodies[k]));
      alone.push_back(by_body[k]);
    }
  if (settings.accuracy > 0) levers = turning_levers(model);
  has_hollows = has_hollow(model);
  has_joints_or_springs = !model.joints.empty() || !model.springs.empty() || !model.torsion_springs.empty() ||
                          !model.bushings.empty() || (flexible && flexible->repeats());
  redundant = redundant_joints(model, places);
  if (only_joints_tie()) tied_motion.emplace(model);
  margin = contact_margin(model, settings);
  motor_shifts.assign(model.joints.size(), 0);
  standing.emplace(model);
}

Simulation::Parts::~Parts() = default;

std::unique_ptr<Simulation::Parts> Simulation::Parts::that_go_on(Model model, const Settings& settings) {
  Settings making = settings;
  making.allow_overlap = true;
  making.ignore_overlapping_links = false;
  auto parts = std::make_unique<Parts>(std::move(model), std::move(making));
  parts->settings.allow_overlap = settings.allow_overlap;
  parts->settings.ignore_overlapping_links = settings.ignore_overlapping_links;
  return parts;
}

void Simulation::Parts::wake_all() {
  standing->forget();
  if (!resting) return;
  resting->show_last_step();
  resting.reset();
}

void Simulation::Parts::show_last_step() {
  if (resting) resting->show_last_step();
}

std::vector<ContactLoad> Simulation::Parts::contact_loads(const std::vector<Contact>& of) {
  return resting ? resting->loads_of(of) : Resting(*this).loads_of(of);
}

const WarmStart& Simulation::Parts::impulses_of_all() {
  if (resting) resting->complete_warm_start();
  return warm_start;
}

}  // namespace signorini
