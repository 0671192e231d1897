#pragma once

#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// Which row of a problem each row of a scaled one is, and in which unit its impulse is counted: r = t r̃, ũ = t u.
struct RowMap {
  /// Free and positive rows, then the normal rows of contacts without friction, which become positive ones, then the
  /// friction cones. `row_unit(row)` is the unit of a single row, `cone_units(i)` the pair of those of a cone's normal
  /// and tangential rows; 0 for rows that nothing can move.
  template <typename RowUnit, typename ConeUnits>
  RowMap(const ContactProblem& problem, RowUnit&& row_unit, ConeUnits&& cone_units) : original_rows(problem.rows()) {
    const Cones& K = problem.cones;
    std::vector<double> units;
    const auto take = [&](int row, double unit) {
      source.push_back(row);
      units.push_back(unit);
    };
    for (int k = 0; k < K.first_friction(); ++k) take(k, row_unit(k));
    for (int i = 0; i < K.friction(); ++i)
      if (problem.friction(i) == 0) take(K.friction_row(i), row_unit(K.friction_row(i)));
    positive = static_cast<int>(source.size()) - K.free;
    for (int i = 0; i < K.friction(); ++i) {
      if (problem.friction(i) == 0) continue;
      const auto [normal, tangential] = cone_units(i);
      take(K.friction_row(i), normal);
      for (int d = 1; d < K.dimension; ++d) take(K.friction_row(i) + d, tangential);
      ++cones;
    }
    t = Eigen::Map<const Vector>(units.data(), static_cast<Eigen::Index>(units.size()));
  }
  RowMap() = default;

  int original_rows = 0;
  int positive = 0, cones = 0;
  std::vector<int> source;  ///< the original's row of each row
  Vector t;
  /// r in the rows of the original, where rows that were dropped are 0; r̃ of the original's r and ũ of its u.
  Vector impulses(const Vector& scaled) const;
  Vector scaled_impulses(const Vector& r) const;
  Vector scaled_velocities(const Vector& u) const;
  /// Ẽ = t² E; zeros where there is none.
  Vector scaled_compliance(const Vector& E) const;
  /// The matrix with t[k] at (source[k], k): H̃ = H S, W̃ = Sᵀ W S.
  SparseMatrix selection() const;
};

}  // namespace signorini
