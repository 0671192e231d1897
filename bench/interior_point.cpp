// The interior point method in units of U: the time of one numeric factorisation of S = M + H B Hᵀ for the problem at
// hand, measured in the same run. Prints iterations, the whole solve in U, and U per iteration, for the Chrono problems
// with 1000 contacts and more, and for generated packings.

#include <cstdlib>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "measure.h"
#include "signorini/io/fclib.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/normal_matrix.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue.h"
#include "signorini/solver/interior_point/scaled_problem.h"

namespace {

using namespace signorini;

constexpr double tolerance = 1e-8;
constexpr int smallest = 1000;

/// Seconds of one factorisation of S with unit blocks, best of AMD and METIS.
double factorization_time(const ContactProblem& problem) {
  const interior_point::ScaledProblem scaled(problem);
  NormalMatrix S(problem.M, {&scaled.H.free, &scaled.H.positive, &scaled.H.cones});
  S.reset();
  const double one = 1, identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int k = 0; k < scaled.positive; ++k) S.add(1, k, &one);
  for (int k = 0; k < scaled.cones; ++k) S.add(2, k, identity);
  const auto factorization = make_cholesky_factorization();
  factorization->analyze(S.lower());
  return bench::fastest(5, [&] { factorization->factorize(S.lower()); });
}

void measure(const std::string& name, const ContactProblem& problem) {
  const double U = factorization_time(problem);
  Report report;
  const double seconds = bench::fastest(3, [&] {
    Solution solution;
    StopRule rule;
    rule.tolerance = tolerance;
    report = make_solver("interior-point", {}, problem.law)->solve(problem, rule, solution);
  });
  fmt::print(
      "{:<28} {:>6} contacts  {:<10} {:>3} iterations  U {:>8.2f} ms  solve {:>5.1f} U  {:>4.2f} U per iteration\n",
      name, problem.cones.contacts(), to_string(report.status), report.iterations, 1e3 * U, seconds / U,
      seconds / U / report.iterations);
  std::fflush(stdout);
}

}  // namespace

int main() {
  set_blas_threads(1);
  if (const char* folder = std::getenv("SIGNORINI_DATA"); folder != nullptr && std::filesystem::is_directory(folder)) {
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(folder) / "chrono"))
      files.insert(entry.path());
    for (const auto& path : files) {
      FclibFile file = read_fclib(path);
      file.problem.law = Law::convex;
      if (file.problem.cones.contacts() >= smallest) measure(path.stem().string(), file.problem);
    }
  } else {
    fmt::print("Chrono problems skipped: set SIGNORINI_DATA to the folder with the problem collection\n");
  }
  for (const int spheres : {350, 1'350, 5'400})
    for (const double mu : {0.0, 0.1, 0.3, 0.7})
      measure(fmt::format("packing mu {}", mu),
              generate_packing({.spheres = spheres, .friction = mu, .law = Law::convex}));
}
