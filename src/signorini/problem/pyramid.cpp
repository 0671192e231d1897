#include "signorini/problem/pyramid.h"

#include <algorithm>

#include <Eigen/LU>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/cone/pyramid.h"

namespace signorini {
namespace {

int rows_of_cone(double mu, int dimension, int sides) { return mu == 0 ? 1 : dimension == 2 ? 2 : sides; }

void require_convertible(const ContactProblem& p, int sides) {
  if (sides < 3) throw InputError(fmt::format("a friction pyramid has at least 3 sides, not {}", sides));
  if (p.form == Form::global && p.E.size() != 0 && p.E.tail(p.rows() - p.cones.first_friction()).any())
    throw InputError(
        "compliant friction contacts have no pyramid in global form: convert the problem with --form local first");
}

SparseMatrix impulse_map(const Cones& cones, const Vector& mu, int sides) {
  int columns = cones.first_friction();
  for (const double mu_i : mu) columns += rows_of_cone(mu_i, cones.dimension, sides);
  SparseMatrix P(cones.rows(), columns);
  for (int k = 0; k < cones.first_friction(); ++k) {
    P.startVec(k);
    P.insertBack(k, k) = 1;
  }
  int column = cones.first_friction();
  for (int i = 0; i < cones.friction(); ++i) {
    const int row = cones.friction_row(i), count = rows_of_cone(mu[i], cones.dimension, sides);
    for (int s = 0; s < count; ++s, ++column) {
      P.startVec(column);
      P.insertBack(row, column) = 1;
      const VectorN<3> ray = pyramid::ray(mu[i], count, s);
      for (int t = 1; t < cones.dimension; ++t)
        if (ray[t] != 0) P.insertBack(row + t, column) = ray[t];
    }
  }
  P.finalize();
  return P;
}

}  // namespace

Pyramid::Pyramid(const ContactProblem& original, int sides)
    : cones_(original.cones), mu_(cones_.friction()), sides_(sides) {
  require_convertible(original, sides);
  for (int i = 0; i < cones_.friction(); ++i) mu_[i] = original.friction(i);
  P_ = impulse_map(cones_, mu_, sides);

  ContactProblem& p = problem_;
  p.form = original.form;
  p.law = Law::convex;
  p.cones.free = cones_.free;
  p.cones.positive = static_cast<int>(P_.cols()) - cones_.free;
  p.cones.dimension = cones_.dimension;
  const Vector E = original.E.size() == 0 ? Vector::Zero(original.rows()) : original.E;
  if (original.form == Form::global) {
    p.M = original.M;
    p.f = original.f;
    p.H = original.H * P_;
    p.w = P_.transpose() * original.w;
    if (E.any()) p.E = P_.transpose() * E;
  } else {
    SparseMatrix W = original.W;
    if (E.any()) W += SparseMatrix(E.asDiagonal());
    p.W = P_.transpose() * SparseMatrix(W * P_);
    p.q = P_.transpose() * original.q;
  }
}

Solution Pyramid::back(const Solution& converted) const { return {converted.v, P_ * converted.r, {}}; }

Solution Pyramid::forward(const Solution& original) const {
  Vector beta = Vector::Zero(P_.cols());
  beta.head(cones_.first_friction()) = original.r.head(cones_.first_friction());
  int column = cones_.first_friction();
  for (int i = 0; i < cones_.friction(); ++i) {
    const int row = cones_.friction_row(i), count = rows_of_cone(mu_[i], cones_.dimension, sides_);
    if (mu_[i] == 0) {
      beta[column] = std::max(0.0, original.r[row]);
    } else if (cones_.dimension == 2) {
      const VectorN<2> r = friction::project<2>(original.r.segment<2>(row), mu_[i]);
      beta[column] = std::max(0.0, 0.5 * (r[0] + r[1] / mu_[i]));
      beta[column + 1] = std::max(0.0, 0.5 * (r[0] - r[1] / mu_[i]));
    } else {
      const VectorN<3> r = pyramid::project<3>(original.r.segment<3>(row), mu_[i], sides_);
      // Inside the pyramid the tangential part comes from the two nearest rays, the rest of the normal part from all of
      // them alike.
      const pyramid::Sector sector = pyramid::sector_of(r, mu_[i], sides_);
      const Eigen::Matrix2d T{{sector.left[1], sector.right[1]}, {sector.left[2], sector.right[2]}};
      const VectorN<2> weight = T.inverse() * r.tail<2>();
      beta.segment(column, count).setConstant(std::max(0.0, r[0] - weight.sum()) / count);
      beta[column + sector.s] += std::max(0.0, weight[0]);
      beta[column + (sector.s + 1) % count] += std::max(0.0, weight[1]);
    }
    column += count;
  }
  return {original.v, beta, original.u.size() == cones_.rows() ? Vector(P_.transpose() * original.u) : Vector()};
}

}  // namespace signorini
