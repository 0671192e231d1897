#include "exact_friction.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "measure.h"
#include "scene.h"
#include "table.h"

namespace signorini::bench {
namespace {

constexpr int steps = 500;
constexpr double step_length = 0.01;  // s
constexpr double stiffness = 1e7;     // N/m, of the soft contacts

struct Case {
  const char* friction;
  double tolerance;
  bool soft;
};
constexpr Case cases[] = {{"0.3", 1e-6, false}, {"0.8", 1e-5, false}, {"0.8", 1e-8, true}};

struct Run {
  double seconds = 0, worst = 0, penetration = 0;  ///< of processor time a step; certificate; of the radius
  int missed = 0;
};

Run run(int spheres, const Case& which, Law law) {
  Scene scene = shipped_scene("balls_in_box", {{"spheres", std::to_string(spheres)}, {"friction", which.friction}});
  const double radius = std::get<Sphere>(scene.model.bodies.back().shapes.front().geometry).radius;
  if (which.soft)
    for (Material& material : scene.model.materials)
      material.compliance = material.tangential_compliance = 1 / stiffness;
  Simulation simulation(
      scene.model, {.step = step_length, .law = law, .tolerance = which.tolerance, .margin = scene.settings.margin});
  Run run;
  const double start = thread_seconds();
  for (int k = 0; k < steps; ++k) {
    const StepRecord record = simulation.step();
    run.worst = std::max(run.worst, record.certificate.value());
    run.missed += record.certificate.value() <= which.tolerance ? 0 : 1;
    run.penetration = std::max(run.penetration, record.deepest_penetration / radius);
  }
  run.seconds = (thread_seconds() - start) / steps;
  return run;
}

}  // namespace

void compare_laws_on_balls(int spheres) {
  Table table(
      "exact_friction",
      fmt::format("{} balls that fall into a box and settle, {} steps of {:g} s, solver auto; processor time of "
                  "a step in ms, certificate and penetration under law coulomb",
                  spheres, steps, step_length),
      {{"friction"},
       {"contacts"},
       {"tolerance"},
       {"convex"},
       {"coulomb"},
       {"ratio"},
       {"missed"},
       {"worst"},
       {"deep, R"}});
  for (const Case& which : cases) {
    const Run convex = run(spheres, which, Law::convex), exact = run(spheres, which, Law::coulomb);
    table.add(which.friction, which.soft ? fmt::format("{:g} N/m", stiffness) : "rigid", which.tolerance,
              1e3 * convex.seconds, 1e3 * exact.seconds, exact.seconds / convex.seconds, exact.missed, exact.worst,
              exact.penetration);
  }
}

}  // namespace signorini::bench
