// Test problem 3 of Heyn, Anitescu, Tasora and Negrut's paper on Krylov subspace and spectral methods: a cylinder of
// 1000, 4000 and 16,000 kg on 1000 spheres of 6.28 kg, no friction; figures 12 and 13. The scene settles with the
// lightest cylinder; the problems differ in its mass alone. The paper finds gpminres ahead for each mass, and losing
// the least with it; it shows no numbers.

#include <array>

#include "krylov.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

constexpr std::array<int, 3> masses = {1000, 4000, 16000};

Scene scene_of(int mass) { return shipped_scene("heavy_cylinder", {{"mass", std::to_string(mass)}}); }

struct MassCurves {
  FrozenProblem problem;
  std::vector<Curve> curves = {};
};

/// Iterations by mass, and the loss from the first to the last.
template <typename Error>
void losses(const std::string& name, const std::string& about, const std::vector<double>& goals,
            const std::vector<MassCurves>& runs, const std::string& out, const Error& error) {
  Table table(name, about,
              {{"to"}, {"method", 14}, {"1000 kg"}, {"4000 kg"}, {"16000 kg"}, {"loss 4000, %"}, {"loss 16000, %"}});
  for (const double goal : goals)
    for (std::size_t k = 0; k < runs.front().curves.size(); ++k) {
      std::array<double, masses.size()> cost{};
      for (std::size_t m = 0; m < runs.size(); ++m)
        cost[m] = cost_to_reach(goal, runs[m].curves[k], iterations_of,
                                [&](const Outcome& o) { return error(runs[m].problem, o); });
      const auto loss = [&](std::size_t m) {
        return std::isfinite(cost[0]) ? figure(100 * (cost[m] / cost[0] - 1), "{:.0f}") : "-";
      };
      table.add(fmt::format("{:.0e}", goal), runs.front().curves[k].name, figure(cost[0]), figure(cost[1]),
                figure(cost[2]), loss(1), loss(2));
    }
  table.save(out);
}

template <typename Error>
void chart(const std::string& name, const std::string& label, const MassCurves& run, int mass, const std::string& out,
           const Error& error) {
  Chart chart{.title = fmt::format("Test problem 3: a cylinder of {} kg on spheres of 6.28 kg", mass),
              .x = {.label = "iterations", .logarithmic = true},
              .y = {.label = label, .logarithmic = true, .from = 1e-8},
              .series = {}};
  for (const Curve& curve : run.curves)
    chart.series.push_back(series(curve, iterations_of, [&](const Outcome& o) { return error(run.problem, o); }));
  save(out, fmt::format("{}_{}", name, mass), chart);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A heavy cylinder on light spheres: test problem 3 of the Krylov paper");
  int steps = 300, max_iterations = 5000;
  std::string scaling = "rows";
  app.add_option("--steps", steps, "Time steps before the scene is frozen")->capture_default_str();
  app.add_option("--max-iterations", max_iterations, "Of each method")->capture_default_str();
  app.add_option("--scaling", scaling,
                 "Units of the impulses of gpminres, p-spg-fb, kucera and apgd: rows, contact, none")
      ->capture_default_str();
  return study(app, argc, argv, [&](const std::string& out) {
    const Scene lightest = scene_of(masses[0]);
    const Settled settled = settle(lightest, steps);
    std::vector<MassCurves> runs;
    runs.reserve(masses.size());
    Table curves("krylov_3_curves", "", {{"mass"}, {"method"}, {"iterations"}, {"seconds"}, {"gap"}, {"certificate"}},
                 Echo::no);
    const auto gap = [](const FrozenProblem& problem, const Outcome& o) { return problem.gap(o); };
    const auto residual = [](const FrozenProblem&, const Outcome& o) { return o.certificate; };
    for (const int mass : masses) {
      MassCurves& run = runs.emplace_back(freeze(scene_of(mass), settled));
      fmt::print("{} kg: {} contacts (paper: 4295)\n", mass, run.problem.contacts());
      for (Contender c : contenders()) {
        if (c.options.contains("threads") && c.name != "admm") c.options["scaling"] = scaling;
        run.curves.push_back(
            follow(run.problem, c, max_iterations, [](const Outcome& o) { return o.certificate < 1e-8; }));
        for (const Outcome& o : run.curves.back().outcomes)
          curves.add(mass, c.name, o.iterations, o.seconds, run.problem.gap(o), o.certificate);
      }
      chart("krylov_3_residual", "certificate", run, mass, out, residual);
      chart("krylov_3_objective", "gap / least objective", run, mass, out, gap);
    }
    curves.save(out);
    losses("krylov_3_residual", "Iterations to a certificate", {1e-3, 1e-4, 1e-5, 1e-6, 1e-8}, runs, out, residual);
    losses("krylov_3_objective", "Iterations to an objective, by its gap", {1e-2, 1e-3, 1e-4, 1e-6}, runs, out, gap);
  });
}
