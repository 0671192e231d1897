#pragma once

#include <petscksp.h>

#include <memory>
#include <vector>

#include "signorini/distributed/formed_system.h"
#include "signorini/distributed/halo.h"
#include "signorini/distributed/part.h"
#include "signorini/solver/scaled/cone_point.h"

namespace signorini::distributed {

/// Newton's equations of the interior point method, condensed on the velocities, over the ranks:
///
///     S Δv = a + H K b,   S = 1 + H K Hᵀ,   K = (E + W² + δ)⁻¹
///
/// in velocities that are whitened. PETSc's conjugate gradients solve them, preconditioned by the diagonal blocks of
/// the bodies, or by a factor of S; S is applied contact by contact, and formed for a factor alone. δ is a proximal
/// term on the impulses: without it the condition grows beyond all bounds.
template <int D>
class KrylovSystem {
 public:
  KrylovSystem(const interior_point::ScaledProblem& problem, const interior_point::ConePoint<D>& point,
               const Part& part, const Halo& halo, bool factors);
  ~KrylovSystem();
  KrylovSystem(const KrylovSystem&) = delete;
  KrylovSystem& operator=(const KrylovSystem&) = delete;

  /// K and the preconditioner at the point.
  void prepare(double delta);
  /// To a residual of the given norm over all ranks. `step.v` holds a first guess where `from_guess`.
  void solve(const Vector& a, const Vector& b, double residual, interior_point::NewtonStep& step, bool from_guess);

  long iterations() const { return iterations_; }

 private:
  static PetscErrorCode multiply_for_petsc(Mat A, Vec x, Vec y);
  static PetscErrorCode precondition_for_petsc(PC pc, Vec x, Vec y);
  void multiply(Vec x, Vec y);
  void precondition(Vec x, Vec y) const;
  void set_preconditioner(bool factors);
  void invert_diagonal_blocks();
  void add_to_diagonal_blocks(const BlockColumns& columns, const std::vector<double>& K);
  /// r = K x and ρ = W r.
  void apply_inverse(const Vector& x, Vector& r, Vector& rho) const;

  /// Iterations of one solve at most: beyond them the direction is taken as it is.
  static constexpr int most_iterations = 3000;

  const interior_point::ScaledProblem& p_;
  const interior_point::ConePoint<D>& point_;
  const Part& part_;
  const Halo& halo_;
  std::vector<double> single_, blocks_;   ///< K of the free and positive rows, and of the cones, dense
  int block_size_ = 1;                    ///< of the preconditioner
  std::vector<double> diagonal_;          ///< the blocks of S, then their inverses
  std::unique_ptr<FormedSystem> formed_;  ///< null without a factor
  Vector local_x_, local_y_, relative_;
  Vec right_ = nullptr, answer_ = nullptr;
  Mat matrix_ = nullptr;
  KSP ksp_ = nullptr;
  long iterations_ = 0;
};

}  // namespace signorini::distributed
