#pragma once

#include <string>
#include <vector>

namespace signorini {

/// A solver that this program could have, but was built without.
struct MissingSolver {
  std::string name, method, paper;
  std::string needs;  ///< what to do to have it
};

/// Those that nobody has provided (provide_solver). find_solver() tells what they need.
std::vector<MissingSolver> missing_solvers();

}  // namespace signorini
