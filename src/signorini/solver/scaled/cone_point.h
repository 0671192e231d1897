#pragma once

#include <vector>

#include "signorini/cone/nesterov_todd.h"
#include "signorini/cone/step.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace signorini::interior_point {

/// Δv, Δr and ρ = W Δr.
struct NewtonStep {
  Vector v, r, rho;
  NewtonStep& operator+=(const NewtonStep& other) {
    v += other.v;
    r += other.r;
    rho += other.rho;
    return *this;
  }
};

/// The pair (r, u), strictly inside the cones, with its Nesterov-Todd scaling W: W r = W⁻¹ u = z. Directions are kept
/// scaled, ρ = W Δr and υ = W⁻¹ Δu, since that is where they are of one size.
///
/// Next to the boundary the stored r and u no longer determine their determinants and their product r·u; these are
/// carried along multiplicatively from step to step instead, and recomputed where the point is well inside. Carrying
/// the determinants but not r·u left a third of the collection between 1e-10 and 6e-9.
template <int D>
class ConePoint {
 public:
  explicit ConePoint(const ScaledProblem& problem)
      : p_(problem),
        r(Vector::Zero(problem.rows())),
        u(r),
        z(r),
        positive_(problem.positive),
        cones_(problem.cones),
        carried_(problem.cones) {}

 private:
  const ScaledProblem& p_;
  struct Carried {
    double det_r, det_u, gap;
  };

 public:
  Vector r, u;
  /// The scaled point; 0 in the free rows.
  Vector z;

  /// Sets r and u to multiples of the cones' axes, given row by row of the normals. Free rows stay.
  void set_on_axes(const Vector& impulse, const Vector& velocity) {
    for (int k = p_.free; k < p_.rows(); ++k) {
      r[k] = p_.is_axis(k) ? impulse[k] : 0;
      u[k] = p_.is_axis(k) ? velocity[k] : 0;
    }
    carry_stored();
  }
  void set_on_axes(double size) { set_on_axes(Vector::Constant(r.size(), size), Vector::Constant(r.size(), size)); }

