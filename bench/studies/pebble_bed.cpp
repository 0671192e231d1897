// Tables 4.1-4.5 and figures 4-6 of C. Petra, B. Gavrea, M. Anitescu and F. Potra, A computational study of the use of
// an optimization-based method for simulating large multibody systems: pebbles in the core of a reactor, friction
// pyramids of three sides, h = 0.05.
//
//   --drop N      tables 4.1-4.3: N pebbles fall until they rest, with each of --solvers; `disturbed:condensed` is
//                 `condensed` from positions 1e-10 apart, which shows how far curves part by themselves
//   --qp          tables 4.4 and 4.5: one QP of 1000 pebbles, 800 at rest and 200 that fall; each solver's time over
//                 that of the condensed system to the certificate that it reached
//
// The paper leaves open mass, friction and gravity of the scene, and which pairs count as contacts (its QP has 21 a
// pebble: --margin).

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>
#include <random>

#include <Eigen/SparseCholesky>

#include "signorini/base/memory.h"
#include "signorini/io/fclib.h"
#include "signorini/problem/pyramid_qp.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

constexpr int sides = 3;

struct Arguments {
  int drop = 0;
  bool qp = false;
  std::vector<std::string> solvers = {"condensed", "augmented", "apgd", "gauss-seidel"};
  double margin = 0.2, tolerance = 1e-8, seconds = 600, step = 0.05;
  std::string save;
  int fall = 66;  ///< steps that the 200 pebbles fall: 3.3 s at 0.05
};

struct Method {
  std::string solver;
  std::map<std::string, std::string> options;
};

/// A solver of the catalogue, or one of the interior point method's linear systems: with Mehrotra's corrector alone, or
/// with Gondzio's too, and with a second refinement of its solves.
Method method(const std::string& name) {
  if (name == "augmented") return {"interior-point", {{"system", "augmented"}}};
  if (name == "condensed") return {"interior-point", {{"system", "condensed"}}};
  if (name == "refined") return {"interior-point", {{"system", "condensed"}, {"refinements", "2"}}};
  if (name == "mehrotra") return {"interior-point", {{"system", "condensed"}, {"correctors", "0"}}};
  return {name, {}};
}

const std::string disturbed = "disturbed:";

/// The scene with every pebble moved by up to 1e-10 of its radius each way.
Model disturbed_model(Model model) {
  std::mt19937_64 random(1);
  for (Body& body : model.bodies)
    if (!body.fixed)
      for (int i = 0; i < 3; ++i)
        body.pose.position[i] += 1e-10 * (static_cast<double>(random() >> 11) / static_cast<double>(1ULL << 52) - 1);
  return model;
}

std::string rest_energy(int pebbles) { return pebbles <= 800 ? "0.2" : pebbles <= 1600 ? "0.8" : "2.5"; }

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// ---- Tables 4.1-4.3 ----

struct Drop {
  int steps = 0, missed = 0, rows_most = 0;
  double seconds = 0;  ///< of the processor, whole steps
  double infeasibility = 0, worst = 0;
  bool rests = false;
  std::vector<double> energies;
};

Drop drop(const Scene& scene, const Arguments& arguments, const std::string& name, Table& figure) {
  Settings settings = scene.settings;
  const bool disturb = name.rfind(disturbed, 0) == 0;
  const Method how = method(disturb ? name.substr(disturbed.size()) : name);
  settings.solver = how.solver;
  settings.solver_options = how.options;
  settings.tolerance = arguments.tolerance;
  settings.margin = arguments.margin;
  settings.on_miss = MissPolicy::accept;
  Simulation simulation(disturb ? disturbed_model(scene.model) : scene.model, settings);
  Drop result;
  double most = 0;
  const std::int64_t last = step_count(settings);
  while (result.steps < last && !result.rests && result.seconds < arguments.seconds) {
    const double start = processor_seconds();
    const StepRecord record = simulation.step();
    const double seconds = processor_seconds() - start;
    if (record.failed) break;
    ++result.steps;
    result.missed += record.status == Status::solved ? 0 : 1;
    result.worst = std::max(result.worst, record.certificate.value());
    result.seconds += seconds;
    result.energies.push_back(record.energies.kinetic);
    most = std::max(most, record.energies.kinetic);
    result.rests = most >= settings.rest_energy && record.energies.kinetic < settings.rest_energy;
    const int rows = sides * simulation.last_problem().cones.contacts();
    result.rows_most = std::max(result.rows_most, rows);
    figure.add(name, record.step, rows, seconds, record.iterations, record.energies.kinetic);
  }
  const PyramidQp qp(simulation.last_problem(), sides);
  Solution answer = qp.forward(simulation.last_solution());
  answer.v = simulation.last_solution().v;
  result.infeasibility = qp.measure(answer).primal_infeasibility;
  return result;
}

