// Iterations against size: table 5.3 of D. Mangoni's thesis. Spheres of 70 mm fall into a box of 1 m, 50 steps of
// 0.02 s, no friction. The thesis counts 14 contacts a sphere, of which most are far from touching; here a contact is
// what lies within the scene's margin. Times are ratios: to the smallest box, and per contact.

#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

constexpr int steps = 50;

/// 0: not in the thesis.
struct Size {
  int spheres;
  int paper_contacts = 0;
  double paper_iterations = 0;
};
constexpr Size sizes[] = {{64, 884, 17.2}, {280, 3878, 17.9}, {595, 8301, 17.7}, {1190, 16798, 17.8}, {2400}, {4000}};

std::string known(double figure) { return figure > 0 ? fmt::format("{:g}", figure) : "-"; }

void sweep(Law law, int max_spheres, const std::string& out) {
  const std::string name(to_string(law));
  Table table("balls_in_box_" + name,
              law == Law::frictionless ? "No friction" : "Friction 0.3, convex law (not in the thesis)",
              {{"spheres"},
               {"dof"},
               {"contacts"},
               {"cold iterations"},
               {"warm iterations"},
               {"certificate"},
               {"step time"},
               {"time per contact"},
               {"thesis contacts"},
               {"thesis iterations"}});
  double first_step = 0, first_contact = 0;
  for (const Size& size : sizes) {
    if (size.spheres > max_spheres) continue;
    Scene scene = balls_of_thesis({{"spheres", std::to_string(size.spheres)}});
    scene.settings.law = law;
    const Totals cold = run_steps(scene, started(scene.settings, Start::cold), steps);
    const Totals warm = run_steps(scene, started(scene.settings, Start::full), steps);
    const double per_step = cold.seconds.solve / steps;
    const double contacts = cold.contacts / steps;
    if (first_step == 0) {
      first_step = per_step;
      first_contact = per_step / contacts;
    }
    table.add(std::to_string(size.spheres), 6 * size.spheres, std::round(contacts), cold.iterations / steps,
              warm.iterations / steps, fmt::format("{:.1e}", std::max(cold.worst_certificate, warm.worst_certificate)),
              per_step / first_step, per_step / contacts / first_contact, known(size.paper_contacts),
              known(size.paper_iterations));
  }
  table.save(out);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Iterations against the number of balls in the box: thesis table 5.3");
  int max_spheres = 1190;
  app.add_option("--max-spheres", max_spheres, "Largest box; up to 4000")->capture_default_str();
  return study(app, argc, argv, [&](const std::string& out) {
    for (const Law law : {Law::frictionless, Law::convex}) sweep(law, max_spheres, out);
  });
}
