// Test problem 1 of Heyn, Anitescu, Tasora and Negrut's paper on Krylov subspace and spectral methods: 1000 bodies at
// rest, no friction; table 1 and figures 4 and 5. The paper's scene is not described, ours is balls_in_box. Its figures
// are compared as shares: of the objective from the least one known, of the largest impulse from that of the best
// answer, of times from Jacobi's 43,000 iterations. Then each method's time to the same objective.

#include <array>

#include "krylov.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

struct PaperRow {
  double objective, largest, seconds;
};
constexpr PaperRow paper_best{-2.9045, 8.2002, 61.07}, paper_jacobi{-2.9035, 7.9254, 95.41};

struct Row {
  std::string contender;
  int iterations;  ///< 0: to the tolerance
  std::optional<PaperRow> paper = {};
};
const std::vector<Row> rows = {{"jacobi", 1000, {{-2.5077, 4.4961, 3.66}}},
                               {"jacobi", 10000, {{-2.8983, 7.4953, 24.66}}},
                               {"jacobi", 43000, paper_jacobi},
                               {"jacobi", 100000, {{-2.9043, 8.0619, 231.7}}},
                               {"gpminres", 1000, {{-2.9035, 7.7487, 6.70}}},
                               {"gpminres", 10000, paper_best},
                               {"gpminres-p", 100, {{-2.8854, 6.8551, 1675}}},
                               {"gauss-seidel", 1000},
                               {"p-spg-fb", 1000},
                               {"kucera", 1000},
                               {"apgd", 1000},
                               {"admm", 100},
                               {"interior-point", 0}};

const Contender gpminres_p{"gpminres-p", "gpminres", {{"threads", "1"}, {"preconditioner", "cholesky"}}};
const Contender& method_of(const Row& row) {
  return row.contender == gpminres_p.name ? gpminres_p : contender(row.contender);
}

/// Gaps, as shares of the least objective: what the paper's Jacobi left after 1000, 10,000 and 43,000 iterations, and
/// less.
constexpr std::array<double, 5> gaps = {0.137, 2.1e-3, 3.4e-4, 1e-4, 1e-6};

void table_1(const FrozenProblem& problem, const std::string& out) {
  Table table("krylov_1_table",
              "Table 1. Gap: objective above the least one, as a share of it. Largest impulse: share of the exact "
              "answer's. Times: shares of jacobi's 43,000 iterations",
              {{"method", 14},
               {"iterations"},
               {"objective"},
               {"gap"},
               {"least impulse"},
               {"largest impulse"},
               {"share"},
               {"certificate"},
               {"seconds"},
               {"time"},
               {"paper gap"},
               {"paper share"},
               {"paper time"}});
  std::vector<Outcome> outcomes;
  double jacobi = 0;
  for (const Row& row : rows) {
    outcomes.push_back(problem.solve(method_of(row), row.iterations));
    if (row.contender == "jacobi" && row.iterations == 43000) jacobi = outcomes.back().seconds;
  }
  const double largest = problem.exact().r.maxCoeff();
  Chart impulses{.title = "Test problem 1: impulses in order of size",
                 .x = {.label = "contacts"},
                 .y = {.label = "impulse, N s"},
                 .series = {}};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    const Outcome& o = outcomes[k];
    table.add(row.contender, o.iterations, fmt::format("{:.6g}", o.objective), fmt::format("{:.1e}", problem.gap(o)),
              o.r.minCoeff(), o.r.maxCoeff(), o.r.maxCoeff() / largest, fmt::format("{:.1e}", o.certificate), o.seconds,
              o.seconds / jacobi,
              row.paper ? fmt::format("{:.1e}", 1 - row.paper->objective / paper_best.objective) : "-",
              row.paper ? fmt::format("{:.3f}", row.paper->largest / paper_best.largest) : "-",
              row.paper ? fmt::format("{:.3g}", row.paper->seconds / paper_jacobi.seconds) : "-");
    if (!row.paper && row.iterations > 0) continue;
    Series line{.name = fmt::format("{} {}", row.contender, o.iterations), .x = {}, .y = {o.r.begin(), o.r.end()}};
    std::sort(line.y.begin(), line.y.end());
    for (std::size_t i = 0; i < line.y.size(); ++i) line.x.push_back(static_cast<double>(i + 1));
    impulses.series.push_back(std::move(line));
  }
  table.save(out);
  save(out, "krylov_1_impulses", impulses);
}

