#pragma once

#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/collision/flexible_surface.h"
#include "signorini/collision/narrow_phase.h"
#include "signorini/collision/shape_info.h"
#include "signorini/collision/surface_pairs.h"
#include "signorini/model/model.h"

namespace signorini {

/// Finds the contacts of flexible bodies with rigid ones, with each other and with themselves (surface_pairs.h).
///
/// With a rigid shape every node of a flexible surface has one, at its distance (but nodes that are held against fixed
/// bodies); so has the point of a face that is nearest to a solid, where it is nearer than the face's nodes and
/// the solid is not round with a radius that is large for the face. A point that carries a contact moves with the nodes
/// of its face, by their shape functions.
class SurfaceCollision {
 public:
  /// The model must outlive this.
  explicit SurfaceCollision(const Model& model);

  /// What is nearer than `margin`, m, > 0. Overwrites both; `contacts` is sorted by key, and their surface_a and
  /// surface_b say which of the `points` they are on.
  void find(const std::vector<Pose>& poses, const std::vector<Vector3>& nodes, double margin,
            std::vector<Contact>& contacts, SurfacePoints& points);

 private:
  struct Found {
    Vector3 normal;
    double gap;
  };
  struct Near {
    std::vector<int> faces, nodes;
  };
  void gather(const collision::PlacedShape& shape, const collision::FlexibleSurface& surface);
  Found distance(const collision::PlacedShape& shape, const Vector3& point, double reach);
  void touch_nodes(const collision::PlacedShape& shape, const collision::FlexibleSurface& surface,
                   const std::vector<Vector3>& nodes, std::vector<Contact>& contacts, SurfacePoints& points);
  void touch_faces(const collision::PlacedShape& shape, const collision::FlexibleSurface& surface,
                   const std::vector<Vector3>& nodes, std::vector<Contact>& contacts, SurfacePoints& points);
  void add(const collision::PlacedShape& shape, const collision::FlexibleSurface& surface,
           std::span<const SurfacePoints::Part> on, int feature, const Vector3& place, const Found& found,
           std::vector<Contact>& contacts, SurfacePoints& points) const;

  std::vector<collision::ShapeInfo> shapes_;
  std::vector<collision::FlexibleSurface> surfaces_;
  collision::SurfacePairs pairs_;
  collision::ShapeInfo point_;  ///< a sphere without radius
  collision::NarrowScratch scratch_;
  collision::Manifold manifold_;
  double margin_ = 0;
  Near near_;                      ///< to the shape and of the surface at hand
  std::vector<double> node_gaps_;  ///< from that shape, by node
};

}  // namespace signorini
