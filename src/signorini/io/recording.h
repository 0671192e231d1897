#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/model/model.h"
#include "signorini/problem/law.h"

namespace SIGNORINI_PUBLIC signorini {

/// What somebody who plays with a simulation does to it, between two steps.

/// Another gravity from now on.
struct ChangeGravity {
  Vector3 gravity = Vector3::Zero();  ///< m/s²
};
/// Another law of contact and another solver from now on.
struct ChangeSolver {
  Law law = Law::coulomb;
  std::string solver = {};  ///< by its name in the catalogue, with the default options; empty: the default
};
/// A body of one solid more. Its pose and velocities are those that it has now.
struct DropBody {
  Shape shape;            ///< centred in the body
  double density = 1000;  ///< kg/m³, > 0
  std::string name = {};
  Pose pose = {};
  Vector3 velocity = Vector3::Zero();          ///< along the world's axes, m/s
  Vector3 angular_velocity = Vector3::Zero();  ///< along the body's axes, rad/s
};
/// A spring with a damper from a point of a body, or from a node of a flexible one, to a place, until the next Pull or
/// Release.
struct Pull {
  int body = -1;                     ///< -1: the node is pulled
  Vector3 point = Vector3::Zero();   ///< in the body's frame, m
  Vector3 target = Vector3::Zero();  ///< in the world, m
  /// How fast the point alone would swing, rad/s, > 0: the spring is this squared times the mass that is felt there.
  double rate = 10;
  int node = -1;  ///< index into State::nodes, with what is around it
};
struct Release {};

using Act = std::variant<ChangeGravity, ChangeSolver, DropBody, Pull, Release>;

/// All that was done, and when: with scene and settings it gives the same steps again, to the bit.
struct Recording {
  struct Entry {
    std::int64_t after = 0;  ///< steps that were done before
    Act act;
  };
  std::int64_t steps = 0;           ///< in all, > 0
  std::vector<Entry> entries = {};  ///< in their order
};

/// The body that is dropped. Throws InputError where it cannot be one.
Body body_of(const DropBody& drop);
/// The model with all bodies that are dropped, in their order.
Model with_dropped_bodies(const Model& model, const Recording& recording);

/// As the folder of a run keeps it; numbers come back with the same bits.
std::string to_json(const Recording& recording);
/// Throws InputError that begins with `source`.
Recording recording_from_json(const std::string& text, const std::string& source);
/// One act, as in a recording: {"do": "gravity", "value": [0, 0, -1.62]}. Throws InputError.
Act act_from_json(const std::string& text);

}  // namespace signorini
