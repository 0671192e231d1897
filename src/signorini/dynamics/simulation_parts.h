#pragma once

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "signorini/collision/collision.h"
#include "signorini/collision/surface_contacts.h"
#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/bent_gaps.h"
#include "signorini/dynamics/contact_states.h"
#include "signorini/dynamics/flexible_bodies.h"
#include "signorini/dynamics/impacts.h"
#include "signorini/dynamics/ladder.h"
#include "signorini/dynamics/ledger.h"
#include "signorini/dynamics/limits_in_reach.h"
#include "signorini/dynamics/pieces.h"
#include "signorini/dynamics/projection.h"
#include "signorini/dynamics/redundancy.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/dynamics/standing_step.h"
#include "signorini/dynamics/step_solver.h"
#include "signorini/dynamics/tied_motion.h"

namespace signorini {

/// By body: whether nothing but contacts and gravity acts on it.
std::vector<char> bodies_alone(const Model& model);

/// What a simulation consists of; its steps are in step.cpp.
struct Simulation::Parts {
  /// Of the contact margin: how deep contacts may sink within a step that counts as smooth.
  static constexpr double slack_share = 1e-6;

  Model model;
  Settings settings;
  Overlap start_overlap;
  BodyPairs overlapping;  ///< links that began in each other and have not parted yet
  std::optional<FlexibleBodies> flexible;
  SparseMatrix mass;                      ///< of all bodies
  std::optional<Projection> projection;   ///< for models with joints
  std::optional<TiedMotion> tied_motion;  ///< where these alone act on bodies that do not touch
  std::vector<int> places;
  std::vector<double> levers;         ///< turning_levers()
  std::vector<double> turning_radii;  ///< of the moving bodies, in their order, m
  bool has_hollows;                   ///< whether a boundary is concave
  std::vector<char> alone;            ///< of the moving rigid bodies, in their order: see bodies_alone()
  bool has_joints_or_springs;         ///< or other forces that follow the motion of the step
  std::vector<bool> redundant;        ///< by joint: redundancy.h
  double margin;
  std::optional<StepSolver> solver;
  std::optional<Collision> collision;
  std::optional<SurfaceCollision> surface_collision;
  double collision_margin = 0;

  Piece piece;             ///< of the step, that is being done
  double h;                ///< how long it is, s
  Distance bounced_early;  ///< twice the largest gap at which a body bounced in it

  State state;
  std::int64_t steps_done = 0;
  WarmStart warm_start;
  std::vector<double> motor_shifts;
  std::vector<std::pair<ContactKey, Vector3>> last_impulses;  ///< of the contacts in the step before
  std::vector<Contact> near;                                  ///< every pair that could meet within the step, by key
  std::vector<Contact> near_surfaces;                         ///< the same with flexible bodies
  SurfacePoints surface_points;                               ///< of these
  std::vector<Contact> contacts;                              ///< those of them that the step deals with, by key
  MotorCourses courses;
  LimitsInReach limits;
  Relaxation relaxation;
  Vector forces;  ///< along the motion of the step
  ConstraintRows joints;
  BentGaps bends;
  Assembly assembly;
  Solution solution;
  std::optional<StandingStep> standing;
  struct Resting;
  std::unique_ptr<Resting> resting;  ///< made with the first step

  /// What a step changes and the next one depends on, besides the number of steps.
  struct Snapshot {
    State state;
    WarmStart warm_start;
    std::vector<double> motor_shifts;
    BodyPairs overlapping;
  };
  Snapshot snapshot() const { return {state, warm_start, motor_shifts, overlapping}; }
  void go_back_to(const Snapshot& from) {
    state = from.state;
    warm_start = from.warm_start;
    motor_shifts = from.motor_shifts;
    overlapping = from.overlapping;
  }
  struct Halving;

  /// The last problem of a step that was solved.
  struct Answer {
    Assembly assembly;
    ConstraintRows joints;
    std::vector<Contact> contacts;
    Solution solution;
    WarmStart warm_start;
    std::vector<Vector3> impulses;
  };

  Parts(Model model, Settings settings);
  ~Parts();

  /// The same model and settings with what another simulation knows, or a part of it: how bodies were at the start was
  /// looked at then.
  static std::unique_ptr<Parts> that_go_on(Model model, const Settings& settings);

  /// Before anything but a step changes what a step depends on.
  void wake_all();
  /// The warm start of all bodies, those that rest among them.
  const WarmStart& impulses_of_all();
  /// Makes problem, answer and contacts of the last step those of all bodies, whatever rested.
  void show_last_step();
  /// Of contacts of the last step, sorted by key.
  std::vector<ContactLoad> contact_loads(const std::vector<Contact>& of);
  StepRecord step(const StepInputs& inputs, const std::function<bool()>& cancelled);
  StepRecord step_in_pieces(const StepInputs& inputs, const std::function<bool()>& cancelled);
  StepRecord do_piece(const Piece& now, const StepInputs& inputs, const std::function<bool()>& cancelled);
  void note_early(const ImpactsDone& hits);
  Report settle_or_relax(const StepInputs& inputs, const std::function<bool()>& cancelled, StepRecord& record);
  Report settle(const StepInputs& inputs, const std::function<bool()>& cancelled, StepRecord& record);
  bool only_joints_tie() const;
  Vector first_estimate(const StepInputs& inputs);
  Vector forces_along(const StepMotion& motion, const StepInputs& inputs) const;
  void linearise(const StepMotion& motion, ConstraintRows& rows, Assembly& made);
  void restore(Answer answer, StepRecord& record);
  Report solve_with_all_contacts(const StepMotion& motion, const std::function<bool()>& cancelled, StepRecord& record);
  void account_for(const StepMotion& motion, const StepInputs& inputs, const Energies& before, const State& next,
                   StepRecord& record);
  void add_flexible_mass();
  void start_flexible_step();
  void add_flexible(const State& next, StepRecord& record) const;
  void note_unbalanced(StepRecord& record) const;
  std::optional<Surfaces> surfaces_of_step() const;
  Vector3 velocity_at(const Contact& contact, const Vector& v) const;
  void find_contacts(const StepInputs& inputs);
  void select_contacts(const ImpactsDone& hits);
  ImpactsDone impact(const StepInputs& inputs);
  BeforeImpacts before_impacts() const;
  bool add_missed_contacts();
  bool add_missed();
  bool finite_problem() const { return assembly.problem.f.allFinite() && assembly.problem.w.allFinite(); }
  std::string why_no_answer(const Report& report) const;
  /// Whether velocities are good enough to say what runs into what.
  static bool tells_motion(const Report& report) {
    return report.status != Status::interrupted && report.certificate.value() < 1;
  }
  std::string miss_message(const Report& report) const;
  State next_state(const StepMotion& motion, std::vector<double>& shifts, StepRecord& record);
  void lead_motors_from(const std::vector<Pose>& poses, std::vector<double>& shifts);
  double fastest_point(const Vector& v) const;
  Vector travel_velocity() const;
  bool gaps_may_bend(const Vector& velocity) const;
  bool add_bent_contacts();
  /// Of the rigid bodies and contacts.
  Energies rigid_energies() const { return energies_of(model, state, warm_start.contact_energy); }
  Energies energies() const;
};

}  // namespace signorini
