#pragma once

#include "signorini/solver/path/predictor_corrector.h"
#include "signorini/solver/quadratic_constraints/newton_system.h"

namespace signorini::quadratic_constraints {

enum class Centering { friedlander_orban, mehrotra };
enum class LineSearch { armijo, backtracking };

/// Algorithms 1 to 4 of the friction thesis: a primal-dual interior point method, with two choices.
///
/// Where the thesis draws random numbers, fixed fractions stand here: the Armijo rule halves the step until it is
/// inside the cones and takes nine tenths of that, backtracking shortens it by tenths; Mehrotra's σ is 0.9 (gap'/gap)³.
/// σ is a share of the gap (taken as it is written, the gap would never fall below it), and Mehrotra's corrector is
/// (2.4) again with that σ: the second-order term of linear programs makes it worse here, as the linearised (2.4) is
/// furthest off where contacts open, λ₁ grows and r goes to zero.
class InteriorPath {
 public:
  InteriorPath(const ConeProblem& problem, Centering centering, LineSearch search);

  /// Every cone on its axis, x and λ of size one. The regularisation is that of NewtonSystem.
  void start(double regularisation);
  /// The Newton matrix at the point; false when it has no factor.
  bool factorize();
  /// The rest of an iteration. False when rounding leaves no direction, or no length to go.
  bool step();

  const Factorization& factorization() const { return system_.factorization(); }
  const Vector& x() const { return at_.x; }
  /// The mean of λ_j g_j.
  double gap() const { return gap_; }

 private:
  struct Lengths {
    double x, curved, linear;  ///< of Δx; of Δλ by the kind of constraint
  };

  friend class interior_point::PredictorCorrector<Point>;
  double mu() const { return gap_; }
  void predict(Point& direction) { correct(direction, 0); }
  double predicted_mu(const Point& direction);
  /// Solves (2.4) with λ_j g_j aimed at `target`.
  void correct(Point& direction, double target);
  bool centre(const Point&, double, Point&) const { return false; }

  void evaluate();
  interior_point::CenteringRule centering_rule() const;
  Lengths lengths(const Point& direction);
  double x_length(const Point& direction);
  bool inside(const Point& direction, double length);
  void move(const Lengths& lengths);

  const ConeProblem& problem_;
  const Centering centering_;
  const LineSearch search_;
  const double to_boundary_;
  NewtonSystem system_;
  Point at_;
  interior_point::PredictorCorrector<Point> path_;
  Vector g_, residual_, complementarity_, trial_;
  double gap_ = 0, last_length_ = 1, regularisation_ = 0;
};

}  // namespace signorini::quadratic_constraints
