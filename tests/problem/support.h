#pragma once

#include <algorithm>
#include <cmath>
#include <ostream>
#include <vector>

#include <Eigen/LU>
#include <Eigen/QR>

#include "linalg/random.h"
#include "signorini/problem/contact_problem.h"

/// Contact problems at random, and the mathematics of the room in dense algebra, written for clarity and independent of
/// the library: what the tests compare with.
namespace signorini::test {

inline constexpr Law all_laws[] = {Law::frictionless, Law::convex, Law::coulomb, Law::pyramid};

enum class Mass { diagonal, blocks, dense, gyroscopic };

struct Shape {
  const char* name = "";
  Form form = Form::global;
  Mass mass = Mass::diagonal;
  int free = 2, positive = 3, friction = 4, dimension = 3;
  bool compliant = false;
  int dof = 18;
  friend std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << shape.name; }
};

/// Every form and kind of rows; `dof` is such that every block width of the Delassus operator occurs.
inline const Shape shapes[] = {
    {.name = "diagonal"},
    {.name = "diagonal_compliant", .compliant = true},
    {.name = "blocks", .mass = Mass::blocks},
    {.name = "dense", .mass = Mass::dense},
    {.name = "dense_compliant", .mass = Mass::dense, .compliant = true},
    {.name = "dense_odd", .mass = Mass::dense, .dof = 11},
    {.name = "gyroscopic", .mass = Mass::gyroscopic},
    {.name = "gyroscopic_compliant", .mass = Mass::gyroscopic, .compliant = true},
    {.name = "flat", .dimension = 2, .dof = 15},
    {.name = "flat_dense_compliant", .mass = Mass::dense, .dimension = 2, .compliant = true, .dof = 15},
    {.name = "friction_only", .mass = Mass::blocks, .free = 0, .positive = 0},
    {.name = "free_only", .mass = Mass::dense, .free = 4, .positive = 0, .friction = 0},
    {.name = "positive_only", .free = 0, .positive = 5, .friction = 0, .compliant = true},
    {.name = "nothing", .mass = Mass::dense, .free = 0, .positive = 0, .friction = 0},
    {.name = "local", .form = Form::local},
    {.name = "local_compliant", .form = Form::local, .compliant = true},
    {.name = "local_flat", .form = Form::local, .dimension = 2},
    {.name = "local_friction_only", .form = Form::local, .free = 0, .positive = 0},
    {.name = "local_nothing", .form = Form::local, .free = 0, .positive = 0, .friction = 0},
};

inline Matrix random_mass(Mass kind, int dof, Random& random) {
  if (kind == Mass::dense) return random.positive_definite(dof);
  Matrix M = Matrix::Zero(dof, dof);
  for (int k = 0; k < dof; k += 3) {
    if (kind == Mass::diagonal)
      M.block(k, k, 3, 3) = random.uniform(0.5, 3) * Matrix::Identity(3, 3);
    else
      M.block(k, k, 3, 3) = random.positive_definite(3);
    if (kind == Mass::gyroscopic) {  // what h ω × I adds is not symmetric; half of it is skew
      const Matrix A = 0.2 * random.matrix(3, 3);
      M.block(k, k, 3, 3) += A - A.transpose();
    }
  }
  return M;
}

/// Friction coefficients include 0; the local W is not symmetric, as in files in the wild.
inline ContactProblem random_problem(const Shape& shape, Law law, Random& random) {
  ContactProblem p;
  p.form = shape.form;
  p.law = law;
  p.pyramid_sides = 3 + random.integer(6);
  p.cones.free = shape.free;
  p.cones.positive = shape.positive;
  p.cones.dimension = shape.dimension;
  p.cones.mu = Vector::NullaryExpr(shape.friction, [&] { return random.chance(0.15) ? 0 : random.uniform(0.05, 1.5); });
  const int rows = p.rows();
  if (shape.form == Form::global) {
    p.M = sparse(random_mass(shape.mass, shape.dof, random));
    p.H = sparse(random.scattered(shape.dof, rows, 0.5));
    p.f = random.vector(shape.dof);
    p.w = random.vector(rows);
  } else {
    p.W = sparse(random.positive_definite(rows, 0.5) + 0.02 * random.scattered(rows, rows, 0.3));
    p.q = random.vector(rows);
  }
  if (shape.compliant) p.E = random.vector(rows).cwiseAbs();
  return p;
}

// ---- Dense algebra ----

/// W of the problem, without E.
inline Matrix dense_W(const ContactProblem& p) {
  if (p.form == Form::local) return p.W;
  const Matrix H = p.H;
  return H.transpose() * Matrix(p.M).inverse() * H;
}

inline Vector dense_q(const ContactProblem& p) {
  if (p.form == Form::local) return p.q;
  return Matrix(p.H).transpose() * Vector(Matrix(p.M).partialPivLu().solve(p.f)) + p.w;
}

inline Vector dense_E(const ContactProblem& p) { return p.E.size() == 0 ? Vector::Zero(p.rows()) : p.E; }

/// v = M⁻¹(f + H r); empty in local form.
inline Vector dense_v(const ContactProblem& p, const Vector& r) {
  if (p.form == Form::local) return {};
  return Matrix(p.M).partialPivLu().solve(p.f + Matrix(p.H) * r);
}

inline Vector dense_u(const ContactProblem& p, const Solution& s) {
  const Vector E = dense_E(p);
  if (p.form == Form::local) return Matrix(p.W) * s.r + p.q + E.asDiagonal() * s.r;
  return Matrix(p.H).transpose() * s.v + p.w + E.asDiagonal() * s.r;
}

