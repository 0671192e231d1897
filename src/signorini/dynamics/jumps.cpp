#include "signorini/dynamics/jumps.h"

#include <algorithm>
#include <cmath>

#include "signorini/dynamics/islands.h"
#include "signorini/dynamics/soft_contacts.h"

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

/// A row that keeps a distance from falling below 0: a limit, or the normal of a contact.
struct OneSided {
  int row;
  int body_a, body_b;
  /// Φ at the start of the step. Of limits h w: what their joint may close in the step, which is Φ but where a joint is
  /// so far beyond that it comes back slowly (step_rows.h).
  double distance;
  double velocity;  ///< its rate there, u
  double term;      ///< w, with what bounds the way back
  bool soft;        ///< whether it is a spring's
  bool bounces;     ///< whether the row asks for more than to end at distance 0

  /// Φ at the end where the row ends at u⁺ = -`w` and bodies move with their mean velocities.
  double lands_at(double h, double w) const { return distance + 0.5 * h * (velocity - w); }
};

std::vector<OneSided> one_sided_rows(const StepMotion& motion, const std::vector<int>& places,
                                     const ConstraintRows& joints, const std::vector<Contact>& contacts,
                                     const Assembly& assembly) {
  const ContactProblem& p = assembly.problem;
  std::vector<OneSided> rows;
  for (std::size_t k = 0; k < joints.positive.size(); ++k) {
    const ConstraintRow& limit = joints.positive[k];
    rows.push_back({p.cones.free + static_cast<int>(k), limit.body_a, limit.body_b, motion.step * limit.term,
                    rate_of(limit, places, motion.v_start), limit.term, false, false});
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& contact = contacts[k];
    if (is_flexible(contact)) continue;
    const int row = assembly.contact_row[k];
    const double velocity = contact.normal.dot(relative_velocity(contact, motion.start, motion.v_start, places));
    const bool soft = is_soft_along_normal(assembly, k) || is_soft_along_surface(assembly, k);
    rows.push_back({row, contact.key.body_a, contact.key.body_b, contact.gap, velocity, p.w[row], soft,
                    p.w[row] < std::min(contact.gap / motion.step, 0.0)});
  }
  return rows;
}

/// w for smooth motion. With u⁺ = -Φ/h - u/2 and the mean velocity both Φ and u vanish after two steps; with -Φ/h
/// alone they swing about 0. What does not meet within the step is not held back, and what comes from further than
/// `nearby`, m, hits.
double smooth_term(const OneSided& row, double h, double recovery_speed, double nearby) {
  const bool still_on_its_way = row.velocity < 0 && row.distance + h * row.velocity > 0;
  if (row.bounces || still_on_its_way || -h * row.velocity > nearby) return row.term;
  return std::max(row.term + 0.5 * row.velocity, std::min(row.term, -recovery_speed));
}

}  // namespace

std::vector<bool> jumping(const Model& model, const StepMotion& motion, const std::vector<int>& places,
                          const MotorCourses& courses, const ConstraintRows& joints,
                          const std::vector<Contact>& contacts, const Assembly& assembly, const BentGaps& bends,
                          const JumpLimits& limits) {
  const double h = motion.step;
  Islands islands = Islands::of_joints(model, places);
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
    if (0.5 * h * rate > limits.slack && rate > smallest_jump * moving[row.key.joint]) mark(row.body_a, row.body_b);
  }
  for (const OneSided& row : one_sided_rows(motion, places, joints, contacts, assembly))
    if (row.soft || row.lands_at(h, smooth_term(row, h, limits.recovery_speed, limits.nearby)) <
                        std::min(row.distance, 0.0) - limits.slack)
      mark(row.body_a, row.body_b);
  for (const Contact& contact : contacts)
    if (bends.has(contact.key) || is_flexible(contact)) mark(contact.key.body_a, contact.key.body_b);
  for (const FlexibleBody& flexible : model.flexible_bodies)
    for (const NodeHold& hold : flexible.holds) mark(hold.body, -1);
  std::vector<bool> of_body(places.size(), false);
  for (std::size_t body = 0; body < places.size(); ++body)
    of_body[body] = places[body] >= 0 && jumps[islands.of(static_cast<int>(body))];
  return of_body;
}

void bring_to_rest(const StepMotion& motion, const std::vector<int>& places, const ConstraintRows& joints,
                   const std::vector<Contact>& contacts, const JumpLimits& limits, const std::vector<bool>& jumps,
                   Assembly& assembly) {
  const auto jumps_at = [&](int body) { return body >= 0 && jumps[body]; };
  for (const OneSided& row : one_sided_rows(motion, places, joints, contacts, assembly))
    if (!jumps_at(row.body_a) && !jumps_at(row.body_b))
      assembly.problem.w[row.row] = smooth_term(row, motion.step, limits.recovery_speed, limits.nearby);
}

}  // namespace signorini
