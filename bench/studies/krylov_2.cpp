// Test problem 2 of Heyn, Anitescu, Tasora and Negrut's paper on Krylov subspace and spectral methods: 1000, 2000 and
// 4000 spheres in a cylinder, no friction, every method for the same number of iterations; figures 6 to 10. The paper
// shows curves and no numbers: jacobi is far behind, p-spg-fb the best at first, gpminres later; the active set of
// kucera changes more than that of gpminres. Objectives are shares above the least one, residuals certificates.

#include "krylov.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

struct Size {
  int spheres, paper_contacts;
};
constexpr Size sizes[] = {{1000, 3634}, {2000, 8507}, {4000, 17161}};

/// f_i = r_i u_i, 0 where complementarity holds, J.
struct Feasibility {
  double mean, deviation, largest;

  explicit Feasibility(const Outcome& o) {
    const Eigen::ArrayXd f = (o.r.array() * o.u.array()).abs();
    mean = f.mean();
    deviation = std::sqrt((f - mean).square().mean());
    largest = f.maxCoeff();
  }
};

template <typename Value>
void chart(const std::string& name, const Size& size, const Axis& axis, const std::vector<Curve>& curves,
           const std::string& out, const Value& value) {
  Chart chart;
  chart.title = fmt::format("Test problem 2: {} spheres in a cylinder", size.spheres);
  chart.x.label = "iterations";
  chart.x.logarithmic = true;
  chart.y = axis;
  for (const Curve& curve : curves) chart.series.push_back(series(curve, iterations_of, value));
  save(out, fmt::format("krylov_2_{}_{}", name, size.spheres), chart);
}

void charts(const FrozenProblem& problem, const Size& size, const std::vector<Curve>& curves, const std::string& out) {
  chart("objective", size, {.label = "gap / least objective", .logarithmic = true, .from = 1e-9}, curves, out,
        [&](const Outcome& o) { return problem.gap(o); });
  chart("residual", size, {.label = "certificate", .logarithmic = true, .from = 1e-9}, curves, out, certificate_of);
  std::vector<Curve> on_faces;
  for (const Curve& curve : curves)
    if (curve.name == "gpminres" || curve.name == "kucera") on_faces.push_back(curve);
  chart("active", size, {.label = "contacts that carry nothing"}, on_faces, out,
        [](const Outcome& o) { return static_cast<double>(o.active()); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Objective and residual against iterations as problems grow: test problem 2 of the Krylov paper");
  int max_spheres = 4000, steps = 80, iterations = 1000;
  double margin = 0.01;
  app.add_option("--max-spheres", max_spheres, "Largest cylinder, up to 4000")->capture_default_str();
  app.add_option("--steps", steps, "Time steps before the scene is frozen")->capture_default_str();
  app.add_option("--margin", margin, "What counts as a contact then, m")->capture_default_str();
  app.add_option("--iterations", iterations, "Of each method")->capture_default_str();
  return study(app, argc, argv, [&](const std::string& out) {
    Table curves_table("krylov_2_curves", "",
                       {{"spheres"}, {"method"}, {"iterations"}, {"seconds"}, {"gap"}, {"certificate"}, {"active"}},
                       Echo::no);
    for (const Size& size : sizes) {
      if (size.spheres > max_spheres) continue;
      Scene scene = shipped_scene("cylinder_packing", {{"spheres", std::to_string(size.spheres)}});
      const Settled settled = settle(scene, steps);
      scene.settings.margin = margin;
      const FrozenProblem problem = freeze(scene, settled);
      Table table(fmt::format("krylov_2_{}", size.spheres),
                  fmt::format("{} spheres, {} contacts (paper: {}). Gap and certificate after 10, 100 and all "
                              "iterations; at the end f_i = r_i u_i and the active set (exact: {})",
                              size.spheres, problem.contacts(), size.paper_contacts, problem.exact().active()),
                  {{"method", 14},
                   {"iterations"},
                   {"gap 10"},
                   {"gap 100"},
                   {"gap end"},
                   {"residual 10"},
                   {"residual 100"},
                   {"residual end"},
                   {"mean f"},
                   {"deviation f"},
                   {"largest f"},
                   {"active"},
                   {"seconds"}});
      std::vector<Curve> curves;
      for (const Contender& c : contenders()) {
        const Curve& curve = curves.emplace_back(follow(problem, c, iterations, [](const Outcome&) { return false; }));
        for (const Outcome& o : curve.outcomes)
          curves_table.add(size.spheres, c.name, o.iterations, o.seconds, problem.gap(o), o.certificate, o.active());
        const auto after = [&](int n) -> const Outcome& {
          const auto past = std::find_if(curve.outcomes.begin(), curve.outcomes.end(),
                                         [&](const Outcome& o) { return o.iterations >= n; });
          return past == curve.outcomes.end() ? curve.outcomes.back() : *past;
        };
        const auto tiny = [](double x) { return fmt::format("{:.1e}", x); };
        const Outcome& end = curve.outcomes.back();
        const Feasibility f(end);
        table.add(c.name, end.iterations, tiny(problem.gap(after(10))), tiny(problem.gap(after(100))),
                  tiny(problem.gap(end)), tiny(after(10).certificate), tiny(after(100).certificate),
                  tiny(end.certificate), tiny(f.mean), tiny(f.deviation), tiny(f.largest), end.active(), end.seconds);
      }
      table.save(out);
      charts(problem, size, curves, out);
    }
    curves_table.save(out);
  });
}
