// The bilevel form of exact Coulomb friction in T. T. Tran's thesis, §1.3.5, eq. 1.29-1.31: at our answers of small
// problems its constraints hold and its objective is what theory says.
//
//     max over α, r of  F = rᵀW r + rᵀq + Σ μ r_N α·u_T,  |α_i| ≤ 1,  r a stationary point of F over u_N ≥ 0, r in K
//
// At a Coulomb answer take α = -r_T/(μ r_N), or u_T/|u_T| where r_N = 0. Sliding contacts have r_T = -μ r_N u_T/|u_T|,
// so that α·u_T = |u_T| at all contacts, and F = r·û = 0. With r + (0, μ r_N α) = (r_N, 0) the gradient of F is
// û + W (r_N, 0), so that λ₁ = r_N of the constraints u_N ≥ 0 and λ₂ = û of r in K are multipliers. (The thesis has
// -λ₁ in its complementarity and K* where K is meant.)

#include <cmath>

#include "signorini/problem/certificate.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

/// How far an answer is from the constraints of (1.31), relative to the velocities and energies at hand.
struct Bilevel {
  double value = 0;         ///< |F| / Σ |r_i||q_i|
  double stationarity = 0;  ///< of the gradient of F less the multipliers' part, / |q|
  double alpha = 0;         ///< the largest |α|
  double multipliers = 0;   ///< |λ₁·u_N| / Σ |r_i||q_i|
  double cones = 0;         ///< distance of λ₂ = û from K*, / |q|
};

Bilevel evaluate(const ContactProblem& local, const Vector& r) {
  const int n = local.cones.friction(), d = local.cones.dimension;
  const Vector u = local.W * r + local.q;
  Vector tilt = Vector::Zero(r.size()), normal = Vector::Zero(r.size()), opened = u, slope = Vector::Zero(r.size());
  Bilevel result;
  double F = r.dot(u), scale = 0, complementarity = 0, outside = 0;
  for (int i = 0; i < n; ++i) {
    const int row = local.cones.friction_row(i);
    const double mu = local.cones.mu[i], r_N = r[row];
    const Vector u_T = u.segment(row + 1, d - 1), r_T = r.segment(row + 1, d - 1);
    Vector alpha = Vector::Zero(d - 1);
    if (r_N > 0 && mu > 0)
      alpha = -r_T / (mu * r_N);
    else if (u_T.norm() > 0)
      alpha = u_T.normalized();
    result.alpha = std::max(result.alpha, alpha.norm());
    F += mu * r_N * alpha.dot(u_T);
    slope[row] = mu * alpha.dot(u_T);
    tilt.segment(row + 1, d - 1) = mu * r_N * alpha;
    normal[row] = r_N;
    opened[row] += mu * u_T.norm();
    complementarity += std::abs(r_N * u[row]);
    scale += r.segment(row, d).norm() * local.q.segment(row, d).norm();
    outside = std::max(outside, mu * u_T.norm() - opened[row]);
  }
  // (W + Wᵀ) r + q + A_f - A_gᵀ λ₁ - λ₂
  const Vector gradient = u + local.W.transpose() * r + slope + local.W.transpose() * tilt;
  const Vector rest = gradient - local.W.transpose() * normal - opened;
  result.value = std::abs(F) / scale;
  result.stationarity = rest.norm() / local.q.norm();
  result.multipliers = complementarity / scale;
  result.cones = outside / local.q.norm();
  return result;
}

void run(const std::string& out) {
  Table table("bilevel", "The bilevel form (1.31) at Coulomb answers; all but max |alpha| should be near 0",
              {{"problem", 10},
               {"contacts"},
               {"certificate"},
               {"value"},
               {"stationarity"},
               {"max alpha"},
               {"multipliers"},
               {"cones"}});
  const auto add = [&](const char* name, ContactProblem problem) {
    problem.law = Law::coulomb;
    const ContactProblem local = to_local(problem);
    Solution solution;
    const Report report = make_solver("auto")->solve(local, {.tolerance = 1e-11, .time_limit = 20}, solution);
    const Bilevel b = evaluate(local, solution.r);
    table.add(name, local.cones.contacts(), report.certificate.value(), b.value, b.stationarity, b.alpha, b.multipliers,
              b.cones);
  };
  add("packing", generate_packing({.spheres = 8, .agitation = 0.3}));
  add("packing", generate_packing({.spheres = 25, .agitation = 0.3}));
  add("pile", generate_pile({.spheres = 15, .agitation = 0.3}));
  add("stack", generate_stack({.bodies = 4, .mass_ratio = 2, .agitation = 0.3}));
  table.save(out);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The bilevel form of exact Coulomb friction at our answers");
  return study(app, argc, argv, run);
}
