#include "fem/statics.h"

#include <gtest/gtest.h>

#include "signorini/linalg/cholesky.h"

namespace signorini::fem_test {

void hold(Held& held, const std::vector<int>& nodes, int axis) {
  for (int node : nodes)
    for (int i = 0; i < 3; ++i)
      if (axis < 0 || axis == i) held[3 * node + i] = 1;
}

SparseMatrix held_matrix(SparseMatrix K, const Held& held) {
  const int *outer = K.outerIndexPtr(), *inner = K.innerIndexPtr();
  double* values = K.valuePtr();
  for (int column = 0; column < K.cols(); ++column)
    for (int k = outer[column]; k < outer[column + 1]; ++k)
      if (held[column] != 0 || held[inner[k]] != 0) values[k] = inner[k] == column ? 1 : 0;
  return K;
}

Vector small_displacements(const ElasticBody& body, const Held& held, const Vector& f, const Vector& given) {
  SparseMatrix K;
  body.tangent(body.rest(), Tangent::exact, K);
  Vector rhs = f - K * given;
  for (int k = 0; k < rhs.size(); ++k)
    if (held[k] != 0) rhs[k] = 0;
  const Cholesky factor(held_matrix(K, held));
  EXPECT_TRUE(factor.ok());
  return given + factor.solve(rhs);
}

Vector small_displacements(const ElasticBody& body, const Held& held, const Vector& f) {
  return small_displacements(body, held, f, Vector::Zero(f.size()));
}

Vector balance(const ElasticBody& body, const Held& held, const Vector& f, Vector x) {
  SparseMatrix K;
  Vector residual;
  double first = 0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    body.forces(x, residual);
    residual += f;
    for (int k = 0; k < residual.size(); ++k)
      if (held[k] != 0) residual[k] = 0;
    if (iteration == 0) first = residual.norm();
    if (residual.norm() <= 1e-13 * first || residual.norm() == 0) return x;
    body.tangent(x, Tangent::exact, K);
    Vector step;
    const SparseMatrix exact = held_matrix(K, held);
    if (const Cholesky factor(exact); factor.ok()) {
      step = factor.solve(residual);
    } else {
      body.tangent(x, Tangent::projected, K);
      step = Cholesky(held_matrix(K, held)).solve(residual);
    }
    x += step;
    if (step.norm() <= 1e-13 * x.norm()) return x;
  }
  ADD_FAILURE() << "Newton's method did not converge: " << residual.norm() << " of " << first;
  return x;
}

}  // namespace signorini::fem_test
