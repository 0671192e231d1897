#pragma once

#include <string>
#include <string_view>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

struct Material {
  std::string name = {};
  double friction = 0.3;               ///< μ, dimensionless, ≥ 0
  double restitution = 0.0;            ///< Newton's coefficient, in [0, 1]
  double compliance = 0.0;             ///< of a contact along its normal, m/N, ≥ 0; 0: rigid
  double tangential_compliance = 0.0;  ///< of a contact along its surface, m/N, ≥ 0; 0: rigid
};

/// How two materials make the coefficient of their contact.
enum class Combine { minimum, maximum, average, product, geometric_mean };

double combine(Combine rule, double a, double b);
std::string_view to_string(Combine rule);
/// Throws InputError with the nearest name.
Combine combine_from_string(const std::string& name);

}  // namespace signorini
