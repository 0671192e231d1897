#include <numbers>

#include "signorini/math/random.h"
#include "signorini/problem/generate/box_contacts.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/problem/generate/rigid_contacts.h"

namespace signorini {

using namespace generator;

ContactProblem generate_stack(const StackOptions& options) {
  options.validate();
  const bool spheres = options.shape == StackShape::sphere;
  const double size = options.size;
  const double half = 0.5 * size;
  Random random(options.seed);

  std::vector<RigidBody> bodies;
  std::vector<RigidContact> contacts;
  Box below = floor_box();
  double mass = options.density * size * size * size * (spheres ? std::numbers::pi / 6.0 : 1.0);
  for (int i = 0; i < options.bodies; ++i, mass *= options.mass_ratio) {
    const double offset = options.gap_spread * size * random.uniform(-1.0, 1.0);
    const Box box{.center = {0.0, 0.0, half + i * size + offset}, .half = Vector3::Constant(half)};
    RigidBody& body = bodies.emplace_back(box_body(box, mass));
    body.velocity = options.agitation * random.normal3();
    body.angular_velocity = options.agitation / half * random.normal3();
    // Each body counts from the bottom, so the one below has the index before; the floor's is -1, which is `fixed`.
    if (spheres) {
      body.inertia = Vector3::Constant(0.4 * mass * half * half);
      const double top = below.center.z() + below.half.z();
      const double bottom = box.center.z() - half;
      contacts.push_back({.a = i - 1,
                          .b = i,
                          .point = {0.0, 0.0, 0.5 * (top + bottom)},
                          .normal = Vector3::UnitZ(),
                          .gap = bottom - top});
    } else {
      append_face_contacts(contacts, i - 1, below, i, box, 2);
    }
    below = box;
  }
  return assemble(bodies, contacts,
                  {.step = options.step,
                   .friction = options.friction,
                   .recovery_speed = options.recovery_speed,
                   .law = options.law});
}

}  // namespace signorini
