#include "signorini/solver/sweeps/jacobi_sweep.h"

#include <algorithm>
#include <cmath>

#include "signorini/cone/friction.h"
#include "signorini/solver/sweeps/visit_contacts.h"

namespace signorini {
namespace {

/// How many contacts and joint rows touch each entry of the state.
Vector touch_counts(const Delassus& delassus) {
  Vector counts = Vector::Zero(delassus.state_size());
  for (const BlockColumns* columns : {&delassus.free(), &delassus.positive(), &delassus.friction()})
    for (const int block : columns->block()) counts.segment(block * columns->width(), columns->width()).array() += 1;
  return counts;
}

/// The diagonal of a matrix that bounds W + E from above. Global form: (Σ_c h_jc r_c)² ≤ k_j Σ_c (h_jc r_c)² with k_j
/// the number of contacts at state entry j splits W by contact, absolute row sums bound each contact's block. Local
/// form: absolute row sums of W.
Vector splitting_diagonal(const Delassus& delassus) {
  const Vector counts = touch_counts(delassus);
  Vector bound = delassus.E();
  int row = 0;
  for (const BlockColumns* columns : {&delassus.free(), &delassus.positive(), &delassus.friction()})
    for (int k = 0; k < columns->groups(); ++k)
      for (int i = 0; i < columns->group(); ++i, ++row) {
        if (delassus.form() == Form::local) {
          bound[row] += columns->absolute_sum(k, i);
        } else {
          for (int j = 0; j < columns->group(); ++j)
            bound[row] += std::abs(columns->weighted_dot(k, i, j, counts.data()));
        }
      }
  return bound;
}

/// Every row of a cone counts with the cone's trace.
Vector trace_diagonal(const Delassus& delassus) {
  const Cones& cones = delassus.cones();
  Vector diagonal = delassus.diagonal();
  for (int k = 0; k < cones.friction(); ++k) {
    auto rows = diagonal.segment(cones.friction_row(k), cones.dimension);
    rows.setConstant(rows.sum());
  }
  return diagonal;
}

}  // namespace

JacobiSweep::JacobiSweep(const ContactProblem& problem, const Delassus& delassus, JacobiScaling scaling, double omega,
                         double lambda)
    : delassus_(delassus), lambda_(lambda), coulomb_(problem.law == Law::coulomb) {
  const Cones& cones = problem.cones;
  const Vector bound = scaling == JacobiScaling::splitting ? splitting_diagonal(delassus) : trace_diagonal(delassus);
  row_steps_ = omega * inverse_or_zero(bound.head(cones.first_friction()));
  cone_steps_.reserve(static_cast<std::size_t>(cones.friction()));
  for (int k = 0; k < cones.friction(); ++k) {
    const auto rows = bound.segment(cones.friction_row(k), cones.dimension);
    const double normal = rows[0] > 0 ? rows[0] : 1.0;
    const double largest = rows.tail(cones.dimension - 1).maxCoeff();
    const double tangential = largest > 0 ? largest : normal;  // without tangential rows any metric will do
    const double kappa = std::sqrt(normal / tangential);
    cone_steps_.push_back({omega / normal, omega / tangential, kappa, problem.friction(k) / kappa});
  }
}

std::size_t JacobiSweep::bytes() const {
  const Cones& cones = delassus_.cones();
  const auto scalar_rows = static_cast<std::size_t>(cones.first_friction());
  const auto cone_count = static_cast<std::size_t>(cones.friction()), d = static_cast<std::size_t>(cones.dimension);
  // Per scalar row: r in and out, w, the step. Per cone: r in and out, w, the step. The old state is read, the new one
  // written and read.
  const std::size_t doubles =
      scalar_rows * 4 + cone_count * 3 * d + 3 * static_cast<std::size_t>(delassus_.state_size());
  return delassus_.free().bytes() + delassus_.positive().bytes() + delassus_.friction().bytes() +
         sizeof(double) * doubles + sizeof(ConeStep) * cone_count;
}

template <int d>
inline VectorN<d> JacobiSweep::step_cone(const ConeStep& step, const VectorN<d>& u, const VectorN<d>& old) const {
  const double mu = step.mu_over_kappa * step.kappa;
  const double u_N = coulomb_ ? u[0] + mu * friction::tangential_norm<d>(u) : u[0];
  VectorN<d> target;
  target[0] = step.kappa * (old[0] - step.normal * u_N);
  for (int g = 1; g < d; ++g) target[g] = old[g] - step.tangential * u[g];
  VectorN<d> result = friction::project<d>(target, step.mu_over_kappa);
  result[0] /= step.kappa;
  return damped<d>(lambda_, result, old);
}

void JacobiSweep::run(Vector& r, const Vector& x, Vector& x_new) const {
  const Cones& cones = delassus_.cones();
  const auto all = [&](const BlockColumns& columns, int first, auto&& update) {
    visit_contacts(delassus_, columns, first, r, x, x_new, Direction::forward, update);
  };
  x_new = x;
  all(delassus_.free(), 0, [&](int k, const auto& u, const auto& old) {
    auto result = old;
    result[0] -= lambda_ * row_steps_[k] * u[0];
    return result;
  });
  all(delassus_.positive(), cones.first_positive(), [&](int k, const auto& u, const auto& old) {
    auto result = old;
    result[0] = std::max(0.0, old[0] - row_steps_[cones.first_positive() + k] * u[0]);
    result[0] = lambda_ * result[0] + (1 - lambda_) * old[0];
    return result;
  });
  all(delassus_.friction(), cones.first_friction(), [&]<int d>(int k, const VectorN<d>& u, const VectorN<d>& old) {
    if constexpr (d > 1)
      return step_cone<d>(cone_steps_[k], u, old);
    else
      return old;
  });
}

}  // namespace signorini
