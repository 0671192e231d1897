#include "signorini/dynamics/limits_in_reach.h"

#include <algorithm>
#include <utility>

#include "signorini/dynamics/step_rows.h"

namespace signorini {
namespace {

/// Limits of angles that are nearer than this have a row, rad: half a degree, about what the contact margin is to an
/// arm. It decides only how many solves a step takes.
constexpr double near_angle = 0.01;

}  // namespace

void LimitsInReach::find(const Model& model, const ConstraintRows& at_start, const std::vector<int>& places,
                         const Vector& v, double step, double near) {
  in_reach_.clear();
  for (const ConstraintRow& row : at_start.positive) {
    const bool angle = model.joints[row.key.joint].kind == JointKind::revolute;
    const double closed = step * std::max(0.0, -rate_of(row, places, v));
    if (row.violation <= (angle ? near_angle : near) + closed) in_reach_.insert(row.key);
  }
}

void LimitsInReach::part(ConstraintRows& rows) const {
  std::vector<ConstraintRow> near;
  for (const ConstraintRow& row : rows.positive) (in_reach_.contains(row.key) ? near : rows.beyond).push_back(row);
  rows.positive = std::move(near);
}

bool LimitsInReach::add_missed(const ConstraintRows& rows, const std::vector<int>& places, const Vector& v) {
  const std::size_t before = in_reach_.size();
  for (const ConstraintRow& row : rows.beyond)
    if (rate_of(row, places, v) + row.term < 0) in_reach_.insert(row.key);
  return in_reach_.size() > before;
}

std::vector<double> impulses_of(const ConstraintRows& rows, const std::vector<double>& of_every_row) {
  if (of_every_row.size() != rows.count()) return {};
  std::vector<double> impulses;
  for (const auto* kind : {&rows.free, &rows.positive})
    for (const ConstraintRow& row : *kind) impulses.push_back(of_every_row[row.place]);
  return impulses;
}

std::vector<double> impulses_of_every_row(const ConstraintRows& rows, const std::vector<double>& impulses) {
  std::vector<double> of_every_row(rows.count(), 0);
  std::size_t k = 0;
  for (const auto* kind : {&rows.free, &rows.positive})
    for (const ConstraintRow& row : *kind) of_every_row[row.place] = impulses[k++];
  return of_every_row;
}

}  // namespace signorini
