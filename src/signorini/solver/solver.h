#pragma once

#include <memory>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/problem/contact_problem.h"
#include "signorini/solver/options.h"
#include "signorini/solver/report.h"
#include "signorini/solver/stop_rule.h"

namespace SIGNORINI_PUBLIC signorini {

class Condensation;

/// A method for contact problems. It sees the problem and the linear algebra, nothing else, and is judged by the
/// certificate.
class Solver {
 public:
  virtual ~Solver();

  /// `solution` enters as the guess, empty for none, and leaves as the best answer found, whatever the status. A solver
  /// may keep work for the next call, such as a symbolic factorisation; that never changes an answer.
  ///
  /// The one door to every method. Throws InputError, with names and numbers, for a problem that is not sound
  /// (ContactProblem::validate), a law that the method does not know, a stop rule out of range, and a guess of another
  /// problem.
  Report solve(const ContactProblem& problem, const StopRule& rule, Solution& solution);

  /// As in the catalogue.
  const std::string& name() const { return name_; }
  const std::vector<Law>& laws() const { return laws_; }
  bool knows(Law law) const;

 protected:
  /// Who knows Law::pyramid never sees it: such problems come as positive rows; and degrees of freedom that no
  /// contact touches may be eliminated (converted_problem.cpp).
  Solver(std::string name, std::vector<Law> laws);

 private:
  virtual Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) = 0;
  /// Law `pyramid` with any method for convex problems: converts the friction cones to positive rows, has them solved,
  /// converts back, and has the answer judged in the original rows.
  Report solve_in_pyramid_rows(const ContactProblem& problem, const StopRule& rule, Solution& solution);
  /// Any law but pyramid, on the degrees of freedom that contacts touch where that saves work (problem/condensation.h).
  Report solve_condensed(const ContactProblem& problem, const StopRule& rule, Solution& solution);

  std::string name_;
  std::vector<Law> laws_;
  std::unique_ptr<Condensation> condensation_;
};

/// A method with options, which are checked when it is made.
template <typename OptionsOfMethod>
class SolverWith : public Solver {
 public:
  using Options = OptionsOfMethod;

 protected:
  SolverWith(std::string name, std::vector<Law> laws, Options options)
      : Solver(std::move(name), std::move(laws)), options_(std::move(options)) {
    validate_options(options_.fields(), this->name());
  }

  Options options_;
};

/// Lists of laws for constructors: all of them, and those whose problems are convex.
const std::vector<Law>& every_law();
const std::vector<Law>& convex_laws();

}  // namespace signorini