struct Difference {
  double pointwise = 0;  ///< the largest, relative, while both are above ten times the energy of rest
  double of_peak = 0;    ///< the largest over the largest energy
};

Difference difference(const Drop& a, const Drop& b, double rest) {
  Difference result;
  const double peak = *std::max_element(b.energies.begin(), b.energies.end());
  for (std::size_t k = 0; k < std::min(a.energies.size(), b.energies.size()); ++k) {
    const double apart = std::abs(a.energies[k] - b.energies[k]);
    result.of_peak = std::max(result.of_peak, apart / peak);
    if (std::min(a.energies[k], b.energies[k]) > 10 * rest)
      result.pointwise = std::max(result.pointwise, apart / b.energies[k]);
  }
  return result;
}

void run_drops(const Arguments& arguments, const std::string& out) {
  const std::string rest = rest_energy(arguments.drop);
  const Scene scene = shipped_scene(
      "pebble_bed",
      {{"pebbles", std::to_string(arguments.drop)}, {"rest", rest}, {"step", fmt::format("{}", arguments.step)}});
  Table figure("pebble_steps", "", {{"solver"}, {"step"}, {"rows"}, {"seconds"}, {"iterations"}, {"kinetic energy"}},
               Echo::no);
  Table table("pebble_drop", fmt::format("{} pebbles from drop to rest", arguments.drop),
              {{"solver", 20},
               {"steps"},
               {"rests"},
               {"missed"},
               {"worst certificate"},
               {"dual size"},
               {"total s"},
               {"mean s"},
               {"primal infeas."},
               {"kinetic energy"},
               {"energy differs"},
               {"of the peak"},
               {"peak MB"}});
  Chart chart;
  chart.title = fmt::format("Kinetic energy of {} pebbles", arguments.drop);
  chart.x.label = "time, s";
  chart.y.label = "energy, J";
  chart.y.logarithmic = true;
  std::optional<Drop> first;
  for (const std::string& name : arguments.solvers) {
    const Drop result = drop(scene, arguments, name, figure);
    if (!first) first = result;
    const Difference apart = difference(result, *first, std::stod(rest));
    table.add(name, result.steps, result.rests ? "yes" : "no", result.missed, result.worst, result.rows_most,
              result.seconds, result.seconds / result.steps, result.infeasibility, result.energies.back(),
              apart.pointwise, apart.of_peak, static_cast<double>(peak_memory_bytes()) / 1e6);
    Series series;
    series.name = name;
    for (std::size_t k = 0; k < result.energies.size(); ++k) {
      series.x.push_back(static_cast<double>(k + 1) * arguments.step);
      series.y.push_back(result.energies[k]);
    }
    chart.series.push_back(series);
  }
  table.save(out);
  figure.save(out);
  save(out, "pebble_energy", chart);
}

// ---- Tables 4.4 and 4.5 ----

/// 800 pebbles at rest and 200 that fall on them, after some steps.
ContactProblem falling_on_bed(const Arguments& arguments) {
  Scene bed = shipped_scene("pebble_bed", {{"pebbles", "800"}, {"rest", "2"}});
  bed.settings.tolerance = 1e-5;
  Simulation settling(bed.model, bed.settings);
  double most = 0, now = 0;
  do {
    now = settling.step().energies.kinetic;
    most = std::max(most, now);
  } while (most < 2 || now >= 2);
  Scene both = shipped_scene("pebble_bed", {{"pebbles", "1000"}, {"step", fmt::format("{}", arguments.step)}});
  std::size_t rested = 0;
  for (std::size_t k = 0; k < both.model.bodies.size(); ++k) {
    Body& body = both.model.bodies[k];
    if (!body.fixed && rested < 800) {
      body.pose = settling.state().poses[k];
      ++rested;
    }
  }
  both.settings.tolerance = 1e-5;
  Simulation falling(both.model, both.settings);
  const int steps = static_cast<int>(std::lround(arguments.fall * 0.05 / arguments.step));
  for (int k = 0; k < steps; ++k) falling.step();
  // The next step, with the contacts of the margin at hand.
  both.settings.margin = arguments.margin;
  both.settings.on_miss = MissPolicy::accept;
  Simulation last(both.model, both.settings);
  last.resume(falling.steps_done(), falling.state(), {});
  last.step();
  return last.last_problem();
}

