#include <cstdio>

#include <signorini/problem/generate/generate.h>
#include <signorini/solver/catalogue/catalogue.h>

int main() {
  using namespace signorini;
  const ContactProblem problem = generate_packing({.spheres = 50, .friction = 0.3, .law = Law::convex});
  StopRule rule;
  rule.tolerance = 1e-4;
  Solution solution;
  const Report report = make_solver("gauss-seidel")->solve(problem, rule, solution);
  std::printf("%s\n", report.brief().c_str());
  return report.status == Status::solved ? 0 : 1;
}
