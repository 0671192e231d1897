#pragma once

namespace signorini::bench {

/// Every scene that comes with the program, stepped by each method and by `auto`: CPU time a step, and how much slower
/// `auto` is than the best of them.
void compare_solvers_on_scenes();

}  // namespace signorini::bench
