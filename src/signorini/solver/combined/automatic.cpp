#include "signorini/solver/combined/automatic.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "signorini/base/stopwatch.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/symmetry.h"
#include "signorini/problem/certificate.h"
#include "signorini/solver/coulomb/portfolio.h"
#include "signorini/solver/direct/free_rows.h"
#include "signorini/solver/first_order/apgd.h"
#include "signorini/solver/interior_point/interior_point.h"
#include "signorini/solver/newton/warm_newton.h"

namespace signorini {
namespace {

/// Below this many contacts interior-point takes milliseconds. To low accuracy sweeps and first-order methods take less
/// from some 25 balls on.
constexpr int few_contacts = 300, few_freedoms = newton::WarmNewtonOptions().small;
/// Tolerance from which on an answer counts as one of low accuracy.
constexpr double low_accuracy = 1e-5;
/// From here on sweeps come before interior-point even where a guess is near the answer. A factorisation takes the time
/// of 150 sweeps at 4,000 contacts of spheres, of 300 at 16,000 and of 650 at 64,000, and its analysis as much again.
constexpr int many_contacts = 8000;
/// From here on exact friction is left to sweeps: Newton's method would take minutes where it ends well, and it rarely
/// does.
constexpr int huge_contacts = 30'000;
/// Largest over smallest Delassus diagonal up to which first-order methods converge well.
constexpr double largest_mass_spread = 1e3;
/// What apgd may take before interior-point has its turn, in iterations a contact. On packings of spheres with friction
/// a whole interior point solve to 1e-8 takes the time of 2.6 n iterations at n = 1,000 contacts, 1.3 n at 4,000, n at
/// 16,000.
constexpr double iterations_a_contact = 1;
/// The same for sweeps from a guess, each of which takes the time of two iterations of apgd; to many digits, where
/// interior-point takes fewer factorisations from a guess than without one, half of that.
constexpr double sweeps_a_contact = 0.5, sweeps_a_contact_to_digits = 0.25;
/// Sweeps solve one contact exactly, and two within these.
constexpr int lone_contacts = 2, sweeps_of_lone = 20;
/// Under law coulomb, from a guess, to low accuracy, without regard to the trend. Where 256 balls settle sweeps get to
/// low accuracy within 0.6 a contact in all steps at friction 0.3; at 0.8 some steps want more than 8, and the
/// portfolio, which takes over where they are cut short, is faster by then: 188 steps take 4.3 s with 2 a contact, 6.2
/// s with 8.
constexpr double exact_sweeps_a_contact = 2;
/// The same to high accuracy. Of the steps in which 256 balls fall and settle at friction 0.3 half are solved to 1e-7
/// by so many, and in the others the Newton steps of the portfolio from there are half as many as after a fifth.
constexpr double exact_sweeps_a_contact_to_digits = 0.5;
/// Factorisations of an interior point solve; how many times as long an operation of whitening takes as one of them, in
/// dense blocks (bench_flexible); and the operations of the least factor with so many contacts, whatever M is.
constexpr double typical_factorizations = 10, slowness_of_whitening = 4, small_factor = 1e8;
/// Of apgd, or sweeps, where nothing else is left; the trend ends it earlier.
constexpr int most_of_last_resort = 100000;
/// Before this many iterations a trend says nothing; sweeps from a guess are steadier.
constexpr int earliest_trend = 200, earliest_trend_of_sweeps = 50;

double mass_spread(const ContactProblem& problem) {
  const Vector D = contact_scales(problem);
  return D.size() == 0 ? 1 : D.maxCoeff() / D.minCoeff();
}

/// Whether first-order methods would spend more on C⁻¹ H than interior-point on all its factorisations, as they do with
/// finite elements: counted from the factor of M, whose pattern is most of that of the matrix which interior-point
/// factors.
bool whitening_is_dearer(const ContactProblem& problem) {
  if (is_diagonal(problem.M)) return false;
  const auto factorization = make_cholesky_factorization();
  factorization->analyze(SparseMatrix(problem.M.triangularView<Eigen::Lower>()));
  const double whitening = 2 * factorization->factor_entries() * problem.rows();
  return slowness_of_whitening * whitening > typical_factorizations * std::max(factorization->flops(), small_factor);
}

/// Whether a method that converges linearly will reach the tolerance in time: extrapolates the certificate from the
/// second half of its history.
class Trend {
 public:
  Trend(double tolerance, int budget, int earliest) : tolerance_(tolerance), budget_(budget), earliest_(earliest) {}
  void add(const HistoryEntry& entry) {
    best_ = std::min(best_, entry.certificate.value());
    iteration_.push_back(entry.iteration);
    lowest_.push_back(best_);
  }
  bool hopeless() const {
    if (iteration_.empty() || iteration_.back() < earliest_ || best_ <= tolerance_) return false;
    const int now = iteration_.back();
    const auto middle = std::lower_bound(iteration_.begin(), iteration_.end(), now / 2) - iteration_.begin();
    const double digits = std::log10(lowest_[static_cast<std::size_t>(middle)] / best_);
    const double wanted = std::log10(best_ / tolerance_);
    const double iterations = static_cast<double>(now - iteration_[static_cast<std::size_t>(middle)]);
    return digits * (budget_ - now) < wanted * iterations;
  }

