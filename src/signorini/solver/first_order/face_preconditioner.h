#pragma once

#include "signorini/linalg/symmetry.h"
#include "signorini/solver/first_order/face.h"
#include "signorini/solver/first_order/proximal_system.h"

namespace signorini::first_order {

/// (Zᵀ(A + C)Z + δ)⁻¹ on the tangent space Z of a face, by one sparse Cholesky factorisation of S = M + H B Hᵀ with B =
/// Z (C + δ)⁻¹ Zᵀ contact by contact: the inverse is B - B Hᵀ S⁻¹ H B. The perturbation δ takes the place of the
/// paper's perturbed pivots. Global form without compliance.
class FacePreconditioner {
 public:
  /// The problem, in the units of the method, must outlive this.
  explicit FacePreconditioner(const ContactProblem& problem)
      : H_(even_row_blocks(problem)), S_(symmetric_part(problem.M), H_.parts()) {
    factorization_ = mostly_full(S_.lower()) ? make_dense_factorization() : make_cholesky_factorization();
    factorization_->analyze(S_.lower());
  }

  /// For the face as it is now. False when the factorisation fails.
  bool factorize(const ConeQp& qp, const Face& face) {
    S_.reset();
    qp.for_each_block([&](const Block& block, auto rows) {
      constexpr int d = rows;
      MatrixN<d> B;
      for (int i = 0; i < d; ++i) B.col(i) = face.invert_curvature<d>(block, VectorN<d>::Unit(i), delta);
      const int first = block.kind == Block::Kind::free       ? 0
                        : block.kind == Block::Kind::positive ? qp.cones().first_positive()
                                                              : qp.cones().first_friction();
      S_.add(static_cast<int>(block.kind), (block.row - first) / d, B.data());
    });
    return factorization_->factorize(S_.lower()) == Factorization::Outcome::done;
  }
  /// y = (Zᵀ(A + C)Z + δ)⁻¹ a.
  void apply(const ConeQp& qp, const Face& face, const Vector& a, Vector& y) {
    const auto multiply_B = [&](const Vector& x, Vector& result) {
      result.resize(x.size());
      qp.for_each_block([&](const Block& block, auto rows) {
        constexpr int d = rows;
        const VectorN<d> x_i = x.segment<d>(block.row);
        result.segment<d>(block.row) = face.invert_curvature<d>(block, x_i, delta);
      });
    };
    multiply_B(a, y);
    v_.setZero(S_.lower().rows());
    H_.scatter(y, v_);
    factorization_->solve(v_);
    H_.gather(v_, u_);
    u_ = a - u_;
    multiply_B(u_, y);
  }

  const Factorization& factorization() const { return *factorization_; }

 private:
  static constexpr double delta = 1e-4;  ///< in units of the Delassus diagonal

  RowBlocks H_;
  NormalMatrix S_;
  std::unique_ptr<Factorization> factorization_;
  Vector v_, u_;
};

}  // namespace signorini::first_order
