#pragma once

#include <set>
#include <vector>

#include "signorini/dynamics/constraint_rows.h"

namespace signorini {

/// Which limits of joints a step deals with, as with contacts: those that are near, or that the joint closes at its old
/// velocity within the step, and those that an answer without them runs into. The row of a limit that is 1 rad away has
/// a term of 200 rad/s at h = 5 ms: it would be the scale of the certificate, and blind it.
class LimitsInReach {
 public:
  /// Starts a step. `at_start`: rows at its start; `near`: m, for lengths.
  void find(const Model& model, const ConstraintRows& at_start, const std::vector<int>& places, const Vector& v,
            double step, double near);
  bool none() const { return in_reach_.empty(); }
  /// Moves the rows that are out of reach from `positive` to `beyond`.
  void part(ConstraintRows& rows) const;
  /// Takes in what the velocities would drive past its limit; false when there is nothing.
  bool add_missed(const ConstraintRows& rows, const std::vector<int>& places, const Vector& v);

 private:
  std::set<ConstraintKey> in_reach_;
};

/// Impulses of the rows of a step, from one for every row that the model can have, in the order of
/// ConstraintRow::place; none where there is another number of those.
std::vector<double> impulses_of(const ConstraintRows& rows, const std::vector<double>& of_every_row);
/// The other way round; 0 for rows that are not in the step. `impulses`: of the free rows, then of the positive ones.
std::vector<double> impulses_of_every_row(const ConstraintRows& rows, const std::vector<double>& impulses);

}  // namespace signorini
