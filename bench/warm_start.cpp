// What a guess saves: iterations of interior-point on a second problem close to one just solved, as a share of the cold
// start's. The second problem has the forces of the first changed by 1 %, or is its next time step with the contacts
// kept: f = M v + h M g, and the gaps that the first step left.

#include <random>

#include "collection_files.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace {

using namespace signorini;

Report run(const ContactProblem& problem, const std::string& mode, Solution& solution) {
  StopRule rule;
  rule.tolerance = 1e-8;
  return make_solver("interior-point", {{"warm_start", mode}})->solve(problem, rule, solution);
}

ContactProblem perturbed(ContactProblem problem) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> change(-0.01, 0.01);
  for (double& f : problem.f) f *= 1 + change(engine);
  return problem;
}

ContactProblem next_step(ContactProblem problem, const Solution& answer) {
  constexpr double step = 0.01, gravity = 9.81;
  constexpr int dof_of_a_body = 6, upward = 2;
  Vector velocity = answer.v;
  for (int j = upward; j < velocity.size(); j += dof_of_a_body) velocity[j] -= step * gravity;
  problem.f = problem.M * velocity;
  const Cones& K = problem.cones;
  for (int k = K.first_positive(); k < K.first_friction(); ++k) problem.w[k] = std::max(0.0, answer.u[k]);
  for (int i = 0; i < K.friction(); ++i) problem.w[K.friction_row(i)] = std::max(0.0, answer.u[K.friction_row(i)]);
  return problem;
}

void compare(const std::string& name, const std::string& change, const ContactProblem& problem, const Solution& guess) {
  std::string line = fmt::format("{:<22} {:>6} contacts  {:<14}", name, problem.cones.contacts(), change);
  int cold = 0;
  for (const std::string mode : {"none", "partial", "full"}) {
    Solution solution = guess;
    const Report report = run(problem, mode, solution);
    if (mode == "none") cold = report.iterations;
    line += fmt::format("  {} {:>2}{}", mode, report.iterations, report.status == Status::solved ? "" : "!");
    if (mode != "none") line += fmt::format(" ({:.0f} %)", 100.0 * report.iterations / cold);
  }
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void measure(const std::string& name, const ContactProblem& problem, bool gravity_known) {
  if (problem.form == Form::local || problem.cones.contacts() > 6000) return;
  Solution answer;
  run(problem, "none", answer);
  compare(name, "forces 1 %", perturbed(problem), answer);
  if (!gravity_known) return;
  // From the second step on, the first one after the generator's agitation.
  for (int step = 1; step <= 3; ++step) {
    const ContactProblem next = next_step(problem, answer);
    if (step > 1) compare(name, "next step", next, answer);
    run(next, "none", answer);
  }
}

}  // namespace

int main() {
  set_blas_threads(1);
  bench::for_each_collection_problem("chrono", Law::convex,
                                     [](const std::string& name, const ContactProblem& p) { measure(name, p, false); });
  for (const double mu : {0.0, 0.3, 0.7})
    measure(fmt::format("packing mu {}", mu), generate_packing({.spheres = 350, .friction = mu, .law = Law::convex}),
            true);
  measure("wall", generate_wall({.law = Law::convex}), true);
}