 private:
  double tolerance_;
  int budget_, earliest_;
  double best_ = INFINITY;
  std::vector<int> iteration_;
  std::vector<double> lowest_;
};

/// What ends a method's turn early, beside the stop rule.
struct Turn {
  int most_iterations = 0;   ///< 0: no limit of its own
  int earliest_trend = 0;    ///< from here on it ends when the trend says that the tolerance is out of reach; 0: never
  bool leaves_rest = false;  ///< ends at once where the guess belongs to bodies at rest
};

/// Methods in turn on one problem, each from the best answer so far, under one stop rule.
class Relay {
 public:
  Relay(const ContactProblem& problem, const StopRule& rule, Solution& best)
      : problem_(problem), rule_(rule), best_(best) {}

  /// True when there is nothing left to do.
  bool run(Solver& method, const Turn& turn) {
    return run([&](const StopRule& rule, Solution& answer) { return method.solve(problem_, rule, answer); }, turn);
  }
  template <typename Method>
  requires std::is_invocable_v<Method, const StopRule&, Solution&>
  bool run(Method&& method, const Turn& turn) {
    StopRule rule = rule_;
    const int left = rule_.max_iterations - report_.iterations, own = turn.most_iterations;
    rule.max_iterations = rule_.max_iterations == 0 ? own : own == 0 ? left : std::min(own, left);
    if (rule_.time_limit > 0) rule.time_limit = std::max(1e-6, rule_.time_limit - clock_.seconds());
    if (!report_.solver.empty() && !left_rest_) rule.guess_share = 1;
    left_rest_ = false;
    Trend trend(rule_.tolerance, rule.max_iterations, turn.earliest_trend);
    rule.observer = [&](HistoryEntry entry) {
      trend.add(entry);
      left_rest_ = left_rest_ || (turn.leaves_rest && entry.iteration == 0 && is_at_rest(entry.certificate.value()));
      entry.iteration += report_.iterations;
      entry.seconds += clock_.seconds() - turn_.seconds();
      if (rule_.observer) rule_.observer(entry);
    };
    bool hopeless = false;
    rule.cancelled = [&] {
      hopeless = left_rest_ || (turn.earliest_trend > 0 && trend.hopeless());
      return hopeless || (rule_.cancelled && rule_.cancelled());
    };
    turn_ = Stopwatch();
    Solution candidate = best_;
    Report done = method(rule, candidate);
    if (done.status == Status::interrupted && hopeless && !left_rest_) {
      done.status = Status::inaccurate;
      done.message = fmt::format("converges too slowly at certificate {:.3g}", done.certificate.value());
    }
    add(std::move(done), std::move(candidate));
    if (rule_.time_limit > 0 && clock_.seconds() >= rule_.time_limit) return true;
    if (rule_.max_iterations > 0 && report_.iterations >= rule_.max_iterations) return true;
    if (left_rest_) return rule_.cancelled && rule_.cancelled();
    return report_.status == Status::solved || report_.status == Status::infeasible ||
           (report_.status == Status::interrupted && !hopeless);
  }

  Report finish() {
    report_.message = fmt::format("{}: {}", methods_, report_.message);
    report_.solver = "auto";
    report_.timings.total = clock_.seconds();
    return std::move(report_);
  }

 private:
  /// Good enough an answer for a step, but not as the guess of the next ones: what it leaves would move the bodies.
  bool is_at_rest(double certificate) const {
    return certificate <= newton::WarmNewtonOptions().resting && certificate > rule_.guess_share * rule_.tolerance;
  }

  void add(Report turn, Solution candidate) {
    methods_ += (methods_.empty() ? "" : ", then ") + turn.solver;
    if (report_.solver.empty()) {
      report_ = std::move(turn);
      best_ = std::move(candidate);
      return;
    }
    const bool better = turn.certificate.value() < report_.certificate.value();
    turn.add_earlier(report_);
    if (better) {
      best_ = std::move(candidate);
    } else {
      turn.certificate = report_.certificate;
      turn.objective = report_.objective;
    }
    report_ = std::move(turn);
  }

