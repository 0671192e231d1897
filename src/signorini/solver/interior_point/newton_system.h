#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/solver/scaled/cone_point.h"

namespace signorini::interior_point {

/// What the solver keeps from call to call: factorisations, each with the symbolic analysis of the pattern it saw last.
struct Workspace {
  Factorization& condensed() { return made(condensed_, make_cholesky_factorization); }
  Factorization& general() { return made(general_, make_lu_factorization); }
  Factorization& delassus() { return made(delassus_, make_cholesky_factorization); }
  Factorization& dense() { return made(dense_, make_dense_factorization); }
  Factorization& augmented() { return made(augmented_, make_indefinite_factorization); }

 private:
  static Factorization& made(std::unique_ptr<Factorization>& slot, std::unique_ptr<Factorization> (*make)()) {
    if (slot == nullptr) slot = make();
    return *slot;
  }
  std::unique_ptr<Factorization> condensed_, general_, delassus_, dense_, augmented_;
};

/// The linear system of a Newton step, in the unknowns (Δv, Δr):
///
///     M Δv - H Δr          = a
///     Hᵀ Δv + (E + W²) Δr  = b         local form: (W_Delassus + E + W²) Δr = b
///
/// Each kind reduces it to one symmetric matrix of its own, with a small δ added to W² (a proximal term, undone by
/// refinement against the system as it stands). ρ = W Δr comes from the reduced system too and is refined beside Δr:
/// multiplying loses its part along the large eigenvalue of W to the rounding of Δr.
template <int D>
class NewtonSystem {
 public:
  virtual ~NewtonSystem() = default;

  /// Takes W from the cone point.
  virtual Factorization::Outcome factorize(double delta) = 0;
  /// Whether its solves need the factor of M, too.
  virtual bool needs_mass() const { return false; }
  /// One solve with the factor, δ and rounding included.
  virtual void solve_once(const Vector& a, const Vector& b, NewtonStep& step) = 0;

  /// What refinement left of the second line, relative to b; what it started from, in both lines; its steps.
  struct Accuracy {
    double residual = 0, unrefined = 0;
    int refinements = 0;
    /// Whether a single solve with the same factor is good enough for predictions and Gondzio's correctors.
    bool needs_no_refinement() const { return unrefined < fair_residual; }
  };
  /// Refines at least `refinements` times and goes on, up to a limit, while the residual is large but falling:
  /// redundant free rows need it, and correctors from directions that are far off cost up to a quarter more iterations.
  Accuracy solve(const Vector& a, const Vector& b, NewtonStep& step, int refinements) {
    const double tiny = std::numeric_limits<double>::min(), size_b = std::max(b.norm(), tiny);
    const double size = std::hypot(momentum_norm(a), size_b);
    solve_once(a, b, step);
    residual(a, b, step);
    double left_a = momentum_norm(residual_a_), left_b = residual_b_.norm();
    Accuracy accuracy{.residual = 0, .unrefined = std::hypot(left_a, left_b) / size};
    while (accuracy.refinements < refinements ||
           (accuracy.refinements < most_refinements && std::hypot(left_a, left_b) > good_residual * size)) {
      solve_once(residual_a_, residual_b_, correction_);
      step += correction_;
      ++accuracy.refinements;
      if (accuracy.refinements >= refinements && accuracy.unrefined < good_residual) break;
      residual(a, b, step);
      const double before_a = std::exchange(left_a, momentum_norm(residual_a_));
      const double before_b = std::exchange(left_b, residual_b_.norm());
      // Either line may be down to rounding while the other still gains: a light body under heavy ones never shows a
      // small residual in the first.
      if (left_a > 0.5 * before_a && left_b > 0.5 * before_b) break;
    }
    accuracy.residual = left_b / size_b;
    return accuracy;
  }

  const Factorization& factorization() const { return *factorization_; }

 protected:
  static constexpr int most_refinements = 5;
  /// Residuals, relative, of a direction to be taken, and of one that another corrects or adds to (measured:
  /// docs/solver_measurements.md).
  static constexpr double good_residual = 1e-11, fair_residual = 1e-8;

  NewtonSystem(const ScaledProblem& problem, const ConePoint<D>& point) : p_(problem), point_(point) {}
  void analyze(Factorization& factorization, const SparseMatrix& lower) {
    factorization.analyze(lower);
    factorization_ = &factorization;
  }

  /// residual_a_, residual_b_ of the system as it stands, global form.
  virtual void residual(const Vector& a, const Vector& b, const NewtonStep& step) {
    residual_a_ = a;
    residual_a_.noalias() -= p_.original.M * step.v;
    p_.H.scatter(step.r, residual_a_);
    p_.H.gather(step.v, residual_b_);
    finish_residual(b, step);
  }
  /// residual_b_ = b - residual_b_ - E Δr - W ρ.
  void finish_residual(const Vector& b, const NewtonStep& step) {
    point_.apply(step.rho, scaled_rho_);
    residual_b_ = b - residual_b_ - scaled_rho_;
    if (p_.compliant) residual_b_ -= p_.E.cwiseProduct(step.r);
  }

  /// r into the eigenbases V of the scalings.
  void turn_in(const std::vector<MatrixN<D>>& basis, Vector& r) const {
    for (int i = 0; i < p_.cones; ++i) {
      auto part = r.segment<D>(p_.cone_row(i));
      part = VectorN<D>(basis[i].transpose() * part);
    }
  }
  /// And out again, with ρ = W r on the way.
  void turn_out(const std::vector<MatrixN<D>>& basis, Vector& r, Vector& rho) const {
    rho.resize(r.size());
    rho.head(p_.free).setZero();
    for (int k = p_.free; k < p_.first_cone(); ++k) rho[k] = point_.positive_scaling(k - p_.free) * r[k];
    for (int i = 0; i < p_.cones; ++i) {
      auto part = r.segment<D>(p_.cone_row(i));
      rho.segment<D>(p_.cone_row(i)) = basis[i] * point_.scaling(i).eigenvalues().cwiseProduct(part);
      part = VectorN<D>(basis[i] * part);
    }
  }

  const ScaledProblem& p_;
  const ConePoint<D>& point_;
  Factorization* factorization_ = nullptr;
  Vector residual_a_, residual_b_;

 private:
  /// Weighted by M's diagonal, so that momenta count in the unit of the scaled velocities.
  double momentum_norm(const Vector& a) const {
    return p_.global() ? std::sqrt(a.cwiseAbs2().dot(p_.inverse_mass)) : 0.0;
  }

  NewtonStep correction_;
  Vector scaled_rho_;
};

/// A system of this kind, or for `auto` the one that takes the least work. `mass`: null in local form, which knows one
/// kind. Where M is not symmetric the condensed matrix is factored as it is, the others with M's symmetric part and
/// refined against M. In newton_systems.cpp.
template <int D>
std::unique_ptr<NewtonSystem<D>> make_newton_system(const std::string& kind, const ScaledProblem& problem,
                                                    const ConePoint<D>& point, const MassFactor* mass,
                                                    Workspace& workspace);

}  // namespace signorini::interior_point
