#include "signorini/dynamics/projection.h"

#include <algorithm>
#include <cmath>

#include "signorini/dynamics/step_motion.h"
#include "signorini/problem/body_columns.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini {
namespace {

/// Below this share of the model's size a violation is rounding.
constexpr double rounding_share = 1e-14;
constexpr int most_projections = 5;

double largest_violation(const ConstraintRows& rows) {
  double largest = 0;
  for (const ConstraintRow& row : rows.free) largest = std::max(largest, std::abs(row.violation));
  return largest;
}

double size_of(const std::vector<Pose>& poses) {
  double size = 1;
  for (const Pose& pose : poses) size = std::max(size, pose.position.cwiseAbs().maxCoeff());
  return size;
}

}  // namespace

Projection::Projection(const Model& model, const SparseMatrix& mass) : equations_(model), solver_(make_solver("auto")) {
  problem_.form = Form::global;
  problem_.law = Law::frictionless;
  problem_.cones.dimension = 3;
  problem_.M = mass;
  problem_.f = Vector::Zero(mass.rows());
}
Projection::~Projection() = default;
Projection::Projection(Projection&&) noexcept = default;
Projection& Projection::operator=(Projection&&) noexcept = default;

void Projection::find_correction(const std::vector<ConstraintRow>& rows, const std::vector<int>& places) {
  if (!equations_.factorize(rows)) return solve_sparse(rows, places);
  violations_.resize(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) violations_[static_cast<Eigen::Index>(k)] = -rows[k].violation;
  correction_.setZero(problem_.M.rows());
  equations_.push(equations_.impulses(violations_), correction_);
}

void Projection::solve_sparse(const std::vector<ConstraintRow>& rows, const std::vector<int>& places) {
  const auto place = [&](int body) { return body < 0 ? -1 : places[body]; };
  problem_.cones.free = static_cast<int>(rows.size());
  problem_.w.resize(problem_.cones.free);
  {
    BodyColumns H(problem_.H, problem_.M.rows(), problem_.cones.free);
    for (int k = 0; k < problem_.cones.free; ++k) {
      H.write(place(rows[k].body_a), rows[k].on_a, place(rows[k].body_b), rows[k].on_b);
      problem_.w[k] = rows[k].violation;
    }
  }
  Solution correction;
  StopRule rule;
  rule.tolerance = 1e-6;
  solver_->solve(problem_, rule, correction);
  correction_ = correction.v;
}

double Projection::project(const Model& model, const std::vector<int>& places, const std::vector<MotorPlace>& motors,
                           double furthest, std::vector<Pose>& poses) {
  ConstraintRows rows = constraint_rows(model, poses, motors);
  double left = largest_violation(rows);
  for (int i = 0; i < most_projections && left > rounding_share * size_of(poses); ++i) {
    find_correction(rows.free, places);
    if (!correction_.allFinite() || fastest_centre(correction_) > furthest) return left;
    std::vector<Pose> next = moved(poses, places, correction_, 1);
    rows = constraint_rows(model, next, motors);
    const double after = largest_violation(rows);
    if (!(after < left)) return left;
    poses = std::move(next);
    left = after;
  }
  return left;
}

}  // namespace signorini
