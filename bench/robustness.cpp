// What must not disturb the interior point method: stacks of equal masses of 1, 1e6 and 1e12 kg, stacks where each
// sphere is ten times heavier than the one below, duplicated joints and contacts. Prints iterations, certificates, the
// error of the contact forces against the weights above, and how far v moves when rows are repeated.

#include <algorithm>

#include <fmt/format.h>

#include "signorini/linalg/threads.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace {

using namespace signorini;

Report solve(const ContactProblem& problem, Solution& solution, double tolerance = 1e-8) {
  StopRule rule;
  rule.tolerance = tolerance;
  return make_solver("interior-point")->solve(problem, rule, solution);
}

void stack(const std::string& name, const StackOptions& options) {
  const ContactProblem problem = generate_stack(options);
  Solution solution;
  const Report report = solve(problem, solution);
  double above = 0, error = 0;
  for (int k = options.bodies - 1; k >= 0; --k) {
    above -= problem.f[6 * k + 2];
    error = std::max(error, std::abs(solution.r[problem.cones.friction_row(k)] / above - 1));
  }
  fmt::print("{:<34} {:>2} spheres  {:<10} {:>2} iterations  certificate {:.1e}  forces off by {:.1e}\n", name,
             options.bodies, to_string(report.status), report.iterations, report.certificate.value(), error);
}

/// The problem with row blocks repeated: `copies` of each free row and of each contact.
ContactProblem repeated(const ContactProblem& p, int free_copies, int contact_copies) {
  ContactProblem q = p;
  const Cones& K = p.cones;
  std::vector<int> source;
  for (int c = 0; c < free_copies; ++c)
    for (int k = 0; k < K.free; ++k) source.push_back(k);
  for (int c = 0; c < contact_copies; ++c)
    for (int k = 0; k < K.positive; ++k) source.push_back(K.free + k);
  q.cones.mu.resize(contact_copies * K.friction());
  for (int c = 0; c < contact_copies; ++c)
    for (int i = 0; i < K.friction(); ++i) {
      q.cones.mu[c * K.friction() + i] = K.mu[i];
      for (int d = 0; d < K.dimension; ++d) source.push_back(K.friction_row(i) + d);
    }
  q.cones.free = free_copies * K.free;
  q.cones.positive = contact_copies * K.positive;
  q.H.resize(p.H.rows(), static_cast<int>(source.size()));
  q.w.resize(static_cast<int>(source.size()));
  std::vector<Eigen::Triplet<double>> entries;
  for (int k = 0; k < static_cast<int>(source.size()); ++k) {
    q.w[k] = p.w[source[k]];
    for (SparseMatrix::InnerIterator it(p.H, source[k]); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), k, it.value());
  }
  q.H.setFromTriplets(entries.begin(), entries.end());
  return q;
}

void duplicates(const std::string& name, const ContactProblem& problem, int free_copies, int contact_copies) {
  Solution once, many;
  solve(problem, once, 1e-10);
  const ContactProblem more = repeated(problem, free_copies, contact_copies);
  const Report report = solve(more, many, 1e-10);
  const double scale = std::max(once.v.norm(), (problem.M.diagonal().cwiseInverse().cwiseProduct(problem.f)).norm());
  fmt::print("{:<34} {:>4} rows for {:>3}  {:<10} {:>2} iterations  v moves by {:.1e}\n", name, more.rows(),
             problem.rows(), to_string(report.status), report.iterations, (once.v - many.v).norm() / scale);
}

/// Two spheres welded together, thrown onto the floor.
ContactProblem welded_spheres() {
  ContactProblem p = generate_stack({.bodies = 2, .mass_ratio = 2, .law = Law::convex});
  std::vector<Eigen::Triplet<double>> entries;
  for (int d = 0; d < 3; ++d) {
    entries.emplace_back(d, d, -1.0);
    entries.emplace_back(6 + d, d, 1.0);
  }
  for (int k = 0; k < p.H.cols(); ++k)
    for (SparseMatrix::InnerIterator it(p.H, k); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), 3 + k, it.value());
  SparseMatrix H(p.H.rows(), p.H.cols() + 3);
  H.setFromTriplets(entries.begin(), entries.end());
  Vector w = Vector::Zero(H.cols());
  w.tail(p.w.size()) = p.w;
  p.H = H;
  p.w = w;
  p.cones.free = 3;
  p.f[0] += 0.3;
  p.f[7] -= 0.2;
  return p;
}

}  // namespace

int main() {
  set_blas_threads(1);
  for (const double mass : {1.0, 1e6, 1e12})
    for (const int bodies : {4, 16}) {
      const double sphere_of_unit_density = 0.07 * 0.07 * 0.07 * 3.14159265358979 / 6;
      stack(fmt::format("equal masses of {:g} kg", mass),
            {.bodies = bodies, .mass_ratio = 1, .density = mass / sphere_of_unit_density, .law = Law::convex});
    }
  for (const int bodies : {2, 4, 8, 12, 16, 17, 20, 25, 30})
    stack("each ten times the one below", {.bodies = bodies, .mass_ratio = 10, .law = Law::convex});
  duplicates("joint twice", welded_spheres(), 2, 1);
  duplicates("joint and contacts five times", welded_spheres(), 5, 5);
  ContactProblem brick = generate_stack({.bodies = 1, .mass_ratio = 1, .shape = StackShape::box, .law = Law::convex});
  brick.f[0] += 0.05 * brick.M.coeff(0, 0);
  duplicates("brick on 4 corners, then 16", brick, 1, 4);
  ContactProblem ball = generate_stack({.bodies = 1, .mass_ratio = 1, .law = Law::convex});
  ball.f[0] += 0.05 * ball.M.coeff(0, 0);
  duplicates("200 identical contacts", ball, 1, 200);
}
