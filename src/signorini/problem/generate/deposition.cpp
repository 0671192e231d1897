#include "signorini/problem/generate/deposition.h"

namespace signorini::generator {
namespace {

/// One move, as a share of the mean radius. Longer moves need fewer steps but look at more neighbours.
constexpr double stride_per_radius = 0.75;
/// A sphere rests when a move is shorter than this share of the stride. Moves into a pocket shrink quadratically, so
/// the last one is far shorter.
constexpr double rest = 1e-6;
/// More moves than any sphere needs that does not oscillate in an overfull corner.
constexpr int most_moves = 1000;

}  // namespace

Deposition::Deposition(const Enclosure& enclosure, double mean_radius, double largest_radius)
    : enclosure_(enclosure),
      stride_(stride_per_radius * mean_radius),
      grid_(2.0 * largest_radius + stride_, enclosure.half_width),
      tops_(static_cast<std::size_t>(grid_.columns()) * grid_.columns(), 0.0) {}

void Deposition::drop(double x, double y, double radius) {
  Sphere sphere{.center = {x, y, start_height(x, y, radius)}, .radius = radius};
  slide_to_rest(sphere);
  spheres_.push_back(sphere);
  grid_.add(sphere.center);
  const auto [i, j, k] = grid_.cell_of(sphere.center);
  double& top = tops_[static_cast<std::size_t>(j) * grid_.columns() + i];
  top = std::max(top, sphere.center.z() + radius);
}

double Deposition::start_height(double x, double y, double radius) const {
  const auto [column_x, column_y, unused] = grid_.cell_of({x, y, 0.0});
  const int last = grid_.columns() - 1;
  double top = 0.0;
  for (int j = std::max(0, column_y - 1); j <= std::min(last, column_y + 1); ++j) {
    for (int i = std::max(0, column_x - 1); i <= std::min(last, column_x + 1); ++i) {
      top = std::max(top, tops_[static_cast<std::size_t>(j) * grid_.columns() + i]);
    }
  }
  return top + radius;
}

/// Each move goes as far down as the gaps to the surroundings allow: d = the point nearest to (0, 0, -stride) with
/// n · d ≥ -gap for every sphere and wall in reach. Spheres lie behind their tangent planes, so no move can enter one,
/// and in a pocket the move is a Newton step onto the three contacts.
void Deposition::slide_to_rest(Sphere& sphere) {
  const auto consider = [this](const Vector3& normal, double gap) {
    if (gap < stride_) constraints_.push_back({.normal = normal, .offset = -gap});
  };
  for (int move = 0; move < most_moves; ++move) {
    constraints_.clear();
    enclosure_.visit_surfaces(sphere, consider);
    grid_.visit_near(sphere.center, [&](int i) {
      const Sphere& other = spheres_[i];
      const Vector3 separation = sphere.center - other.center;
      const double reach = sphere.radius + other.radius + stride_;
      const double distance_squared = separation.squaredNorm();
      if (distance_squared >= reach * reach) return;
      const double distance = std::sqrt(distance_squared);
      consider(separation / distance, distance - sphere.radius - other.radius);
    });
    const Vector3 d = nearest_point({0.0, 0.0, -stride_}, constraints_);
    sphere.center += d;
    if (d.squaredNorm() < rest * rest * stride_ * stride_) return;
  }
}

}  // namespace signorini::generator
