#include "signorini/distributed/krylov_interior_point.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "signorini/distributed/krylov_equation.h"
#include "signorini/solver/path/predictor_corrector.h"
#include "signorini/solver/progress.h"

namespace signorini::distributed {
namespace {

using interior_point::ScaledProblem;

/// Iterations without a better certificate after which the method has stalled.
constexpr int patience = 15;
/// Below the certificate `near`, a step that leaves more than this share of it lowers δ by `delta_fall`.
constexpr double near = 1e-2, poor_ratio = 0.5, delta_fall = 0.2;
/// Steps shorter than this do not move the iterate.
constexpr double shortest_step = 1e-6;

template <int D>
class Method {
 public:
  Method(const Part& part, const Halo& halo, const KrylovOptions& options, Watch& watch)
      : part_(part),
        halo_(halo),
        options_(options),
        watch_(watch),
        p_(part.problem),
        equation_(p_, part, halo, options.factor) {
    double squares = 0;
    for (const int j : part.owned) squares += part.problem.f[j] * part.problem.f[j];
    f_norm_ = std::sqrt(sum_over_ranks(squares));
  }

  long run() {
    certificate_ = judge(part_.guess);
    start();
    while (watch_.running()) {
      equation_.look_around();
      const double certificate = std::min(1.0, certificate_);
      equation_.prepare(delta_, options_.residual_share * certificate * f_norm_);
      path_.find_direction(equation_, {}, options_.correctors);
      const auto steps = equation_.steps(path_.direction.reach, options_.step_fraction);
      equation_.advance(path_.direction, steps);
      const double before = std::exchange(certificate_, judge(p_.impulses(equation_.point.r)));
      adapt_delta(certificate_ / before);
      progress_.add(certificate_);
      if (progress_.idle() >= patience || steps.shorter() < shortest_step) watch_.give_up_stalled();
    }
    return equation_.system.iterations();
  }

 private:
  /// The proximal term holds back what it should only steady when a step near the answer gains little.
  void adapt_delta(double ratio) {
    if (certificate_ < near && ratio > poor_ratio) delta_ = std::max(options_.smallest_delta, delta_fall * delta_);
  }

  /// With the velocities that belong to the impulses, so that inexact solves leave the dynamics exact.
  double judge(const Vector& r) {
    Vector v = part_.problem.f + part_.problem.H * r;
    return watch_.check(v, r);
  }

  /// v = 0, every normal impulse three times the largest that would stop a contact of the free motion by itself, every
  /// opening velocity the root mean square of the free ones.
  void start() {
    const ContactProblem& problem = part_.problem;
    double largest = 0, squares = 0, count = 0;
    for (int k = p_.free; k < p_.rows(); ++k) {
      const int row = p_.source[static_cast<std::size_t>(k)];
      if (part_.row_leaf[static_cast<std::size_t>(row)] < 0) continue;
      const double exerted = problem.H.col(row).dot(problem.f), q = exerted + problem.w[row];
      squares += q * q;
      ++count;
      const double diagonal = problem.H.col(row).squaredNorm();
      if (p_.is_axis(k) && diagonal > 0) largest = std::max(largest, std::abs(exerted) / diagonal);
    }
    largest = most_of_ranks(largest);
    count = sum_over_ranks(count);
    double velocity = std::sqrt(sum_over_ranks(squares) / std::max(1.0, count));
    if (velocity == 0) velocity = 1;
    const double impulse = largest > 0 ? 3 * largest : velocity;
    equation_.point.set_on_axes(impulse * p_.t.cwiseInverse(), velocity * p_.t);
  }

  const Part& part_;
  const Halo& halo_;
  const KrylovOptions& options_;
  Watch& watch_;
  ScaledProblem p_;
  KrylovEquation<D> equation_;
  interior_point::PredictorCorrector<typename KrylovEquation<D>::Direction> path_;
  Progress progress_;
  double f_norm_ = 0, certificate_ = 1, delta_ = options_.largest_delta;
};

}  // namespace

long run_krylov_interior_point(const Part& part, const Halo& halo, const KrylovOptions& options, Watch& watch) {
  return part.problem.cones.dimension == 3 ? Method<3>(part, halo, options, watch).run()
                                           : Method<2>(part, halo, options, watch).run();
}

}  // namespace signorini::distributed
