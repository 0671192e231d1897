// A flexible slab pressed on a fixed box: what the stages of a step take, in seconds and in units of one Cholesky
// factorisation of the stiffness alone; memory beside the factor.
//
//     bench_flexible [CELLS LAYERS] [--full] [--nodes 4|10] [--steps N] [--touching SHARE] [--solver NAME]
//                    [--system NAME] [--law LAW]
//
// CELLS × CELLS × LAYERS cells of six tetrahedra; --full: about 100,000 tetrahedra and 2,000 contacts.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "signorini/base/memory.h"
#include "signorini/base/stopwatch.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/fem/elastic_body.h"
#include "signorini/fem/tet_generators.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/threads.h"
#include "signorini/model/model.h"
#include "signorini/problem/law.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "table.h"

namespace {

using namespace signorini;

struct Case {
  int cells = 24, layers = 5, nodes = 4, steps = 4;
  bool full = false;
  double touching = 1;  ///< share of the lower face over the box
  std::string solver = "interior-point", system, law = "convex";
};

/// Edges 1 m × 1 m × 0.2 m, soft rubber under its weight and 1 kPa.
Model slab_on_box(const Case& which) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.materials = {{.friction = 0.5}};
  FlexibleBody slab;
  slab.name = "slab";
  slab.mesh = block_mesh({1, 1, 0.2}, which.cells, which.cells, which.layers, which.nodes);
  slab.elastic.young = 1e6;
  slab.elastic.poisson = 0.3;
  slab.elastic.density = 1000;
  slab.elastic.stiffness_damping = 1e-3;
  slab.face_loads.push_back({.faces = slab.mesh.face_groups.at("z1"), .pressure = 1e3});
  Body box;
  box.name = "box";
  box.fixed = true;
  // The lower face of the slab is at z = -0.1, a hundredth of a millimetre above.
  const double width = which.touching;
  box.pose.position = {0.5 * (width - 1), 0, -0.10001 - 0.5};
  box.shapes.push_back({.geometry = Box{{0.5 * width + 1e-6, 0.6, 0.5}}});
  model.bodies.push_back(box);
  model.flexible_bodies.push_back(std::move(slab));
  return model;
}

/// A solver whose reports can be read.
class Watched : public Solver {
 public:
  Watched(std::unique_ptr<Solver> inner, Report& sum)
      : Solver(inner->name(), inner->laws()), inner_(std::move(inner)), sum_(sum) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override {
    Report report = inner_->solve(problem, rule, solution);
    sum_.factorizations += report.factorizations;
    sum_.timings.total += report.timings.total;
    sum_.timings.setup += report.timings.setup;
    sum_.timings.analyze += report.timings.analyze;
    sum_.timings.factorize += report.timings.factorize;
    return report;
  }
  std::unique_ptr<Solver> inner_;
  Report& sum_;
};

/// One numeric Cholesky factorisation of K, made definite by a thousandth of its diagonal.
struct StaticFactor {
  double seconds, bytes, flops;
};
StaticFactor static_factor(const FlexibleBody& flexible) {
  const ElasticBody body(flexible.mesh, flexible.elastic);
  SparseMatrix K;
  body.tangent(body.rest(), Tangent::projected, K);
  SparseMatrix lower = K.triangularView<Eigen::Lower>();
  for (Eigen::Index j = 0; j < lower.cols(); ++j) lower.valuePtr()[lower.outerIndexPtr()[j]] *= 1.001;
  const auto factorization = make_cholesky_factorization();
  factorization->analyze(lower);
  const Stopwatch clock;
  if (factorization->factorize(lower) != Factorization::Outcome::done) fmt::print("K has no Cholesky factor\n");
  return {clock.seconds(), sizeof(double) * factorization->factor_entries(), factorization->flops()};
}

void run(const Case& which) {
  const Model model = slab_on_box(which);
  const auto before = static_cast<double>(peak_memory_bytes());
  Settings settings;
  settings.law = law_from_string(which.law);
  settings.margin = 1e-3;
  Report sum;
  std::map<std::string, std::string> options;
  if (!which.system.empty()) options["system"] = which.system;
  Simulation simulation(model, settings, std::make_unique<Watched>(make_solver(which.solver, options), sum));
  bench::Table table("flexible",
                     fmt::format("{} tetrahedra of {} nodes, {} degrees of freedom; seconds",
                                 model.flexible_bodies[0].mesh.element_count(), which.nodes,
                                 3 * model.flexible_bodies[0].mesh.nodes.size()),
                     {{"step"},
                      {"contacts"},
                      {"iterations"},
                      {"whole"},
                      {"collision"},
                      {"assembly"},
                      {"solve"},
                      {"of it setup"},
                      {"analysis"},
                      {"factors"},
                      {"factorisations"},
                      {"integrate"},
                      {"solve/factorisations"},
                      {"assembly %"},
                      {"certificate"}});
  double unit = 0;
  for (int k = 0; k < which.steps; ++k) {
    sum = {};
    const Stopwatch clock;
    const StepRecord record = simulation.step();
    unit = clock.seconds();
    const StageTimes& t = record.times;
    table.add(record.step, record.contacts.size(), record.iterations, unit, t.collision, t.assemble, t.solve,
              sum.timings.setup, sum.timings.analyze, sum.timings.factorize, sum.factorizations, t.integrate,
              t.solve / sum.timings.factorize, 100 * (unit - t.solve) / unit, record.certificate.value());
  }
  const double memory = static_cast<double>(peak_memory_bytes()) - before;
  const StaticFactor factor = static_factor(model.flexible_bodies[0]);
  fmt::print("  a factorisation of K: {:.3g} s ({:.3g} operations), {:.0f} MB; the last step takes {:.3g} of them\n",
             factor.seconds, factor.flops, 1e-6 * factor.bytes, unit / factor.seconds);
  fmt::print("  memory of the simulation: {:.0f} MB = {:.2f} x the factor\n", 1e-6 * memory, memory / factor.bytes);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Steps of a flexible body in contact");
  Case which;
  app.add_option("cells", which.cells, "along either edge of the slab");
  app.add_option("layers", which.layers, "through its thickness");
  app.add_flag("--full", which.full, "44 cells, 9 layers");
  app.add_option("--nodes", which.nodes, "of an element")->check(CLI::IsMember({4, 10}));
  app.add_option("--steps", which.steps);
  app.add_option("--touching", which.touching, "share of the lower face over the box");
  app.add_option("--solver", which.solver);
  app.add_option("--system", which.system, "of interior-point");
  app.add_option("--law", which.law);
  CLI11_PARSE(app, argc, argv);
  if (which.full) which.cells = 44, which.layers = 9;
  set_blas_threads(1);
  run(which);
}
