#pragma once

#include <cmath>

#include "signorini/math/types.h"

namespace signorini {

/// The friction cone K_μ = {|r_T| ≤ μ r_N} of impulses and its dual K*_μ = {u_N ≥ μ |u_T|} of velocities, D = 3: (N,
/// T1, T2), D = 2: (N, T). For μ = 0 they are {r_N ≥ 0, r_T = 0} and {u_N ≥ 0}, and everything here but the Lorentz
/// form works for it.
namespace friction {

/// Without friction the cone has no interior. Interior methods then keep the normal row only, as a positive one.
inline bool is_positive(double mu) { return mu == 0; }

/// |x_T|. Written out because the projections are in the innermost loops.
template <int D>
inline double tangential_norm(const VectorN<D>& x) {
  if constexpr (D == 2) {
    return std::abs(x[1]);
  } else {
    return std::sqrt(x[1] * x[1] + x[2] * x[2]);
  }
}

/// (normal, factor · x_T). Entry by entry: mixing packets and scalars of one short vector stalls the store buffer.
template <int D>
inline VectorN<D> with_tangent(double normal, double factor, const VectorN<D>& x) {
  if constexpr (D == 2) {
    return {normal, factor * x[1]};
  } else {
    return {normal, factor * x[1], factor * x[2]};
  }
}

/// How far inside K_μ, in the unit of r: μ r_N - |r_T|, negative outside.
template <int D>
inline double margin(const VectorN<D>& r, double mu) {
  return mu * r[0] - tangential_norm<D>(r);
}

/// How far inside K*_μ, in the unit of u: u_N - μ |u_T|, negative outside.
template <int D>
inline double dual_margin(const VectorN<D>& u, double mu) {
  return u[0] - mu * tangential_norm<D>(u);
}

/// r ∈ K_μ up to an absolute tolerance. A negative tolerance asks for points that far inside.
template <int D>
inline bool contains(const VectorN<D>& r, double mu, double tolerance = 0) {
  return margin<D>(r, mu) >= -tolerance && r[0] >= -tolerance;  // for μ = 0 the margin does not see r_N
}

template <int D>
inline bool dual_contains(const VectorN<D>& u, double mu, double tolerance = 0) {
  return dual_margin<D>(u, mu) >= -tolerance;
}

/// The point of K_μ nearest to r.
template <int D>
inline VectorN<D> project(const VectorN<D>& r, double mu) {
  const double t = tangential_norm<D>(r);
  // In the polar cone. Asked first, because for μ = 0 the next question lets negative r_N pass.
  if (mu * t <= -r[0]) return VectorN<D>::Zero();
  if (t <= mu * r[0]) return r;
  // Onto the ray (1, μ r_T/|r_T|). Here t > 0.
  const double normal = (r[0] + mu * t) / (1 + mu * mu);
  return with_tangent<D>(normal, mu * normal / t, r);
}

/// The point of K*_μ nearest to u. With project it splits every x (Moreau): x = project(x) - project_dual(-x),
/// orthogonally.
template <int D>
inline VectorN<D> project_dual(const VectorN<D>& u, double mu) {
  const double t = tangential_norm<D>(u);
  if (mu * t <= u[0]) return u;
  if (t <= -mu * u[0]) return VectorN<D>::Zero();
  // Onto the ray (μ, u_T/|u_T|). Here t > 0.
  const double tangential = (mu * u[0] + t) / (1 + mu * mu);
  return with_tangent<D>(mu * tangential, tangential / t, u);
}

}  // namespace friction
}  // namespace signorini
