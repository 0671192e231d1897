#pragma once

#include <limits>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/collision/flexible_surface.h"

namespace signorini::collision {

/// Contacts between two flexible surfaces, whose meshes need not match.
///
/// The finer surface carries them, one at each of its nodes i that lies over the other surface. Let Φᵢ be the function
/// that is 1 at node i, 0 at the others and linear between them, and P what the surfaces have in common, seen along
/// the normal of the finer. The gap is the mean over P, weighted by Φᵢ,
///
///     gᵢ = ∫_P Φᵢ n·(x' - x) dA / ∫_P Φᵢ dA,
///
/// and so are the rows of the contact. The pressure it stands for is pᵢ Φᵢ: a uniform one, Σ p Φᵢ = p, acts on the
/// nodes of both surfaces with its consistent forces, so it passes through without error (Puso and Laursen's mortar
/// method, with one side's nodal pressures).
///
/// A mean does not see a corner that pierces a face between its nodes. A node that is nearer to the other surface than
/// the means it is part of by more than a share of the face has a contact of its own.
class SurfacePairs {
 public:
  /// Appends. The surfaces must be where `nodes` are; for a body with itself both are the same.
  void find(const FlexibleSurface& a, const FlexibleSurface& b, const std::vector<Vector3>& nodes, double margin,
            std::vector<Contact>& contacts, SurfacePoints& points);

 private:
  /// What has been summed up over P for a node.
  struct Mean {
    int node = -1;
    double area = 0;                              ///< ∫ Φᵢ dA, m²
    Vector3 normal, place, gap;                   ///< times that
    std::vector<SurfacePoints::Part> own, other;  ///< times that
  };
  Mean& mean_of(int node);
  void lay_over(const FlexibleSurface& own, int patch, const FlexibleSurface& other, int other_patch,
                const std::vector<Vector3>& nodes, double margin);
  void make_means(const FlexibleSurface& own, const FlexibleSurface& other, const std::vector<Vector3>& nodes,
                  double margin);
  void add_means(const FlexibleSurface& own, const FlexibleSurface& other, double margin,
                 std::vector<Contact>& contacts, SurfacePoints& points);
  void add_nodes(const FlexibleSurface& own, const FlexibleSurface& other, const std::vector<Vector3>& nodes,
                 double margin, std::vector<Contact>& contacts, SurfacePoints& points) const;

  std::vector<Mean> means_;  ///< the first `count_` are in use
  int count_ = 0;
  std::vector<int> place_of_;    ///< of a node in means_, -1: none
  std::vector<double> covered_;  ///< by node: the least gap of the means it is part of
};

}  // namespace signorini::collision
