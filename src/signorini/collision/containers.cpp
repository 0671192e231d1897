#include "signorini/collision/containers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "signorini/collision/wall_profile.h"

namespace signorini::collision {
namespace {

/// Numbers of the walls in features. The sides of a box: +x, -x, +y, -y. Of a round wall: the place nearest to the
/// solid, and those at right angles to it and opposite, which matter where the solid nearly fills the hollow.
enum WallNumber { side = 0, sides = 4, floor_wall = 4, ceiling = 5, top_surface = 6, bottom_surface = 7, walls = 8 };

constexpr double endless = std::numeric_limits<double>::infinity();

/// A container in numbers.
struct Hollow {
  bool round = false;
  bool has_floor = true, has_ceiling = false;
  double half_length = 0;
  std::array<WallProfile, 2> profile{};  ///< along x and y of a box; the first of a round container

  explicit Hollow(const ShapeInfo& info) : half_length(info.half_length) {
    if (const auto* box = std::get_if<BoxInside>(info.geometry)) {
      has_ceiling = !box->open;
      for (int axis = 0; axis < 2; ++axis) profile[axis].at_zero = box->half[axis];
      profile[0].top = profile[1].top = box->open ? half_length : endless;
    } else if (const auto* cylinder = std::get_if<CylinderInside>(info.geometry)) {
      round = true;
      has_ceiling = !cylinder->open;
      profile[0].at_zero = cylinder->radius;
      profile[0].top = cylinder->open ? half_length : endless;
    } else if (const auto* cone = std::get_if<ConeInside>(info.geometry)) {
      round = true;
      has_floor = cone->floor;
      profile[0].at_zero = 0.5 * (cone->bottom + cone->top);
      profile[0].slope = 0.5 * (cone->top - cone->bottom) / half_length;
      profile[0].top = half_length;
      if (!has_floor) profile[0].bottom = -half_length;
    }
  }
};

/// Contacts of one solid with one boundary, found in the boundary's frame.
class ContainerFinder {
 public:
  ContainerFinder(const PlacedShape& solid, const PlacedShape& boundary, double margin, ContainerScratch& scratch,
                  Manifold& manifold)
      : solid_(solid), boundary_(boundary), margin_(margin), scratch_(scratch), manifold_(manifold) {
    const ShapeInfo& info = *solid.info;
    if (info.kind == Kind::sphere || info.kind == Kind::capsule) rounding_ = info.radius;
    centre_ = boundary.to_local(solid.to_world(info.ball.centre));
  }

  void plane() {
    flat_wall(Vector3::UnitZ(), 0, side, [](const Vector3&) { return true; });
  }
  void container() {
    const Hollow hollow(*boundary_.info);
    const auto everywhere = [](const Vector3&) { return true; };
    if (hollow.round) {
      round_wall(hollow.profile[0]);
    } else if (is_ball()) {
      for (int k = 0; k < sides; ++k) {
        for (const SupportPoint& point : scratch_.points)
          ball_at_wall(hollow.profile[k / 2], outward(k), centre_of(point), side + k, point.id);
      }
    } else {
      for (int k = 0; k < sides; ++k) {
        const WallProfile& profile = hollow.profile[k / 2];
        const Vector3 direction = outward(k);
        flat_wall(-direction, -profile.at_zero, side + k, [&](const Vector3& point) {
          return profile.nearest(direction.dot(point), point.z()).part == WallProfile::Part::wall;
        });
      }
      if (!hollow.has_ceiling) {
        flat_wall(Vector3::UnitZ(), hollow.half_length, top_surface, [&](const Vector3& point) {
          for (int k = 0; k < sides; ++k)
            if (hollow.profile[k / 2].nearest(outward(k).dot(point), point.z()).part == WallProfile::Part::top)
              return true;
          return false;
        });
      }
    }
    if (hollow.has_floor) flat_wall(Vector3::UnitZ(), -hollow.half_length, floor_wall, everywhere);
    if (hollow.has_ceiling) flat_wall(-Vector3::UnitZ(), -hollow.half_length, ceiling, everywhere);
  }
  void prepare_balls() {
    scratch_.points.clear();
    if (is_ball()) support_points(solid_, Vector3::UnitZ(), scratch_.points);
  }

