#pragma once

namespace signorini {

/// A bilateral row: K = ℝ, K* = {0}. Here so that products of cones can be treated alike. (Named free_cone because
/// `free` alone would hide the C function from the rest of the library.)
namespace free_cone {

/// Every impulse is allowed.
inline bool contains(double, double /*tolerance*/ = 0) { return true; }
/// Only the velocity 0 is, up to the tolerance (unit of u).
inline bool dual_contains(double u, double tolerance = 0) { return u <= tolerance && -u <= tolerance; }
inline double project(double r) { return r; }
inline double project_dual(double) { return 0; }

}  // namespace free_cone
}  // namespace signorini
