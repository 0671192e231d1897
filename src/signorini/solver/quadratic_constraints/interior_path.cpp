#include "signorini/solver/quadratic_constraints/interior_path.h"

#include <algorithm>
#include <cmath>

namespace signorini::quadratic_constraints {
namespace {

/// The thesis's σ of Friedlander and Orban, and its shares of the way to the boundary.
constexpr double sigma_friedlander_orban = 0.1, share_friedlander_orban = 0.9, share_mehrotra = 0.99;
/// Mehrotra's σ may be this small. On the collection 0 loses one of the convex problems, 0.1 costs iterations.
constexpr double smallest_sigma = 0.03, largest_sigma = 0.9;
/// λ can run ahead of x, which then hangs on the boundary with ever shorter steps; after a short one σ is at least
/// this.
constexpr double recentering_sigma = 0.3, short_step = 0.5;
/// In place of the random numbers.
constexpr double fraction = 0.9;
constexpr double armijo_factor = 0.5, backtracking_factor = 0.9;
/// Below this a step is none.
constexpr double shortest = 1e-10;

/// How far the change may go before a value is zero, at most 1.
double reach(Eigen::Ref<const Vector> value, Eigen::Ref<const Vector> change) {
  double length = 1;
  for (int j = 0; j < value.size(); ++j)
    if (change[j] < 0) length = std::min(length, -value[j] / change[j]);
  return length;
}

}  // namespace

InteriorPath::InteriorPath(const ConeProblem& problem, Centering centering, LineSearch search)
    : problem_(problem),
      centering_(centering),
      search_(search),
      to_boundary_(centering == Centering::mehrotra ? share_mehrotra : share_friedlander_orban),
      system_(problem) {}

void InteriorPath::start(double regularisation) {
  regularisation_ = regularisation;
  at_.x = Vector::Zero(problem_.size());
  at_.lambda = Vector::Ones(problem_.count());
  last_length_ = 1;
  for (const Constraint& c : problem_.constraints) at_.x[c.head] = 1;
  evaluate();
}

bool InteriorPath::factorize() { return system_.factorize(at_, g_, regularisation_) == Factorization::Outcome::done; }

bool InteriorPath::step() {
  path_.find_direction(*this, centering_rule(), 0);
  const Point& direction = path_.direction;
  if (!direction.x.allFinite() || !direction.lambda.allFinite()) return false;
  const Lengths step = lengths(direction);
  move(step);
  last_length_ = step.x;
  return std::max({step.x, step.curved, step.linear}) > shortest;
}

interior_point::CenteringRule InteriorPath::centering_rule() const {
  const double least = last_length_ < short_step ? recentering_sigma : 0;
  if (centering_ == Centering::friedlander_orban) return {.fixed = std::max(sigma_friedlander_orban, least)};
  return {.share = fraction, .smallest = std::max(smallest_sigma, least), .largest = largest_sigma};
}

void InteriorPath::evaluate() {
  g_.resize(problem_.count());
  residual_ = problem_.K * at_.x + problem_.k;
  for (int j = 0; j < problem_.count(); ++j) {
    const Constraint& c = problem_.constraints[static_cast<std::size_t>(j)];
    g_[j] = c.value(at_.x);
    c.add_gradient(at_.x, -at_.lambda[j], residual_);
  }
  gap_ = problem_.count() == 0 ? 0 : g_.dot(at_.lambda) / problem_.count();
}

void InteriorPath::correct(Point& direction, double target) {
  complementarity_ = Vector::Constant(problem_.count(), target) - at_.lambda.cwiseProduct(g_);
  system_.solve(residual_, complementarity_, direction);
}

InteriorPath::Lengths InteriorPath::lengths(const Point& direction) {
  const int linear = problem_.count() - problem_.curved;
  return {x_length(direction),
          to_boundary_ * reach(at_.lambda.head(problem_.curved), direction.lambda.head(problem_.curved)),
          to_boundary_ * reach(at_.lambda.tail(linear), direction.lambda.tail(linear))};
}

double InteriorPath::x_length(const Point& direction) {
  double length = 1;
  for (int j = problem_.curved; j < problem_.count(); ++j) {
    const double change = direction.x[problem_.constraints[static_cast<std::size_t>(j)].head];
    if (change < 0) length = std::min(length, -g_[j] / change);
  }
  length *= to_boundary_;
  if (search_ == LineSearch::backtracking) {
    while (length > shortest && !inside(direction, length)) length *= backtracking_factor;
  } else {
    const double whole = length;
    while (length > shortest && !inside(direction, length)) length *= armijo_factor;
    if (length < whole) length *= fraction;
  }
  return length > shortest ? length : 0;
}

bool InteriorPath::inside(const Point& direction, double length) {
  trial_ = at_.x + length * direction.x;
  return std::all_of(problem_.constraints.begin(), problem_.constraints.begin() + problem_.curved,
                     [&](const Constraint& c) { return c.value(trial_) > 0; });
}

double InteriorPath::predicted_mu(const Point& direction) {
  const Lengths step = lengths(direction);
  trial_ = at_.x + step.x * direction.x;
  double sum = 0;
  for (int j = 0; j < problem_.count(); ++j) {
    const double length = j < problem_.curved ? step.curved : step.linear;
    sum += (at_.lambda[j] + length * direction.lambda[j]) *
           problem_.constraints[static_cast<std::size_t>(j)].value(trial_);
  }
  return sum / problem_.count();
}

void InteriorPath::move(const Lengths& lengths) {
  const Point& direction = path_.direction;
  at_.x += lengths.x * direction.x;
  at_.lambda.head(problem_.curved) += lengths.curved * direction.lambda.head(problem_.curved);
  const int linear = problem_.count() - problem_.curved;
  at_.lambda.tail(linear) += lengths.linear * direction.lambda.tail(linear);
  evaluate();
}

}  // namespace signorini::quadratic_constraints
