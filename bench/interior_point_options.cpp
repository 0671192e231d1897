// What the options of interior-point do: for each setting, how many problems of the collection (law convex) and of a
// few generated packings it solves to 1e-8, and in how many iterations those that the default solves too.

#include <map>

#include "collection_files.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"

int main() {
  using namespace signorini;
  set_blas_threads(1);
  std::vector<bench::NamedProblem> problems;
  bench::for_each_collection_problem("", Law::convex, [&](const std::string& name, ContactProblem problem) {
    if (problem.cones.contacts() < 2000) problems.push_back({name, std::move(problem)});
  });
  for (const double mu : {0.0, 0.3, 0.7})
    problems.push_back(
        {fmt::format("packing mu {}", mu), generate_packing({.spheres = 200, .friction = mu, .law = Law::convex})});

  const std::vector<OptionValues> settings{{},
                                           {{"steps", "separate"}},
                                           {{"step_rule", "quadratic"}},
                                           {{"adaptive_fraction", "true"}},
                                           {{"step_fraction", "0.9"}},
                                           {{"step_fraction", "0.999"}},
                                           {{"correctors", "0"}},
                                           {{"correctors", "1"}},
                                           {{"correctors", "3"}},
                                           {{"refinements", "1"}},
                                           {{"start", "nocedal"}},
                                           {{"start", "dapuzzo"}},
                                           {{"start", "cone"}}};
  std::vector<int> by_default;
  for (const OptionValues& options : settings) {
    int solved = 0, iterations = 0, reference = 0;
    for (std::size_t k = 0; k < problems.size(); ++k) {
      const auto& [name, problem] = problems[k];
      Solution solution;
      StopRule rule;
      rule.tolerance = 1e-8;
      const Report report = make_solver("interior-point", options)->solve(problem, rule, solution);
      if (options.empty()) by_default.push_back(report.iterations);
      if (report.status != Status::solved) continue;
      ++solved;
      iterations += report.iterations;
      reference += by_default[k];
    }
    std::string text = options.empty() ? "default" : "";
    for (const auto& [key, value] : options) text += key + "=" + value;
    fmt::print("{:<26} solved {:>2} of {}, iterations {:>5}, {:>4.0f} % of the default's\n", text, solved,
               problems.size(), iterations, 100.0 * iterations / std::max(1, reference));
    std::fflush(stdout);
  }
}
