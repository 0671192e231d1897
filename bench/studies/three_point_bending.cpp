// A soft beam bent between three cylinders: §5.3.2 of D. Mangoni's thesis. How an interior point step converges (figure
// 5.4), which time steps contacts without stiffness allow and which ones penalty contact does, on the same mesh and
// with the same implicit step, and what a finer mesh costs in iterations.

#include <array>
#include <cmath>
#include <optional>

#include "signorini/collision/surface_contacts.h"
#include "signorini/fem/elastic_body.h"
#include "signorini/linalg/cholesky.h"
#include "signorini/solver/interior_point/interior_point.h"
#include "study.h"

namespace {

using namespace signorini;
using namespace signorini::bench;

constexpr double duration = 0.5;  ///< s: the press moves for 0.3 s, then stays
constexpr int press = 2;          ///< its place among the bodies

Scene bending(double step, const std::map<std::string, std::string>& more = {}) {
  std::map<std::string, std::string> parameters = more;
  parameters["step"] = fmt::format("{}", step);
  return shipped_scene("three_point_bending", parameters);
}

int step_count_of(double step) { return static_cast<int>(std::lround(duration / step)); }

// ---- Convergence within a step ----

/// The problems of some steps once more, from nothing: the certificate after each iteration.
void convergence(const std::string& out) {
  constexpr double step = 0.05;
  constexpr int shown[] = {1, 2, 4, 6, 8, 10};
  const Scene scene = bending(step);
  Simulation simulation(scene.model, scene.settings);
  Chart chart{.title = "Three point bending: convergence, 0.05 s",
              .x = {.label = "iterations"},
              .y = {.label = "certificate", .logarithmic = true},
              .series = {}};
  Table table("three_point_bending_convergence", "Certificate by iteration, steps of 0.05 s, cold (thesis: figure 5.4)",
              {{"step"}, {"rows"}, {"iteration"}, {"certificate"}});
  for (int k = 1; k <= step_count_of(step); ++k) {
    simulation.step();
    if (std::find(std::begin(shown), std::end(shown), k) == std::end(shown)) continue;
    InteriorPoint solver({.warm_start = "none", .sweeps = 0});
    Solution solution;
    const Report report = solver.solve(simulation.last_problem(), {.tolerance = scene.settings.tolerance}, solution);
    Series line{.name = fmt::format("step {}", k), .x = {}, .y = {}, .markers = true};
    for (const HistoryEntry& entry : report.history) {
      line.x.push_back(entry.iteration), line.y.push_back(entry.certificate.value());
      table.add(k, simulation.last_problem().rows(), entry.iteration, fmt::format("{:.1e}", entry.certificate.value()));
    }
    chart.series.push_back(line);
  }
  table.save(out);
  save(out, "three_point_bending_convergence", chart);
}

// ---- The longest step ----

/// How a beam fared over the duration.
struct Fate {
  double most_energy = 0;    ///< kinetic and elastic, J
  double deepest = 0;        ///< penetration at the end of a step, m
  double mean_force = 0;     ///< of the press on the beam while it stands still, last 0.1 s, N
  double swing = 0;          ///< the largest deviation from that, as a share
  int inverted = 0;          ///< steps with elements turned inside out
  double certificate = NAN;  ///< the worst; of our scheme
  std::vector<double> forces;
  bool finite() const { return std::isfinite(most_energy); }

  void judge_forces(double step) {
    const std::size_t last = static_cast<std::size_t>(std::max(2L, std::lround(0.1 / step)));
    if (forces.size() < last) return;
    const std::vector<double> end(forces.end() - static_cast<std::ptrdiff_t>(last), forces.end());
    for (const double force : end) mean_force += force / static_cast<double>(last);
    for (const double force : end) swing = std::max(swing, std::abs(force / mean_force - 1));
  }
};

Fate ours(double step, double friction) {
  Scene scene = bending(step, {{"friction", fmt::format("{}", friction)}});
  Simulation simulation(scene.model, scene.settings);
  Fate fate;
  fate.certificate = 0;
  for (int k = 0; k < step_count_of(step); ++k) {
    const StepRecord record = simulation.step();
    fate.most_energy = std::max(fate.most_energy, record.energies.kinetic + record.energies.elastic);
    fate.deepest = std::max(fate.deepest, record.deepest_penetration);
    fate.inverted += record.inverted_elements > 0 ? 1 : 0;
    fate.certificate = std::max(fate.certificate, record.certificate.value());
    double force = 0;
    for (const PairForce& pair : record.pairs)
      if (pair.body_a == press) force -= pair.force.z();
    fate.forces.push_back(force);
  }
  fate.judge_forces(step);
  return fate;
}

/// When the force of a penalty spring is taken.
enum class Taken {
  at_start,   ///< of the step, as it stands there
  linearised  ///< at its end, linear in the motion of the step, for the contacts that are closed at its start
};

/// The same beam, the same step M + h² K and the same contact points, but each point that is in a cylinder is pushed
/// out by a spring. No friction, which would only add stiffness. The press goes its way.
class PenaltyBeam {
 public:
  PenaltyBeam(const Model& model, double stiffness, Taken taken)
      : model_(model),
        stiffness_(stiffness),
        taken_(taken),
        beam_(model.flexible_bodies[0].mesh, model.flexible_bodies[0].elastic, model.flexible_bodies[0].mass),
        collision_(model),
        x_(beam_.rest()),
        v_(Vector::Zero(x_.size())) {}

