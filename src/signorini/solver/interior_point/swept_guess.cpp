#include "signorini/solver/interior_point/swept_guess.h"

#include "signorini/solver/sweeps/gauss_seidel_sweep.h"
#include "signorini/solver/sweeps/momentum.h"

namespace signorini::interior_point {

Vector swept_guess(const ContactProblem& problem, const Vector& guess, int sweeps, const Monitor& monitor) {
  const Delassus delassus(problem);
  GaussSeidelSweep sweep(problem, delassus, 1, 1);
  Vector r = guess, x;
  delassus.state(r, x);
  Momentum momentum(delassus.diagonal(), r, x);
  for (int k = 1; k < sweeps && !monitor.over(); ++k) {
    sweep.run(r, x);
    momentum.extrapolate(r, x);
  }
  sweep.run(r, x);
  return r;
}

}  // namespace signorini::interior_point