  /// Sets r and u, cone by cone, by a function of two eigenvalue-wise maps: r = f(x), u = g(y).
  template <typename F, typename G>
  void set_spectral(const Vector& x, F&& f, const Vector& y, G&& g) {
    for (int k = p_.free; k < p_.first_cone(); ++k) {
      r[k] = f(x[k]);
      u[k] = g(y[k]);
    }
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      r.segment<D>(k) = lorentz::spectral<D>(x.segment<D>(k), f);
      u.segment<D>(k) = lorentz::spectral<D>(y.segment<D>(k), g);
    }
    carry_stored();
  }

  /// The pair with r - u = difference and r∘u = μ e, which exists for any difference.
  void set_on_path(const Vector& difference, double mu) {
    const auto root = [mu](double x) { return std::sqrt(x * x + 4 * mu); };
    // The smaller of the two from their product: their difference cancels.
    set_spectral(
        difference, [&](double x) { return x > 0 ? 0.5 * (x + root(x)) : 2 * mu / (root(x) - x); }, difference,
        [&](double x) { return x < 0 ? 0.5 * (root(x) - x) : 2 * mu / (root(x) + x); });
  }

  /// -r_d = f + H r - M v (global form), and r_p = Hᵀ v + w + E r - u.
  void residuals(const Vector& v, Vector& dual, Vector& primal) const {
    if (p_.global()) {
      p_.H.gather(v, primal);
      dual = p_.original.f;
      dual.noalias() -= p_.original.M * v;
      p_.H.scatter(r, dual);
    } else {
      primal.noalias() = p_.W * r;
    }
    primal += p_.w - u;
    if (p_.compliant) primal += p_.E.cwiseProduct(r);
  }

  /// What a later return to this point needs.
  struct Saved {
    Vector r, u;
    std::vector<Carried> carried;
  };
  void save(Saved& saved) const {
    saved.r = r;
    saved.u = u;
    saved.carried = carried_;
  }
  void restore(const Saved& saved) {
    r = saved.r;
    u = saved.u;
    carried_ = saved.carried;
  }

  /// Computes W and z; returns the complementarity measure r·u over the degree.
  double scale() {
    double sum = 0;
    for (int k = 0; k < p_.positive; ++k) {
      const int row = p_.free + k;
      positive_[k] = std::sqrt(u[row] / r[row]);
      z[row] = std::sqrt(u[row] * r[row]);
      sum += z[row] * z[row];
    }
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      const VectorN<D> ri = r.segment<D>(k), ui = u.segment<D>(k);
      refresh(carried_[i], ri, ui);
      cones_[i] = nesterov_todd<D>(ui, ri, carried_[i].det_u, carried_[i].det_r, carried_[i].gap);
      z.segment<D>(k) = cones_[i].z;
      sum += cones_[i].z.squaredNorm();
    }
    return p_.degree() == 0 ? 0 : sum / p_.degree();
  }

  /// The smallest eigenvalue of W²; 1 when there are no cones.
  double smallest_scaling() const {
    double smallest = 1;
    for (const double w : positive_) smallest = std::min(smallest, w * w);
    for (const NesterovTodd<D>& nt : cones_)
      smallest = std::min(smallest, nt.eigenvalues().array().square().minCoeff());
    return smallest;
  }

  const NesterovTodd<D>& scaling(int i) const { return cones_[i]; }
  double positive_scaling(int k) const { return positive_[k]; }

  /// y = W x.
  void apply(const Vector& x, Vector& y) const {
    y.resize(x.size());
    y.head(p_.free).setZero();
    for (int k = 0; k < p_.positive; ++k) y[p_.free + k] = positive_[k] * x[p_.free + k];
    for (int i = 0; i < p_.cones; ++i)
      y.segment<D>(p_.cone_row(i)) = cones_[i].apply(VectorN<D>(x.segment<D>(p_.cone_row(i))));
  }
  /// How far r and u may go along a direction before they leave the cones.
  struct Reach {
    double r = std::numeric_limits<double>::infinity(), u = r;
    double both() const { return std::min(r, u); }
  };
  /// Rule `scaled`: the largest α with z + α ρ and z + α υ in the cones (thesis eq. 4.55-4.56).
  Reach scaled_reach(const Vector& rho, const Vector& upsilon) const {
    Reach reach;
    for (int k = p_.free; k < p_.first_cone(); ++k) {
      reach.r = std::min(reach.r, scaled_step(z[k], rho[k]));
      reach.u = std::min(reach.u, scaled_step(z[k], upsilon[k]));
    }
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      reach.r = std::min(reach.r, scaled_step<D>(cones_[i].z, cones_[i].det_z, rho.segment<D>(k)));
      reach.u = std::min(reach.u, scaled_step<D>(cones_[i].z, cones_[i].det_z, upsilon.segment<D>(k)));
    }
    return reach;
  }
  /// Rule `quadratic`: the same from r, u and their changes as stored (thesis eq. 4.52-4.54).
  Reach quadratic_reach(const Vector& delta_r, const Vector& delta_u) const {
    Reach reach;
    for (int k = p_.free; k < p_.first_cone(); ++k) {
      reach.r = std::min(reach.r, positive::step_to_boundary(r[k], delta_r[k]));
      reach.u = std::min(reach.u, positive::step_to_boundary(u[k], delta_u[k]));
    }
    const auto limit = [](const VectorN<D>& point, const VectorN<D>& delta) {
      const StepInterval interval = step_interval<D>(point, delta, 1);
      return interval.empty() ? 0.0 : interval.sup;
    };
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      reach.r = std::min(reach.r, limit(r.segment<D>(k), delta_r.segment<D>(k)));
      reach.u = std::min(reach.u, limit(u.segment<D>(k), delta_u.segment<D>(k)));
    }
    return reach;
  }

  /// -z ⊘ (z∘z + ρ∘υ - target e): the right-hand side ρ + υ of the corrected complementarity condition (thesis
  /// eq. 4.51).
  void corrected(const Vector& rho, const Vector& upsilon, double target, Vector& d) const {
    d = -z;
    for (int k = p_.free; k < p_.first_cone(); ++k) d[k] -= (rho[k] * upsilon[k] - target) / z[k];
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      VectorN<D> second = lorentz::product<D>(VectorN<D>(rho.segment<D>(k)), VectorN<D>(upsilon.segment<D>(k)));
      second[0] -= target;
      d.segment<D>(k) -= lorentz::quotient<D>(cones_[i].z, second);
    }
  }

  /// Gondzio: d is what brings the products at the trial step α back into [low, high] · target, eigenvalue by
  /// eigenvalue.
  void centrality(const Vector& rho, const Vector& upsilon, double alpha, double target, Vector& d) const {
    constexpr double low = 0.1, high = 10;
    const auto correction = [&](double product) {
      return std::max(std::clamp(product, low * target, high * target) - product, -high * target);
    };
    d.resize(z.size());
    d.head(p_.free).setZero();
    for (int k = p_.free; k < p_.first_cone(); ++k)
      d[k] = correction((z[k] + alpha * rho[k]) * (z[k] + alpha * upsilon[k])) / z[k];
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      const VectorN<D> x = cones_[i].z + alpha * rho.segment<D>(k), y = cones_[i].z + alpha * upsilon.segment<D>(k);
      const VectorN<D> change = lorentz::spectral<D>(lorentz::product<D>(x, y), correction);
      d.segment<D>(k) = lorentz::quotient<D>(cones_[i].z, change);
    }
  }

  /// Moves r by α_r Δr and u by α_u W υ.
  void advance(double alpha_r, double alpha_u, const Vector& delta_r, const Vector& rho, const Vector& upsilon) {
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      const VectorN<D> dr = rho.segment<D>(k), du = upsilon.segment<D>(k);
      const NesterovTodd<D>& nt = cones_[i];
      carried_[i].det_r *= scaled_direction<D>(nt.z, nt.det_z, dr).det_factor(alpha_r);
      carried_[i].det_u *= scaled_direction<D>(nt.z, nt.det_z, du).det_factor(alpha_u);
      carried_[i].gap = lorentz::dot<D>(VectorN<D>(nt.z + alpha_r * dr), VectorN<D>(nt.z + alpha_u * du));
    }
    r += alpha_r * delta_r;
    apply(upsilon, change_);
    u += alpha_u * change_;
  }

  /// Moves u of cone i along its axis by a positive amount, away from the boundary.
  void lift(int i, double amount) {
    const int k = p_.cone_row(i);
    carried_[i].det_u += amount * (2 * u[k] + amount);
    carried_[i].gap += amount * r[k];
    u[k] += amount;
  }

 private:
  /// A quantity counts as well inside, and is recomputed, above these shares of the square of the axis parts.
  static constexpr double inside_determinant = 1e-6, inside_gap = 1e-4;

  static void refresh(Carried& carried, const VectorN<D>& r, const VectorN<D>& u) {
    const double det_r = lorentz::det<D>(r), det_u = lorentz::det<D>(u), gap = lorentz::dot<D>(r, u);
    if (det_r > inside_determinant * r[0] * r[0]) carried.det_r = det_r;
    if (det_u > inside_determinant * u[0] * u[0]) carried.det_u = det_u;
    if (gap > inside_gap * r[0] * u[0]) carried.gap = gap;
    carried.gap = std::max(carried.gap, std::sqrt(carried.det_r * carried.det_u));
  }

  /// The carried numbers of r and u as stored.
  void carry_stored() {
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      const VectorN<D> ri = r.segment<D>(k), ui = u.segment<D>(k);
      carried_[i] = {lorentz::det<D>(ri), lorentz::det<D>(ui), lorentz::dot<D>(ri, ui)};
    }
  }

  Vector positive_;  ///< √(u/r)
  std::vector<NesterovTodd<D>> cones_;
  std::vector<Carried> carried_;
  Vector change_;
};

// Compiled once, in cone_point.cpp.
extern template class ConePoint<2>;
extern template class ConePoint<3>;

}  // namespace signorini::interior_point
