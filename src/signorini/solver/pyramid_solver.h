#pragma once

#include <memory>

#include "signorini/solver/solver.h"

namespace signorini {

/// Law `pyramid` with any solver for convex problems: converts the friction cones to positive rows, solves, converts
/// back, and has the answer judged in the original rows. Problems of other laws pass through.
class PyramidSolver : public Solver {
 public:
  explicit PyramidSolver(std::unique_ptr<Solver> inner) : inner_(std::move(inner)) {}
  Report solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;

 private:
  std::unique_ptr<Solver> inner_;
};

}  // namespace signorini
