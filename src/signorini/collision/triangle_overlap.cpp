#include "signorini/collision/triangle_overlap.h"

namespace signorini::collision {
namespace {

/// On which side of the line from `tail` to `head` a point is: positive to its left.
double left_of(const Eigen::Vector2d& tail, const Eigen::Vector2d& head, const Eigen::Vector2d& point) {
  return twice_area({tail, head, point});
}

/// Keeps what is to the left of a line (Sutherland and Hodgman).
void cut(const Eigen::Vector2d& tail, const Eigen::Vector2d& head, Overlap2& polygon) {
  const Overlap2 whole = polygon;
  polygon.count = 0;
  for (int k = 0; k < whole.count; ++k) {
    const Eigen::Vector2d& here = whole.corners[static_cast<std::size_t>(k)];
    const Eigen::Vector2d& next = whole.corners[static_cast<std::size_t>((k + 1) % whole.count)];
    const double at_here = left_of(tail, head, here), at_next = left_of(tail, head, next);
    if (at_here >= 0) polygon.corners[static_cast<std::size_t>(polygon.count++)] = here;
    if ((at_here >= 0) != (at_next >= 0))
      polygon.corners[static_cast<std::size_t>(polygon.count++)] = here + at_here / (at_here - at_next) * (next - here);
  }
}

}  // namespace

Overlap2 overlap(const Triangle2& a, const Triangle2& b) {
  Overlap2 polygon;
  polygon.count = 3;
  for (std::size_t k = 0; k < 3; ++k) polygon.corners[k] = b[k];
  for (std::size_t k = 0; k < 3 && polygon.count > 0; ++k) cut(a[k], a[(k + 1) % 3], polygon);
  return polygon;
}

}  // namespace signorini::collision
