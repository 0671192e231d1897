#pragma once

#include <algorithm>
#include <vector>

#include "signorini/distributed/krylov_system.h"
#include "signorini/distributed/watch.h"
#include "signorini/solver/path/cone_equation.h"

namespace signorini::distributed {

/// The Newton equation of the convex laws over the ranks. Each has the cones of its part; means and lengths of steps
/// are those of all ranks.
template <int D>
class KrylovEquation : public interior_point::ConeEquation<D, KrylovEquation<D>> {
 public:
  using Base = interior_point::ConeEquation<D, KrylovEquation<D>>;
  using typename Base::Direction, typename Base::Reach, typename Base::Steps;

  KrylovEquation(const interior_point::ScaledProblem& problem, const Part& part, const Halo& halo, bool factors)
      : Base(problem), system(problem, this->point, part, halo, factors) {
    double degree = 0;
    for (int k = problem.free; k < problem.rows(); ++k) {
      const int row = problem.source[static_cast<std::size_t>(k)];
      owned_.push_back(part.row_leaf[static_cast<std::size_t>(row)] >= 0);
      if (owned_.back() && problem.is_axis(k)) ++degree;
    }
    degree_ = sum_over_ranks(degree);
  }

  KrylovSystem<D> system;

  void look_around() {
    Base::look_around();
    this->mu_ = mean_product(this->point.z, this->point.z);
  }
  /// K and the preconditioner with a proximal term δ; directions to residuals of this norm.
  void prepare(double delta, double residual) {
    system.prepare(delta);
    residual_ = residual;
  }
  double predicted_mu(const Direction& direction) const {
    const Steps alpha = steps(direction.reach, 1);
    return mean_product(this->point.z + alpha.r * direction.rho, this->point.z + alpha.u * direction.upsilon);
  }
  void tilt(Vector&) const {}
  void solve_roughly(const Vector& a, const Vector& b, interior_point::NewtonStep& step) {
    system.solve(a, b, rough_share * residual_, step, false);
  }
  /// From the direction that is there already: the correction changes the prediction by a part of it.
  void solve_well(const Vector& a, const Vector& b, interior_point::NewtonStep& step) {
    system.solve(a, b, residual_, step, true);
  }
  Reach reach(const Direction& direction) const {
    Reach reach = this->point.scaled_reach(direction.rho, direction.upsilon);
    reach.r = least_of_ranks(reach.r);
    reach.u = least_of_ranks(reach.u);
    return reach;
  }
  Steps steps(const Reach& reach, double fraction) const {
    const double alpha = std::min(1.0, fraction * reach.both());
    return {alpha, alpha};
  }

 private:
  /// A prediction only tells where the path leads.
  static constexpr double rough_share = 10;

  double mean_product(const Vector& x, const Vector& y) const {
    double sum = 0;
    const auto free = static_cast<Eigen::Index>(x.size() - static_cast<Eigen::Index>(owned_.size()));
    for (std::size_t k = 0; k < owned_.size(); ++k)
      if (owned_[k]) sum += x[free + static_cast<Eigen::Index>(k)] * y[free + static_cast<Eigen::Index>(k)];
    return degree_ > 0 ? sum_over_ranks(sum) / degree_ : 0;
  }

  std::vector<bool> owned_;  ///< of the rows in cones
  double degree_ = 0, residual_ = 0;
};

}  // namespace signorini::distributed
