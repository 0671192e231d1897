#pragma once

#include <memory>

#include "signorini/base/export.h"
#include "signorini/solver/first_order/apgd.h"
#include "signorini/solver/interior_point/interior_point.h"
#include "signorini/solver/sweeps/gauss_seidel.h"

namespace SIGNORINI_PUBLIC signorini {

namespace SIGNORINI_PRIVATE direct {
class FreeRows;
}

/// What `auto` does with a problem, and why. It follows from problem, tolerance and guess alone, so that the same input
/// gives the same bits.
struct AutomaticChoice {
  std::string method;  ///< the solver that runs first; `direct` is none of the catalogue
  std::string reason;
  /// Iterations that sweeps or a first-order method get before interior-point takes over; 0 when interior-point or the
  /// portfolio is first.
  int budget = 0;
  /// Whether they end before that when the trend of the certificate says that it will not do.
  bool follows_trend = true;
};
AutomaticChoice choose_method(const ContactProblem& problem, double tolerance = StopRule().tolerance,
                              bool guessed = false);

struct AutoOptions {
  OptionFields fields() { return {}; }
};

/// `auto`: the method that suits the problem, and another from where it ends when it stalls. Ends with the best
/// certificate of all.
class Auto : public SolverWith<AutoOptions> {
 public:
  explicit Auto(AutoOptions options = {});
  ~Auto() override;

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;

  // Kept: what they analysed serves the next call.
  std::unique_ptr<direct::FreeRows> free_rows_;
  Apgd apgd_;
  GaussSeidel sweeps_;
  InteriorPoint interior_point_;
};

}  // namespace signorini