  /// False when the numbers are no longer any.
  bool step(double h) {
    beam_.tangent(x_, Tangent::rotation_free, K_);
    Vector force;
    beam_.forces(x_, force);
    force += beam_.gravity(model_.gravity);
    const double press_speed = (travel(time_ + h) - travel(time_)) / h;
    std::vector<Eigen::Triplet<double>> springs;
    Vector press_on = Vector::Zero(x_.size());  // what a unit of velocity takes from its force, N s/m
    pressed_ = 0;
    each_closed([&](const Contact& contact, std::span<const SurfacePoints::Part> on) {
      const bool by_press = contact.key.body_a == press;
      double push = -stiffness_ * contact.gap;
      if (taken_ == Taken::linearised && by_press) push += stiffness_ * h * press_speed * contact.normal.z();
      if (by_press) pressed_ -= push * contact.normal.z();
      for (const auto& a : on) {
        force.segment<3>(3 * a.node) += a.weight * push * contact.normal;
        if (taken_ == Taken::at_start) continue;
        if (by_press)
          press_on.segment<3>(3 * a.node) += a.weight * h * stiffness_ * contact.normal.z() * contact.normal;
        for (const auto& b : on) add_block(a, b, h * h * stiffness_ * contact.normal, contact.normal, springs);
      }
    });
    SparseMatrix A = beam_.mass() + h * h * K_;
    if (!springs.empty()) {
      SparseMatrix S(A.rows(), A.cols());
      S.setFromTriplets(springs.begin(), springs.end());
      A += S;
    }
    const Cholesky factor(A);
    if (!factor.ok()) return false;
    v_ = factor.solve(beam_.mass() * v_ + h * force);
    pressed_ += press_on.dot(v_);
    x_ += h * v_;
    time_ += h;
    return v_.allFinite();
  }

  double energy() const { return 0.5 * v_.dot(beam_.mass() * v_) + beam_.energy(x_); }
  double pressed() const { return pressed_; }  ///< by the press, in the last step, N
  bool inverted() const { return !beam_.inverted_elements(x_).empty(); }
  double deepest() {
    double deepest = 0;
    each_closed([&](const Contact& contact, auto) { deepest = std::max(deepest, -contact.gap); });
    return deepest;
  }

 private:
  double travel(double time) const { return value(model_.joints[0].motor->motion, time); }

  template <class Visit>
  void each_closed(const Visit& visit) {
    std::vector<Pose> poses;
    for (const Body& body : model_.bodies) poses.push_back(body.pose);
    poses[press].position.z() += travel(time_);
    std::vector<Vector3> nodes;
    for (Eigen::Index k = 0; k < x_.size(); k += 3) nodes.emplace_back(x_.segment<3>(k));
    constexpr double margin = 1e-4;  // of those found only the closed ones count
    collision_.find(poses, nodes, margin, contacts_, points_);
    for (const Contact& contact : contacts_)
      if (contact.gap < 0) visit(contact, points_[contact.surface_b]);
  }

  static void add_block(const SurfacePoints::Part& a, const SurfacePoints::Part& b, const Vector3& scaled,
                        const Vector3& normal, std::vector<Eigen::Triplet<double>>& springs) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        springs.emplace_back(3 * a.node + i, 3 * b.node + j, a.weight * b.weight * scaled[i] * normal[j]);
  }

  const Model& model_;
  double stiffness_;  ///< of each contact, N/m
  Taken taken_;
  ElasticBody beam_;
  SurfaceCollision collision_;
  std::vector<Contact> contacts_;
  SurfacePoints points_;
  Vector x_, v_;
  SparseMatrix K_;
  double time_ = 0, pressed_ = 0;
};

Fate penalty(double step, double stiffness, Taken taken) {
  constexpr double lost = 1e5;  // J: ten times what bends the beam
  const Scene scene = bending(step);
  PenaltyBeam beam(scene.model, stiffness, taken);
  Fate fate;
  for (int k = 0; k < step_count_of(step); ++k) {
    if (!beam.step(step) || beam.energy() > lost) {
      fate.most_energy = INFINITY;
      return fate;
    }
    fate.most_energy = std::max(fate.most_energy, beam.energy());
    fate.deepest = std::max(fate.deepest, beam.deepest());
    fate.inverted += beam.inverted() ? 1 : 0;
    fate.forces.push_back(beam.pressed());
  }
  fate.judge_forces(step);
  return fate;
}

