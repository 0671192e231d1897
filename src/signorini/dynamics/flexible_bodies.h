#pragma once

#include <span>
#include <string>
#include <vector>

#include "signorini/dynamics/node_motion.h"
#include "signorini/dynamics/step_inputs.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/fem/elastic_body.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The flexible bodies of a model in a step (thesis §3.4). With ẋ = T v + g at the nodes (node_motion.h) and
/// x⁺ = x + h ẋ⁺ they add to M v = f + H r
///
///     linear   Tᵀ (h² K + h D) T   and   Tᵀ (h f(x) - (h² K + h D) g)
///     newton   the same at x + h ẋ°, with what makes the solution exact when v° is it
///
/// and their mass Tᵀ M T. K of the linear step is a tangent without what turns a body (Tangent::rotation_free): with it
/// the elastic impulses have no moment about x, and since x⁺ × M ẋ⁺ = x × M ẋ⁺ the angular momentum stays what it is.
class FlexibleBodies {
 public:
  /// The model must outlive this. Throws InputError where a mesh or a material cannot be used.
  explicit FlexibleBodies(const Model& model);

  bool none() const { return bodies_.empty(); }
  /// Whether a body's step has to be solved again until it settles.
  bool repeats() const { return repeats_; }
  const NodeMotion& nodes() const { return motion_; }

  /// Loads of the steps from here on, besides those of the model.
  void push(std::span<const NodePush> pushes) { pushes_.assign(pushes.begin(), pushes.end()); }
  /// The largest acceleration that these give a body as a whole, m/s².
  double pushed() const;
  /// Forces, stiffness and loads at the start of a step.
  void start_step(const State& state, double h);
  /// Tᵀ M T at the start of the step, in the size of v.
  const SparseMatrix& mass() const { return mass_; }
  /// Adds stiffness and forces to the problem of a step along an estimate of the velocities at its end.
  void add_to(const Vector& v, ContactProblem& problem);

  /// Kinetic, potential and elastic energy, J.
  Energies energies(const State& state) const;
  /// Where the energy of a step went that ended with v⁺ and at `end`: loads, dampers, drives and the damping of the
  /// implicit step itself.
  EnergyChanges changes(const State& start, const Vector& v, const State& end) const;
  /// By how much the forces of the step differ from those of the shape at its end, as a share of these: what a linear
  /// step leaves out.
  double unbalanced(const Vector& v, const State& end) const;
  /// Elements that are turned inside out, over all bodies.
  struct Inverted {
    int count = 0;
    std::string first = {};  ///< "element 12 of flexible body 'beam'"
  };
  Inverted inverted(const State& state) const;

 private:
  struct Body {
    const FlexibleBody* model;
    ElasticBody elastic;
    int first;      ///< its first node
    Vector weight;  ///< M g, N
    // Of a step:
    SparseMatrix T, K, D;
    Vector x, internal, loads;  ///< m; N; N
    int nodes() const { return elastic.node_count(); }
  };
  Vector places_of(const Body& body, const State& state) const;
  Vector loads_at(const Body& body, const Vector& x, double time) const;
  Vector gathered(const Body& body, const Vector& whole) const {
    return whole.segment(3 * body.first, 3 * body.nodes());
  }
  Vector elastic_force(const Body& body, const Vector& velocities) const;
  void make_mass();

  NodeMotion motion_;
  std::vector<Body> bodies_;
  std::vector<NodePush> pushes_;
  bool repeats_ = false;
  double h_ = 0;
  SparseMatrix mass_;
};

}  // namespace signorini
