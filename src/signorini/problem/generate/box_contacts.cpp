#include "signorini/problem/generate/box_contacts.h"

#include <limits>

namespace signorini::generator {

Box floor_box() {
  constexpr double endless = std::numeric_limits<double>::infinity();
  return {.center = {0.0, 0.0, -1.0}, .half = {endless, endless, 1.0}};
}

RigidBody box_body(const Box& box, double mass) {
  const Vector3 squares = box.half.cwiseAbs2();
  return {.position = box.center,
          .velocity = Vector3::Zero(),
          .angular_velocity = Vector3::Zero(),
          .mass = mass,
          .inertia = mass / 3.0 * (Vector3::Constant(squares.sum()) - squares)};
}

void append_face_contacts(std::vector<RigidContact>& contacts, int a, const Box& box_a, int b, const Box& box_b,
                          int axis) {
  const Vector3 low = (box_a.center - box_a.half).cwiseMax(box_b.center - box_b.half);
  const Vector3 high = (box_a.center + box_a.half).cwiseMin(box_b.center + box_b.half);
  // Along the axis the boxes do not overlap (much): what the intersection leaves there is the gap.
  const double gap = low[axis] - high[axis];
  const int axis1 = (axis + 1) % 3;
  const int axis2 = (axis + 2) % 3;
  Vector3 point;
  point[axis] = 0.5 * (low[axis] + high[axis]);
  for (const double first : {low[axis1], high[axis1]}) {
    for (const double second : {low[axis2], high[axis2]}) {
      point[axis1] = first;
      point[axis2] = second;
      contacts.push_back({.a = a, .b = b, .point = point, .normal = Vector3::Unit(axis), .gap = gap});
    }
  }
}

}  // namespace signorini::generator
