#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "signorini/base/stopwatch.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/problem/certificate.h"
#include "signorini/solver/report.h"
#include "signorini/solver/stop_rule.h"

namespace signorini {

/// Preparations whose time grows with the entries of the problem's matrices.
enum class Preparation {
  operators,      ///< scaling and whitening H, sorting it into blocks
  norm_estimate,  ///< products with the Delassus operator
  system,         ///< assembling a matrix to be factored, ordering and analysing it
  large_system,   ///< the same where nothing is eliminated from it
  doubled_system  ///< the same with velocities and multipliers as unknowns of their own
};

/// The bookkeeping that every iterative method shares: when to ask the judge, when to stop, the best answer so far, the
/// history. A method reads
///
///     monitor.check(guess);
///     while (monitor.running()) {
///       sweep();
///       if (monitor.due()) monitor.check(candidate());
///     }
///     return monitor.finish(solution);
class Monitor {
 public:
  Monitor(std::string solver, const ContactProblem& problem, const StopRule& rule, int default_max_iterations)
      : Monitor(std::move(solver), problem, rule, default_max_iterations, problem.law) {}
  /// Judged under another law than the problem's own: see Judge.
  Monitor(std::string solver, const ContactProblem& problem, const StopRule& rule, int default_max_iterations, Law law);

  /// Counts one iteration and returns true, or returns false when it is time to stop. Past the time limit, or when the
  /// solve is cancelled, it allows one more, in which due() asks for a last candidate.
  bool running();
  /// Whether this iteration should be judged: all early ones, then about every tenth of the iterations done, and the
  /// last one.
  bool due();
  /// Whether this iteration is the last one: what is in work should be brought to a candidate and judged.
  bool ending() const { return report_.iterations == max_iterations_ || cancelled_ || seconds_left() <= 0; }
  /// The rule of a solve within this one, which ends when this one has to.
  StopRule inner_rule(double tolerance) const;
  /// Whether there is a time limit. Without one no clock may decide what a method does.
  bool limited() const { return rule_.time_limit > 0; }
  /// Until the time limit; infinite without one.
  double seconds_left() const { return limited() ? rule_.time_limit - clock_.seconds() : INFINITY; }
  /// Whether a loop that does not count its steps should end early: out of time, or cancelled.
  bool over() const { return seconds_left() <= 0 || (rule_.cancelled && rule_.cancelled()); }
  /// To be asked before work that cannot be interrupted, such as a factorisation: whether it ends before the time
  /// limit. If not, or when the solve is cancelled, the solve is stopped.
  bool may_spend(double seconds, const char* work);
  /// The same for preparations, and for the next factorisation with the solves that follow it.
  bool may_prepare(Preparation preparation);
  bool may_factorize(const Factorization& factorization);
  /// Whether what a method can do without ends before the time limit.
  bool fits(Preparation preparation) const;
  bool fits(const Factorization& factorization) const {
    return !limited() || factorization.expected_seconds() <= seconds_left();
  }
  /// Judges a candidate. Of several in one iteration the history keeps the best.
  Certificate check(const Solution& candidate);
  /// The method's own figures for the iterations to come, under names that stay; `figures` must outlive this.
  void record_figures(std::vector<std::string> names, const std::vector<double>& figures);
  /// Ends the solve for a reason of the method's own; the best answer is kept.
  void give_up(Status status, std::string message) { stop(status, std::move(message)); }
  /// Memory for the method's factors has ended.
  void give_up_out_of_memory();
  /// The method has stalled, as Status::inaccurate defines it, by its own rule. `why` may add a word.
  void give_up_stalled(const std::string& why = "");
  bool stopped() const { return stop_; }
  /// Why, once stopped.
  Status status() const { return report_.status; }
  void give_up_infeasible(std::string message, Vector proof) {
    report_.proof = std::move(proof);
    stop(Status::infeasible, std::move(message));
  }
  double tolerance() const { return rule_.tolerance; }
  /// The factor of M with which the judge was prepared, for a method that needs one too; whoever asks first has it.
  /// Empty in local form, and from the first iteration on.
  std::optional<MassFactor> take_mass_factor();
  /// The best certificate so far.
  double best() const { return report_.certificate.value(); }
  void count_analysis(double seconds) { report_.timings.analyze += seconds; }
  void count_factorization(double seconds) {
    ++report_.factorizations;
    report_.timings.factorize += seconds;
  }
  /// The factorisations of a solve within this one.
  void count_factorizations_of(const Report& inner) {
    report_.factorizations += inner.factorizations;
    report_.timings.analyze += inner.timings.analyze;
    report_.timings.factorize += inner.timings.factorize;
  }
  /// The end of the preparations before the first iteration.
  void setup_done() { report_.timings.setup = clock_.seconds() - report_.timings.analyze; }
  /// Moves the best answer to `solution` and returns the report. Where nothing was judged, that is the guess that
  /// `solution` holds, or zero.
  Report finish(Solution& solution);

 private:
  const ContactProblem& problem_;
  const StopRule& rule_;
  Stopwatch clock_;
  std::optional<MassFactor> mass_;
  Judge judge_;
  Report report_;
  Solution best_;
  int max_iterations_;
  int next_check_ = 0;
  bool cancelled_ = false, stop_ = false;
  bool last_iteration_ = false;   ///< allowed although the time was over
  double seconds_of_a_pass_ = 0;  ///< under a time limit
  const std::vector<double>* figures_ = nullptr;

  void record(const HistoryEntry& entry, const Solution& candidate);
  void decide(const HistoryEntry& entry);
  void stop(Status status, std::string message);
  void stop_solved();
  void stop_interrupted() { stop(Status::interrupted, "stopped on request"); }
  void stop_out_of_time();
};

/// The impulses of the guess; zeros where there is none.
Vector guess_or_zero(const ContactProblem& problem, const Solution& solution);

}  // namespace signorini
