#pragma once

#include <cstdint>
#include <string>

#include "signorini/problem/contact_problem.h"

namespace signorini::fuzz {

/// A small contact problem drawn at random, and in words what is special about it.
struct RandomProblem {
  ContactProblem problem;
  std::string description;
};

/// The same for the same seed and index. Global and local, plane and spatial, joints, joint limits, compliance, rows
/// that say the same twice or contradict each other, friction from none to 100, mass ratios, tiny and huge units,
/// gyroscopic terms in M.
RandomProblem random_problem(std::uint64_t seed, std::uint64_t index);

}  // namespace signorini::fuzz
