#include "signorini/collision/separating_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

/// Share of the size by which edges must separate better than faces to be taken: faces give the steadier normals.
constexpr double face_preference = 1e-11;
/// Edges whose directions differ by less, rad, span no plane.
constexpr double parallel = 1e-9;

void place(const Convex& solid, AxisScratch::Placed& placed) {
  const Polyhedron& polyhedron = *solid.polyhedron;
  placed.corners.clear();
  placed.normals.clear();
  placed.edges.clear();
  for (const Vector3& corner : polyhedron.corners()) placed.corners.push_back(solid.place(corner));
  for (const auto& face : polyhedron.faces()) placed.normals.push_back(solid.turn(face.normal));
  for (const auto& edge : polyhedron.edges())
    placed.edges.push_back(placed.corners[edge.head] - placed.corners[edge.tail]);
}

/// The face of `faces` that keeps the corners of the other farthest off.
void try_faces(const Convex& solid, const AxisScratch::Placed& faces, const AxisScratch::Placed& other, bool of_a,
               double reach, SeparatingAxis& best) {
  for (int face = 0; face < static_cast<int>(faces.normals.size()); ++face) {
    const Vector3& normal = faces.normals[face];
    int nearest = 0;
    double lowest = std::numeric_limits<double>::infinity();
    for (int corner = 0; corner < static_cast<int>(other.corners.size()); ++corner) {
      const double height = normal.dot(other.corners[corner]);
      if (height < lowest) {
        lowest = height;
        nearest = corner;
      }
    }
    const double offset = solid.polyhedron->faces()[face].offset + normal.dot(solid.position);
    if (lowest - offset <= best.separation) continue;
    best = {of_a ? SeparatingAxis::Kind::face_of_a : SeparatingAxis::Kind::face_of_b, lowest - offset,
            of_a ? normal : Vector3(-normal), of_a ? face : nearest, of_a ? nearest : face};
    if (best.separation >= reach) return;
  }
}

/// Whether the directions that two edges support on the sphere of normals cross, so that the edges make a face of the
/// difference of the two polyhedra (Gregorius, "The separating axis test between convex polyhedra", GDC 2013). A
/// segment's edge supports the whole great circle around it.
bool make_a_face(const Polyhedron::Edge& edge_a, const Vector3& along_a, const AxisScratch::Placed& a,
                 const Polyhedron::Edge& edge_b, const Vector3& along_b, const AxisScratch::Placed& b) {
  const auto crosses = [](const Polyhedron::Edge& arc, const AxisScratch::Placed& placed, const Vector3& along) {
    return arc.right < 0 || placed.normals[arc.left].dot(along) * placed.normals[arc.right].dot(along) < 0;
  };
  if (!crosses(edge_a, a, along_b) || !crosses(edge_b, b, along_a)) return false;
  if (edge_a.right < 0 || edge_b.right < 0) return true;
  // On the same half of the sphere: b's normals are seen from the other side.
  return a.normals[edge_a.left].dot(along_b) * -b.normals[edge_b.right].dot(along_a) > 0;
}

void try_edges(const Convex& a, const Convex& b, const AxisScratch& scratch, double reach, SeparatingAxis& best) {
  const auto& edges_a = a.polyhedron->edges();
  const auto& edges_b = b.polyhedron->edges();
  const Vector3 centre_a = a.centre(), centre_b = b.centre();
  for (int i = 0; i < static_cast<int>(edges_a.size()); ++i) {
    const Vector3 &along_a = scratch.a.edges[i], &from_a = scratch.a.corners[edges_a[i].tail];
    for (int j = 0; j < static_cast<int>(edges_b.size()); ++j) {
      const Vector3& along_b = scratch.b.edges[j];
      if (!make_a_face(edges_a[i], along_a, scratch.a, edges_b[j], along_b, scratch.b)) continue;
      Vector3 normal = along_a.cross(along_b);
      const double length = normal.norm();
      if (length <= parallel * along_a.norm() * along_b.norm()) continue;
      normal /= length;
      const Vector3& from_b = scratch.b.corners[edges_b[j].tail];
      // Out of a; where a is a segment, into b; where both are, from one to the other.
      const double out = normal.dot(from_a - centre_a), in = normal.dot(centre_b - from_b);
      const double across = edges_a[i].right >= 0 ? out : edges_b[j].right >= 0 ? in : normal.dot(from_b - from_a);
      if (across < 0) normal = -normal;
      const double separation = normal.dot(from_b - from_a);
      if (separation <= best.separation) continue;
      best = {SeparatingAxis::Kind::edges, separation, normal, i, j};
      if (separation >= reach) return;
    }
  }
}

}  // namespace

SeparatingAxis separating_face(const Convex& a, const Convex& b, double reach, AxisScratch& scratch) {
  place(a, scratch.a);
  place(b, scratch.b);
  SeparatingAxis best{};
  best.separation = -std::numeric_limits<double>::infinity();
  try_faces(a, scratch.a, scratch.b, true, reach, best);
  if (best.separation < reach) try_faces(b, scratch.b, scratch.a, false, reach, best);
  return best;
}

SeparatingAxis separating_axis(const Convex& a, const Convex& b, double reach, const SeparatingAxis& face,
                               const AxisScratch& scratch) {
  SeparatingAxis edges = face;
  edges.separation += face_preference * (a.info->ball.radius + b.info->ball.radius);
  try_edges(a, b, scratch, reach, edges);
  return edges.kind == SeparatingAxis::Kind::edges ? edges : face;
}

}  // namespace signorini::collision
