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
void try_faces(const Convex& solid, const AxisScratch::Placed& faces, const Convex& against,
               const AxisScratch::Placed& other, bool of_a, double reach, SeparatingAxis& best) {
  for (int face = 0; face < static_cast<int>(faces.normals.size()); ++face) {
    const Vector3& normal = faces.normals[face];
    const int nearest = against.polyhedron->farthest(against.turn_back(-normal),
                                                     [&](int corner) { return -normal.dot(other.corners[corner]); });
    const double lowest = normal.dot(other.corners[nearest]);
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

/// The planes that pairs of edges span, as separating_axis() wants them.
class EdgePairs {
 public:
  EdgePairs(const Convex& a, const Convex& b, const AxisScratch& scratch)
      : a_(a), b_(b), placed_a_(scratch.a), placed_b_(scratch.b), centre_a_(a.centre()), centre_b_(b.centre()) {}

  bool make_a_face(int i, int j) const {
    return collision::make_a_face(a_.polyhedron->edges()[i], placed_a_.edges[i], placed_a_, b_.polyhedron->edges()[j],
                                  placed_b_.edges[j], placed_b_);
  }
  /// Two edges that make a face.
  void consider(int i, int j, SeparatingAxis& best) const {
    const auto &edge_a = a_.polyhedron->edges()[i], &edge_b = b_.polyhedron->edges()[j];
    const Vector3 &along_a = placed_a_.edges[i], &from_a = placed_a_.corners[edge_a.tail];
    const Vector3 &along_b = placed_b_.edges[j], &from_b = placed_b_.corners[edge_b.tail];
    Vector3 normal = along_a.cross(along_b);
    const double length = normal.norm();
    if (length <= parallel * along_a.norm() * along_b.norm()) return;
    normal /= length;
    // Out of a; where a is a segment, into b; where both are, from one to the other.
    const double out = normal.dot(from_a - centre_a_), in = normal.dot(centre_b_ - from_b);
    const double across = edge_a.right >= 0 ? out : edge_b.right >= 0 ? in : normal.dot(from_b - from_a);
    if (across < 0) normal = -normal;
    const double separation = normal.dot(from_b - from_a);
    if (separation > best.separation) best = {SeparatingAxis::Kind::edges, separation, normal, i, j};
  }

 private:
  const Convex &a_, &b_;
  const AxisScratch::Placed &placed_a_, &placed_b_;
  Vector3 centre_a_, centre_b_;
};

/// A segment's arc is a whole circle; the others are looked up among the arcs of b, in its frame and seen from there.
void partners(const Polyhedron::Edge& edge, const AxisScratch::Placed& placed, const Convex& b,
              std::vector<int>& edges) {
  edges.clear();
  if (edge.right < 0 || !b.polyhedron->is_large()) {
    for (int j = 0; j < static_cast<int>(b.polyhedron->edges().size()); ++j) edges.push_back(j);
    return;
  }
  const Aabb box =
      Polyhedron::box_of_arc(b.turn_back(-placed.normals[edge.left]), b.turn_back(-placed.normals[edge.right]));
  b.polyhedron->arcs().visit_near(box, 0, [&](int j) { edges.push_back(j); });
}

void try_edges(const Convex& a, const Convex& b, AxisScratch& scratch, double reach, SeparatingAxis& best) {
  const EdgePairs pairs(a, b, scratch);
  for (int i = 0; i < static_cast<int>(a.polyhedron->edges().size()); ++i) {
    partners(a.polyhedron->edges()[i], scratch.a, b, scratch.partners);
    std::erase_if(scratch.partners, [&](int j) { return !pairs.make_a_face(i, j); });
    std::sort(scratch.partners.begin(), scratch.partners.end());  // ties go to the first
    for (const int j : scratch.partners) {
      pairs.consider(i, j, best);
      if (best.separation >= reach) return;
    }
  }
}

}  // namespace

SeparatingAxis separating_face(const Convex& a, const Convex& b, double reach, AxisScratch& scratch) {
  place(a, scratch.a);
  place(b, scratch.b);
  SeparatingAxis best{};
  best.separation = -std::numeric_limits<double>::infinity();
  try_faces(a, scratch.a, b, scratch.b, true, reach, best);
  if (best.separation < reach) try_faces(b, scratch.b, a, scratch.a, false, reach, best);
  return best;
}

SeparatingAxis separating_axis(const Convex& a, const Convex& b, double reach, const SeparatingAxis& face,
                               AxisScratch& scratch) {
  SeparatingAxis edges = face;
  edges.separation += face_preference * (a.info->ball.radius + b.info->ball.radius);
  try_edges(a, b, scratch, reach, edges);
  return edges.kind == SeparatingAxis::Kind::edges ? edges : face;
}

}  // namespace signorini::collision
