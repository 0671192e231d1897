#include "signorini/problem/generate/nearest_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::generator {
namespace {

/// Squared sine below which two boundaries count as parallel.
constexpr double parallel = 1e-12;

bool excludes(const HalfSpace& half_space, const Vector3& x) { return half_space.normal.dot(x) < half_space.offset; }

/// On the line where the boundaries of p and q meet, within `half_spaces`.
Vector3 nearest_on_line(const Vector3& target, const HalfSpace& p, const HalfSpace& q,
                        std::span<const HalfSpace> half_spaces) {
  const double cosine = p.normal.dot(q.normal);
  const double sine_squared = 1.0 - cosine * cosine;
  const double p_distance = p.offset - p.normal.dot(target);
  const double q_distance = q.offset - q.normal.dot(target);
  const Vector3 foot = target + (p_distance - cosine * q_distance) / sine_squared * p.normal +
                       (q_distance - cosine * p_distance) / sine_squared * q.normal;
  const Vector3 direction = p.normal.cross(q.normal) / std::sqrt(sine_squared);
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  for (const HalfSpace& half_space : half_spaces) {
    const double slope = half_space.normal.dot(direction);
    if (slope * slope < parallel) continue;
    const double bound = (half_space.offset - half_space.normal.dot(foot)) / slope;
    if (slope > 0.0) {
      low = std::max(low, bound);
    } else {
      high = std::min(high, bound);
    }
  }
  const double s = low <= high ? std::clamp(0.0, low, high) : 0.5 * (low + high);
  return foot + s * direction;
}

/// On the boundary of p, within `half_spaces`.
Vector3 nearest_on_plane(const Vector3& target, const HalfSpace& p, std::span<const HalfSpace> half_spaces) {
  Vector3 x = target + (p.offset - p.normal.dot(target)) * p.normal;
  for (std::size_t i = 0; i < half_spaces.size(); ++i) {
    const HalfSpace& q = half_spaces[i];
    const double cosine = p.normal.dot(q.normal);
    if (!excludes(q, x) || 1.0 - cosine * cosine < parallel) continue;
    x = nearest_on_line(target, p, q, half_spaces.first(i));
  }
  return x;
}

}  // namespace

Vector3 nearest_point(const Vector3& target, std::span<const HalfSpace> half_spaces) {
  Vector3 x = target;
  for (std::size_t i = 0; i < half_spaces.size(); ++i) {
    if (excludes(half_spaces[i], x)) x = nearest_on_plane(target, half_spaces[i], half_spaces.first(i));
  }
  return x;
}

}  // namespace signorini::generator