 private:
  /// Whether the solid consists of balls where it touches walls that curve away from it: their centres are in
  /// `scratch_.points`.
  bool is_ball() const { return rounding_ > 0; }
  static Vector3 outward(int k) { return (k % 2 == 0 ? 1.0 : -1.0) * Vector3::Unit(k / 2); }
  Vector3 centre_of(const SupportPoint& point) const { return boundary_.to_local(point.point); }

  /// `normal` points out of the boundary's material, in its frame, as `local`, the point of the solid.
  void add(const Vector3& local, const Vector3& normal, double distance, int wall, int id) {
    const double gap = distance - rounding_;
    if (!(gap < margin_)) return;
    const Vector3 point = local - (rounding_ + 0.5 * gap) * normal;
    manifold_.push_back({boundary_.to_world(point), -boundary_.turn_to_world(normal), gap, wall + walls * id});
  }

  /// Against the half space normal · x ≤ offset, where `applies` to the solid's points.
  template <typename Applies>
  void flat_wall(const Vector3& normal, double offset, int wall, Applies&& applies) {
    if (normal.dot(centre_) - offset - solid_.info->ball.radius >= margin_) return;
    const std::size_t begin = manifold_.size();
    std::vector<SupportPoint>& points = scratch_.points;
    const std::size_t kept = points.size();
    support_points(solid_, -boundary_.turn_to_world(normal), points);
    for (std::size_t k = kept; k < points.size(); ++k) {
      const Vector3 local = boundary_.to_local(points[k].point);
      if (applies(local)) add(local, normal, normal.dot(local) - offset, wall, points[k].id);
    }
    points.resize(kept);
    keep_largest_area(manifold_, begin, solid_.info->ball.radius);
  }

  /// A ball against a wall that lies in `direction`, rim and surface of the block included.
  void ball_at_wall(const WallProfile& profile, const Vector3& direction, const Vector3& centre, int wall, int id) {
    const WallProfile::Nearest nearest = profile.nearest(direction.dot(centre), centre.z());
    if (nearest.part == WallProfile::Part::top) wall = top_surface;
    if (nearest.part == WallProfile::Part::bottom) wall = bottom_surface;
    const int feature = wall + walls * id;
    // Two walls of a box can name the same place on the block's surface.
    for (const ManifoldPoint& other : manifold_)
      if (other.feature == feature) return;
    add(centre, nearest.normal_s * direction + nearest.normal_z * Vector3::UnitZ(), nearest.distance, wall, id);
  }

  /// From the axis to a point; some direction on the axis itself, where all are as good.
  static Vector3 radial(const Vector3& point, double size) {
    const Vector3 out(point.x(), point.y(), 0);
    const double distance = out.norm();
    return distance > 1e-9 * size ? Vector3(out / distance) : Vector3::UnitX();
  }

  void round_wall(const WallProfile& profile) {
    const Kind kind = solid_.info->kind;
    if (is_ball()) {
      for (const SupportPoint& point : scratch_.points) {
        const Vector3 centre = centre_of(point), out = radial(centre, rounding_);
        ball_at_wall(profile, out, centre, side, point.id);
        // The hollow is what the tangent planes leave: each of them bounds the ball, too.
        const Vector3 around[] = {Vector3(-out.y(), out.x(), 0), -out, Vector3(out.y(), -out.x(), 0)};
        for (int k = 0; k < 3; ++k)
          if (profile.nearest(around[k].dot(centre), centre.z()).part == WallProfile::Part::wall)
            ball_at_wall(profile, around[k], centre, side + 1 + k, point.id);
      }
    } else if (kind == Kind::cylinder) {
      rims_in_round_wall(profile);
    } else {
      const auto& corners = solid_.info->polyhedron->corners();
      const std::size_t begin = manifold_.size();
      for (int k = 0; k < static_cast<int>(corners.size()); ++k)
        point_at_round_wall(profile, boundary_.to_local(solid_.to_world(corners[k])), k);
      // A box touches with up to four corners a side of the hollow; many-cornered hulls keep as many as a box can.
      if (manifold_.size() - begin > 8) keep_largest_area(manifold_, begin, solid_.info->ball.radius);
    }
  }

