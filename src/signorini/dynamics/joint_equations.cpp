#include "signorini/dynamics/joint_equations.h"

#include <algorithm>
#include <numeric>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "signorini/linalg/row_order.h"

namespace signorini {
namespace {

/// Rows of which less than this share of W's diagonal is left depend on others: rounding leaves 1e-15, joints of odd
/// masses, 2000 times those of their neighbours, 1e-7.
constexpr double dependent_share = 1e-10;
/// Operations of a factor beyond which sparse methods have better orders.
constexpr double largest_factor = 1e7;

}  // namespace

JointEquations::JointEquations(const Model& model) {
  const std::vector<int> places = velocity_places(model);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Body& body = model.bodies[k];
    BodyMass& mass = masses_of_model_.emplace_back(BodyMass{.place = places[k]});
    if (mass.place >= 0) mass = {places[k], body.mass, body.inertia, body.inertia.inverse()};
  }
  bodies_ = masses_of_model_;
}

void JointEquations::forget_turning() { bodies_ = masses_of_model_; }

bool JointEquations::add_turning(int body, const Matrix3& inertia) {
  if (!moves(body)) return true;
  BodyMass& mass = bodies_[body];
  mass.inertia += inertia;
  const Eigen::LLT<Matrix3> factor(mass.inertia);
  mass.inverse = factor.solve(Matrix3::Identity());
  return factor.info() == Eigen::Success;
}

bool JointEquations::same_shape(const std::vector<ConstraintRow>& rows) const {
  return std::ranges::equal(rows, bodies_of_row_, [](const ConstraintRow& row, const std::pair<int, int>& known) {
    return row.body_a == known.first && row.body_b == known.second;
  });
}

void JointEquations::shape(const std::vector<ConstraintRow>& rows) {
  bodies_of_row_.clear();
  std::vector<int> first{0}, blocks;
  for (const ConstraintRow& row : rows) {
    bodies_of_row_.emplace_back(row.body_a, row.body_b);
    for (const int body : {row.body_a, row.body_b})
      if (moves(body)) blocks.push_back(body);
    first.push_back(static_cast<int>(blocks.size()));
  }
  order_ = order_rows_by_blocks(first, blocks, static_cast<int>(bodies_.size()));
  shares_.clear();
  for (int row = 0; row < static_cast<int>(rows.size()); ++row)
    for (int at = first[row]; at < first[row + 1]; ++at) shares_.push_back({blocks[at], row, order_[row]});
  std::ranges::sort(shares_, {}, [](const Share& share) { return std::pair(share.body, share.place); });
  first_of_body_.assign(bodies_.size() + 1, static_cast<int>(shares_.size()));
  std::vector<int> leftmost(rows.size());  // the first column of each row of the factor
  std::iota(leftmost.begin(), leftmost.end(), 0);
  for (int k = static_cast<int>(shares_.size()) - 1; k >= 0; --k) first_of_body_[shares_[k].body] = k;
  for (std::size_t body = bodies_.size(); body-- > 0;)
    first_of_body_[body] = std::min(first_of_body_[body], first_of_body_[body + 1]);
  for (const Share& share : shares_)
    leftmost[share.place] = std::min(leftmost[share.place], shares_[first_of_body_[share.body]].place);
  fits_ = EnvelopeCholesky::flops(leftmost) <= largest_factor;
  if (fits_) factor_.shape(leftmost);
  sorted_.resize(static_cast<Eigen::Index>(rows.size()));
  result_.resize(sorted_.size());
}

bool JointEquations::factorize(const std::vector<ConstraintRow>& rows) {
  if (!same_shape(rows)) shape(rows);
  if (!fits_) return false;
  factor_.set_zero();
  for (Share& share : shares_) {
    const BodyMass& body = bodies_[share.body];
    share.on = share.body == rows[share.row].body_a ? rows[share.row].on_a : rows[share.row].on_b;
    share.moved.head<3>() = share.on.head<3>() / body.mass;
    share.moved.tail<3>().noalias() = body.inverse * share.on.tail<3>();
  }
  for (std::size_t body = 0; body + 1 < first_of_body_.size(); ++body)
    for (int i = first_of_body_[body]; i < first_of_body_[body + 1]; ++i) {
      double* const row = factor_.row(shares_[i].place);
      for (int j = first_of_body_[body]; j <= i; ++j) row[shares_[j].place] += shares_[i].on.dot(shares_[j].moved);
    }
  return factor_.factorize(dependent_share);
}

void JointEquations::divide_by_mass(Vector& b) const {
  for (const BodyMass& body : bodies_) {
    if (body.place < 0) continue;
    b.segment<3>(body.place) /= body.mass;
    b.segment<3>(body.place + 3) = (body.inverse * b.segment<3>(body.place + 3)).eval();
  }
}

const Vector& JointEquations::impulses(const Vector& b) {
  for (Eigen::Index k = 0; k < b.size(); ++k) sorted_[order_[k]] = b[k];
  factor_.solve(sorted_);
  for (Eigen::Index k = 0; k < b.size(); ++k) result_[k] = sorted_[order_[k]];
  return result_;
}

void JointEquations::push(const Vector& r, Vector& v) const {
  for (const Share& share : shares_) v.segment<6>(bodies_[share.body].place) += r[share.row] * share.moved;
}

}  // namespace signorini
