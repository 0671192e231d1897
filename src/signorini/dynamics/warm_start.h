#pragma once

#include <utility>
#include <vector>

#include "signorini/dynamics/assemble.h"

namespace signorini {

/// The impulses of the last step, to be found again by key.
struct WarmStart {
  /// On body B along the world's axes, N s; sorted by key.
  std::vector<std::pair<ContactKey, Vector3>> contact_impulses;
  /// In the order of the joints' free and positive rows, which never changes.
  std::vector<double> joint_impulses;

  /// Impulses for the rows of a new step; 0 where a contact is new.
  Vector guess(const Assembly& assembly, const std::vector<Contact>& contacts) const;
  void remember(const Assembly& assembly, const std::vector<Contact>& contacts, const std::vector<Vector3>& impulses,
                const Vector& r);
};

/// The impulse of each contact on body B, along the world's axes, N s.
std::vector<Vector3> world_impulses(const Assembly& assembly, const std::vector<Contact>& contacts, const Vector& r);

}  // namespace signorini