/// One factorisation of the augmented matrix by a simplicial L D Lᵀ, seconds: what a code of the paper's day does.
double simplicial_seconds(const ContactProblem& qp) {
  const int n = qp.dof(), m = qp.rows();
  std::vector<Eigen::Triplet<double, SparseMatrix::StorageIndex>> list;
  for (int k = 0; k < n; ++k)
    for (SparseMatrix::InnerIterator it(qp.M, k); it; ++it)
      list.emplace_back(static_cast<int>(it.row()), k, it.value());
  for (int k = 0; k < m; ++k) {
    for (SparseMatrix::InnerIterator it(qp.H, k); it; ++it)
      list.emplace_back(n + k, static_cast<int>(it.row()), it.value());
    list.emplace_back(n + k, n + k, -1.0);
  }
  SparseMatrix K(n + m, n + m);
  K.setFromTriplets(list.begin(), list.end());
  Eigen::SimplicialLDLT<SparseMatrix> factor;
  factor.analyzePattern(K);
  const double start = processor_seconds();
  factor.factorize(K);
  return processor_seconds() - start;
}

struct Solve {
  Report report;
  Solution answer;
  double seconds = 0;  ///< of the processor
};

Solve solve(const ContactProblem& qp, const std::string& name, const Arguments& arguments, double tolerance) {
  const Method how = method(name);
  StopRule rule;
  rule.tolerance = tolerance;
  rule.time_limit = arguments.seconds;
  Solve result;
  const double start = processor_seconds();
  result.report = make_solver(how.solver, how.options)->solve(qp, rule, result.answer);
  result.seconds = processor_seconds() - start;
  return result;
}

/// Processor seconds of one factorisation, by its share of the time on the clock.
double a_factor(const Solve& solve) {
  const Report& report = solve.report;
  if (report.factorizations == 0) return 0;
  return solve.seconds * report.timings.factorize / report.timings.total / report.factorizations;
}

void run_qp(const Arguments& arguments, const std::string& out) {
  const ContactProblem problem = falling_on_bed(arguments);
  const PyramidQp qp(problem, sides);
  const ContactProblem& rows = qp.rows();
  if (!arguments.save.empty())
    write_fclib(arguments.save, {.problem = rows, .info = {}, .solution = {}, .guesses = {}});
  Table table("pebble_qp",
              fmt::format("One QP: {} velocities, {} impulses, h = {}", rows.dof(), rows.rows(), arguments.step),
              {{"solver", 16},
               {"status"},
               {"iterations"},
               {"factorisations"},
               {"s a factor"},
               {"s an iteration"},
               {"total s"},
               {"certificate"},
               {"relative gap"},
               {"primal infeas."}});
  struct Ratio {
    double certificate, total, factor;
  };
  std::vector<Ratio> found;
  const double factor = a_factor(solve(rows, "condensed", arguments, arguments.tolerance));
  for (const std::string& name : arguments.solvers) {
    const Solve theirs = solve(rows, name, arguments, arguments.tolerance);
    const Report& report = theirs.report;
    const QpMeasures measures = qp.measure(theirs.answer);
    table.add(name, std::string(to_string(report.status)), report.iterations, report.factorizations, a_factor(theirs),
              theirs.seconds / std::max(1, report.iterations), theirs.seconds, report.certificate.value(),
              measures.relative_gap(), measures.primal_infeasibility);
    const double reached = std::max(arguments.tolerance, report.certificate.value());
    found.push_back(
        {reached, theirs.seconds / solve(rows, "condensed", arguments, reached).seconds, a_factor(theirs) / factor});
  }
  const double simplicial = simplicial_seconds(rows);
  table.add("simplicial LDLt", "one factor", 0, 1, simplicial, 0.0, 0.0, 0.0, 0.0, 0.0);
  table.save(out);
  Table ratios("pebble_qp_ratios", "Processor seconds over those of the condensed system to the same certificate",
               {{"solver", 16}, {"certificate"}, {"total"}, {"a factor"}});
  for (std::size_t k = 0; k < found.size(); ++k)
    ratios.add(arguments.solvers[k], found[k].certificate, found[k].total, found[k].factor);
  ratios.add("simplicial LDLt", 0.0, 0.0, simplicial / factor);
  ratios.save(out);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("The QP study on a pebble bed: solvers from drop to rest, and on one QP");
  app.add_option("--drop", arguments.drop, "Pebbles that fall until they rest");
  app.add_flag("--qp", arguments.qp, "One QP of 1000 pebbles");
  app.add_option("--solvers", arguments.solvers, "Of the catalogue; also condensed, refined, augmented, mehrotra")
      ->delimiter(',');
  app.add_option("--margin", arguments.margin, "Surfaces nearer than this are contacts, m");
  app.add_option("--tolerance", arguments.tolerance, "Certificate");
  app.add_option("--seconds", arguments.seconds, "Most that a solver may take, of a drop in all");
  app.add_option("--save", arguments.save, "File for the QP, so that other programs solve it (fclib HDF5)");
  app.add_option("--step", arguments.step, "Time step, s");
  return study(app, argc, argv, [&](const std::string& out) {
    if (arguments.drop > 0) run_drops(arguments, out);
    if (arguments.qp) run_qp(arguments, out);
    if (arguments.drop == 0 && !arguments.qp) throw InputError("nothing to do: give --drop N or --qp");
  });
}
