#pragma once

#include <random>
#include <vector>

#include "signorini/problem/contact_problem.h"

/// Small problems with known answers, and seeded random ones.
namespace signorini::test {

/// A point mass above a plane with normal z, dof (x, y, z): momentum f, gap velocity `gap`, one friction contact.
inline ContactProblem point_mass(double mass, const Eigen::Vector3d& momentum, double mu, double gap, Law law) {
  ContactProblem p;
  p.M = SparseMatrix(Vector::Constant(3, mass).asDiagonal());
  Eigen::Matrix3d H;
  H << 0, 1, 0, 0, 0, 1, 1, 0, 0;  // columns: normal z, tangents x and y
  p.H = H.sparseView();
  p.f = momentum;
  p.w = Vector::Zero(3);
  p.w[0] = gap;
  p.cones.mu = Vector::Constant(1, mu);
  p.law = law;
  return p;
}

struct RandomSizes {
  int dof = 12, free = 2, positive = 3, friction = 4, dimension = 3;
  double mu = 0.3;
};

/// A feasible problem: velocities v with Hᵀv + w inside every cone exist, because w is chosen so for a random v.
inline ContactProblem random_problem(const RandomSizes& sizes, Law law, unsigned seed, double mass_scale = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  ContactProblem p;
  p.law = law;
  p.cones.free = sizes.free;
  p.cones.positive = sizes.positive;
  p.cones.dimension = sizes.dimension;
  p.cones.mu = Vector::Constant(sizes.friction, sizes.mu);
  const auto matrix = [&](int rows, int columns) {
    Eigen::MatrixXd A(rows, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) A(i, j) = normal(random);
    return A;
  };
  Vector masses(sizes.dof);
  for (auto& m : masses) m = mass_scale * (0.5 + uniform(random));
  p.M = SparseMatrix(masses.asDiagonal());
  p.H = matrix(sizes.dof, p.rows()).sparseView();
  p.f = mass_scale * matrix(sizes.dof, 1);
  const Vector v = matrix(sizes.dof, 1);
  p.w = -(p.H.transpose() * v);
  for (int i = 0; i < sizes.positive; ++i) p.w[p.cones.first_positive() + i] += uniform(random);
  for (int i = 0; i < sizes.friction; ++i) p.w[p.cones.friction_row(i)] += uniform(random);
  return p;
}

}  // namespace signorini::test
