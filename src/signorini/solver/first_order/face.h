#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "signorini/solver/first_order/cone_qp.h"

namespace signorini::first_order {

/// The face of K on which a point lies, as far as a Krylov method may move on it: rows that are free, contacts inside
/// their cone (sticking), on its boundary (slipping) and at its apex (open). For positive rows this is the paper's
/// active set, for friction cones its extension.
///
/// A slipping contact moves in the plane that touches the cone: along the ray, and across it, where the cone curves
/// away. Across the ray the objective on the cone has the additional curvature κ = λ / (|x_T| √(1 + μ²)), λ the outward
/// part of -g. `precondition` is the projection onto the tangent space with 1/(1 + κ) across the ray, so that contacts
/// with little force do not spoil the condition.
class Face {
 public:
  enum class Place : unsigned char { open, slipping, sticking };

  explicit Face(const ConeQp& qp)
      : qp_(qp), places_(blocks(qp)), cones_(static_cast<std::size_t>(qp.cones().friction())) {}

  /// The face of x. Slipping contacts whose -g points into the cone count as sticking. Returns whether any place
  /// changed.
  bool update(const Vector& x, const Vector& g) {
    bool changed = false;
    qp_.for_each_block([&](const Block& block, auto d) {
      const VectorN<d> x_i = x.template segment<d>(block.row), g_i = g.template segment<d>(block.row);
      changed |= this->template update<d>(block, x_i, g_i);
    });
    return changed;
  }
  template <int d>
  bool update(const Block& block, const VectorN<d>& x, const VectorN<d>& g) {
    const Place place = find_place<d>(block, x, g);
    Place& kept = places_[block_index<d>(block)];
    const bool changed = place != kept;
    kept = place;
    return changed;
  }

  /// -P(-g) with P the projection onto the directions in which x can move: eq. 14, for cones onto the tangent cone.
  template <int d>
  static VectorN<d> projected_gradient(const Block& block, const VectorN<d>& x, const VectorN<d>& g) {
    if constexpr (d == 1) {
      const bool held = block.kind == Block::Kind::positive && !(x[0] > 0) && g[0] > 0;
      return held ? VectorN<1>(0.0) : g;
    } else {
      if (!(x[0] > 0)) return -friction::project<d>(-g, block.mu);
      if (!on_boundary<d>(block, x)) return g;
      const VectorN<d> n = outward<d>(block, x);
      const double out = -n.dot(g);
      return out > 0 ? VectorN<d>(g + out * n) : g;
    }
  }

  /// Whether x stays where it is on the boundary: moving along -g would not leave it inwards.
  template <int d>
  static bool is_binding(const Block& block, const VectorN<d>& x, const VectorN<d>& g) {
    if constexpr (d == 1) {
      return block.kind == Block::Kind::free || x[0] > 0 || g[0] >= 0;
    } else {
      if (!(x[0] > 0)) return friction::dual_contains<d>(g, block.mu);
      return !on_boundary<d>(block, x) || outward<d>(block, x).dot(g) <= 0;
    }
  }

  /// M v with M = the preconditioned projection onto the tangent space, C v the curvature of the cone, and (C + δ)⁻¹ v
  /// on the tangent space.
  template <int d>
  VectorN<d> precondition(const Block& block, const VectorN<d>& v) const {
    return apply<d>(block, v, 1.0, [](const Cone& cone) { return cone.across; });
  }
  template <int d>
  VectorN<d> curve(const Block& block, const VectorN<d>& v) const {
    return apply<d>(block, v, 0.0, [](const Cone& cone) { return cone.kappa; });
  }

  template <int d>
  VectorN<d> invert_curvature(const Block& block, const VectorN<d>& v, double delta) const {
    return apply<d>(block, v, 1 / delta, [delta](const Cone& cone) { return 1 / (cone.kappa + delta); });
  }

  template <int d>
  Place place(const Block& block) const {
    return places_[block_index<d>(block)];
  }

  /// The largest α with y + α direction in the cone, or for slipping contacts with a normal impulse that is not
  /// negative.
  template <int d>
  double step_to_boundary(const Block& block, const VectorN<d>& y, const VectorN<d>& direction) const {
    if constexpr (d == 1) {
      const bool bounded = block.kind == Block::Kind::positive && place<d>(block) != Place::open;
      return bounded ? positive::step_to_boundary(y[0], direction[0]) : INFINITY;
    } else {
      if (place<d>(block) == Place::open) return INFINITY;
      if (place<d>(block) == Place::slipping) return positive::step_to_boundary(y[0], direction[0]);
      return friction_step<d>(y, direction, block.mu);
    }
  }

