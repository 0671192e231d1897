#pragma once

#include <array>
#include <vector>

#include "signorini/collision/convex.h"
#include "signorini/collision/manifold.h"

namespace signorini::collision {

/// The part of a core that faces a direction: a polygon, a segment or a point.
struct FacingPart {
  std::vector<Vector3> points;  ///< of a polygon: counter-clockwise seen from outside
  std::vector<int> corners;     ///< ids of the points
  std::vector<int> edges;       ///< ids of the edges from each point to the next
  Vector3 normal;               ///< of a polygon, unit, outwards
  int edge_count;               ///< of the whole solid

  bool is_polygon() const { return points.size() >= 3; }
  bool is_segment() const { return points.size() == 2; }
};

/// The faces count, then the edges, that are within 18° of facing the direction.
void facing_part(const Convex& solid, const Vector3& direction, FacingPart& part);
/// The same of a triangle, whose normal is given.
void facing_part(const std::array<Vector3, 3>& corners, const Vector3& normal, const Vector3& direction,
                 FacingPart& part);

/// Names for points of a pair, the same from step to step: a corner of a or b, or the crossing of two edges.
int corner_feature(int corner, bool of_a);
int crossing_feature(int edge_a, int edge_b, int edges_of_b);
/// For a pair's nearest point where it is none of these.
inline constexpr int nearest_feature = (1 << 30) - 1;

/// A point of a core's surface, with the other core `gap` beyond it along the normal.
struct PatchPoint {
  Vector3 on_a;
  double gap;
  int feature;
};

/// Memory that calls share.
struct PatchScratch {
  struct Vertex {
    Vector3 point;
    int feature;
    int edge;  ///< to the next vertex: of the clipped polygon, or -1 - edge of the clipping one
  };
  std::vector<Vertex> polygon, clipped;
};

/// Lays the two parts over each other along the unit normal from a to b: the corners of their common area, the ends of
/// their common segment, the crossing of two edges, or a corner over a face. Empty where they do not overlap.
/// `tolerance`: what sticks out by less is not cut off, m.
void overlay(const FacingPart& a, const FacingPart& b, const Vector3& normal, double tolerance, PatchScratch& scratch,
             std::vector<PatchPoint>& points);

}  // namespace signorini::collision
