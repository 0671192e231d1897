#pragma once

#include <new>
#include <type_traits>

#include "signorini/problem/contact_problem.h"
#include "signorini/solver/monitor.h"

namespace signorini {

/// Runs, if there is time, a method whose cones have their dimension as a compile-time constant, passed as an integral
/// constant. Where memory for its factors ends, so does the method.
template <typename Run>
void in_dimension(const ContactProblem& problem, Monitor& monitor, Run&& run) {
  if (!monitor.may_prepare(Preparation::operators)) return;
  try {
    problem.cones.dimension == 3 ? run(std::integral_constant<int, 3>()) : run(std::integral_constant<int, 2>());
  } catch (const std::bad_alloc&) {
    monitor.give_up_out_of_memory();
  }
}

}  // namespace signorini
