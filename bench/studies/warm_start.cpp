// What a warm start saves: table 5.1 of D. Mangoni's thesis. Iterations of the interior point method, summed over the
// steps of a simulation, when each step starts from nothing, from the velocities of the step before (partial), or from
// its impulses too (full). The thesis ran contacts without friction; it does not say how many balls were in the box.

#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

struct Case {
  std::string name;
  Scene scene;
  int steps;
  double paper_cold, paper_partial, paper_full;
};

double percent(double part, double whole) { return std::round(1000 * part / whole) / 10; }

void compare(const Case& c, Law law, Table& table) {
  Settings settings = c.scene.settings;
  settings.law = law;
  const auto iterations = [&](Start start) {
    const Totals totals = run_steps(c.scene, started(settings, start), c.steps);
    if (totals.solved < totals.steps)
      fmt::print("  {} of {} steps missed the tolerance\n", totals.steps - totals.solved, totals.steps);
    return totals.iterations;
  };
  const double cold = iterations(Start::cold), partial = iterations(Start::partial), full = iterations(Start::full);
  table.add(fmt::format("{} ({})", c.name, c.steps), std::string(to_string(law)), cold, partial, full,
            percent(partial, cold), percent(full, cold),
            fmt::format("{}/{}/{}", c.paper_cold, c.paper_partial, c.paper_full),
            percent(c.paper_partial, c.paper_cold), percent(c.paper_full, c.paper_cold));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Iterations with and without warm start: thesis table 5.1");
  int spheres = 256;
  app.add_option("--spheres", spheres, "Balls in the box")->capture_default_str();
  return study(app, argc, argv, [&](const std::string& out) {
    const std::vector<Case> cases = {
        {"balls in box", balls_of_thesis({{"spheres", std::to_string(spheres)}}), 50, 935, 927, 747},
        {"single ball", ball_at_rest(), 100, 720, 515, 90},
        {"single brick", brick_at_rest(), 100, 499, 370, 81}};
    Table table("warm_start",
                "Iterations by start; shares are of the cold start's. Contacts in the thesis had no friction",
                {{"test (steps)", 18},
                 {"law", 12},
                 {"cold"},
                 {"partial"},
                 {"full"},
                 {"partial %"},
                 {"full %"},
                 {"thesis", 11},
                 {"thesis partial %"},
                 {"thesis full %"}});
    for (const Law law : {Law::frictionless, Law::convex})
      for (const Case& c : cases) compare(c, law, table);
    table.save(out);
  });
}
