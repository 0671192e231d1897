#include "signorini/dynamics/standing_step.h"

#include <algorithm>

#include "signorini/dynamics/same_bits.h"

namespace signorini {
namespace {

bool same_poses(const std::vector<Pose>& a, const std::vector<Pose>& b) {
  return std::ranges::equal(a, b, [](const Pose& one, const Pose& other) { return same_bits(one, other); });
}

bool same_impulses(const WarmStart& a, const WarmStart& b) {
  return same_bits(a.joint_impulses, b.joint_impulses) && a.contact_energy == b.contact_energy &&
         std::ranges::equal(a.contact_impulses, b.contact_impulses, [](const auto& one, const auto& other) {
           return one.first == other.first && same_bits(one.second, other.second);
         });
}

bool same_force(const AppliedForce& a, const AppliedForce& b) {
  return a.body == b.body && same_bits(a.force, b.force) && same_bits(a.torque, b.torque) &&
         same_bits(a.point, b.point);
}

}  // namespace

StandingStep::StandingStep(const Model& model)
    : possible_(model.flexible_bodies.empty() &&
                std::ranges::none_of(model.joints, [](const Joint& joint) { return joint.motor.has_value(); })) {}

void StandingStep::begin(const State& state, const WarmStart& warm_start) {
  stands_ = false;
  begun_ = possible_ && state.v.isZero(0);
  if (!begun_) return;
  start_ = state;
  start_warm_ = warm_start;
}

void StandingStep::end(const State& state, const WarmStart& warm_start, const StepInputs& inputs,
                       const StepRecord& record) {
  if (!begun_ || record.failed || record.status != Status::solved || !inputs.motors.empty()) return;
  stands_ =
      same_bits(start_.v, state.v) && same_poses(start_.poses, state.poses) && same_impulses(start_warm_, warm_start);
  if (!stands_) return;
  inputs_ = inputs;
  record_ = record;
  record_.times = {};
}

bool StandingStep::repeats(const StepInputs& inputs) const {
  return stands_ && inputs.motors.empty() && std::ranges::equal(inputs.forces, inputs_.forces, same_force);
}

StepRecord StandingStep::record(std::int64_t step, double time) const {
  StepRecord next = record_;
  next.step = step;
  next.state.time = time;
  return next;
}

}  // namespace signorini