/// The point nearest to x of the cone that the columns of `rays` span. Every set of at most three linearly independent
/// rays is tried (Carathéodory: the answer is a nonnegative combination of one of them); of the points p so found the
/// answer is the one for which x - p is in the polar cone. Distances would tell them apart to half the digits only.
inline Vector project_on_rays(const Vector& x, const Matrix& rays) {
  const Matrix directions = rays.colwise().normalized();
  Vector best = Vector::Zero(x.size());
  double least = std::max(0.0, (directions.transpose() * x).maxCoeff());
  const auto consider = [&](const std::vector<int>& set) {
    const Matrix A = directions(Eigen::all, set);
    const Eigen::ColPivHouseholderQR<Matrix> qr(A);
    if (qr.rank() < A.cols()) return;
    const Vector weight = qr.solve(x);
    if (weight.minCoeff() < 0) return;
    const Vector point = A * weight;
    const double outside_polar = std::max(0.0, (directions.transpose() * (x - point)).maxCoeff());
    if (outside_polar >= least) return;
    least = outside_polar;
    best = point;
  };
  const int count = static_cast<int>(rays.cols());
  for (int i = 0; i < count; ++i) {
    consider({i});
    for (int j = i + 1; j < count; ++j) {
      consider({i, j});
      for (int k = j + 1; k < count && x.size() > 2; ++k) consider({i, j, k});
    }
  }
  return best;
}

/// The rays (1, μ d_s) of a friction pyramid as columns; one ray when there is no friction, two in the plane.
inline Matrix pyramid_rays(int dimension, double mu, int sides) {
  if (mu == 0) return Vector::Unit(dimension, 0);
  if (dimension == 2) return Matrix{{1, 1}, {mu, -mu}};
  Matrix rays(3, sides);
  for (int s = 0; s < sides; ++s) {
    const double angle = 2 * M_PI * s / sides;
    rays.col(s) << 1, mu * std::cos(angle), mu * std::sin(angle);
  }
  return rays;
}

/// The point of the circular cone nearest to x: a plane problem in (x_N, |x_T|).
inline Vector project_on_circular(const Vector& x, double mu) {
  const double t = x.tail(x.size() - 1).norm();
  const Vector plane = project_on_rays(Eigen::Vector2d(x[0], t), pyramid_rays(2, mu, 2));
  Vector out = Vector::Zero(x.size());
  out[0] = plane[0];
  if (t > 0) out.tail(x.size() - 1) = plane[1] / t * x.tail(x.size() - 1);
  return out;
}

/// A candidate for testing judges: impulses inside and outside of the cones, of all sizes, zero now and then; v near
/// the one that belongs to them.
inline Solution random_candidate(const ContactProblem& p, Random& random) {
  Solution s;
  s.r = random.power_of_ten(-3, 3) * random.vector(p.rows());
  for (int i = 0; i < p.cones.friction(); ++i) {
    const int row = p.cones.friction_row(i);
    if (random.chance(0.5)) s.r[row] = std::abs(s.r[row]) * random.power_of_ten(0, 1);
    if (random.chance(0.2)) s.r.segment(row, p.cones.dimension).setZero();
  }
  s.v = dense_v(p, s.r);
  if (random.chance(0.5)) s.v += random.power_of_ten(-8, 0) * random.vector(p.dof());
  return s;
}

/// An answer that is exact by construction, with every state of a contact under the law in turn: w (q in local form) of
/// `p` is changed so that it answers it.
inline Solution make_solved(ContactProblem& p, Random& random) {
  const Cones& c = p.cones;
  const int d = c.dimension;
  Solution s;
  s.r = random.vector(p.rows());
  s.u = Vector::Zero(p.rows());
  for (int i = 0; i < c.positive; ++i) {
    const int row = c.first_positive() + i;
    s.r[row] = i % 2 == 0 ? random.uniform(0.1, 1) : 0;
    s.u[row] = i % 2 == 0 ? 0 : random.uniform(0.1, 1);
  }
  for (int i = 0; i < c.friction(); ++i) {
    const double mu = p.friction(i), normal = random.uniform(0.1, 1), speed = random.uniform(0.1, 1);
    Vector direction = Vector::Zero(d);  // of the friction force: (0, a unit vector)
    const int side = random.integer(p.pyramid_sides);
    const double angle = p.law == Law::pyramid ? 2 * M_PI * side / p.pyramid_sides : random.uniform(0, 2 * M_PI);
    if (d == 2)
      direction[1] = random.chance(0.5) ? 1 : -1;
    else
      direction.tail(2) << std::cos(angle), std::sin(angle);
    const Vector axis = Vector::Unit(d, 0);
    Vector r = Vector::Zero(d), u = Vector::Zero(d);
    switch (i % 4) {
      case 0:  // sticks
        r = normal * (axis + 0.4 * mu * direction);
        break;
      case 1:  // slides: Coulomb's law keeps the contact closed, the convex ones open it by μ |u_T|
        r = normal * (axis + mu * direction);
        u = speed * ((p.law == Law::coulomb ? 0 : mu) * axis - direction);
        break;
      case 2:  // separates
        u = speed * ((mu + 0.5) * axis + direction);
        break;
      default:  // touches without impulse and slides
        u = speed * ((p.law == Law::coulomb ? 0 : mu) * axis - direction);
    }
    s.r.segment(c.friction_row(i), d) = r;
    s.u.segment(c.friction_row(i), d) = u;
  }
  s.v = dense_v(p, s.r);
  (p.form == Form::global ? p.w : p.q) += s.u - dense_u(p, s);
  return s;
}

}  // namespace signorini::test