 private:
  /// The largest α ≥ 0 with y + α direction ∈ K_μ for y ∈ K_μ.
  template <int d>
  static double friction_step(const VectorN<d>& y, const VectorN<d>& direction, double mu) {
    // The smaller positive root of (μ y_N + α μ p_N)² = |y_T + α p_T|²: a α² + 2 b α + c = 0 with c ≥ 0.
    const double n = mu * y[0], dn = mu * direction[0];
    double a = dn * dn, b = n * dn, c = n * n;
    for (int i = 1; i < d; ++i) {
      a -= direction[i] * direction[i];
      b -= y[i] * direction[i];
      c -= y[i] * y[i];
    }
    c = std::max(c, 0.0);
    const double discriminant = b * b - a * c;
    if (discriminant < 0 || (a >= 0 && b >= 0)) return INFINITY;
    return c / (-b + std::sqrt(discriminant));
  }

  struct Cone {
    double t1 = 0, t2 = 0;         ///< the direction of x_T
    double kappa = 0, across = 1;  ///< curvature across the ray, 1/(1 + κ)
  };

  static std::size_t blocks(const ConeQp& qp) {
    return static_cast<std::size_t>(qp.cones().free + qp.cones().contacts());
  }

  template <int d>
  static bool on_boundary(const Block& block, const VectorN<d>& x) {
    constexpr double rounding = 1e-12;
    return friction::tangential_norm<d>(x) >= (1 - rounding) * block.mu * x[0];
  }

  /// The unit normal of the cone at a point of its boundary.
  template <int d>
  static VectorN<d> outward(const Block& block, const VectorN<d>& x) {
    const double length = friction::tangential_norm<d>(x), scale = 1 / std::sqrt(1 + block.mu * block.mu);
    return friction::with_tangent<d>(-block.mu * scale, scale / length, x);
  }

  template <int d>
  Place find_place(const Block& block, const VectorN<d>& x, const VectorN<d>& g) {
    if constexpr (d == 1) {
      return block.kind == Block::Kind::free || x[0] > 0 ? Place::sticking : Place::open;
    } else {
      if (!(x[0] > 0)) return Place::open;
      if (!on_boundary<d>(block, x)) return Place::sticking;
      const double lambda = -outward<d>(block, x).dot(g);
      if (lambda < 0) return Place::sticking;
      Cone& cone = cones_[cone_index<d>(block)];
      const double length = friction::tangential_norm<d>(x);
      cone.t1 = x[1] / length;
      if constexpr (d == 3) cone.t2 = x[2] / length;
      cone.kappa = lambda / (length * std::sqrt(1 + block.mu * block.mu));
      cone.across = 1 / (1 + cone.kappa);
      return Place::slipping;
    }
  }

  template <int d>
  std::size_t cone_index(const Block& block) const {
    return static_cast<std::size_t>((block.row - qp_.cones().first_friction()) / d);
  }

  template <int d>
  std::size_t block_index(const Block& block) const {
    if constexpr (d == 1) return static_cast<std::size_t>(block.row);
    return static_cast<std::size_t>(qp_.cones().first_friction()) + cone_index<d>(block);
  }

  /// along · (part of v in the ray) + across(cone) · (part across it); sticking contacts take `along`, open ones 0.
  template <int d, typename Across>
  VectorN<d> apply(const Block& block, const VectorN<d>& v, double along, Across&& across) const {
    if constexpr (d == 1) {
      return place<d>(block) == Place::sticking ? VectorN<1>(along * v) : VectorN<1>(0.0);
    } else {
      if (place<d>(block) == Place::open) return VectorN<d>::Zero();
      if (place<d>(block) == Place::sticking) return VectorN<d>(along * v);
      const Cone& cone = cones_[cone_index<d>(block)];
      VectorN<d> ray;
      ray[0] = 1;
      ray[1] = block.mu * cone.t1;
      if constexpr (d == 3) ray[2] = block.mu * cone.t2;
      const double share = along * ray.dot(v) / (1 + block.mu * block.mu);
      VectorN<d> result = share * ray;
      if constexpr (d == 3) {
        const double turn = across(cone) * (cone.t1 * v[2] - cone.t2 * v[1]);
        result[1] -= turn * cone.t2;
        result[2] += turn * cone.t1;
      }
      return result;
    }
  }

  const ConeQp& qp_;
  std::vector<Place> places_;
  std::vector<Cone> cones_;
};

}  // namespace signorini::first_order
