// Figures of whole simulations: certificates, penetration and energy of balls that settle in a box, what
// the warm start saves, what everything but the solver costs, stacks of growing masses, a wall that stands,
// time and memory of 4000, 20,000 and 100,000 spheres, each method on each scene, law coulomb beside convex.
//
//     bench_simulation [balls] [warm] [thousand] [cost] [stack] [wall] [large] [solvers]
//                      [exact] [exact_thousand]     everything without arguments

#include <cmath>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "exact_friction.h"
#include "scene.h"
#include "scene_solvers.h"
#include "signorini/base/memory.h"
#include "signorini/base/stopwatch.h"
#include "signorini/io/run_folder.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/certificate.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

double sphere_radius(const Model& model) {
  return std::get<Sphere>(model.bodies.back().shapes.front().geometry).radius;
}

/// Worst figures of a run; those "at rest" are of its last fifth.
struct Worst {
  double certificate = 0, penetration = 0, resting_penetration = 0, resting_speed = 0;
  double kinetic_energy = 0;  ///< at the end, J
  double growth = 0;          ///< of the energy in a step, J
  double beyond = -INFINITY;  ///< growth less what pushing apart adds, J
  double unexplained = 0;     ///< J
  int missed = 0;
};

Worst watch(const Scene& scene, int steps) {
  Simulation simulation(scene.model, scene.settings);
  Worst worst;
  double energy = simulation.energies().total();
  for (int k = 0; k < steps; ++k) {
    const StepRecord record = simulation.step();
    worst.certificate = std::max(worst.certificate, record.certificate.value());
    worst.missed += record.status == Status::solved ? 0 : 1;
    worst.penetration = std::max(worst.penetration, record.deepest_penetration);
    if (5 * k >= 4 * steps) {
      worst.resting_penetration = std::max(worst.resting_penetration, record.deepest_penetration);
      for (Eigen::Index j = 0; j < record.state.v.size(); j += 6)
        worst.resting_speed = std::max(worst.resting_speed, record.state.v.segment<3>(j).norm());
    }
    const double change = record.energies.total() - energy;
    energy = record.energies.total();
    worst.kinetic_energy = record.energies.kinetic;
    worst.growth = std::max(worst.growth, change);
    worst.beyond = std::max(worst.beyond, change - record.changes.stabilisation);
    worst.unexplained = std::max(worst.unexplained, std::abs(record.changes.unexplained));
  }
  return worst;
}

void print(const std::string& name, const Scene& scene, const Worst& worst, int steps) {
  const double radius = sphere_radius(scene.model);
  const double energy = Simulation(scene.model, scene.settings).energies().total();
  fmt::print("  {}: {} steps of {:g} s, {} missed the tolerance\n", name, steps, scene.settings.step, worst.missed);
  fmt::print("    certificate     {:.2e} at worst\n", worst.certificate);
  fmt::print("    penetration     {:.1e} of the radius at worst, {:.1e} at rest (speeds up to {:.1e} m/s)\n",
             worst.penetration / radius, worst.resting_penetration / radius, worst.resting_speed);
  fmt::print(
      "    energy          {:.4g} J at the start, {:.1e} J kinetic at the end; grows by at most {:.1e} J in a step, "
      "{:.1e} J\n"
      "                    beyond what pushing apart adds; the balance closes to {:.1e} J\n",
      energy, worst.kinetic_energy, worst.growth, worst.beyond, worst.unexplained);
  std::fflush(stdout);
}

void balls() {
  constexpr int steps = 500;
  fmt::print("balls in the box\n");
  for (const char* friction : {"0", "0.3"}) {
    const Scene scene = balls_of_thesis({{"spheres", "256"}, {"friction", friction}});
    print(fmt::format("256 spheres, friction {}", friction), scene, watch(scene, steps), steps);
  }
}

void thousand() {
  constexpr int steps = 200;
  fmt::print("a thousand spheres after 200 steps of 0.01 s\n");
  for (const char* friction : {"0", "0.3"}) {
    Scene scene = balls_of_thesis({{"spheres", "1000"}, {"friction", friction}});
    scene.settings.step = 0.01;
    print(fmt::format("1000 spheres, friction {}", friction), scene, watch(scene, steps), steps);
  }
}

void compare_starts(const std::string& name, const Scene& scene, int steps) {
  const auto iterations = [&](Start start) {
    Simulation simulation(scene.model, started(scene.settings, start));
    int sum = 0;
    for (int k = 0; k < steps; ++k) sum += simulation.step().iterations;
    return sum;
  };
  const int cold = iterations(Start::cold), full = iterations(Start::full);
  fmt::print("  {:<32} {:>4} steps: cold {:>5}, full {:>5} = {:.0f} %\n", name, steps, cold, full, 100.0 * full / cold);
  std::fflush(stdout);
}

