#include <Eigen/SparseCholesky>

#include "signorini/linalg/eigen_factorization.h"

namespace signorini {

std::unique_ptr<Factorization> make_cholesky_factorization() {
  return std::make_unique<EigenFactorization<Eigen::SimplicialLLT<SparseMatrix>>>();
}

}  // namespace signorini
