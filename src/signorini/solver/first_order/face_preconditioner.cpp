#include "signorini/solver/first_order/face_preconditioner.h"

#include "signorini/linalg/symmetry.h"

namespace signorini::first_order {

FacePreconditioner::FacePreconditioner(const ContactProblem& problem)
    : H_(even_row_blocks(problem)), S_(symmetric_part(problem.M), H_.parts()) {
  factorization_ = mostly_full(S_.lower()) ? make_dense_factorization() : make_cholesky_factorization();
  factorization_->analyze(S_.lower());
}

bool FacePreconditioner::factorize(const ConeQp& qp, const Face& face) {
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

void FacePreconditioner::apply(const ConeQp& qp, const Face& face, const Vector& a, Vector& y) {
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

}  // namespace signorini::first_order