/// Processor time of this thread, s.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The scene's own solver, with the impulses of the step before and without them; by parts of the run.
void compare_times(const std::string& name, const Scene& scene, int steps) {
  constexpr int parts = 4;
  double seconds[2][parts] = {}, worst[2] = {};
  for (const bool warm : {false, true}) {
    Settings settings = scene.settings;
    settings.warm_start = warm;
    Simulation simulation(scene.model, settings);
    for (int k = 0; k < steps; ++k) {
      const double start = thread_seconds();
      const StepRecord record = simulation.step();
      seconds[warm][k * parts / steps] += thread_seconds() - start;
      worst[warm] = std::max(worst[warm], record.certificate.value());
    }
  }
  fmt::print("  {:<32} {:>4} steps, certificates {:.1e} and {:.1e}: cold / warm by quarters", name, steps, worst[0],
             worst[1]);
  for (int k = 0; k < parts; ++k) fmt::print(" {:.2f}", seconds[0][k] / seconds[1][k]);
  fmt::print("\n");
  std::fflush(stdout);
}

void odd_masses() {
  fmt::print("processor time with the impulses of the step before\n");
  compare_times("stack of 10, each ten times", shipped_scene("stacked_spheres", {{"mass_ratio", "10"}}), 100);
  compare_times("cylinder of 16 t on 300 balls",
                shipped_scene("heavy_cylinder", {{"mass", "16000"}, {"spheres", "300"}, {"container", "1.2"}}), 240);
  Scene chain = shipped_scene("chain");
  Body& last = chain.model.bodies.back();
  last.inertia *= 1000 / last.mass;
  last.mass = 1000;
  compare_times("chain with 1000 kg at its end", chain, 300);
}

void warm() {
  fmt::print("iterations with full warm start (balls in the thesis: 80 %)\n");
  for (const char* friction : {"0", "0.3"})
    compare_starts(fmt::format("balls_in_box, friction {}", friction), balls_of_thesis({{"friction", friction}}), 150);
  compare_starts("single_ball, on the floor", relaxed(ball_at_rest()), 100);
  compare_starts("single_ball, falls", relaxed(shipped_scene("single_ball")), 200);
  compare_starts("single_brick, on the floor", relaxed(brick_at_rest()), 100);
  compare_starts("single_brick, falls and tumbles", relaxed(shipped_scene("single_brick")), 400);
  odd_masses();
}

/// Seconds by stage of the steps after settling, output to a folder included.
void cost() {
  constexpr int settling = 50, timed = 10;
  const std::map<std::string, std::string> parameters{{"spheres", "2400"}};
  Scene scene = balls_of_thesis(parameters);
  Simulation simulation(scene.model, scene.settings);
  for (int k = 0; k < settling; ++k) simulation.step();

  const auto folder = std::filesystem::temp_directory_path() / fmt::format("bench_simulation_{}", ::getpid());
  RunInputs inputs;
  inputs.scene_path = scene_file("balls_in_box");
  inputs.parameters = parameters;
  inputs.settings = scene.settings;
  inputs.output = scene.output;
  StageTimes t;
  std::size_t contacts = 0;
  {
    RunFolder output =
        RunFolder::create(folder, inputs, scene.model, initial_state(scene.model), simulation.energies());
    for (int k = 1; k <= timed; ++k) {
      StepRecord record = simulation.step();
      record.step = k;
      const Stopwatch clock;
      output.record(record);
      t.output += clock.seconds();
      t.collision += record.times.collision;
      t.assemble += record.times.assemble;
      t.solve += record.times.solve;
      t.integrate += record.times.integrate;
      contacts = record.contacts.size();
    }
  }
  std::filesystem::remove_all(folder);
  const double all = t.collision + t.assemble + t.solve + t.integrate + t.output;
  const auto share = [all](double seconds) { return 100 * seconds / all; };
  fmt::print("cost by stage, 2400 spheres, {} contacts, steps {} to {}\n", contacts, settling + 1, settling + timed);
  fmt::print("  collision {:.1f} %, assembly {:.1f} %, solver {:.1f} %, integration {:.1f} %, output {:.1f} %\n",
             share(t.collision), share(t.assemble), share(t.solve), share(t.integrate), share(t.output));
  fmt::print("  everything but the solver: {:.1f} %\n", share(all - t.solve));
}

void stack() {
  constexpr int steps = 200;
  fmt::print("spheres each ten times as heavy as the one below, {} steps (the thesis: 15 spheres)\n", steps);
  for (int spheres = 14; spheres <= 20; ++spheres) {
    const Scene scene = shipped_scene("stacked_spheres", {{"spheres", std::to_string(spheres)}, {"mass_ratio", "10"}});
    Simulation simulation(scene.model, scene.settings);
    const State start = simulation.state();
    double drift = 0, certificate = 0;
    int solved = 0, iterations = 0;
    for (int k = 0; k < steps; ++k) {
      const StepRecord record = simulation.step();
      solved += record.status == Status::solved ? 1 : 0;
      iterations += record.iterations;
      certificate = std::max(certificate, record.certificate.value());
      for (std::size_t b = 1; b < scene.model.bodies.size(); ++b) {
        const double radius = std::get<Sphere>(scene.model.bodies[b].shapes.front().geometry).radius;
        drift = std::max(drift, (record.state.poses[b].position - start.poses[b].position).norm() / radius);
      }
    }
    fmt::print(
        "  {} spheres: {}/{} steps solved, certificate {:.1e} at worst, {:.1f} iterations a step, a sphere moves "
        "{:.1e} radii: {}\n",
        spheres, solved, steps, certificate, static_cast<double>(iterations) / steps, drift,
        drift < 0.01 ? "stays" : "falls");
    std::fflush(stdout);
  }
}

