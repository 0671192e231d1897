#pragma once

#include "signorini/base/export.h"
#include "signorini/fem/tet_mesh.h"

namespace SIGNORINI_PUBLIC signorini {

/// Meshes of simple solids, centred in their frames as rigid shapes are. Groups of faces and of nodes have the same
/// names. `nodes_per_element` is 4 or 10; elements of 10 nodes follow curved surfaces. Throw InputError for sizes that
/// are not positive.

/// A box with edges `size`, m, of nx × ny × nz cells, each cut into six tetrahedra. Groups x0 x1 y0 y1 z0 z1: the faces
/// at the lower and the upper end of each axis.
TetMesh block_mesh(const Vector3& size, int nx, int ny, int nz, int nodes_per_element = 4);

/// Axis z. `cells` across the radius, `layers` along the axis. Groups z0, z1 and side.
TetMesh cylinder_mesh(double radius, double length, int cells, int layers, int nodes_per_element = 4);

/// `cells` across the radius: a cube of (2 cells)³ cells, swollen so that its shells become spheres. Group surface.
TetMesh sphere_mesh(double radius, int cells, int nodes_per_element = 4);

/// The same mesh of 4-node elements with a node in the middle of each edge; groups of nodes get the middles of the
/// edges whose two ends they hold.
TetMesh quadratic(const TetMesh& linear);

}  // namespace signorini
