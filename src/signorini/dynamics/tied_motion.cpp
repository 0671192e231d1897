#include "signorini/dynamics/tied_motion.h"

#include <algorithm>
#include <cmath>

#include "signorini/dynamics/step_rows.h"
#include "signorini/dynamics/stiffness.h"

namespace signorini {
namespace {

/// Newton steps at most: a chain takes three, with a factor of the first.
constexpr int most_steps = 10;
/// A change of v that leaves this share of it wrong ends the search, step.cpp asks for 1e-10; and one that is not this
/// many times smaller than the last says that the linearisation is of no use.
constexpr double accurate = 1e-12, slow = 0.3;
/// Corrections of one Newton step, for the rows' turning with the motion. Each gains h times the spins.
constexpr int corrections = 3;

void add_force(const ConstraintRow& row, const std::vector<int>& places, double r, Vector& f) {
  if (row.body_a >= 0 && places[row.body_a] >= 0) f.segment<6>(places[row.body_a]) += r * row.on_a;
  if (row.body_b >= 0 && places[row.body_b] >= 0) f.segment<6>(places[row.body_b]) += r * row.on_b;
}

}  // namespace

bool TiedMotion::linearise(const Step& step, const StepMotion& motion, const ConstraintRows& middle,
                           const std::vector<double>& impulses) {
  equations_.forget_turning();
  Stiffness stiffness(motion, step.places);
  stiffness.add_joints(step.model, middle, impulses);
  for (std::size_t body = 0; body < step.places.size(); ++body)
    if (!equations_.add_turning(static_cast<int>(body), stiffness.turning(body))) return false;
  return equations_.factorize(middle.free);
}

/// The rate of Ψ at the end changes with v by ∇Ψ(q⁺) and by what q⁺ changes with v: with ∇Ψ(q⁺) - ∇Ψ(q̄) once more,
/// since second derivatives are symmetric. The factor knows ∇Ψ(q̄) alone.
void TiedMotion::solve(const Step& step, const ConstraintRows& middle, const ConstraintRows& end) {
  change_v_ = push_;
  equations_.divide_by_mass(change_v_);
  change_r_.setZero(rate_.size());
  part_.resize(rate_.size());
  for (int pass = 0; pass < corrections; ++pass) {
    for (std::size_t k = 0; k < middle.free.size(); ++k)
      part_[static_cast<Eigen::Index>(k)] = rate_[static_cast<Eigen::Index>(k)] -
                                            2 * rate_of(end.free[k], step.places, change_v_) +
                                            rate_of(middle.free[k], step.places, change_v_);
    const Vector& more = equations_.impulses(part_);
    change_r_ += more;
    equations_.push(more, change_v_);
  }
}

bool TiedMotion::find(const Step& step, Vector& v, std::vector<double>& impulses) {
  const ConstraintRows at_start = constraint_rows(step.model, step.start.poses, step.courses.start);
  if (impulses.size() != at_start.count()) impulses.assign(at_start.count(), 0);
  double before = INFINITY;
  rate_.resize(static_cast<Eigen::Index>(at_start.free.size()));
  auto r = Vector::Map(impulses.data(), rate_.size());  // free rows come first
  for (int k = 0; k < most_steps; ++k) {
    const StepMotion motion = step_motion(step.start, step.places, v, step.h);
    const ConstraintRows middle = constraint_rows(step.model, motion.middle, step.courses.start);
    const ConstraintRows end = constraint_rows(step.model, motion.end, step.courses.end);
    push_ = step.h * step.forces(motion);
    for (std::size_t body = 0; body < step.places.size(); ++body) {
      const int place = step.places[body];
      if (place < 0) continue;
      const Body& moved = step.model.bodies[body];
      const Eigen::Matrix<double, 6, 1> gained = (v - step.start.v).segment<6>(place);
      push_.segment<3>(place) -= moved.mass * gained.head<3>();
      push_.segment<3>(place + 3) -= moved.inertia * gained.tail<3>();
    }
    for (std::size_t row = 0; row < middle.free.size(); ++row) {
      const auto at = static_cast<Eigen::Index>(row);
      add_force(middle.free[row], step.places, r[at], push_);
      rate_[at] =
          -(rate_of(end.free[row], step.places, v) + end.free[row].rate + at_start.free[row].violation / step.h);
    }
    if (k == 0 && !linearise(step, motion, middle, impulses)) return false;
    solve(step, middle, end);
    v += change_v_;
    r += change_r_;
    const double change = change_v_.cwiseAbs().maxCoeff(), size = v.cwiseAbs().maxCoeff();
    if (!std::isfinite(change) || (k > 2 && !(change < slow * before))) return change <= accurate * size;
    if (k > 0 && change * (change / before) <= accurate * size) return true;
    before = change;
  }
  return false;
}

}  // namespace signorini
