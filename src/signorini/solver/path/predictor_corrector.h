#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

namespace signorini::interior_point {

/// σ, the share of μ that a step aims at.
struct CenteringRule {
  /// σ = share (μ_p/μ)³ within these limits, μ_p being where the prediction ends (Mehrotra; thesis §4.7).
  double share = 1, smallest = 0, largest = 1;
  /// In place of that, without a prediction, where it is not 0.
  double fixed = 0;

  double sigma(double ratio) const { return std::clamp(share * std::pow(std::max(ratio, 0.0), 3), smallest, largest); }
};

/// The direction of one iteration by Mehrotra's predictor-corrector with Gondzio's correctors, over a Newton equation
/// that has been factored at its point:
///
///     double mu()                                       the complementarity measure there
///     void predict(Direction&)                          aims at μ = 0
///     double predicted_mu(const Direction&)             at the end of the prediction
///     void correct(Direction&, double target)           aims at μ = target, from the prediction
///     bool centre(const Direction&, double target, Direction& trial)    one corrector; false when it does not pay
template <typename Direction>
class PredictorCorrector {
 public:
  template <typename Equation>
  void find_direction(Equation& equation, const CenteringRule& centering, int correctors) {
    const double mu = equation.mu();
    sigma_ = centering.fixed;
    if (centering.fixed == 0) {
      equation.predict(direction);
      sigma_ = mu > 0 ? centering.sigma(equation.predicted_mu(direction) / mu) : 0;
    }
    const double target = sigma_ * mu;
    equation.correct(direction, target);
    for (int k = 0; k < correctors && equation.centre(direction, target, trial_); ++k) std::swap(direction, trial_);
  }

  Direction direction;
  double sigma() const { return sigma_; }

 private:
  Direction trial_;
  double sigma_ = 0;
};

}  // namespace signorini::interior_point
