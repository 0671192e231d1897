// The interior point method in units of U: the time of one numeric factorisation of S = M + H B Hᵀ for the problem at
// hand, measured in the same run, by CHOLMOD on one thread, without its copies of the matrix (U), and by ours on
// CHOLMOD's analysis (u). Prints iterations to 1e-8, the whole solve in U and u, both per iteration, and the
// certificate reached with a tolerance of 1e-10; for the Chrono problems with 1000 contacts and more, and for generated
// packings.

#include <cholmod.h>

#include "collection_files.h"
#include "measure.h"
#include "signorini/linalg/cholmod_view.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/normal_matrix.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace {

using namespace signorini;

constexpr int smallest = 1000;

struct Unit {
  double cholmod, ours;  ///< seconds
};

/// By CHOLMOD's supernodal code alone. `lower`: the lower triangle.
double cholmod_time(const SparseMatrix& lower) {
  cholmod_common common;
  cholmod_start(&common);
  common.supernodal = CHOLMOD_SUPERNODAL;
  common.nmethods = 2;
  common.method[0].ordering = CHOLMOD_AMD;
  common.method[1].ordering = CHOLMOD_METIS;
  cholmod_sparse A = cholmod_view(lower, -1);
  cholmod_factor* L = cholmod_analyze(&A, &common);
  cholmod_sparse* upper = cholmod_ptranspose(&A, 1, static_cast<int*>(L->Perm), nullptr, 0, &common);
  cholmod_sparse* ordered = cholmod_transpose(upper, 1, &common);
  double no_shift[2] = {0, 0};
  const SerialOpenMp serial;
  const double seconds = bench::fastest(5, [&] { cholmod_super_numeric(ordered, nullptr, no_shift, L, &common); });
  cholmod_free_sparse(&ordered, &common);
  cholmod_free_sparse(&upper, &common);
  cholmod_free_factor(&L, &common);
  cholmod_finish(&common);
  return seconds;
}

/// One factorisation of S with unit blocks, ordered by AMD or METIS, whichever needs less work.
Unit factorization_time(const ContactProblem& problem) {
  const interior_point::ScaledProblem scaled(problem);
  NormalMatrix S(problem.M, {&scaled.H.free, &scaled.H.positive, &scaled.H.cones});
  S.reset();
  const double one = 1, identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int k = 0; k < scaled.positive; ++k) S.add(1, k, &one);
  for (int k = 0; k < scaled.cones; ++k) S.add(2, k, identity);
  const auto factorization = make_cholesky_factorization();
  factorization->analyze(S.lower());
  return {cholmod_time(S.lower()), bench::fastest(5, [&] { factorization->factorize(S.lower()); })};
}

void measure(const std::string& name, const ContactProblem& problem) {
  if (problem.cones.contacts() < smallest) return;
  const Unit unit = factorization_time(problem);
  Report report;
  const auto solve = [&](double tolerance) {
    Solution solution;
    StopRule rule;
    rule.tolerance = tolerance;
    report = make_solver("interior-point")->solve(problem, rule, solution);
  };
  solve(1e-10);
  const double reached = report.certificate.value();
  const double seconds = bench::fastest(3, [&] { solve(1e-8); });
  fmt::print(
      "{:<28} {:>6} contacts  {:<7} {:>2} iterations  {:>5.1f} U {:>5.1f} u  each {:>4.2f} U {:>4.2f} u  1e-10: "
      "{:.0e}\n",
      name, problem.cones.contacts(), to_string(report.status), report.iterations, seconds / unit.cholmod,
      seconds / unit.ours, seconds / unit.cholmod / report.iterations, seconds / unit.ours / report.iterations,
      reached);
  std::fflush(stdout);
}

}  // namespace

int main() {
  set_blas_threads(1);
  bench::for_each_collection_problem("chrono", Law::convex, measure);
  for (const int spheres : {350, 1'350, 5'400})
    for (const double mu : {0.0, 0.1, 0.3, 0.7})
      measure(fmt::format("packing mu {}", mu),
              generate_packing({.spheres = spheres, .friction = mu, .law = Law::convex}));
}
