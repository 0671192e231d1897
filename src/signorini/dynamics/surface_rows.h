#pragma once

#include <utility>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/node_motion.h"

namespace signorini {

/// What contacts with flexible bodies act on.
struct Surfaces {
  const NodeMotion& nodes;
  const SurfacePoints& points;  ///< by Contact::surface_a and surface_b
};

inline bool is_flexible(const Contact& contact) { return contact.surface_a >= 0 || contact.surface_b >= 0; }

/// A row of a contact with flexible bodies.
struct SurfaceRow {
  std::vector<std::pair<int, double>> entries;  ///< of its column of H, by place
  double driven = 0;                            ///< what nodes that are driven add to its velocity, m/s
};
/// At most so many entries are in the rows of such contacts, three for each, besides twelve for each row.
Eigen::Index surface_entries(const std::vector<Contact>& contacts, const Surfaces* surfaces);
/// Along `direction`, for B against A. `poses` at the start of the step; `places`: velocity_places().
SurfaceRow surface_row(const Contact& contact, const Vector3& direction, const std::vector<Pose>& poses,
                       const std::vector<int>& places, const Surfaces& surfaces);

/// The velocity of B relative to A at such a contact, along the world's axes, m/s.
Vector3 surface_velocity(const Contact& contact, const std::vector<Pose>& poses, const Vector& v,
                         const std::vector<int>& places, const Surfaces& surfaces);

}  // namespace signorini
