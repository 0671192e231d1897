#include "signorini/model/mass_properties.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "signorini/base/error.h"

namespace signorini {
namespace {

constexpr double pi = std::numbers::pi;
/// How much one entry of an inertia may differ from its mirror image, as a share of the trace.
constexpr double symmetry_tolerance = 1e-9;
/// How far a principal moment may exceed the sum of the other two, as a share of itself: people write the inertia of a
/// thin plate with three digits.
constexpr double triangle_tolerance = 5e-3;

MassProperties centred(double mass, const Vector3& principal_moments) {
  return {mass, Vector3::Zero(), principal_moments.asDiagonal()};
}

/// The second moments ∫ρ x xᵀ turned into the inertia ∫ρ (|x|² I - x xᵀ).
Matrix3 inertia_of_moments(const Matrix3& C) { return C.trace() * Matrix3::Identity() - C; }

/// Of a unit of mass at x, seen from the origin.
Matrix3 inertia_of_point(const Vector3& x) { return inertia_of_moments(x * x.transpose()); }

MassProperties of(const Sphere& g, double density) {
  const double mass = density * 4 / 3 * pi * g.radius * g.radius * g.radius;
  return centred(mass, Vector3::Constant(0.4 * mass * g.radius * g.radius));
}

MassProperties of(const Box& g, double density) {
  const double mass = density * 8 * g.half.prod();
  const Vector3 square = g.half.cwiseAbs2();
  return centred(mass, mass / 3 * (Vector3::Constant(square.sum()) - square));
}

MassProperties of(const Cylinder& g, double density) {
  const double r2 = g.radius * g.radius, h = g.half_length;
  const double mass = density * 2 * pi * r2 * h;
  const double across = mass * (r2 / 4 + h * h / 3);
  return centred(mass, {across, across, mass * r2 / 2});
}

/// A cylinder and two half spheres, whose centres of mass lie 3/8 r beyond the cylinder's ends.
MassProperties of(const Capsule& g, double density) {
  const double r = g.radius, h = g.half_length;
  const MassProperties middle = of(Cylinder{r, h}, density), ends = of(Sphere{r}, density);
  const double across = ends.mass * (h * h + 0.75 * h * r);
  return centred(middle.mass + ends.mass,
                 middle.inertia.diagonal() + ends.inertia.diagonal() + Vector3(across, across, 0));
}

/// Sum over the tetrahedra that a point spans with the triangles of the surface; signs take care of what lies outside.
MassProperties of(const ConvexHull& hull, double density) {
  Vector3 apex = Vector3::Zero();  // any point would do; one inside keeps digits
  for (const Vector3& corner : hull.corners) apex += corner / static_cast<double>(hull.corners.size());
  double volume = 0;
  Vector3 first = Vector3::Zero();   // ∫ x
  Matrix3 second = Matrix3::Zero();  // ∫ x xᵀ
  for (const auto& face : hull.faces) {
    const Vector3 a = hull.corners[face[0]] - apex;
    for (std::size_t i = 2; i < face.size(); ++i) {
      const Vector3 b = hull.corners[face[i - 1]] - apex, c = hull.corners[face[i]] - apex;
      const double sixfold = a.dot((b - a).cross(c - a));  // better than a·(b × c) for needles
      const Vector3 sum = a + b + c;
      volume += sixfold / 6;
      first += sixfold / 24 * sum;
      second += sixfold / 120 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
  }
  if (!(volume > 0))
    throw InputError(
        fmt::format("convex_hull: its volume is {} m³; faces must run counter-clockwise seen from outside", volume));
  const Vector3 centre = first / volume;
  second -= volume * centre * centre.transpose();
  return {density * volume, apex + centre, density * inertia_of_moments(second)};
}

}  // namespace

MassProperties mass_properties(const Geometry& geometry, double density) {
  if (!(density > 0) || !std::isfinite(density))
    throw InputError(fmt::format("density is {}, but must be positive (kg/m³)", density));
  if (!is_solid(geometry))
    throw InputError(fmt::format("{}: a boundary has no volume and so no mass; give a solid shape, or fix the body",
                                 name_of(geometry)));
  if (const std::string defect = geometry_defect(geometry); !defect.empty())
    throw InputError(fmt::format("{}: {}", name_of(geometry), defect));
  if (const auto* g = std::get_if<Sphere>(&geometry)) return of(*g, density);
  if (const auto* g = std::get_if<Box>(&geometry)) return of(*g, density);
  if (const auto* g = std::get_if<Capsule>(&geometry)) return of(*g, density);
  if (const auto* g = std::get_if<Cylinder>(&geometry)) return of(*g, density);
  return of(*std::get<std::shared_ptr<const ConvexHull>>(geometry), density);
}

MassProperties mass_properties(std::span<const Shape> shapes, double density) {
  if (shapes.empty()) throw InputError("no shapes, so no mass: give shapes, or mass and inertia");
  std::vector<MassProperties> parts;
  MassProperties whole;
  for (const Shape& shape : shapes) {
    MassProperties part = mass_properties(shape.geometry, density);
    const Matrix3 R = shape.pose.rotation();
    part.centre = shape.pose.to_world(part.centre);
    part.inertia = R * part.inertia * R.transpose();
    whole.mass += part.mass;
    whole.centre += part.mass * part.centre;
    parts.push_back(part);
  }
  whole.centre /= whole.mass;
  for (const MassProperties& part : parts)
    whole.inertia += part.inertia + part.mass * inertia_of_point(part.centre - whole.centre);  // Steiner
  whole.inertia = (0.5 * (whole.inertia + whole.inertia.transpose())).eval();
  return whole;
}

std::string inertia_defect(const Matrix3& inertia) {
  if (!inertia.allFinite()) return "it has an entry that is not a finite number";
  const double trace = inertia.diagonal().cwiseAbs().sum();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      if (std::abs(inertia(i, j) - inertia(j, i)) > symmetry_tolerance * trace)
        return fmt::format("it is not symmetric: entry ({},{}) is {} but ({},{}) is {}", i, j, inertia(i, j), j, i,
                           inertia(j, i));
  const Vector3 moments = Eigen::SelfAdjointEigenSolver<Matrix3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(moments[0] > 0)) return fmt::format("its smallest principal moment is {} kg m², but must be > 0", moments[0]);
  if (moments[2] > (1 + triangle_tolerance) * (moments[0] + moments[1]))
    return fmt::format("its largest principal moment, {} kg m², exceeds the sum of the other two, {} + {}", moments[2],
                       moments[0], moments[1]);
  return "";
}

}  // namespace signorini
