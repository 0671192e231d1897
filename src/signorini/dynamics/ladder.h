#pragma once

#include <set>
#include <string>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/constraint_rows.h"
#include "signorini/dynamics/settings.h"
#include "signorini/solver/report.h"

namespace signorini {

/// What a step does not insist on, because its rows contradict each other. First goes what we have added ourselves:
///
///     pushes     of penetration: w_N ≥ 0, bodies in each other stay as they are
///     closing    of joints and limits that are open: without Ψ/h, they stay as they are
///     motors     push with a bounded force instead of any: E on their rows
///
/// Contacts, joints and limits themselves never give way: without pushes, closing and motors bodies at rest satisfy
/// all of them.
class Relaxation {
 public:
  /// Lets the first kind that has rows among these give way; false when none has. `rows`: first rows of blocks.
  bool widen(const ConstraintRows& joints, const std::vector<Contact>& contacts, const Assembly& assembly,
             const std::vector<int>& rows);
  bool none() const { return pushes_.empty() && joints_.empty() && motors_.empty(); }
  /// Whether open joints stay open.
  bool leaves_joints_open() const { return !joints_.empty(); }
  const std::set<int>& motors() const { return motors_; }

  /// Before assembly. `margin`: the contacts', m.
  void apply_to(ConstraintRows& rows, const Model& model, double step, double margin) const;
  /// After it.
  void apply_to(Assembly& assembly, const ConstraintRows& joints, const std::vector<Contact>& contacts) const;

  /// By the names of joints and bodies: "the motor of joint 'crank'".
  std::vector<std::string> names(const Model& model) const;

 private:
  std::set<ContactKey> pushes_;
  std::set<int> joints_, motors_;  ///< by joint
};

/// Whether another attempt, with less, is in place: the rows contradict each other, or no method came near.
bool hopeless(const Report& report);

/// The rows that contradict each other, or all when that is not known.
std::vector<int> rows_at_fault(const ContactProblem& problem, const Report& report);

}  // namespace signorini
