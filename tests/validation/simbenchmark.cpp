// SimBenchmark (Kang and Hwangbo, 2018): scenes on which physics engines were compared.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "physics/bodies.h"
#include "signorini/math/random.h"
#include "validation/cases.h"
#include "validation/experiment.h"

namespace signorini::test {
namespace {

constexpr const char* engines_group = "SimBenchmark";
constexpr double engines_g = 9.81;

Settings engine_settings(double step, Law law, double tolerance) {
  Settings result = settings(step, law, tolerance);
  result.duration = 1000;
  return result;
}

/// A box of 10 kg on the ground with 25 balls of 1 kg on it, pulled at 150 N.
Outcome rolling(const Vector3& direction, double seconds, const std::string& peer) {
  constexpr double step = 1e-3, force = 150;
  // Geometric means: box on ground 0.4, ball on box 0.8.
  constexpr int of_ground = 0, of_rest = 1;
  Model model;
  model.materials = {{.name = "ground", .friction = 0.2}, {.name = "rest", .friction = 0.8}};
  model.bodies = {ground(), solid(Box{{10, 10, 0.5}}, 10.0 / 400, {0, 0, 0.5})};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      model.bodies.push_back(solid(Sphere{0.5}, 6 / std::numbers::pi, {2.0 * i - 4, 2.0 * j - 4, 1.5}));
  for (Body& body : model.bodies) body.shapes[0].material = body.fixed ? of_ground : of_rest;
  model.forces = {{.body = 1, .force = force * direction}};
  Simulation simulation(model, engine_settings(step, Law::coulomb, 1e-10));
  const double friction = 0.4 * (10 + 25) * engines_g;
  // Balls that roll on a box of acceleration a are pushed by 2a/7 of their mass.
  const double of_box = (force - friction) / (10 + 25 * 2.0 / 7), of_ball = 2.0 / 7 * of_box;
  double sum = 0;
  int count = 0;
  run_for(seconds, simulation, [&](const StepRecord& record) {
    const double t = record.state.time;
    sum += (velocity_of(record.state, model, 1) - t * of_box * direction).squaredNorm() +
           (velocity_of(record.state, model, 2) - t * of_ball * direction).squaredNorm();
    ++count;
  });
  return {{{"mean squared error of velocities, m²/s²", 0, sum / count, 1e-6, peer}}};
}

/// Balls of 0.1 m, 10 kg.
Body engine_ball(const Vector3& place) { return solid(Sphere{0.1}, 10 / (4.0 / 3 * std::numbers::pi * 1e-3), place); }

/// Mean of (E - E₀)² over the run.
double squared_energy_error(const Model& model, double step, double seconds) {
  Simulation simulation(model, engine_settings(step, Law::frictionless, 1e-10));
  const double at_start = simulation.energies().total();
  double sum = 0;
  int count = 0;
  run_for(seconds, simulation, [&](const StepRecord& record) {
    const double error = record.energies.total() - at_start;
    sum += error * error;
    ++count;
  });
  return sum / count;
}

Outcome bouncing(bool whole) {
  Model model;
  model.materials[0] = {.name = "ball", .friction = 0, .restitution = 1};
  model.bodies = {ground()};
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) model.bodies.push_back(engine_ball({2.0 * i, 2.0 * j, 5}));
  return {{{"mean squared error of the energy, J²", 0, squared_energy_error(model, 1e-3, whole ? 20 : 2), 1e-3,
            "0.0186 (RaiSim)"}}};
}

/// 6³ balls on a lattice of 0.21 m, each moved by less than a millimetre.
Model lattice_of_balls(double lowest, double restitution) {
  Model model;
  model.materials[0] = {.name = "ball", .friction = 0, .restitution = restitution};
  model.bodies = {ground()};
  Random random(666);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      for (int k = 0; k < 6; ++k) {
        Vector3 jitter;
        for (double& along : jitter) along = random.uniform(0, 1e-3);
        model.bodies.push_back(engine_ball(Vector3(0.21 * i, 0.21 * j, lowest + 0.21 * k) + jitter));
      }
  return model;
}

Outcome falling_lattice(bool whole) {
  Simulation simulation(lattice_of_balls(0.101, 0), engine_settings(1e-3, Law::frictionless, 1e-10));
  double sum = 0;
  int count = 0;
  run_for(whole ? 10 : 0.1, simulation, [&](const StepRecord& record) {
    for (const Contact& contact : record.contacts) {
      const double overlap = std::min(contact.gap, 0.0);
      sum += overlap * overlap;
    }
    ++count;
  });
  return {{{"mean of the sum of squared overlaps, m²", 0, sum / count, 1.4e-7, "1.4e-4 (RaiSim)"}}};
}

Outcome elastic_lattice(bool whole) {
  return {{{"mean squared error of the energy, J²", 0,
            squared_energy_error(lattice_of_balls(1.101, 1), 1e-3, whole ? 10 : 0.5),
            std::numeric_limits<double>::infinity(), "8.4 (RaiSim)"}}};
}

/// 102 planks on six floors.
Model plank_tower() {
  Model model;
  model.bodies = {ground()};
  const auto plank = [&](const Vector3& size, const Vector3& place) {
    model.bodies.push_back(solid(Box{0.5 * size}, 10 / size.prod(), place));
  };
  for (int floor = 0; floor < 6; ++floor) {
    for (int j = 0; j < 8; ++j) plank({0.05, 0.25, 0.1}, {0.2 * j, 0, 0.2 * floor + 0.05});
    const auto wall = [&](double x, double y) { plank({0.2, 0.05, 0.1}, {x, y, 0.2 * floor + 0.15}); };
    for (int j = 0; j < 4; ++j) wall(0.4 * j + 0.1, -0.1);
    for (int j = 0; j < 3; ++j) wall(0.4 * j + 0.3, 0.1);
    wall(0.1, 0.1);
    wall(1.3, 0.1);
  }
  return model;
}

/// How many steps the tower is watched for the table: SIGNORINI_TOWER_STEPS, 60,000 for the whole of it.
int tower_steps(bool whole) {
  constexpr int short_run = 100, usual = 1000;
  if (!whole) return short_run;
  const char* given = std::getenv("SIGNORINI_TOWER_STEPS");
  return given != nullptr ? std::atoi(given) : usual;
}

Outcome tower(bool whole) {
  constexpr double step = 0.01;
  const int steps = tower_steps(whole);
  const Model model = plank_tower();
  Simulation simulation(model, engine_settings(step, Law::coulomb, 1e-8));
  double furthest = 0;
  int stood = 0;
  run_for(steps * step, simulation, [&](const StepRecord& record) {
    furthest = 0;
    for (std::size_t k = 0; k < model.bodies.size(); ++k)
      furthest = std::max(furthest, (record.state.poses[k].position - model.bodies[k].pose.position).norm());
    if (record.state.poses.back().position.z() > 1) stood = static_cast<int>(record.step);
    constexpr int between_lines = 1000;
    if (whole && record.step % between_lines == 0)
      fmt::print("tower: step {}, furthest plank moved by {:.1e} m\n", record.step, furthest);
  });
  return {{{"steps it stands", 1.0 * steps, 1.0 * stood, 0, "60000 (RaiSim)"},
           {"furthest plank moved by, m", 0, furthest, whole ? 1e-6 : 1e-8}}};
}

}  // namespace

std::vector<ValidationCase> engine_cases() {
  const std::string g = engines_group;
  const Vector3 y(0, 1, 0), xy(0.5, std::sqrt(0.75), 0);
  return {
      {g, "RollingY", "h 1 ms", false,
       [=](bool whole) { return rolling(y, whole ? 4 : 0.1, "7e-28 (Bullet), 4.1e-7 (RaiSim)"); }},
      {g, "RollingXY", "h 1 ms", false,
       [=](bool whole) { return rolling(xy, whole ? 4 : 0.1, "4e-27 (Bullet), 4.1e-7 (RaiSim)"); }},
      {g, "Bouncing", "49 balls, h 1 ms", false, bouncing},
      {g, "FallingLattice", "666, h 1 ms", false, falling_lattice},
      {g, "ElasticLattice", "elastic 666, h 1 ms", false, elastic_lattice},
      {g, "PlankTower", "102 planks, μ 0.3, h 10 ms", false, tower},
  };
}

}  // namespace signorini::test
