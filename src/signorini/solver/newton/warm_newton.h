#pragma once

#include <utility>

#include "signorini/solver/newton/newton_equation.h"
#include "signorini/solver/progress.h"

namespace signorini::newton {

struct WarmNewtonOptions {
  /// Degrees of freedom (local form: rows) up to which any guess is tried: there a step takes microseconds.
  int small = 150;
  /// Proximal term, a share of the Delassus diagonal. A step leaves about this share of the error; with redundant
  /// contacts, whose forces motion does not determine, it is all that the matrix has, and costs as many digits.
  double alpha = 1e-6;
  /// The certificate must fall to this share in a step, except in so many: then contacts go on changing between open,
  /// sticking and sliding, which other methods settle faster.
  double good_share = 0.3;
  int patience = 3;
  /// A guess with at most this certificate belongs to bodies at rest: what gravity adds in a step is balanced to a
  /// millionth.
  double resting = 1e-6;
};

/// Whether the guess, which was judged, leaves bodies as good as at rest.
inline bool rests(const Monitor& monitor, const WarmNewtonOptions& options) {
  return monitor.best() <= options.resting;
}

/// Whether to try: small problems, bodies at rest, few redundant rows. With many, as in packings that settle, it rarely
/// ends well.
inline bool newton_pays(const ContactProblem& problem, const Vector& guess, const Monitor& monitor,
                        const WarmNewtonOptions& options = {}) {
  if (guess.isZero(0) || monitor.stopped()) return false;
  const int size = problem.form == Form::global ? problem.dof() : problem.rows();
  return size <= options.small || rests(monitor, options) || problem.rows() < size;
}

/// Improves a guess that is near the answer, such as the impulses of the last time step: Newton steps of full length on
/// the law's function, with a proximal term about the last impulses. Converges in one or two steps once it is known
/// which contacts are open, stick and slide, and gives up soon where that keeps changing.
template <int D, typename Matrix = GeneralNormalMatrix>
class WarmNewton {
 public:
  WarmNewton(Workbench<D, Matrix>& bench, Law law, const WarmNewtonOptions& options = {})
      : bench_(bench), options_(options), equation_(bench, law) {}

  /// From scaled impulses that were judged.
  void run(Vector r) {
    Progress progress(options_.good_share);
    progress.add(bench_.monitor.best());
    // What is left of velocities would move resting bodies step after step: two steps take it down to rounding, and the
    // next guess needs none.
    bool twice = rests(bench_.monitor, options_);
    while (progress.idle() < options_.patience && bench_.monitor.running()) {
      if (!step(r) || (std::exchange(twice, false) && !step(r))) return;
      progress.add(bench_.judge(r));
    }
  }

 private:
  bool step(Vector& r) {
    bench_.motion.velocities(r, u_);
    equation_.residual(r, u_);
    if (!equation_.step(r, u_, options_.alpha, bench_.p.free_delta, step_)) return false;
    r += step_;
    return true;
  }

  Workbench<D, Matrix>& bench_;
  const WarmNewtonOptions options_;
  NewtonEquation<D, Matrix> equation_;
  Vector u_, step_;
};

}  // namespace signorini::newton
