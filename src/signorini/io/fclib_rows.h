#pragma once

#include "signorini/problem/contact_problem.h"

/// Rows: ours, and those of an fclib file, in which a positive row is a whole contact without friction.
namespace signorini::fclib {

/// Raised when the meaning of what is in /signorini changes.
inline constexpr int latest_format = 1;

inline int file_contact_rows(const Cones& cones) { return cones.dimension * cones.contacts(); }

/// The row in the file, counted from the first contact row, of our contact row k (counted likewise).
inline int file_row(const Cones& cones, int k) {
  return k < cones.positive ? cones.dimension * k : k + (cones.dimension - 1) * cones.positive;
}

/// Our contact row of a row in the file; -1 for the tangential rows that fill up a positive one.
inline int our_row(const Cones& cones, int row) {
  const int filled = cones.dimension * cones.positive;
  if (row >= filled) return row - filled + cones.positive;
  return row % cones.dimension == 0 ? row / cones.dimension : -1;
}

/// The contact rows of `rows`, as they stand in a file.
inline Vector expand(const Cones& cones, const Vector& rows) {
  const Eigen::Index friction_rows = rows.size() - cones.first_friction();
  Vector out = Vector::Zero(file_contact_rows(cones));
  for (int k = 0; k < cones.positive; ++k) out[file_row(cones, k)] = rows[cones.free + k];
  out.tail(friction_rows) = rows.tail(friction_rows);
  return out;
}

/// [free; contact rows of a file] as our rows.
inline Vector collapse(const Cones& cones, const Vector& free, Vector contact) {
  if (cones.free == 0 && cones.positive == 0) return contact;
  Vector out(cones.rows());
  out.head(cones.free) = free;
  for (int k = 0; k < cones.positive; ++k) out[cones.free + k] = contact[file_row(cones, k)];
  const Eigen::Index friction_rows = cones.rows() - cones.first_friction();
  out.tail(friction_rows) = contact.tail(friction_rows);
  return out;
}

}  // namespace signorini::fclib
