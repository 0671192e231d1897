#pragma once

#include "problem/support.h"
#include "signorini/problem/certificate.h"

namespace signorini::test {

inline constexpr double rounding = 1e-13;

// One mass on a plane: M = m I, u = v. Without impulses it moves by (-fall, push): free velocities q.

inline constexpr double mass = 4, mu = 0.5, fall = 0.3, push = 0.8;

inline ContactProblem mass_on_plane(Law law, double m = mass, int dimension = 3) {
  ContactProblem p;
  p.law = law;
  p.cones.dimension = dimension;
  p.cones.mu = Vector::Constant(1, mu);
  p.M = sparse(m * Matrix::Identity(dimension, dimension));
  p.H = sparse(Matrix::Identity(dimension, dimension));
  p.f = Vector::Zero(dimension);
  p.f[0] = -m * fall;
  p.w = Vector::Zero(dimension);
  return p;
}

inline ContactProblem pushed_mass(Law law, double m = mass, int dimension = 3) {
  ContactProblem p = mass_on_plane(law, m, dimension);
  p.f[1] = m * push;
  return p;
}

inline Solution state(const Vector& v, const Vector& r) { return {v, r, {}}; }

/// The candidate with the v that belongs to r.
inline Certificate judge_impulses(const ContactProblem& p, const Vector& r) {
  return certify(p, {dense_v(p, r), r, {}});
}

/// One degree of freedom, one row.
inline ContactProblem one_row(bool free, double f, double w, double E = 0) {
  ContactProblem p;
  (free ? p.cones.free : p.cones.positive) = 1;
  p.M = sparse(Matrix::Constant(1, 1, mass));
  p.H = sparse(Matrix::Ones(1, 1));
  p.f = Vector::Constant(1, f);
  p.w = Vector::Constant(1, w);
  if (E > 0) p.E = Vector::Constant(1, E);
  return p;
}
inline Solution scalars(double v, double r) { return state(Vector::Constant(1, v), Vector::Constant(1, r)); }

}  // namespace signorini::test
