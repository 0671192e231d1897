#include "signorini/problem/generate/rigid_contacts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "signorini/base/error.h"
#include "signorini/math/contact_frame.h"

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

/// Fills a matrix column by column, in place.
class ColumnWriter {
 public:
  ColumnWriter(SparseMatrix& matrix, int most_entries) : matrix_(matrix) { matrix.resizeNonZeros(most_entries); }
  ~ColumnWriter() { matrix_.resizeNonZeros(size_); }
  ColumnWriter(const ColumnWriter&) = delete;
  ColumnWriter& operator=(const ColumnWriter&) = delete;

  void entries(int first_row, const Vector3& values, double scale) {
    for (int i = 0; i < 3; ++i) {
      if (std::abs(values[i]) <= negligible * scale) continue;
      matrix_.innerIndexPtr()[size_] = first_row + i;
      matrix_.valuePtr()[size_] = values[i];
      ++size_;
    }
  }
  void end_column() { matrix_.outerIndexPtr()[++column_] = size_; }

 private:
  SparseMatrix& matrix_;
  int column_ = 0;
  int size_ = 0;
};

SparseMatrix contact_directions(std::span<const RigidBody> bodies, std::span<const RigidContact> contacts) {
  const int dof = dof_per_body * static_cast<int>(bodies.size());
  const int count = static_cast<int>(contacts.size());
  SparseMatrix H(dof, rows_per_contact * count);
  ColumnWriter column(H, entries_per_contact * count);
  for (const RigidContact& contact : contacts) {
    assert(contact.a < contact.b);
    const Matrix3 frame = contact_frame(contact.normal);
    for (int row = 0; row < rows_per_contact; ++row) {
      const Vector3 d = frame.col(row);
      // u is the velocity of b's point minus that of a's, along d.
      for (const auto& [body, sign] : {std::pair(contact.a, -1.0), std::pair(contact.b, 1.0)}) {
        if (body == fixed) continue;
        const Vector3 arm = contact.point - bodies[body].position;
        column.entries(dof_per_body * body, sign * d, 1.0);
        column.entries(dof_per_body * body + 3, sign * arm.cross(d), arm.norm());
      }
      column.end_column();
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
