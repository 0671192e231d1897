#pragma once

#include "signorini/dynamics/step_motion.h"

namespace signorini {

using Vector6 = Eigen::Matrix<double, 6, 1>;

/// The place of B's frame along the axes of A's, m, then 2 vec(q) of the quaternion between them.
Vector6 bushing_coordinates(const Bushing& bushing, const std::vector<Pose>& poses);

/// ½ k x² over the six coordinates, J.
double bushing_energy(const Bushing& bushing, const std::vector<Pose>& poses);

/// What a bushing does over a step. Its loads are k (x + x⁺)/2 + c (x⁺ - x)/h; the gradients are those that change the
/// coordinates from x to x⁺ exactly: x⁺ - x = h (on_aᵀ v̄_a + on_bᵀ v̄_b), however far the bodies turn. So its work is
/// what its energy loses and its dampers take.
///
/// Let φ = h ω̄/2 be what a body turns from the middle of the step to its ends. Then, along A's axes in the middle,
///
///     u⁺ - u = C Rᵀ (Δp_b - Δp_a) + h s d̄ × ω̄_a,   C = cos|φ| 1 + (1 - cos|φ|) n nᵀ,   s = sin|φ|/|φ|
///     q⁺ - q = 2 (c_a q S_b - c_b S_a q),           exp(φ/2) = (c, S), q in the middle
struct BushingLoad {
  Eigen::Matrix<double, 6, 6> on_a, on_b;  ///< a column for each coordinate
  Vector6 load;                            ///< that the bodies get against them, N and N m
  double damped;                           ///< J
};
BushingLoad bushing_load(const Bushing& bushing, const StepMotion& motion, const std::vector<int>& places);

}  // namespace signorini
