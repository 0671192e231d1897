#include "signorini/dynamics/ladder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "signorini/base/short_line.h"
#include "signorini/dynamics/contradiction.h"
#include "signorini/dynamics/simulation_parts.h"
#include "signorini/math/rotation.h"
#include "signorini/problem/infeasibility.h"

namespace signorini {
namespace {

/// Of joints, m or rad: closing less than this contradicts nothing.
constexpr double rounding_of_joints = 1e-10;
/// E of a motor that gives way, as a share of W_kk of its row: it pushes up to a hundred times as hard as it takes to
/// bring its own bodies to its speed within a step. That holds a load, and bends nothing.
constexpr double softness = 0.01;
/// How far a motor that gives way tries to catch up within a step, rad; for lengths it is the contact margin.
constexpr double catch_up_angle = 0.01;
/// Attempts at one step. Each proof names rows that contradict each other; the last attempt relaxes whatever is left.
constexpr int most_attempts = 8;

bool is_motor(const ConstraintRow& row) { return row.key.row == ConstraintKey::motor; }

bool is_rigid(const Assembly& assembly, int row) {
  return assembly.problem.E.size() == 0 || assembly.problem.E[row] == 0;
}

std::vector<int> every_block(const Cones& cones) {
  std::vector<int> rows;
  for (int k = 0; k < cones.first_friction(); ++k) rows.push_back(k);
  for (int k = 0; k < cones.friction(); ++k) rows.push_back(cones.friction_row(k));
  return rows;
}

}  // namespace

bool Relaxation::widen(const ConstraintRows& joints, const std::vector<Contact>& contacts, const Assembly& assembly,
                       const std::vector<int>& rows) {
  const auto at_fault = [&](int row) { return std::ranges::find(rows, row) != rows.end(); };
  const ContactProblem& p = assembly.problem;
  bool wider = false;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const int row = assembly.contact_row[k];
    const bool pushed = contacts[k].gap < 0 && p.w[row] < 0 && is_rigid(assembly, row);
    if (pushed && at_fault(row)) wider |= pushes_.insert(contacts[k].key).second;
  }
  if (wider) return true;
  int row = 0;
  for (const auto* kind : {&joints.free, &joints.positive})
    for (const ConstraintRow& joint : *kind) {
      const bool open = std::abs(joint.open) > rounding_of_joints;
      if (open && !is_motor(joint) && at_fault(row)) wider |= joints_.insert(joint.key.joint).second;
      ++row;
    }
  if (wider) return true;
  row = 0;
  for (const ConstraintRow& joint : joints.free) {
    if (is_motor(joint) && at_fault(row)) wider |= motors_.insert(joint.key.joint).second;
    ++row;
  }
  return wider;
}

void Relaxation::apply_to(ConstraintRows& rows, const Model& model, double step, double margin) const {
  for (ConstraintRow& row : rows.free) {
    const int joint = row.key.joint;
    if (is_motor(row) && motors_.contains(joint)) {
      const double most = model.joints[joint].kind == JointKind::revolute ? catch_up_angle : margin;
      row.term += (std::clamp(row.open, -most, most) - row.open) / step;
    } else if (!is_motor(row) && joints_.contains(joint)) {
      row.term -= row.open / step;
    }
  }
  for (ConstraintRow& limit : rows.positive)  // it need not come back, but goes no further
    if (joints_.contains(limit.key.joint)) limit.term = std::max(limit.term, 0.0);
}

void Relaxation::apply_to(Assembly& assembly, const ConstraintRows& joints,
                          const std::vector<Contact>& contacts) const {
  ContactProblem& p = assembly.problem;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const int row = assembly.contact_row[k];
    if (pushes_.contains(contacts[k].key) && is_rigid(assembly, row)) p.w[row] = std::max(p.w[row], 0.0);
  }
  if (motors_.empty()) return;
  if (p.E.size() == 0) p.E = Vector::Zero(p.rows());
  const Vector masses = p.M.diagonal();
  for (std::size_t k = 0; k < joints.free.size(); ++k) {
    if (!is_motor(joints.free[k]) || !motors_.contains(joints.free[k].key.joint)) continue;
    const auto row = static_cast<Eigen::Index>(k);
    double W = 0;
    for (SparseMatrix::InnerIterator entry(p.H, row); entry; ++entry)
      W += entry.value() * entry.value() / masses[entry.row()];
    p.E[row] = softness * W;
  }
}

std::vector<std::string> Relaxation::names(const Model& model) const {
  std::vector<std::string> names;
  const auto add = [&](std::string name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  };
  for (const ContactKey& key : pushes_) add("the push out of penetration at " + contact_text(model, key));
  for (const int joint : joints_) add("the closing of " + joint_text(model, joint));
  for (const int joint : motors_) add("the motor of " + joint_text(model, joint));
  return names;
}

bool hopeless(const Report& report) {
  if (report.status == Status::solved || report.status == Status::interrupted) return false;
  return report.status == Status::infeasible || !(report.certificate.value() <= useless_certificate);
}

std::vector<int> rows_at_fault(const ContactProblem& problem, const Report& report) {
  const bool known = report.status == Status::infeasible && report.proof.size() == problem.rows();
  return known ? contradicting_blocks(problem, report.proof) : every_block(problem.cones);
}

/// The rungs of a step. As it is posed, by every method (solve()); while that is hopeless, with ever less that it
/// insists on; the last answer is taken, whatever it is worth.
Report Simulation::Parts::settle_or_relax(const StepInputs& inputs, const std::function<bool()>& cancelled,
                                          StepRecord& record) {
  const WarmStart at_start = warm_start;
  relaxation = {};
  Report report = settle(inputs, cancelled, record);
  if (settings.on_miss != MissPolicy::relax || !hopeless(report) || !finite_problem()) return report;
  const std::string reason = miss_message(report);
  for (int attempt = 2; attempt <= most_attempts && hopeless(report); ++attempt) {
    const auto widen = [&](const std::vector<int>& rows) { return relaxation.widen(joints, contacts, assembly, rows); };
    const std::vector<int> all = every_block(assembly.problem.cones);
    bool less = widen(rows_at_fault(assembly.problem, report)) || widen(all);
    while (attempt == most_attempts && widen(all)) less = true;
    if (!less) break;
    warm_start = at_start;
    report = settle(inputs, cancelled, record);
  }
  record.relaxed = relaxation.names(model);
  record.message = reason;
  if (!relaxation.none()) record.message += "; gave way: " + listed(record.relaxed);
  record.message = one_short_line(record.message);
  return report;
}

/// What a motor was held back by in this step is not made up for later: a speed goes on from where the joint is.
void Simulation::Parts::lead_motors_from(const std::vector<Pose>& poses, std::vector<double>& shifts) {
  for (const int joint : relaxation.motors()) {
    const Joint& moved = model.joints[joint];
    double& target = courses.end[joint].value;
    double now = joint_coordinate(moved, poses);
    if (moved.kind == JointKind::revolute) now = nearest_equivalent(now, target);
    if (moved.motor->drives == Motor::Drives::speed) shifts[joint] += now - target;
    target = now;
  }
}

}  // namespace signorini
