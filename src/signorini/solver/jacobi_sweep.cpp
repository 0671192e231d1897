#include "signorini/solver/jacobi_sweep.h"

#include <algorithm>
#include <array>

#include "signorini/cone/friction.h"
#include "signorini/solver/local_blocks.h"
#include "signorini/solver/one_contact.h"
#include "signorini/solver/visit_contacts.h"

namespace signorini {
namespace {

/// How many contacts and joint rows touch each entry of the state.
Vector touch_counts(const Delassus& delassus) {
  Vector counts = Vector::Zero(delassus.state_size());
  for (const BlockColumns* columns : {&delassus.free(), &delassus.positive(), &delassus.friction()})
    for (const int block : columns->block()) counts.segment(block * columns->width(), columns->width()).array() += 1;
  return counts;
}

/// A block diagonal upper bound of W + E, one dimension × dimension block a group of `columns`. Global form: (Σ_c h_jc
/// r_c)² ≤ k_j Σ_c (h_jc r_c)² with k_j the number of contacts at state entry j. Local form: the absolute row sums.
std::vector<double> splitting_blocks(const Delassus& delassus, const BlockColumns& columns, int first,
                                     const Vector& counts) {
  const int d = columns.group();
  std::vector<double> blocks(static_cast<std::size_t>(columns.groups() * d * d));
  double* block = blocks.data();
  for (int k = 0; k < columns.groups(); ++k, block += d * d)
    for (int i = 0; i < d; ++i) {
      if (delassus.form() == Form::global) {
        for (int j = 0; j < d; ++j) block[i * d + j] = columns.weighted_dot(k, i, j, counts.data());
      } else {
        block[i * d + i] = columns.absolute_sum(k, i);
      }
      block[i * d + i] += delassus.E()[first + k * d + i];
    }
  return blocks;
}

}  // namespace

JacobiSweep::JacobiSweep(const ContactProblem& problem, const Delassus& delassus, JacobiScaling scaling, double omega,
                         double lambda)
    : delassus_(delassus),
      scaling_(scaling),
      lambda_(lambda),
      coulomb_(problem.law == Law::coulomb),
      mu_(effective_friction(problem)) {
  const Cones& cones = problem.cones;
  Vector diagonal = delassus.diagonal();
  if (scaling == JacobiScaling::splitting) {
    const Vector counts = touch_counts(delassus);
    const auto free = splitting_blocks(delassus, delassus.free(), 0, counts);
    const auto positive = splitting_blocks(delassus, delassus.positive(), cones.first_positive(), counts);
    std::copy(free.begin(), free.end(), diagonal.data());
    std::copy(positive.begin(), positive.end(), diagonal.data() + cones.first_positive());
    blocks_ = splitting_blocks(delassus, delassus.friction(), cones.first_friction(), counts);
    regularise_blocks(blocks_, cones.dimension);
    for (double& entry : blocks_) entry /= omega;
  }
  for (int k = 0; k < cones.friction(); ++k) {
    auto rows = diagonal.segment(cones.friction_row(k), cones.dimension);
    rows.setConstant(rows.sum());
  }
  step_ = omega * inverse_or_zero(diagonal);
}

std::size_t JacobiSweep::bytes() const {
  const Cones& cones = delassus_.cones();
  const auto scalar_rows = static_cast<std::size_t>(cones.first_friction()),
             cone_count = static_cast<std::size_t>(cones.friction()), d = static_cast<std::size_t>(cones.dimension);
  // Per scalar row: r in and out, w, the step. Per cone: r in and out, w, the symmetric block or one step, μ. The old
  // state is read, the new one written and read.
  const std::size_t metric = scaling_ == JacobiScaling::splitting ? d * (d + 1) / 2 : 1;
  const std::size_t doubles =
      scalar_rows * 4 + cone_count * (3 * d + metric + 1) + 3 * static_cast<std::size_t>(delassus_.state_size());
  return delassus_.free().bytes() + delassus_.positive().bytes() + delassus_.friction().bytes() +
         sizeof(double) * doubles;
}

void JacobiSweep::run(Vector& r, const Vector& x, Vector& x_new) const {
  const Cones& cones = delassus_.cones();
  const auto all = [&](const BlockColumns& columns, int first, auto&& update) {
    visit_contacts(delassus_, columns, first, r, x, x_new, Direction::forward, update);
  };
  x_new = x;
  all(delassus_.free(), 0, [&](int k, const auto& u, const auto& old) {
    auto result = old;
    result[0] -= lambda_ * step_[k] * u[0];
    return result;
  });
  all(delassus_.positive(), cones.first_positive(), [&](int k, const auto& u, const auto& old) {
    auto result = old;
    result[0] = lambda_ * std::max(0.0, old[0] - step_[cones.first_positive() + k] * u[0]) + (1 - lambda_) * old[0];
    return result;
  });
  all(delassus_.friction(), cones.first_friction(),
      [&]<int d>(int k, const VectorN<d>& u, const VectorN<d>& old) -> VectorN<d> {
        if constexpr (d > 1) {
          const VectorN<d> result =
              scaling_ == JacobiScaling::splitting ? solved_in_block<d>(k, u, old) : projected_step<d>(k, u, old);
          return lambda_ * result + (1 - lambda_) * old;
        }
        return old;
      });
}

template <int d>
VectorN<d> JacobiSweep::solved_in_block(int k, const VectorN<d>& u, const VectorN<d>& old) const {
  const MatrixN<d> W = Eigen::Map<const MatrixN<d>>(blocks_.data() + d * d * k);
  return solve_one_contact(W, VectorN<d>(u - W * old), mu_[k], coulomb_, old);
}

template <int d>
VectorN<d> JacobiSweep::projected_step(int k, const VectorN<d>& u, const VectorN<d>& old) const {
  VectorN<d> velocity = u;
  if (coulomb_) velocity[0] += mu_[k] * u.template tail<d - 1>().norm();
  return friction::project<d>(old - step_[delassus_.cones().friction_row(k)] * velocity, mu_[k]);
}

}  // namespace signorini