  void point_at_round_wall(const WallProfile& profile, const Vector3& local, int id) {
    const Vector3 out = radial(local, profile.at_zero);
    const WallProfile::Nearest nearest = profile.nearest(out.dot(local), local.z());
    if (nearest.part == WallProfile::Part::rim) return;  // an edge may touch a rim, a corner does not
    const int wall = nearest.part == WallProfile::Part::wall  ? side
                     : nearest.part == WallProfile::Part::top ? top_surface
                                                              : bottom_surface;
    add(local, nearest.normal_s * out + nearest.normal_z * Vector3::UnitZ(), nearest.distance, wall, id);
  }

  /// The points of a cylinder's two rims that are nearest to the wall: at most two a rim, found among samples and then
  /// by Newton's method in the angle.
  void rims_in_round_wall(const WallProfile& profile) {
    constexpr int samples = 32;
    constexpr double step = 2 * 3.14159265358979323846 / samples;
    const ShapeInfo& cylinder = *solid_.info;
    for (int end = 0; end < 2; ++end) {
      const double z = end == 0 ? -cylinder.half_length : cylinder.half_length;
      const auto at = [&](double angle) -> Vector3 {
        const Vector3 rim(cylinder.radius * std::cos(angle), cylinder.radius * std::sin(angle), z);
        return boundary_.to_local(solid_.to_world(rim));
      };
      const auto distance = [&](double angle) {
        const Vector3 point = at(angle);
        return profile.to_wall(std::hypot(point.x(), point.y()), point.z());
      };
      std::array<double, samples> values;
      for (int k = 0; k < samples; ++k) values[k] = distance(k * step);
      int found = 0;
      for (int k = 0; k < samples && found < 2; ++k) {
        const double before = values[(k + samples - 1) % samples], after = values[(k + 1) % samples];
        if (!(values[k] <= before && values[k] < after)) continue;
        double angle = k * step, h = step;
        for (int iteration = 0; iteration < 40 && h > 1e-9; ++iteration) {
          const double left = distance(angle - h), here = distance(angle), right = distance(angle + h);
          const double curvature = left - 2 * here + right;
          if (curvature > 0) angle += std::clamp(0.5 * h * (left - right) / curvature, -h, h);
          h *= 0.25;
        }
        point_at_round_wall(profile, at(angle), 2 * end + found++);
      }
    }
  }

  const PlacedShape& solid_;
  const PlacedShape& boundary_;
  double margin_;
  ContainerScratch& scratch_;
  Manifold& manifold_;
  double rounding_ = 0;
  Vector3 centre_;  ///< of the solid's ball, in the boundary's frame
};

}  // namespace

double clearance(const PlacedShape& boundary, const Vector3& point) {
  const ShapeInfo& info = *boundary.info;
  if (info.kind == Kind::plane) return boundary.axis().dot(point - boundary.position);
  const Vector3 local = boundary.to_local(point);
  const Hollow hollow(info);
  double wall =
      hollow.profile[0].to_wall(hollow.round ? std::hypot(local.x(), local.y()) : std::abs(local.x()), local.z());
  if (!hollow.round) wall = std::min(wall, hollow.profile[1].to_wall(std::abs(local.y()), local.z()));
  // Above an open top the wall is at least as far away as the rim's height.
  const double above = local.z() - hollow.profile[0].top, below = hollow.profile[0].bottom - local.z();
  double result = std::max({wall, above, below});
  if (hollow.has_floor) result = std::min(result, local.z() + hollow.half_length);
  if (hollow.has_ceiling) result = std::min(result, hollow.half_length - local.z());
  return result;
}

void boundary_contacts(const PlacedShape& solid, const PlacedShape& boundary, double margin, ContainerScratch& scratch,
                       Manifold& manifold) {
  ContainerFinder finder(solid, boundary, margin, scratch, manifold);
  if (boundary.info->kind == Kind::plane) {
    scratch.points.clear();
    finder.plane();
  } else {
    finder.prepare_balls();
    finder.container();
  }
}

}  // namespace signorini::collision
