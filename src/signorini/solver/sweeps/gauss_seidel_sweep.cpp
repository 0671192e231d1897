#include "signorini/solver/sweeps/gauss_seidel_sweep.h"

#include <algorithm>
#include <utility>

#include "signorini/base/parallel.h"
#include "signorini/cone/friction.h"
#include "signorini/solver/sweeps/one_contact.h"
#include "signorini/solver/sweeps/sweep_parts.h"
#include "signorini/solver/sweeps/visit_contacts.h"

namespace signorini {
namespace {

constexpr double damping_factor = 0.7;
constexpr double smallest_omega = 0.3;
constexpr double relative_regularisation = 1e-12;

/// u - W r: the constant part of one contact's own problem.
template <int d>
VectorN<d> shifted(const VectorN<d>& u, const Eigen::Map<const MatrixN<d>>& W, const VectorN<d>& r) {
  VectorN<d> b;
  for (int i = 0; i < d; ++i) {
    double sum = u[i];
    for (int j = 0; j < d; ++j) sum -= W(i, j) * r[j];
    b[i] = sum;
  }
  return b;
}

/// Adds a small multiple of the trace to each dimension × dimension block, so that contacts whose tangential rows are
/// empty or dependent keep a solvable one-contact problem. A sweep that uses u - W̃ r as the constant part takes a
/// proximal step, so the fixed point stays the solution of the problem as given.
void regularise_blocks(std::vector<double>& blocks, int dimension) {
  const std::ptrdiff_t size = dimension * dimension;
  for (double* block = blocks.data(); block != blocks.data() + blocks.size(); block += size) {
    double trace = 0;
    for (int i = 0; i < dimension; ++i) trace += block[i * (dimension + 1)];
    const double shift = trace > 0 ? relative_regularisation * trace : 1.0;
    for (int i = 0; i < dimension; ++i) block[i * (dimension + 1)] += shift;
  }
}

/// The columns in another order. Read from front to back they come from memory more than twice as fast.
BlockColumns sorted(const BlockColumns& columns, const std::vector<int>& order, int state_size) {
  const int group = columns.group(), width = columns.width();
  SparseMatrix result(state_size, columns.groups() * group);
  result.reserve(static_cast<Eigen::Index>(columns.block().size()) * group * width);
  for (std::size_t j = 0; j < order.size(); ++j)
    for (int g = 0; g < group; ++g) {
      const int column = static_cast<int>(j) * group + g;
      result.startVec(column);
      for (int e = columns.start()[order[j]]; e < columns.start()[order[j] + 1]; ++e)
        for (int b = 0; b < width; ++b)
          if (const double value = columns.values(e)[g * width + b]; value != 0)
            result.insertBack(columns.block()[e] * width + b, column) = value;
    }
  result.finalize();
  return {result, 0, columns.groups(), group, width};
}

}  // namespace

GaussSeidelSweep::GaussSeidelSweep(const ContactProblem& problem, const Delassus& delassus, double omega, double lambda)
    : delassus_(delassus),
      omega_(omega),
      lambda_(lambda),
      coulomb_(problem.law == Law::coulomb),
      mu_(problem.cones.friction()),
      inverse_diagonal_(inverse_or_zero(delassus.diagonal().head(problem.cones.first_friction()))),
      blocks_(delassus.friction_blocks()) {
  for (int i = 0; i < mu_.size(); ++i) mu_[i] = problem.friction(i);
  regularise_blocks(blocks_, problem.cones.dimension);
  if (delassus.form() == Form::global) sort_cones();
}

void GaussSeidelSweep::sort_cones() {
  const SweepParts parts(delassus_.friction(), delassus_.state_size());
  if (!parts.several()) return;
  for (const auto* lot : {&parts.inner(), &parts.borders()}) {
    std::vector<int> ends{static_cast<int>(order_.size())};
    for (const std::vector<int>& part : *lot) {
      order_.insert(order_.end(), part.begin(), part.end());
      ends.push_back(static_cast<int>(order_.size()));
    }
    lots_.push_back(std::move(ends));
  }
  sorted_ = sorted(delassus_.friction(), order_, delassus_.state_size());
  mu_ = Vector(mu_(order_));
  const auto size = static_cast<std::size_t>(delassus_.cones().dimension * delassus_.cones().dimension);
  std::vector<double> blocks;
  blocks.reserve(blocks_.size());
  for (const int k : order_) {
    const double* block = blocks_.data() + size * static_cast<std::size_t>(k);
    blocks.insert(blocks.end(), block, block + size);
  }
  blocks_ = std::move(blocks);
}

void GaussSeidelSweep::damp() { omega_ = std::max(std::min(omega_, smallest_omega), damping_factor * omega_); }

std::size_t GaussSeidelSweep::bytes() const {
  const Cones& cones = delassus_.cones();
  const auto scalar_rows = static_cast<std::size_t>(cones.first_friction()),
             cone_count = static_cast<std::size_t>(cones.friction()), d = static_cast<std::size_t>(cones.dimension);
  // Per scalar row: r in and out, w, 1/W_kk. Per cone: r in and out, w, the symmetric block, μ. The state is read and
  // written once.
  const std::size_t doubles = scalar_rows * 4 + cone_count * (3 * d + d * (d + 1) / 2 + 1) +
                              2 * static_cast<std::size_t>(delassus_.state_size());
  return delassus_.free().bytes() + delassus_.positive().bytes() + delassus_.friction().bytes() +
         sizeof(double) * doubles;
}

void GaussSeidelSweep::run(Vector& r, Vector& x, Direction direction) const {
  if (direction == Direction::forward) {
    bilateral_rows(r, x, direction);
    positive_rows(r, x, direction);
    friction_cones(r, x, direction);
  } else {
    friction_cones(r, x, direction);
    positive_rows(r, x, direction);
    bilateral_rows(r, x, direction);
  }
}

void GaussSeidelSweep::bilateral_rows(Vector& r, Vector& x, Direction direction) const {
  visit_contacts(delassus_, delassus_.free(), 0, r, x, x, direction, [&](int k, const auto& u, const auto& old) {
    auto result = old;
    result[0] -= lambda_ * omega_ * u[0] * inverse_diagonal_[k];
    return result;
  });
}

void GaussSeidelSweep::positive_rows(Vector& r, Vector& x, Direction direction) const {
  const int first = delassus_.cones().first_positive();
  visit_contacts(delassus_, delassus_.positive(), first, r, x, x, direction,
                 [&](int k, const auto& u, const auto& old) {
                   auto result = old;
                   result[0] = std::max(0.0, old[0] - omega_ * u[0] * inverse_diagonal_[first + k]);
                   result[0] = lambda_ * result[0] + (1 - lambda_) * old[0];
                   return result;
                 });
}

void GaussSeidelSweep::friction_cones(Vector& r, Vector& x, Direction direction) const {
  const auto update = [&]<int d>(int k, const VectorN<d>& u, const VectorN<d>& old) -> VectorN<d> {
    if constexpr (d > 1) {
      const Eigen::Map<const MatrixN<d>> W(blocks_.data() + d * d * k);
      VectorN<d> result = solve_one_contact<d>(W, shifted<d>(u, W, old), mu_[k], coulomb_, old);
      if (omega_ != 1) result = friction::project<d>(old + omega_ * (result - old), mu_[k]);
      return damped<d>(lambda_, result, old);
    }
    return old;
  };
  const BlockColumns& cones = delassus_.friction();
  const int first = delassus_.cones().first_friction();
  if (lots_.empty()) return visit_contacts(delassus_, cones, first, r, x, x, direction, update);
  const auto lot = [&](const std::vector<int>& ends) {
    parallel_for(static_cast<int>(ends.size()) - 1, [&](int part) {
      const Stretch stretch{ends[part], ends[part + 1], order_.data()};
      visit_stretch(delassus_, sorted_, first, stretch, r, x, x, direction, update);
    });
  };
  const bool forward = direction == Direction::forward;
  lot(lots_[forward ? 0 : 1]);
  lot(lots_[forward ? 1 : 0]);
}

}  // namespace signorini
