#pragma once

#include "signorini/problem/contact_problem.h"
#include "signorini/solver/report.h"
#include "signorini/solver/stop_rule.h"

namespace signorini {

/// A method for contact problems. It sees the problem and the linear algebra, nothing else, and is judged by the
/// certificate.
class Solver {
 public:
  virtual ~Solver() = default;

  /// `solution` enters as the guess (vectors of other sizes than the problem's count as no guess) and leaves as the
  /// best answer found, whatever the status. A solver may keep work for the next call, such as a symbolic
  /// factorisation; that never changes an answer.
  virtual Report solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) = 0;
};

}  // namespace signorini