/// What a step must keep to be called stable.
struct Bounds {
  double energy;         ///< J: twice the most of our scheme at 1 ms
  double depth = 0.005;  ///< m: a tenth of a cell
  double certificate = 1e-8;
};

/// Empty when stable, else why not.
std::string fault(const Fate& fate, const Bounds& bounds) {
  if (!fate.finite()) return "explodes";
  if (fate.most_energy > bounds.energy) return "energy";
  if (fate.inverted > 0) return "inverts";
  if (fate.certificate > bounds.certificate) return "certificate";
  if (fate.deepest > bounds.depth) return "depth";
  return "";
}

void longest_steps(double shortest, const std::string& out) {
  const Bounds bounds{2 * ours(0.001, 0.3).most_energy};
  fmt::print(
      "\nStable: kinetic and elastic energy at most {:.0f} J (twice the most at 1 ms), no element inside out,\n"
      "at most {:g} m of penetration at the end of a step, a certificate of at most {:g}.\n",
      bounds.energy, bounds.depth, bounds.certificate);
  Table table("three_point_bending_steps", "Steps of contacts without stiffness and of penalty contact",
              {{"contact", 24},
               {"N/m"},
               {"step, s"},
               {"energy, J"},
               {"depth, mm"},
               {"force, kN"},
               {"swing"},
               {"certificate"},
               {"verdict"}});
  const auto add = [&](const std::string& name, double stiffness, double step, const Fate& fate) {
    const std::string why = fault(fate, bounds);
    table.add(name, stiffness > 0 ? fmt::format("{:g}", stiffness) : "-", fmt::format("{:g}", step), fate.most_energy,
              1e3 * fate.deepest, 1e-3 * fate.mean_force, fmt::format("{:.1e}", fate.swing),
              std::isnan(fate.certificate) ? "-" : fmt::format("{:.1e}", fate.certificate),
              why.empty() ? "stable" : why);
  };
  constexpr double steps[] = {0.1, 0.06, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002};
  for (const double friction : {0.3, 0.0})
    for (const double step : steps)
      if (step >= 0.005) add(fmt::format("ours, friction {:g}", friction), 0, step, ours(step, friction));
  for (const Taken taken : {Taken::at_start, Taken::linearised})
    for (const double stiffness : {1e6, 1e7}) {
      int stable = 0;  // two in a row end the search
      for (const double step : steps) {
        if (step < shortest || stable == 2) break;
        const Fate fate = penalty(step, stiffness, taken);
        stable = fault(fate, bounds).empty() ? stable + 1 : 0;
        add(taken == Taken::at_start ? "penalty, at the start" : "penalty, linearised", stiffness, step, fate);
      }
    }
  table.save(out);
}

// ---- Refinement ----

void refinement(const std::string& out) {
  constexpr double step = 0.05;
  Table table("three_point_bending_refined", "Iterations a step, cold, steps of 0.05 s",
              {{"cells", 14}, {"elements"}, {"contacts"}, {"mean"}, {"most"}, {"certificate"}});
  for (const std::array<int, 3>& cells : {std::array{13, 6, 2}, std::array{26, 12, 3}, std::array{52, 24, 6}}) {
    Scene scene = bending(step, {{"length", std::to_string(cells[0])},
                                 {"width", std::to_string(cells[1])},
                                 {"height", std::to_string(cells[2])}});
    scene.settings.solver = "interior-point";
    scene.settings.warm_start = false;
    scene.settings.solver_options = {{"warm_start", "none"}, {"sweeps", "0"}};
    Simulation simulation(scene.model, scene.settings);
    Totals totals;
    int most = 0;
    for (int k = 0; k < step_count_of(step); ++k) {
      const StepRecord record = simulation.step();
      totals.add(record);
      most = std::max(most, record.iterations);
    }
    table.add(fmt::format("{} x {} x {}", cells[0], cells[1], cells[2]),
              scene.model.flexible_bodies[0].mesh.element_count(), totals.contacts / totals.steps,
              totals.iterations / totals.steps, most, fmt::format("{:.1e}", totals.worst_certificate));
  }
  table.save(out);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A soft beam between three cylinders: thesis section 5.3.2");
  double shortest = 0.0005;
  bool skip_steps = false, skip_refinement = false;
  app.add_option("--shortest", shortest, "Shortest step that penalty contact is tried with, s")->capture_default_str();
  app.add_flag("--no-steps", skip_steps, "Without the search for the longest steps");
  app.add_flag("--no-refinement", skip_refinement, "Without the finer meshes");
  return study(app, argc, argv, [&](const std::string& out) {
    convergence(out);
    if (!skip_steps) longest_steps(shortest, out);
    if (!skip_refinement) refinement(out);
  });
}