  const ContactProblem& problem_;
  const StopRule& rule_;
  Solution& best_;
  Report report_;
  std::string methods_;
  bool left_rest_ = false;
  Stopwatch clock_, turn_;
};

/// Without friction cones the law is the convex one, which proves contradictions and needs no other methods.
bool is_exact_friction(const ContactProblem& problem) {
  return problem.law == Law::coulomb && problem.cones.friction() > 0;
}

/// Law coulomb. Sweeps pass motion slowly through chains of joints and odd masses, and take longer than all else where
/// M is not that of bodies.
AutomaticChoice choose_exact_method(const ContactProblem& problem, bool low, bool guessed) {
  const int contacts = problem.cones.contacts();
  const bool many = low || contacts >= many_contacts;
  const bool sweeps = (guessed || contacts >= huge_contacts) && problem.form == Form::global &&
                      problem.dof() > few_freedoms && 4 * problem.cones.free <= 3 * contacts &&
                      is_symmetric(problem.M) && !whitening_is_dearer(problem);
  if (!sweeps)
    return {"portfolio", "law coulomb: sweeps, interior point and proximal points in turn (docs of the solvers)"};
  const int budget = static_cast<int>((many ? exact_sweeps_a_contact : exact_sweeps_a_contact_to_digits) * contacts);
  const bool follows_trend =
      contacts >= many_contacts || problem.rows() < problem.dof() || mass_spread(problem) > largest_mass_spread;
  return {"gauss-seidel",
          fmt::format("law coulomb, {} contacts; {} go on from there when {} sweeps do not suffice", contacts,
                      contacts >= huge_contacts ? "other sweeps" : "interior point and proximal points", budget),
          budget, follows_trend};
}

}  // namespace

AutomaticChoice choose_method(const ContactProblem& problem, double tolerance, bool guessed) {
  const int contacts = problem.cones.contacts();
  const bool low = tolerance >= low_accuracy;
  if (direct::FreeRows::may_solve(problem)) return {"direct", "no contacts: one linear system"};
  if (contacts <= lone_contacts && problem.cones.free == 0 && problem.dof() <= few_freedoms)
    return {"gauss-seidel", fmt::format("{} contacts: sweeps solve each exactly", contacts), sweeps_of_lone, false};
  if (is_exact_friction(problem)) return choose_exact_method(problem, low, guessed);
  if (problem.form == Form::local)
    return {"interior-point", "local form: W is there to be factored, and may be unsymmetric"};
  if (low ? problem.dof() <= few_freedoms : contacts < few_contacts)
    return {"interior-point", fmt::format("{} contacts and {} degrees of freedom: a factorisation takes no time",
                                          contacts, problem.dof())};
  if (!is_symmetric(problem.M))
    return {"interior-point", "M is not symmetric: no energy for first-order methods to descend"};
  if (whitening_is_dearer(problem))
    return {"interior-point", "M ties many degrees of freedom together: first-order methods would need M⁻¹ H in full"};
  if (4 * problem.cones.free > 3 * contacts)
    return {"interior-point",
            fmt::format("{} joint rows: first-order methods pass motion through chains slowly", problem.cones.free)};
  if (const double spread = mass_spread(problem); spread > largest_mass_spread && !guessed)
    return {"interior-point", fmt::format("masses at the contacts differ by a factor of {:.1g}", spread)};
  const double sweeps = low || contacts >= many_contacts ? sweeps_a_contact : sweeps_a_contact_to_digits;
  const int budget = static_cast<int>((guessed ? sweeps : iterations_a_contact) * contacts);
  return {guessed ? "gauss-seidel" : "apgd",
          fmt::format("{} contacts; interior-point goes on from there when {} iterations do not "
                      "suffice",
                      contacts, budget),
          budget};
}

Auto::Auto(AutoOptions options)
    : SolverWith("auto", every_law(), options), free_rows_(std::make_unique<direct::FreeRows>()) {}
Auto::~Auto() = default;

Report Auto::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  if (std::optional<Report> done = free_rows_->solve(name(), problem, rule, solution)) return *std::move(done);
  const auto relaxation = [&](const StopRule& inner, Solution& answer) {
    return interior_point_.solve_relaxed(problem, inner, answer);
  };
  coulomb::Portfolio portfolio{.relaxation = relaxation};
  const bool guessed = solution.r.size() > 0 && !solution.r.isZero(0);
  const AutomaticChoice choice = choose_method(problem, rule.tolerance, guessed);
  if (choice.method == "portfolio") return portfolio.solve(name(), problem, rule, solution);
  Relay relay(problem, rule, solution);
  const bool may_rest = !rule.moving && problem.cones.contacts() < many_contacts;
  const Turn sweeping{choice.budget, choice.follows_trend ? earliest_trend_of_sweeps : 0, may_rest};
  if (is_exact_friction(problem)) {
    portfolio.swept = true;
    const auto others = [&](const StopRule& inner, Solution& answer) {
      return portfolio.solve("portfolio", problem, inner, answer);
    };
    if (relay.run(sweeps_, sweeping)) return relay.finish();
    if (problem.cones.contacts() < huge_contacts)
      relay.run(others, {});
    else
      relay.run(sweeps_, {most_of_last_resort, earliest_trend});
    return relay.finish();
  }
  if (choice.method == "apgd" && relay.run(apgd_, {choice.budget, earliest_trend})) return relay.finish();
  if (choice.method == "gauss-seidel" && relay.run(sweeps_, sweeping)) return relay.finish();
  if (relay.run(interior_point_, {})) return relay.finish();
  // Out of memory, or out of digits.
  relay.run(apgd_, {most_of_last_resort, earliest_trend});
  return relay.finish();
}

}  // namespace signorini
