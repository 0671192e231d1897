#include "signorini/solver/first_order/reduced_problem.h"

#include <cmath>
#include <utility>

#include "signorini/problem/free_motion.h"

namespace signorini::first_order {
namespace {

double inverse_root(double x) { return x > 0 ? 1 / std::sqrt(x) : 0.0; }

/// The factors of one cone's normal and tangential rows.
std::pair<double, double> cone_scale(double normal, double tangential, int dimension, Scaling scaling) {
  if (!(normal > 0) && !(tangential > 0)) return {0.0, 0.0};
  if (scaling == Scaling::none) return {1.0, 1.0};
  if (scaling == Scaling::contact) {
    const double both = inverse_root((normal + (dimension - 1) * tangential) / dimension);
    return {both, both};
  }
  return {inverse_root(normal > 0 ? normal : tangential), inverse_root(tangential > 0 ? tangential : normal)};
}

}  // namespace

Scaling scaling_from_string(const std::string& name) {
  return name == "none" ? Scaling::none : name == "contact" ? Scaling::contact : Scaling::rows;
}

ReducedProblem::ReducedProblem(const ContactProblem& original, Scaling scaling) {
  const Cones& K = original.cones;
  Vector diagonal = delassus_diagonal(original);
  if (original.E.size() != 0) diagonal += original.E;
  std::vector<double> mu;
  const auto row_unit = [&](int row) {
    const double factor = inverse_root(diagonal[row]);
    return scaling == Scaling::none && factor > 0 ? 1.0 : factor;
  };
  const auto cone_units = [&](int i) {
    const int row = K.friction_row(i);
    const auto [normal, tangential] =
        cone_scale(diagonal[row], diagonal.segment(row + 1, K.dimension - 1).mean(), K.dimension, scaling);
    mu.push_back(tangential > 0 ? original.friction(i) * normal / tangential : original.friction(i));
    return std::pair(normal, tangential);
  };
  map = RowMap(original, row_unit, cone_units);
  problem.cones.free = K.free;
  problem.cones.positive = map.positive;
  problem.cones.dimension = K.dimension;
  problem.cones.mu = Eigen::Map<const Vector>(mu.data(), static_cast<Eigen::Index>(mu.size()));
  problem.law = Law::convex;
  problem.form = original.form;
  const SparseMatrix select = map.selection();
  if (original.form == Form::global) {
    problem.M = original.M;
    problem.H = original.H * select;
    problem.f = original.f;
    problem.w = map.scaled_velocities(original.w);
  } else {
    problem.W = select.transpose() * SparseMatrix(original.W * select);
    problem.q = map.scaled_velocities(original.q);
  }
  if (original.E.size() != 0) problem.E = map.scaled_compliance(original.E);
}

}  // namespace signorini::first_order
