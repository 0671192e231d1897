#include "signorini/linalg/machine_rate.h"

#include <algorithm>
#include <cmath>

#include "signorini/base/stopwatch.h"
#include "signorini/linalg/factorization.h"

namespace signorini {
namespace {

/// Large enough to come near the rate of large matrices, small enough for a few milliseconds.
constexpr int size = 300;
/// A clock that stood still must not promise infinite speed.
constexpr double highest_rate = 1e12;

double measure() {
  const Eigen::MatrixXd A = Eigen::MatrixXd::Identity(size, size) * size + Eigen::MatrixXd::Constant(size, size, 1);
  SparseMatrix lower = Eigen::MatrixXd(A.triangularView<Eigen::Lower>()).sparseView();
  lower.makeCompressed();
  const auto cholesky = make_cholesky_factorization();
  cholesky->analyze(lower);
  cholesky->factorize(lower);  // the first one fetches buffers
  double seconds = INFINITY;   // the shortest: others may be interrupted by other work
  for (int k = 0; k < 3; ++k) {
    const Stopwatch clock;
    cholesky->factorize(lower);
    seconds = std::min(seconds, clock.seconds());
  }
  return std::clamp(cholesky->flops() / seconds, 1.0, highest_rate);
}

}  // namespace

double machine_rate() {
  static const double rate = measure();
  return rate;
}

}  // namespace signorini
