// The examples of the README, compiled, and what they should give.
#include <cmath>
#include <cstdio>

#include <signorini/signorini.h>

using namespace signorini;

/// A ball that slides at 2 m/s over a floor with friction ends rolling at 5/7 of that.
double rolling_speed() {
  Model model;
  model.bodies.push_back({.name = "floor", .fixed = true, .shapes = {{Plane{}}}});
  Body ball{.name = "ball", .shapes = {{Sphere{0.1}}}, .pose = {{0, 0, 0.1}}, .velocity = {2, 0, 0}};
  set_mass_from_shapes(ball, 1000);
  model.bodies.push_back(ball);
  Simulation simulation(model, {.step = 0.001});
  while (simulation.state().time < 1) simulation.step();
  std::printf("rolls at %.3f m/s\n", simulation.state().v[0]);
  return simulation.state().v[0];
}

Status solved_problem() {
  const ContactProblem problem = generate_packing({.spheres = 50, .law = Law::convex});
  Solution solution;
  GaussSeidel solver({.omega = 0.9});
  const Report report = solver.solve(problem, {.tolerance = 1e-4}, solution);
  std::printf("%s\n", report.brief().c_str());
  return report.status;
}

/// Forces and solvers as objects, and errors that come out of the library.
bool refuses_a_body_without_mass() {
  Model model;
  model.bodies.push_back({.name = "feather", .shapes = {{Sphere{0.1}}}});
  try {
    Simulation(model, {}, std::make_unique<InteriorPoint>(InteriorPointOptions{.correctors = 0}));
  } catch (const InputError& error) {
    std::printf("refused: %s\n", error.what());
    return true;
  }
  return false;
}

int main() {
  const bool rolls = std::abs(rolling_speed() - 2 * 5.0 / 7) < 1e-3;
  return rolls && solved_problem() == Status::solved && refuses_a_body_without_mass() ? 0 : 1;
}
