#include "signorini/dynamics/step_inputs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/motion_fault.h"
#include "signorini/model/limits.h"

namespace signorini {
namespace {

void require_usable(const std::string& field, const Vector3& x) {
  if (!(x.array().abs() <= largest_quantity).all())
    throw InputError(
        fmt::format("{} is ({:g}, {:g}, {:g}), expected finite numbers of at most 1e100", field, x.x(), x.y(), x.z()));
}

void require_force(const std::string& field, const AppliedForce& force, const Model& model) {
  const int bodies = static_cast<int>(model.bodies.size());
  if (force.body < 0 || force.body >= bodies)
    throw InputError(fmt::format("{}.body is {}, but there are {} bodies", field, force.body, bodies));
  const std::string body = body_text(model, static_cast<std::size_t>(force.body));
  if (model.bodies[force.body].fixed) throw InputError(fmt::format("{} acts on {}, which is fixed", field, body));
  require_usable(fmt::format("{}.force on {}", field, body), force.force);
  require_usable(fmt::format("{}.torque on {}", field, body), force.torque);
  require_usable(fmt::format("{}.point on {}", field, body), force.point);
}

void require_motor(const std::string& field, const MotorTarget& target, const Model& model) {
  const int joints = static_cast<int>(model.joints.size());
  if (target.joint < 0 || target.joint >= joints)
    throw InputError(fmt::format("{}.joint is {}, but there are {} joints", field, target.joint, joints));
  const Joint& joint = model.joints[target.joint];
  const std::string name =
      joint.name.empty() ? fmt::format("joint {}", target.joint) : fmt::format("joint '{}'", joint.name);
  if (!joint.motor) throw InputError(fmt::format("{} drives {}, which has no motor", field, name));
  if (!(std::abs(target.value) <= largest_quantity))
    throw InputError(
        fmt::format("{}.value for {} is {:g}, expected a finite number of at most 1e100", field, name, target.value));
}

void require_push(const std::string& field, const NodePush& push, const Model& model) {
  int nodes = 0;
  for (const FlexibleBody& body : model.flexible_bodies) nodes += static_cast<int>(body.mesh.nodes.size());
  if (push.node < 0 || push.node >= nodes)
    throw InputError(fmt::format("{}.node is {}, but there are {} nodes", field, push.node, nodes));
  require_usable(fmt::format("{}.force on node {}", field, push.node), push.force);
}

}  // namespace

void require_sound(const StepInputs& inputs, const Model& model) {
  for (std::size_t k = 0; k < inputs.forces.size(); ++k)
    require_force(fmt::format("step inputs: forces[{}]", k), inputs.forces[k], model);
  for (std::size_t k = 0; k < inputs.pushes.size(); ++k)
    require_push(fmt::format("step inputs: pushes[{}]", k), inputs.pushes[k], model);
  for (std::size_t k = 0; k < inputs.motors.size(); ++k) {
    const std::string field = fmt::format("step inputs: motors[{}]", k);
    require_motor(field, inputs.motors[k], model);
    const auto earlier = inputs.motors.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::any_of(inputs.motors.begin(), earlier, [&](const auto& m) { return m.joint == inputs.motors[k].joint; }))
      throw InputError(fmt::format("{} drives joint {}, which another one drives too", field, inputs.motors[k].joint));
  }
}

}  // namespace signorini
