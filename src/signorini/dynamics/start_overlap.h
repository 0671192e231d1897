#pragma once

#include <limits>
#include <string>

#include "signorini/base/export.h"
#include "signorini/dynamics/settings.h"
#include "signorini/model/model.h"

namespace SIGNORINI_PUBLIC signorini {

/// Two bodies that begin in each other.
struct Overlap {
  int body_a = -1, body_b = -1;                                 ///< -1: nothing overlaps
  double depth = 0;                                             ///< m
  double half_width = std::numeric_limits<double>::infinity();  ///< of the thinner body, m

  /// Beyond that the way out may be on the other side: nobody can have meant it.
  bool deep() const { return depth > half_width; }
  /// Enough to be seen when it is undone: a hundredth of the half width.
  bool visible() const { return depth > 0.01 * half_width; }
};

/// The worst pair at the start of a model: the deepest compared with the thinner body's half width.
Overlap start_overlap(const Model& model, const Settings& settings);
/// "'a' and 'b' overlap by 0.05 m at the start".
std::string describe(const Overlap& overlap, const Model& model);

/// Throws InputError that names the pair and its depth when it is deep().
void require_not_deep(const Overlap& overlap, const Model& model);

}  // namespace signorini
