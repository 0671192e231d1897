#pragma once

#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/collision/narrow_phase.h"
#include "signorini/collision/shape_info.h"
#include "signorini/model/model.h"

namespace signorini {

/// Finds the contacts of flexible bodies with rigid ones. Every node of a flexible surface is one, at its distance from
/// a rigid shape (but nodes that are held against fixed bodies); so is the point of a face that is nearest to a solid,
/// where it is nearer than the face's nodes. A point that carries a contact moves with the nodes of its face, by their
/// shape functions.
class SurfaceCollision {
 public:
  /// `margin`: m, > 0. The model must outlive this.
  SurfaceCollision(const Model& model, double margin);

  /// Overwrites both; `contacts` is sorted by key, and their surface_b says which of the `points` they are on.
  void find(const std::vector<Pose>& poses, const std::vector<Vector3>& nodes, std::vector<Contact>& contacts,
            std::vector<SurfacePoint>& points);

 private:
  struct Surface {
    int body;      ///< its number, behind those of the rigid bodies
    int material;  ///< place in Model::materials
    std::vector<int> nodes;
    std::vector<SurfacePoint> faces;  ///< three or six nodes each, without weights
    std::vector<int> not_with;        ///< rigid bodies that it is welded to
    std::vector<bool> held;           ///< by the world or a fixed body; by node, from the first of this body on
    int first_node = 0;
    bool holds(const SurfacePoint& face) const;
  };
  struct Found {
    Vector3 normal;
    double gap;
  };
  Found distance(const collision::PlacedShape& shape, const Vector3& point, double reach);
  void touch_nodes(const collision::PlacedShape& shape, const Surface& surface, const std::vector<Vector3>& nodes,
                   std::vector<Contact>& contacts, std::vector<SurfacePoint>& points);
  void touch_faces(const collision::PlacedShape& shape, const Surface& surface, const std::vector<Vector3>& nodes,
                   std::vector<Contact>& contacts, std::vector<SurfacePoint>& points);
  void add(const collision::PlacedShape& shape, const Surface& surface, const SurfacePoint& on, int feature,
           const Vector3& place, const Found& found, std::vector<Contact>& contacts,
           std::vector<SurfacePoint>& points) const;

  double margin_;
  std::vector<collision::ShapeInfo> shapes_;
  std::vector<Surface> surfaces_;
  collision::ShapeInfo point_;  ///< a sphere without radius
  collision::NarrowScratch scratch_;
  collision::Manifold manifold_;
};

}  // namespace signorini
