#pragma once

#include <vector>

#include "signorini/problem/generate/rigid_contacts.h"

namespace signorini::generator {

/// A block with faces along the world axes.
struct Box {
  Vector3 center;  ///< m
  Vector3 half;    ///< half extents, m
};

/// The half space below z = 0, as a box.
Box floor_box();

RigidBody box_body(const Box& box, double mass);

/// Adds four contacts between box `a` and box `b`, which lies beyond `a` in the direction of `axis` (0, 1, 2 for x, y,
/// z): one at each corner of the rectangle that their facing sides share.
void append_face_contacts(std::vector<RigidContact>& contacts, int a, const Box& box_a, int b, const Box& box_b,
                          int axis);

}  // namespace signorini::generator
