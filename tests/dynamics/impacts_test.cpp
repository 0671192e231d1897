// Impacts at the start of a step: energy, momentum, joints and friction of random ones.
#include "signorini/dynamics/impacts.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dynamics/random_bodies.h"
#include "signorini/dynamics/energies.h"
#include "signorini/dynamics/impact_group.h"
#include "signorini/dynamics/motors.h"
#include "signorini/math/contact_frame.h"

namespace signorini {
namespace {

using test::Random;

/// Bodies that touch each other at random points, with friction.
struct Crowd {
  Model model;
  State state;
  Settings settings;
  std::vector<Contact> contacts;
  std::vector<int> places;
  MotorCourses courses;

  Crowd(Random& random, int bodies, bool fixed, ImpactRule rule) {
    for (int k = 0; k < bodies; ++k) model.bodies.push_back(test::random_body(random));
    model.bodies[0].fixed = fixed;
    model.gravity.setZero();
    model.combine_restitution = Combine::minimum;
    model.materials = {{"a", 0.3, 0.8, 0}, {"b", 0.9, 1, 0}, {"c", 0.0, 0, 0}};
    settings.impact = rule;
    for (int a = 0; a < bodies; ++a)
      for (int b = a + 1; b < bodies; ++b)
        for (int point = 0; point < (a + b) % 3; ++point)
          contacts.push_back({.key = {a, b, 0, 0, point},
                              .point = random.vector(3),
                              .normal = Vector3(random.vector(3)).normalized(),
                              .gap = 0,
                              .material_a = a % 3,
                              .material_b = b % 2});
    finish();
  }
  void finish() {
    state = initial_state(model);
    places = velocity_places(model);
    courses = motor_courses(model, 0, settings.step);
  }
  BeforeImpacts before() const {
    return {model, settings, places, state.poses, contacts, courses.start, 1e-9, settings.step};
  }
  double kinetic(const Vector& v) const { return kinetic_energy(model, {0, state.poses, v}); }
};

using Vector6 = Eigen::Matrix<double, 6, 1>;

/// Linear, and angular about the origin.
Vector6 momentum(const Crowd& crowd, const Vector& v) {
  Vector6 sum = Vector6::Zero();
  for (std::size_t k = 0; k < crowd.places.size(); ++k) {
    const Body& body = crowd.model.bodies[k];
    const Pose& pose = crowd.state.poses[k];
    if (crowd.places[k] < 0) continue;
    const Vector3 linear = body.mass * v.segment<3>(crowd.places[k]);
    sum.head<3>() += linear;
    sum.tail<3>() +=
        pose.position.cross(linear) + pose.orientation * Vector3(body.inertia * v.segment<3>(crowd.places[k] + 3));
  }
  return sum;
}

TEST(Impacts, NeverMakeEnergyAndLeaveNothingApproaching) {
  for (const ImpactRule rule : {ImpactRule::sequential, ImpactRule::simultaneous})
    for (int seed = 0; seed < 24; ++seed) {
      Random random(static_cast<unsigned>(seed));
      const Crowd crowd(random, 2 + seed % 5, seed % 2 == 1, rule);
      Vector v = crowd.state.v;
      ImpactsDone done;
      resolve_impacts(crowd.before(), v, done);
      const double before = crowd.kinetic(crowd.state.v), after = crowd.kinetic(v);
      EXPECT_LE(after, before * (1 + 1e-10)) << seed;
      EXPECT_NEAR(done.changes.explained() + done.changes.unexplained, after - before, 1e-12 * before);
      EXPECT_NEAR(done.changes.unexplained, 0, 1e-12 * before) << seed;
      if (!crowd.model.bodies[0].fixed) {
        EXPECT_LT((momentum(crowd, v) - momentum(crowd, crowd.state.v)).norm(), 1e-11) << seed;
      }
      if (done.count == 0) continue;
      for (const Contact& contact : crowd.contacts)
        EXPECT_GE(contact.normal.dot(relative_velocity(contact, crowd.state.poses, v, crowd.places)),
                  -crowd.settings.restitution_threshold - 1e-8)
            << seed;
    }
}

TEST(Impacts, PushAndRubWithinTheFrictionCone) {
  for (int seed = 0; seed < 40; ++seed) {
    Random random(static_cast<unsigned>(seed));
    const Crowd crowd(random, 4, false, ImpactRule::sequential);
    Vector v = crowd.state.v;
    ImpactsDone done;
    resolve_impacts(crowd.before(), v, done);
    for (const Contact& contact : crowd.contacts) {
      const auto hit = done.impulses.find(contact.key);
      if (hit == done.impulses.end()) continue;
      const Vector3 r = contact_frame(contact.normal).transpose() * hit->second;
      EXPECT_GE(r[0], 0);
      EXPECT_LE(r.tail<2>().norm(), contact_properties(crowd.model, contact).friction * r[0] * (1 + 1e-9) + 1e-15);
    }
  }
}

TEST(Impacts, KeepTheRatesOfJoints) {
  for (const ImpactRule rule : {ImpactRule::sequential, ImpactRule::simultaneous})
    for (int seed = 0; seed < 20; ++seed) {
      Random random(static_cast<unsigned>(seed));
      Crowd crowd(random, 5, false, rule);
      // The last joint repeats another: redundant rows.
      for (const auto& [a, b] : {std::pair{1, 2}, {2, 3}, {2, 3}}) {
        Joint joint{.name = "joint", .kind = JointKind::spherical, .body_a = a, .body_b = b};
        joint.frame_b.position = Vector3(0.3, 0.1, 0.2);
        joint.frame_a.position =
            crowd.model.bodies[a].pose.to_local(crowd.model.bodies[b].pose.to_world(joint.frame_b.position));
        crowd.model.joints.push_back(joint);
      }
      crowd.finish();
      const ConstraintRows rows = constraint_rows(crowd.model, crowd.state.poses, crowd.courses.start);
      Vector v = crowd.state.v;
      ImpactsDone done;
      resolve_impacts(crowd.before(), v, done);
      EXPECT_GT(done.count, 0);
      for (const ConstraintRow& row : rows.free)
        EXPECT_NEAR(rate_of(row, crowd.places, v), rate_of(row, crowd.places, crowd.state.v), 1e-9) << seed;
      EXPECT_NEAR(done.changes.unexplained, 0, 1e-11 * crowd.kinetic(crowd.state.v)) << seed;
      EXPECT_LE(done.changes.impacts + done.changes.friction, 1e-9);
    }
}

/// A ball above the floor.
struct Falling {
  Model model;
  Settings settings;
  double gap;
  explicit Falling(double gap_, double velocity, double restitution) : gap(gap_) {
    model.gravity.setZero();
    model.materials[0] = {"ball", 0.3, restitution, 0};
    model.bodies.resize(2);
    model.bodies[0].fixed = true;
    model.bodies[1].mass = 2;
    model.bodies[1].inertia = Matrix3::Identity();
    model.bodies[1].velocity = {0, 0, velocity};
    settings.step = 0.01;
    settings.restitution_threshold = 0.25;
  }
  double velocity_after() const {
    const State state = initial_state(model);
    const std::vector<Contact> contacts{{.key = {0, 1, 0, 0, 0},
                                         .point = Vector3::Zero(),
                                         .normal = Vector3::UnitZ(),
                                         .gap = gap,
                                         .material_a = 0,
                                         .material_b = 0}};
    Vector v = state.v;
    ImpactsDone done;
    const std::vector<int> places = velocity_places(model);
    const std::vector<MotorPlace> motors;
    resolve_impacts({model, settings, places, state.poses, contacts, motors, 1e-9, settings.step}, v, done);
    return v[2];
  }
};

TEST(Impacts, AreOfContactsThatCloseInTheStepAndFastEnough) {
  EXPECT_DOUBLE_EQ(Falling(0, -3, 0.5).velocity_after(), 1.5);
  EXPECT_DOUBLE_EQ(Falling(0.02, -3, 0.5).velocity_after(), 1.5) << "closes within the step";
  EXPECT_DOUBLE_EQ(Falling(-0.02, -3, 0.5).velocity_after(), 1.5) << "penetrates already";
  EXPECT_DOUBLE_EQ(Falling(0.04, -3, 0.5).velocity_after(), -3) << "does not close yet";
  EXPECT_DOUBLE_EQ(Falling(-0.02, 3, 0.5).velocity_after(), 3) << "opens";
  EXPECT_DOUBLE_EQ(Falling(0.001, -0.2, 0.5).velocity_after(), -0.2) << "slower than the threshold";
  EXPECT_DOUBLE_EQ(Falling(0.001, -0.3, 0.5).velocity_after(), 0.15) << "faster than the threshold";
  EXPECT_DOUBLE_EQ(Falling(0, -0.25, 0.5).velocity_after(), -0.25) << "at the threshold";
  EXPECT_DOUBLE_EQ(Falling(0, -3, 0).velocity_after(), -3) << "no restitution";
  Falling soft(0, -3, 0.5);
  soft.model.materials[0].compliance = 1e-6;
  EXPECT_DOUBLE_EQ(soft.velocity_after(), -3) << "soft";
  Falling pulled(0.0301, -3, 0.5);
  pulled.model.gravity = {0, 0, -9.81};
  EXPECT_DOUBLE_EQ(pulled.velocity_after(), 1.5) << "closes with what gravity adds";
}

}  // namespace
}  // namespace signorini
