#include "signorini/problem/generate/rigid_contacts.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "signorini/base/error.h"
#include "signorini/math/contact_frame.h"
#include "signorini/problem/body_columns.h"

namespace signorini::generator {
namespace {

constexpr int dof_per_body = 6;
constexpr int rows_per_contact = 3;
constexpr int entries_per_contact = rows_per_contact * 2 * dof_per_body;

/// Entries below this share of the unit direction (or of the lever arm) are rounding, not geometry: the normal of a
/// sphere has no moment about its centre.
constexpr double negligible = 1e-12;

SparseMatrix mass_matrix(std::span<const RigidBody> bodies) {
  const int dof = dof_per_body * static_cast<int>(bodies.size());
  SparseMatrix M(dof, dof);
  M.resizeNonZeros(dof);
  for (int i = 0; i < dof; ++i) {
    const RigidBody& body = bodies[i / dof_per_body];
    const int axis = i % dof_per_body;
    M.outerIndexPtr()[i] = i;
    M.innerIndexPtr()[i] = i;
    M.valuePtr()[i] = axis < 3 ? body.mass : body.inertia[axis - 3];
  }
  M.outerIndexPtr()[dof] = dof;
  return M;
}

/// `size`: what the values are to be compared with.
Vector3 without_rounding(const Vector3& values, double size) {
  return (values.array().abs() <= negligible * size).select(Vector3::Zero(), values);
}

/// How a unit impulse at `point` along `d` acts on a body.
BodyColumns::Wrench lever(const RigidBody& body, const Vector3& point, const Vector3& d) {
  const Vector3 arm = point - body.position;
  BodyColumns::Wrench wrench;
  wrench << without_rounding(d, 1.0), without_rounding(arm.cross(d), arm.norm());
  return wrench;
}

SparseMatrix contact_directions(std::span<const RigidBody> bodies, std::span<const RigidContact> contacts) {
  const auto dof = dof_per_body * static_cast<Eigen::Index>(bodies.size());
  SparseMatrix H;
  BodyColumns columns(H, dof, rows_per_contact * static_cast<Eigen::Index>(contacts.size()));
  for (const RigidContact& contact : contacts) {
    const Matrix3 frame = contact_frame(contact.normal);
    for (int row = 0; row < rows_per_contact; ++row) {
      const auto on = [&](int body) {
        if (body == fixed) return BodyColumns::Wrench(BodyColumns::Wrench::Zero());
        return lever(bodies[body], contact.point, frame.col(row));
      };
      // u is the velocity of b's point minus that of a's.
      const auto place = [](int body) { return body == fixed ? -1 : dof_per_body * body; };
      columns.write(place(contact.a), -on(contact.a), place(contact.b), on(contact.b));
    }
  }
  return H;
}

/// M v_old + h · weight. The gyroscopic moment is second order in the small old velocities and left out.
Vector free_momentum(std::span<const RigidBody> bodies, double step) {
  Vector f(dof_per_body * static_cast<Eigen::Index>(bodies.size()));
  Eigen::Index first = 0;
  for (const RigidBody& body : bodies) {
    f.segment<3>(first) = body.mass * body.velocity;
    f[first + 2] -= step * body.mass * gravity;
    f.segment<3>(first + 3) = body.inertia.cwiseProduct(body.angular_velocity);
    first += dof_per_body;
  }
  return f;
}

}  // namespace

ContactProblem assemble(std::span<const RigidBody> bodies, std::span<const RigidContact> contacts,
                        const TimeStep& time_step) {
  constexpr std::size_t most_contacts = std::numeric_limits<int>::max() / entries_per_contact;
  constexpr std::size_t most_bodies = std::numeric_limits<int>::max() / dof_per_body;
  if (contacts.size() > most_contacts || bodies.size() > most_bodies) {
    throw InputError(fmt::format("{} bodies with {} contacts are too many for 32-bit indices (at most {} contacts)",
                                 bodies.size(), contacts.size(), most_contacts));
  }
  const int count = static_cast<int>(contacts.size());
  ContactProblem problem;
  problem.M = mass_matrix(bodies);
  problem.H = contact_directions(bodies, contacts);
  problem.f = free_momentum(bodies, time_step.step);
  problem.w = Vector::Zero(rows_per_contact * count);
  for (int i = 0; i < count; ++i) {
    problem.w[rows_per_contact * i] = std::max(contacts[i].gap / time_step.step, -time_step.recovery_speed);
  }
  problem.cones.mu = Vector::Constant(count, time_step.friction);
  problem.law = time_step.law;
  return problem;
}

}  // namespace signorini::generator
