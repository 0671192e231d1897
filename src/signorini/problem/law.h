#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// The friction law; it belongs to the problem because it changes the answer.
enum class Law {
  frictionless,  ///< friction cones are taken with μ = 0
  convex,        ///< cone complementarity relaxation: K* ∋ u ⟂ r ∈ K; what slides lifts off at μ|u_T|
  coulomb,       ///< exact: K* ∋ u + (μ|u_T|, 0, 0) ⟂ r ∈ K
  pyramid        ///< convex, with each friction cone replaced by the pyramid over `pyramid_sides` directions
};

std::string_view to_string(Law law);
/// Throws InputError that lists the known laws and the nearest one.
Law law_from_string(std::string_view name);
const std::vector<std::string>& law_names();
/// One line that explains the law.
std::string_view describe(Law law);

}  // namespace signorini