void wall() {
  constexpr double duration = 10;
  const Scene scene = shipped_scene("brick_wall", {{"ball_speed", "0"}});
  fmt::print("a wall of {} bricks over {:g} s\n", scene.model.bodies.size() - 2, duration);
  for (const Law law : {Law::convex, Law::coulomb}) {
    Settings settings = scene.settings;
    settings.law = law;
    Simulation simulation(scene.model, settings);
    const State start = simulation.state();
    const int steps = static_cast<int>(std::lround(duration / settings.step));
    int solved = 0;
    for (int k = 0; k < steps; ++k) solved += simulation.step().status == Status::solved ? 1 : 0;
    double drift = 0;
    for (std::size_t b = 1; b + 1 < scene.model.bodies.size(); ++b)  // between floor and ball
      drift = std::max(drift, (simulation.state().poses[b].position - start.poses[b].position).norm());
    fmt::print("  {:<8} {}/{} steps solved to {:g}, drift {:.1e} m\n", to_string(law), solved, steps,
               settings.tolerance, drift);
    std::fflush(stdout);
  }
}

/// Spheres in a box of the same proportions for any number of them, default settings.
Scene spheres_in_their_box(int spheres) {
  const double container = std::cbrt(spheres / 4000.0);  // m: 4000 stand as high as the box of 1 m is wide, and a half
  Scene scene = shipped_scene("balls_in_box",
                              {{"spheres", std::to_string(spheres)}, {"container", fmt::format("{:.6f}", container)}});
  scene.settings = Settings{.step = 0.01, .margin = scene.settings.margin};
  return scene;
}

/// Processor time of a step while spheres fall into a box and settle: in proportion to their number, if all is well.
void large() {
  constexpr int steps = 50;
  fmt::print("spheres that settle in a box as wide as their number asks for, {} steps of 10 ms\n", steps);
  double of_4000 = 0;
  for (const int spheres : {4000, 20000, 100000}) {
    const Scene scene = spheres_in_their_box(spheres);
    Simulation simulation(scene.model, scene.settings);
    const std::clock_t start = std::clock();
    StageTimes t;
    std::size_t contacts = 0;
    int iterations = 0, missed = 0;
    double penetration = 0;
    for (int k = 0; k < steps; ++k) {
      const StepRecord record = simulation.step();
      t += record.times;
      contacts = record.contacts.size();
      iterations += record.iterations;
      missed += record.status == Status::solved ? 0 : 1;
      penetration = std::max(penetration, record.deepest_penetration);
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / steps;
    if (of_4000 == 0) of_4000 = seconds;
    fmt::print(
        "  {:>6} spheres, {:>6} contacts at the end: {:.3g} s a step, {:.2f} times that of 4000; {:.1f} iterations a "
        "step,\n         {} missed, {:.3f} % of the radius deep; collision {:.0f} %, assembly {:.0f} %, solver {:.0f} "
        "%, "
        "integration {:.0f} %;\n         peak memory so far {:.2f} GB\n",
        spheres, contacts, seconds, seconds / of_4000, static_cast<double>(iterations) / steps, missed,
        100 * penetration / sphere_radius(scene.model), 100 * t.collision / t.total(), 100 * t.assemble / t.total(),
        100 * t.solve / t.total(), 100 * t.integrate / t.total(), 1e-9 * static_cast<double>(peak_memory_bytes()));
    std::fflush(stdout);
  }
}

const std::map<std::string, void (*)()> sections{{"balls", balls},
                                                 {"warm", warm},
                                                 {"thousand", thousand},
                                                 {"cost", cost},
                                                 {"stack", stack},
                                                 {"wall", wall},
                                                 {"large", large},
                                                 {"solvers", compare_solvers_on_scenes},
                                                 {"exact", [] { compare_laws_on_balls(256); }},
                                                 {"exact_thousand", [] { compare_laws_on_balls(1000); }}};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Figures of whole simulations");
  std::vector<std::string> chosen;
  std::vector<std::string> names;
  for (const auto& [name, run] : sections) names.push_back(name);
  app.add_option("section", chosen, "Default: all")->check(CLI::IsMember(names));
  CLI11_PARSE(app, argc, argv);
  set_blas_threads(1);
  for (const auto& name : chosen.empty() ? names : chosen) sections.at(name)();
}