/// First as the paper does it: to the objective that gpminres has after 1000 iterations. Then to fixed gaps.
void equal_objective(const FrozenProblem& problem, const std::vector<Curve>& curves, const std::string& out) {
  const auto gap = [&](const Outcome& o) { return problem.gap(o); };
  Table table("krylov_1_equal_objective",
              "Processor time and iterations to the same objective, by its gap; how many times faster than jacobi",
              {{"gap", 30}, {"method", 14}, {"iterations"}, {"seconds"}, {"times faster"}, {"paper"}});
  const auto compare = [&](const std::string& name, double goal, const std::string& paper) {
    const double jacobi = cost_to_reach(goal, curves.front(), seconds_of, gap);
    for (const Curve& curve : curves) {
      const double seconds = cost_to_reach(goal, curve, seconds_of, gap);
      table.add(name, curve.name, figure(cost_to_reach(goal, curve, iterations_of, gap), "{:.0f}"), figure(seconds),
                figure(jacobi / seconds), curve.name == "gpminres" ? paper : "-");
    }
  };
  const double of_gpminres = problem.gap(problem.solve(contender("gpminres"), 1000));
  compare(fmt::format("{:.1e} (of gpminres 1000)", of_gpminres), of_gpminres, "14");
  for (const double goal : gaps) compare(fmt::format("{:.1e}", goal), goal, "-");
  table.save(out);
}

void charts(const FrozenProblem& problem, const std::vector<Curve>& curves, const std::string& out) {
  Chart by_iterations{.title = "Test problem 1: objective above the least one",
                      .x = {.label = "iterations", .logarithmic = true},
                      .y = {.label = "gap / least objective", .logarithmic = true, .from = 1e-9},
                      .series = {}};
  Chart by_time = by_iterations;
  by_time.x.label = "processor time, s";
  const auto gap = [&](const Outcome& o) { return problem.gap(o); };
  Table table("krylov_1_curves", "", {{"method"}, {"iterations"}, {"seconds"}, {"gap"}, {"certificate"}}, Echo::no);
  for (const Curve& curve : curves) {
    by_iterations.series.push_back(series(curve, iterations_of, gap));
    by_time.series.push_back(series(curve, seconds_of, gap));
    for (const Outcome& o : curve.outcomes) table.add(curve.name, o.iterations, o.seconds, gap(o), o.certificate);
  }
  table.save(out);
  save(out, "krylov_1_objective", by_iterations);
  save(out, "krylov_1_time", by_time);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Objective, impulses and time of each method: test problem 1 of the Krylov paper");
  int spheres = 1000, steps = 150, max_iterations = 100000;
  double margin = 0.004, width = 0.7;
  app.add_option("--spheres", spheres, "Balls in the box")->capture_default_str();
  app.add_option("--width", width, "Of the box, m")->capture_default_str();
  app.add_option("--steps", steps, "Time steps before the scene is frozen")->capture_default_str();
  app.add_option("--margin", margin, "What counts as a contact then, m")->capture_default_str();
  app.add_option("--max-iterations", max_iterations, "Of the curves")->capture_default_str();
  return study(app, argc, argv, [&](const std::string& out) {
    Scene scene = balls_of_thesis({{"spheres", std::to_string(spheres)}, {"container", fmt::format("{}", width)}});
    scene.settings.law = Law::frictionless;
    const Settled settled = settle(scene, steps);
    scene.settings.margin = margin;
    const FrozenProblem problem = freeze(scene, settled);
    fmt::print("{} bodies, {} contacts (paper: 1000, 3525)\n", spheres, problem.contacts());
    table_1(problem, out);
    std::vector<Curve> curves;
    for (const Contender& c : contenders())
      curves.push_back(follow(problem, c, max_iterations, [&](const Outcome& o) { return problem.gap(o) < 1e-8; }));
    equal_objective(problem, curves, out);
    charts(problem, curves, out);
  });
}
