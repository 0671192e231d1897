#include "signorini/dynamics/step_rows.h"

#include <algorithm>

namespace signorini {

double rate_of(const ConstraintRow& row, const std::vector<int>& places, const Vector& v) {
  double sum = 0;
  if (row.body_a >= 0 && places[row.body_a] >= 0) sum += row.on_a.dot(v.segment<6>(places[row.body_a]));
  if (row.body_b >= 0 && places[row.body_b] >= 0) sum += row.on_b.dot(v.segment<6>(places[row.body_b]));
  return sum;
}

namespace {

/// A joint that is beyond its limit, as robots are in the zero of their coordinates, comes back at this speed at most:
/// what it is beyond by, over h, may be hundreds of rad/s.
constexpr double fastest_turn_back = 1;    // rad/s
constexpr double fastest_move_back = 0.1;  // m/s

double fastest_return(const ConstraintRow& limit) {
  const bool turns = limit.on_a.head<3>().isZero(0) && limit.on_b.head<3>().isZero(0);
  return turns ? fastest_turn_back : fastest_move_back;
}

}  // namespace

ConstraintRows step_rows(const Model& model, const StepMotion& motion, const std::vector<int>& places,
                         const MotorCourses& courses) {
  ConstraintRows rows = constraint_rows(model, motion.middle, courses.start);
  const ConstraintRows at_start = constraint_rows(model, motion.start, courses.start);
  const ConstraintRows at_end = constraint_rows(model, motion.end, courses.end);
  for (std::size_t k = 0; k < rows.free.size(); ++k) {
    const ConstraintRow& end = at_end.free[k];
    rows.free[k].open = at_start.free[k].violation;
    rows.free[k].term = rate_of(end, places, motion.v) - rate_of(rows.free[k], places, motion.v) + end.rate +
                        at_start.free[k].violation / motion.step;
  }
  for (std::size_t k = 0; k < rows.positive.size(); ++k) {
    const double left = at_start.positive[k].violation;
    rows.positive[k].open = std::min(left, 0.0);
    rows.positive[k].term = left / motion.step;
  }
  return rows;
}

void return_slowly(ConstraintRows& rows) {
  for (ConstraintRow& limit : rows.positive) limit.term = std::max(limit.term, -fastest_return(limit));
}

}  // namespace signorini
