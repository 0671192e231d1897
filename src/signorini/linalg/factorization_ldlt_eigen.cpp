#include <Eigen/SparseCholesky>

#include "signorini/linalg/eigen_factorization.h"

namespace signorini {

std::unique_ptr<Factorization> make_indefinite_factorization() {
  return std::make_unique<EigenFactorization<Eigen::SimplicialLDLT<SparseMatrix>>>();
}

std::string_view indefinite_backend() { return "Eigen"; }

}  // namespace signorini
