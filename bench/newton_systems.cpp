// The three systems of the interior point method against each other, and the condensed matrix against a simplicial LDLᵀ
// of the augmented one (Eigen's): whole solves to 1e-8, and one numeric factorisation. Prints times relative to
// the condensed system's.

#include <Eigen/SparseCholesky>

#include "collection_files.h"
#include "measure.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/normal_matrix.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace {

using namespace signorini;

double solve_time(const ContactProblem& problem, const std::string& system, const char*& note) {
  Report report;
  const double seconds = bench::fastest(problem.cones.contacts() > 10'000 ? 1 : 3, [&] {
    Solution solution;
    StopRule rule;
    rule.tolerance = 1e-8;
    report = make_solver("interior-point", {{"system", system}})->solve(problem, rule, solution);
  });
  note = report.status == Status::solved ? "" : "!";
  return seconds;
}

double condensed_factorization(const ContactProblem& problem, const interior_point::ScaledProblem& scaled) {
  NormalMatrix S(problem.M, {&scaled.H.free, &scaled.H.positive, &scaled.H.cones});
  const double one = 1, identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const auto factorization = make_cholesky_factorization();
  factorization->analyze(S.lower());
  return bench::fastest(3, [&] {
    S.reset();
    for (int k = 0; k < scaled.positive; ++k) S.add(1, k, &one);
    for (int k = 0; k < scaled.cones; ++k) S.add(2, k, identity);
    factorization->factorize(S.lower());
  });
}

double simplicial_factorization(const ContactProblem& problem, const interior_point::ScaledProblem& scaled) {
  const int dof = problem.dof(), rows = scaled.rows();
  const SparseMatrix H = scaled.scaled_H();
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < dof; ++j)
    for (SparseMatrix::InnerIterator it(problem.M, j); it; ++it)
      if (it.row() >= j) entries.emplace_back(static_cast<int>(it.row()), j, it.value());
  for (int k = 0; k < rows; ++k) {
    for (SparseMatrix::InnerIterator it(H, k); it; ++it)
      entries.emplace_back(dof + k, static_cast<int>(it.row()), -it.value());
    entries.emplace_back(dof + k, dof + k, -1.0);
  }
  SparseMatrix K(dof + rows, dof + rows);
  K.setFromTriplets(entries.begin(), entries.end());
  Eigen::SimplicialLDLT<SparseMatrix> ldlt;
  ldlt.analyzePattern(K);
  return bench::fastest(1, [&] { ldlt.factorize(K); });
}

void measure(const std::string& name, const ContactProblem& problem) {
  if (problem.form == Form::local || problem.cones.contacts() < 200) return;
  const char* note[4];
  const double condensed = solve_time(problem, "condensed", note[0]),
               delassus = solve_time(problem, "delassus", note[1]);
  const double augmented = solve_time(problem, "augmented", note[2]), chosen = solve_time(problem, "auto", note[3]);
  const interior_point::ScaledProblem scaled(problem);
  const double simplicial = simplicial_factorization(problem, scaled) / condensed_factorization(problem, scaled);
  fmt::print(
      "{:<28} {:>6} contacts  condensed 1{}  delassus {:.2f}{}  augmented {:.2f}{}  auto {:.2f}{}   one simplicial "
      "LDLt of the augmented matrix: {:.1f} condensed factorisations\n",
      name, problem.cones.contacts(), note[0], delassus / condensed, note[1], augmented / condensed, note[2],
      chosen / condensed, note[3], simplicial);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char**) {
  set_blas_threads(1);
  fmt::print("time of the whole solve, condensed = 1 ('!': not solved to 1e-8)\n");
  bench::for_each_collection_problem("chrono", Law::convex, measure);
  for (const int spheres : {350, 1'350, argc > 1 ? 5'400 : 0})
    for (const double mu : {0.0, 0.3})
      if (spheres > 0)
        measure(fmt::format("packing mu {}", mu),
                generate_packing({.spheres = spheres, .friction = mu, .law = Law::convex}));
}
