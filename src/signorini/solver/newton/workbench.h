#pragma once

#include <cmath>
#include <new>
#include <optional>

#include "signorini/solver/monitor.h"
#include "signorini/solver/newton/jacobian_system.h"
#include "signorini/solver/scaled/scaled_motion.h"

namespace signorini::newton {

/// What the methods for exact Coulomb friction share and hand to each other: the problem in scaled unknowns, the
/// operator from impulses to velocities, the linear system, the monitor.
template <int D, typename Matrix = GeneralNormalMatrix>
class Workbench {
 public:
  static constexpr int dimension = D;

  /// `shared`: the factorisation of the system, null for one of its own.
  Workbench(const ContactProblem& problem, Monitor& monitor_, Factorization* shared = nullptr)
      : p(problem), motion(p, monitor_.take_mass_factor()), monitor(monitor_), shared_(shared) {
    motion.velocities(Vector::Zero(p.rows()), q);
    free_speed = q.tail(p.rows() - p.free).norm();
    if (!(free_speed > 0)) free_speed = 1;
  }

  ScaledProblem p;
  interior_point::ScaledMotion motion;
  Monitor& monitor;
  Vector q;           ///< scaled relative velocities when no impulse acts
  double free_speed;  ///< ‖q‖ over the cone rows, 1 when that is 0: the unit of residuals

  /// To be called before the system is used; false when there is no time left for it, which ends the solve.
  bool prepare_system() {
    if (system_) return true;
    if (!monitor.may_prepare(Preparation::system)) return false;
    const Stopwatch clock;
    shared_ != nullptr ? system_.emplace(p, *shared_) : system_.emplace(p);
    monitor.count_analysis(clock.seconds());
    return true;
  }
  /// The same, and the solve goes on without it.
  bool system_fits() { return (system_ || monitor.fits(Preparation::system)) && prepare_system(); }
  JacobianSystem<D, Matrix>& system() { return *system_; }

  /// The system with the blocks it has; false when there is no factor, or no time for it.
  bool factorize() {
    if (!monitor.may_factorize(system().factorization())) return false;
    const Stopwatch clock;
    const bool done = system().factorize() == Factorization::Outcome::done;
    monitor.count_factorization(clock.seconds());
    return done;
  }

  /// Has scaled impulses judged; the best are kept.
  double judge(const Vector& r) {
    const double value = monitor.check({motion.body_velocities(r), p.impulses(r), {}}).value();
    if (value < best_value) {
      best_value = value;
      best = r;
    }
    return value;
  }
  /// Of all that was judged here since the value was last reset.
  Vector best;
  double best_value = INFINITY;

 private:
  Factorization* const shared_;
  std::optional<JacobianSystem<D, Matrix>> system_;
};

/// Runs, if there is time, a method on a workbench, in the dimension of the problem's cones. Where memory for its
/// factors ends, so does the method.
template <typename Run>
void on_workbench(const ContactProblem& problem, Monitor& monitor, Run&& run) {
  if (!monitor.may_prepare(Preparation::operators)) return;
  try {
    problem.cones.dimension == 3 ? run(Workbench<3>(problem, monitor)) : run(Workbench<2>(problem, monitor));
  } catch (const std::bad_alloc&) {
    monitor.give_up_out_of_memory();
  }
}

}  // namespace signorini::newton
