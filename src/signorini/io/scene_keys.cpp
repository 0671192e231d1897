#include "signorini/io/scene_keys.h"

namespace signorini {
namespace {

using Keys = std::vector<std::string>;

/// A shape's own keys after those that all shapes have.
Keys of_shape(const Keys& own) {
  Keys keys{"type"};
  keys.insert(keys.end(), own.begin(), own.end());
  for (const char* common : {"position", "orientation", "material", "repeat"}) keys.emplace_back(common);
  return keys;
}

}  // namespace

const std::map<std::string, Keys, std::less<>>& scene_keys() {
  static const std::map<std::string, Keys, std::less<>> table{
      {"scene", {"name",   "about",   "parameters",      "gravity",  "time",        "solver", "contact",
                 "energy", "output",  "materials",       "bodies",   "flexible",    "joints", "motors",
                 "forces", "springs", "torsion_springs", "bushings", "recirculate", "import"}},
      {"time", {"step", "duration", "rest_energy", "accuracy", "largest"}},
      {"solver",
       {"name", "law", "sides", "tolerance", "max_iterations", "warm_start", "on_miss", "fallback_solver", "options"}},
      {"contact",
       {"margin", "recovery_speed", "restitution_threshold", "impact", "combine_friction", "combine_restitution",
        "allow_overlap", "overlapping_links", "ignore"}},
      {"energy", {"unexplained", "stabilisation", "on_excess"}},
      {"output", {"every", "contacts", "csv", "vtk_every", "checkpoint_every", "checkpoint_seconds", "save_problems"}},
      {"material", {"friction", "restitution", "stiffness", "compliance", "tangential_compliance"}},

      {"body",
       {"name", "repeat", "lattice", "random", "rings", "fixed", "mass", "density", "inertia", "centre_of_mass",
        "shape", "shapes", "material", "position", "orientation", "velocity", "angular_velocity"}},
      {"lattice", {"counts", "region", "spacing", "count", "jitter", "seed", "one_of"}},
      {"random", {"region", "count", "scale", "gap", "seed", "one_of"}},
      {"rings", {"region", "count", "spacing", "seed", "one_of"}},
      {"recirculate", {"bodies", "rate", "region", "below", "seed"}},
      {"region", {"shape", "from", "to"}},
      {"orientation", {"axis", "angle", "angle_deg", "rpy", "rpy_deg"}},

      {"sphere", of_shape({"radius"})},
      {"box", of_shape({"size"})},
      {"capsule", of_shape({"radius", "length"})},
      {"cylinder", of_shape({"radius", "length"})},
      {"convex_hull", of_shape({"points", "file", "scale"})},
      {"plane", of_shape({})},
      {"triangle_mesh", of_shape({"file", "scale"})},
      {"box_inside", of_shape({"size", "open"})},
      {"cylinder_inside", of_shape({"radius", "length", "open"})},
      {"cone_inside", of_shape({"bottom", "top", "length", "floor"})},

      {"joint",
       {"name", "repeat", "type", "bodies", "at", "axis", "orientation", "from", "to", "frame_a", "frame_b", "length",
        "lower", "upper", "motor", "contact"}},
      {"frame", {"position", "orientation"}},
      {"motor", {"speed", "position"}},
      {"motor_of_joint", {"joint", "repeat", "speed", "position"}},
      {"motion", {"ramp", "sine", "table"}},
      {"ramp", {"start", "slope"}},
      {"sine", {"offset", "amplitude", "frequency", "phase"}},
      {"force", {"repeat", "body", "force", "torque", "at"}},
      {"spring", {"name", "repeat", "bodies", "from", "to", "stiffness", "progressive", "table", "damping", "length"}},
      {"torsion_spring", {"name", "repeat", "bodies", "axis", "stiffness", "damping", "angle", "angle_deg"}},
      {"bushing", {"name", "repeat", "bodies", "at", "orientation", "stiffness", "damping"}},
      {"flexible", {"name",     "repeat",      "mesh",         "elements",          "young",    "poisson",
                    "density",  "elastic_law", "mass_damping", "stiffness_damping", "mass",     "step",
                    "material", "contact",     "position",     "orientation",       "velocity", "angular_velocity",
                    "hold",     "loads",       "self_contact"}},
      {"flexible_mesh", {"block", "cylinder", "sphere", "file", "scale"}},
      {"flexible_block", {"size", "cells"}},
      {"flexible_cylinder", {"radius", "length", "cells", "layers"}},
      {"flexible_sphere", {"radius", "cells"}},
      {"hold", {"nodes", "repeat", "body", "travel", "along"}},
      {"flexible_load", {"nodes", "faces", "repeat", "force", "traction", "pressure", "factor"}},
      {"import", {"file", "prefix", "position", "orientation", "fixed"}},
  };
  return table;
}

const Keys& scene_keys(std::string_view kind) { return scene_keys().find(kind)->second; }

const Keys& scene_shape_names() {
  static const Keys names{"sphere", "box",           "capsule",    "cylinder",        "convex_hull",
                          "plane",  "triangle_mesh", "box_inside", "cylinder_inside", "cone_inside"};
  return names;
}

}  // namespace signorini
