#include "signorini/dynamics/jumps.h"

#include <algorithm>
#include <cmath>

#include "signorini/dynamics/islands.h"

namespace signorini {
namespace {

/// Of the velocities at a joint: what smooth motion leaves of its rate is of third order in the angle of a step.
constexpr double smallest_jump = 1e-3;

/// Σ |∂Ψ/∂q_j v_j|.
double size_of_terms(const ConstraintRow& row, const std::vector<int>& places, const Vector& v) {
  double sum = 0;
  if (row.body_a >= 0 && places[row.body_a] >= 0)
    sum += row.on_a.cwiseProduct(v.segment<6>(places[row.body_a])).lpNorm<1>();
  if (row.body_b >= 0 && places[row.body_b] >= 0)
    sum += row.on_b.cwiseProduct(v.segment<6>(places[row.body_b])).lpNorm<1>();
  return sum;
}

}  // namespace

std::vector<bool> jumping(const Model& model, const StepMotion& motion, const std::vector<int>& places,
                          const MotorCourses& courses, const ConstraintRows& joints,
                          const std::vector<Contact>& contacts, const Assembly& assembly, double slack) {
  const double h = motion.step;
  const ContactProblem& p = assembly.problem;
  Islands islands(places);
  for (const Joint& joint : model.joints) islands.join(joint.body_a, joint.body_b);
  for (const Contact& contact : contacts) islands.join(contact.key.body_a, contact.key.body_b);

  std::vector<bool> jumps(places.size(), false);
  const auto mark = [&](int body_a, int body_b) {
    for (const int body : {body_a, body_b})
      if (islands.moves(body)) jumps[islands.of(body)] = true;
  };
  const ConstraintRows at_start = constraint_rows(model, motion.start, courses.start);
  std::vector<double> moving(model.joints.size(), 0);  // the largest of a joint's rows: a single one may be 0
  for (const ConstraintRow& row : at_start.free) {
    const double terms = size_of_terms(row, places, motion.v_start) + std::abs(row.rate) + std::abs(row.violation / h);
    moving[row.key.joint] = std::max(moving[row.key.joint], terms);
  }
  for (const ConstraintRow& row : at_start.free) {
    const double rate = std::abs(rate_of(row, places, motion.v_start) + row.rate + row.violation / h);
    if (0.5 * h * rate > slack && rate > smallest_jump * moving[row.key.joint]) mark(row.body_a, row.body_b);
  }
  // What a one-sided row may end at; `least`: its -w.
  const auto may_cross = [&](double distance, double velocity, double least) {
    return distance + 0.5 * h * (velocity + least) < -slack;
  };
  for (std::size_t k = 0; k < joints.positive.size(); ++k) {
    const ConstraintRow& row = joints.positive[k];
    if (may_cross(h * row.term, rate_of(row, places, motion.v_start), -row.term)) mark(row.body_a, row.body_b);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& contact = contacts[k];
    const int row = assembly.contact_row[k];
    const bool soft = p.E.size() > 0 && p.E[row] > 0;
    const double velocity = contact.normal.dot(relative_velocity(contact, motion.start, motion.v_start, places));
    if (soft || may_cross(contact.gap, velocity, -p.w[row])) mark(contact.key.body_a, contact.key.body_b);
  }
  std::vector<bool> of_body(places.size(), false);
  for (std::size_t body = 0; body < places.size(); ++body)
    of_body[body] = places[body] >= 0 && jumps[islands.of(static_cast<int>(body))];
  return of_body;
}

}  // namespace signorini
