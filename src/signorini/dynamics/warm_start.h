#pragma once

#include <utility>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/collision/contact.h"

namespace SIGNORINI_PUBLIC signorini {

/// The impulses of the last step, to be found again by key.
struct WarmStart {
  /// On body B along the world's axes, N s; sorted by key.
  std::vector<std::pair<ContactKey, Vector3>> contact_impulses = {};
  /// In the order of the joints' free and positive rows, which never changes; 0 for limits out of reach.
  std::vector<double> joint_impulses = {};
  /// Stored in soft contacts at the end of the step, J.
  double contact_energy = 0;
  /// Where the contacts were, world, m, in the order of their impulses: a corner that slides over an edge has another
  /// key, and takes over what the one beside it carried. May be empty: then nothing is taken over.
  std::vector<Vector3> contact_points = {};
};

}  // namespace signorini
