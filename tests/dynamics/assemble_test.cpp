// The problem of a step against its definition: H against differences of gaps, of points and of joint errors along
// random motions, w row by row, the coefficients of pairs of materials, f and M.
#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/forces.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dynamics/random_bodies.h"
#include "print_names.h"
#include "signorini/collision/collision.h"
#include "signorini/math/contact_frame.h"

namespace signorini {
namespace {

using test::advanced;
using test::Matrix;
using test::Random;

constexpr double small = 1e-6;  ///< of differences, s

Contact contact_between(int a, int b, const Vector3& point, const Vector3& normal, double gap = 0) {
  return {.key = {a, b, 0, 0, 0}, .point = point, .normal = normal, .gap = gap, .material_a = 0, .material_b = 0};
}

Settings with_law(Law law, double step = 0.01) {
  Settings settings;
  settings.step = step;
  settings.law = law;
  return settings;
}

Assembly assembled(const Model& model, const Settings& settings, const State& state,
                   const std::vector<Contact>& contacts) {
  const std::vector<int> places = velocity_places(model);
  const StepMotion motion = step_motion(state, places, state.v, settings.step);
  const ConstraintRows joints = step_rows(model, motion, places, motor_courses(model, state.time, settings.step));
  Vector forces = Vector::Zero(state.v.size());
  add_forces(model, motion, forces);
  const SparseMatrix mass = mass_matrix(model);
  Assembly assembly;
  assemble(model, settings, motion, {mass, mass, forces, joints}, contacts, assembly);
  return assembly;
}

/// Where the point of body B that is at the contact now will be, as seen from that of body A.
Vector3 parted(const Contact& contact, const State& now, const State& then) {
  const auto moved = [&](int body) { return then.poses[body].to_world(now.poses[body].to_local(contact.point)); };
  return moved(contact.key.body_b) - moved(contact.key.body_a);
}

TEST(Assemble, ContactColumnsAreTheRatesOfTheTouchingPoints) {
  Random random(1);
  for (int sample = 0; sample < 50; ++sample) {
    const Model model = test::random_model(random);
    const State state = initial_state(model);
    std::vector<Contact> contacts;
    for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}})
      contacts.push_back(contact_between(a, b, random.vector(3), Vector3(random.vector(3)).normalized(), 0.1));
    const Assembly assembly = assembled(model, with_law(Law::coulomb), state, contacts);
    const Matrix H = assembly.problem.H;
    for (Eigen::Index j = 0; j < H.rows(); ++j) {
      const Vector v = Vector::Unit(H.rows(), j);
      const State after = advanced(model, state, v, small), before = advanced(model, state, v, -small);
      for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Vector3 rate = (parted(contacts[k], state, after) - parted(contacts[k], state, before)) / (2 * small);
        const Vector3 expected = contact_frame(contacts[k].normal).transpose() * rate;
        EXPECT_LT((Vector3(H.row(j).segment<3>(assembly.contact_row[k])) - expected).norm(), 1e-8) << j;
      }
    }
  }
}

Body solid(const Geometry& geometry, const Pose& pose) {
  const MassProperties properties = mass_properties(geometry, 1000);
  Body body;
  body.mass = properties.mass;
  body.inertia = properties.inertia;
  body.shapes = {{geometry, {}, 0}};
  body.pose = pose;
  return body;
}

/// A turned box above a tilted plane, a ball beside it, a capsule that a ball touches.
Model near_bodies(Random& random) {
  Body plane;
  plane.fixed = true;
  plane.shapes = {{Plane{}, {}, 0}};
  plane.pose.orientation = exponential(0.2 * Vector3(random.vector(3)));
  Model model;
  model.bodies = {solid(Sphere{0.2}, {{0.9, 0.1, 0.2}, exponential(random.vector(3))}), plane,
                  solid(Box{{0.3, 0.2, 0.1}}, {{0, 0, 0.3}, exponential(random.vector(3))}),
                  solid(Capsule{0.1, 0.3}, {{1.2, 0.3, 0.2}, exponential(random.vector(3))})};
  return model;
}

TEST(Assemble, NormalColumnsAreTheSlopesOfTheGaps) {
  Random random(2);
  int compared = 0;
  for (int sample = 0; sample < 30; ++sample) {
    const Model model = near_bodies(random);
    const State state = initial_state(model);
    Collision collision(model, 1);
    std::vector<Contact> contacts, after, before;
    collision.find(state.poses, contacts);
    const Assembly assembly = assembled(model, with_law(Law::coulomb), state, contacts);
    const Vector v = random.vector(state.v.size()), u = assembly.problem.H.transpose() * v;
    collision.find(advanced(model, state, v, small).poses, after);
    collision.find(advanced(model, state, v, -small).poses, before);
    if (after.size() != contacts.size() || before.size() != contacts.size()) continue;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      if (after[k].key != contacts[k].key || before[k].key != contacts[k].key) continue;
      if (contacts[k].key.feature != 0) continue;  // of a face: measured along a normal that turns
      EXPECT_NEAR(u[assembly.contact_row[k]], (after[k].gap - before[k].gap) / (2 * small), 1e-6) << sample;
      ++compared;
    }
  }
  EXPECT_GT(compared, 60);
}

class AssembledJoint : public testing::TestWithParam<JointKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, AssembledJoint, testing::ValuesIn(joint_kinds().begin(), joint_kinds().end()),
                         [](const auto& test) { return std::string(to_string(test.param)); });

/// The first body before and after the second, one of them fixed or the world; limits and a motor where there can be.
TEST_P(AssembledJoint, ColumnsAreTheSlopesOfItsErrors) {
  Random random(3);
  const Settings settings = with_law(Law::convex);
  for (const auto& [a, b] : {std::pair{0, 2}, {3, 0}, {1, 2}, {2, 1}, {-1, 3}, {3, -1}})
    for (const bool driven : {false, true}) {
      if (driven && !has_coordinate(GetParam())) continue;
      Model model = test::random_model(random);
      Joint joint;
      joint.kind = GetParam();
      joint.body_a = a;
      joint.body_b = b;
      joint.frame_a = test::random_pose(random);
      joint.frame_b = test::random_pose(random);
      joint.length = 0.8;
      if (driven) {
        joint.lower = -0.3;
        joint.upper = 0.4;
        joint.motor = Motor{Motor::Drives::position, ConstantMotion{0.1}};
      }
      model.joints = {joint};
      State state = initial_state(model);
      state.v.setZero();  // then the middle of the step is its start
      const Vector v = random.vector(state.v.size());
      const auto errors = [&](double time) -> Vector {
        State then = advanced(model, state, v, time);
        then.v.setZero();
        return settings.step * assembled(model, settings, then, {}).problem.w;
      };
      const ContactProblem problem = assembled(model, settings, state, {}).problem;
      ASSERT_EQ(problem.cones.free, free_rows(model.joints[0]));
      ASSERT_EQ(problem.cones.positive, driven ? 2 : 0);
      const Vector slopes = (errors(small) - errors(-small)) / (2 * small);
      EXPECT_LT((problem.H.transpose() * v - slopes).cwiseAbs().maxCoeff(), 1e-7) << a << " and " << b;
    }
}

/// A plane below a body whose contact point moves up or down with its velocity and its spin.
struct OneContact {
  Model model;
  State state;
  Contact contact;
  Settings settings = with_law(Law::coulomb, 0.01);

  explicit OneContact(double normal_velocity, double gap, double restitution) {
    model.bodies.resize(2);
    model.bodies[0].fixed = true;
    Body& body = model.bodies[1];
    body.mass = 1;
    body.inertia = Matrix3::Identity();
    body.pose = {{1, 0, 0.5}, exponential({0, 0, 0.5})};
    // Half by moving, half by turning about the world's y: the point is 0.5 m beside the centre.
    body.velocity = {7, 3, 0.5 * normal_velocity};
    body.angular_velocity = body.pose.orientation.conjugate() * Vector3(0, -normal_velocity, 0);
    model.materials[0].restitution = restitution;
    state = initial_state(model);
    contact = contact_between(0, 1, {1.5, 0, 0}, Vector3::UnitZ(), gap);
    settings.recovery_speed = 0.1;
    settings.restitution_threshold = 0.25;
  }
  double w() const { return assembled(model, settings, state, {contact}).problem.w[0]; }
};

TEST(Assemble, GapsOverTheStepAreTheVelocitiesThatCloseThem) {
  for (const double gap : {1.0, 0.02, 1e-5, 0.0}) EXPECT_DOUBLE_EQ(OneContact(0, gap, 0).w(), gap / 0.01);
}

TEST(Assemble, PenetrationIsUndoneWithinTheStepButNotFasterThanTheRecoverySpeed) {
  EXPECT_DOUBLE_EQ(OneContact(0, -1e-4, 0).w(), -0.01);
  EXPECT_DOUBLE_EQ(OneContact(0, -9e-4, 0).w(), -0.09);
  EXPECT_DOUBLE_EQ(OneContact(0, -2e-3, 0).w(), -0.1);
  EXPECT_DOUBLE_EQ(OneContact(0, -1, 0).w(), -0.1);
}

TEST(Assemble, RestitutionIsNoPartOfTheStep) {
  EXPECT_DOUBLE_EQ(OneContact(-3, 0, 0.5).w(), 0);
  EXPECT_DOUBLE_EQ(OneContact(-3, 0.02, 0.5).w(), 2);
}

TEST(Assemble, TangentsHaveNoTermOfTheirOwn) {
  const OneContact one(-3, 0.02, 0.5);
  const ContactProblem p = assembled(one.model, one.settings, one.state, {one.contact}).problem;
  EXPECT_EQ(p.w.tail<2>(), Eigen::Vector2d::Zero());
  EXPECT_EQ(p.E.size(), 0);
}

TEST(Assemble, RelativeVelocityIsThatOfTheSecondBodySeenFromTheFirst) {
  Random random(4);
  const Model model = test::random_model(random);
  const State state = initial_state(model);
  for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}}) {
    const Contact contact = contact_between(a, b, random.vector(3), Vector3::UnitX());
    const Vector3 rate = (parted(contact, state, advanced(model, state, state.v, small)) -
                          parted(contact, state, advanced(model, state, state.v, -small))) /
                         (2 * small);
    EXPECT_LT((relative_velocity(contact, state.poses, state.v, velocity_places(model)) - rate).norm(), 1e-8);
  }
}

TEST(Assemble, TwoMaterialsMakeTheCoefficientsOfTheirContact) {
  Model model;
  model.materials = {{"a", 0.2, 0.1, 1e-6}, {"b", 0.8, 0.6, 3e-6}};
  Contact contact = contact_between(0, 1, Vector3::Zero(), Vector3::UnitZ());
  contact.material_b = 1;
  const std::vector<std::tuple<Combine, double, double>> rules{{Combine::minimum, 0.2, 0.1},
                                                               {Combine::maximum, 0.8, 0.6},
                                                               {Combine::average, 0.5, 0.35},
                                                               {Combine::product, 0.16, 0.06},
                                                               {Combine::geometric_mean, 0.4, std::sqrt(0.06)}};
  for (const auto& [friction_rule, friction, unused] : rules)
    for (const auto& [restitution_rule, also_unused, restitution] : rules) {
      model.combine_friction = friction_rule;
      model.combine_restitution = restitution_rule;
      const ContactProperties properties = contact_properties(model, contact);
      EXPECT_DOUBLE_EQ(properties.friction, friction);
      EXPECT_DOUBLE_EQ(properties.restitution, restitution);
      EXPECT_DOUBLE_EQ(properties.compliance, 4e-6);
    }
}

TEST(Assemble, ContactsWithoutFrictionComeFirstAndEachKeepsItsCoefficients) {
  Random random(5);
  Model model = test::random_model(random);
  model.materials = {{"ice", 0, 0, 0}, {"wood", 0.4, 0, 0}, {"rubber", 0.9, 0, 2e-5}};
  std::vector<Contact> contacts;
  for (const int material : {1, 0, 2, 0, 1}) {
    contacts.push_back(contact_between(0, 2, random.vector(3), Vector3::UnitZ(), 0.01 * (1 + material)));
    contacts.back().material_a = contacts.back().material_b = material;
  }
  const State state = initial_state(model);
  const Assembly some = assembled(model, with_law(Law::coulomb), state, contacts);
  EXPECT_EQ(some.contact_row, (std::vector<int>{2, 0, 5, 1, 8}));
  EXPECT_EQ(some.problem.cones.positive, 2);
  EXPECT_LT((some.problem.cones.mu - Vector{{0.4, 0.9, 0.4}}).norm(), 1e-15);
  for (std::size_t k = 0; k < contacts.size(); ++k)
    EXPECT_DOUBLE_EQ(some.problem.w[some.contact_row[k]], contacts[k].gap / 0.01);
  EXPECT_LT((some.problem.E - 4e-5 / 1e-4 * Vector::Unit(11, 5)).norm(), 1e-14) << "in the normal row alone";

  const Assembly none = assembled(model, with_law(Law::frictionless), state, contacts);
  EXPECT_EQ(none.contact_row, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(none.problem.cones.positive, 5);
  EXPECT_EQ(none.problem.cones.mu.size(), 0);
  EXPECT_EQ(none.problem.law, Law::frictionless);
}

TEST(Assemble, JointErrorsAndMotorRatesMakeTheirTerms) {
  Model model;
  model.bodies.resize(1);
  model.bodies[0].mass = 1;
  model.bodies[0].inertia = Matrix3::Identity();
  model.bodies[0].pose.position = {0.02, -0.03, 0.5};
  Joint joint;
  joint.kind = JointKind::prismatic;
  joint.body_b = 0;
  joint.upper = 0.6;
  joint.motor = Motor{Motor::Drives::position, RampMotion{0.4, 2}};
  model.joints = {joint};
  const ContactProblem p = assembled(model, with_law(Law::convex, 0.01), initial_state(model), {}).problem;
  // Two origins, three orientations, the motor that is 0.1 ahead and goes at 2 m/s, 0.1 left up to the limit.
  EXPECT_LT((p.w - Vector{{2, -3, 0, 0, 0, 10 - 2, 10}}).norm(), 1e-12) << p.w.transpose();
}

/// ω after a time t without torque, by the classical Runge-Kutta rule.
Vector3 free_spin(const Matrix3& J, Vector3 spin, double t) {
  const Matrix3 inverse = J.inverse();
  const auto rate = [&](const Vector3& w) -> Vector3 { return -inverse * w.cross(J * w); };
  const int pieces = 20;
  const double h = t / pieces;
  for (int i = 0; i < pieces; ++i) {
    const Vector3 a = rate(spin), b = rate(spin + h / 2 * a), c = rate(spin + h / 2 * b), d = rate(spin + h * c);
    spin += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return spin;
}

TEST(Assemble, MomentaAreThoseOfTheOldVelocitiesAndTheImpulsesOfTheForces) {
  Random random(6);
  for (int sample = 0; sample < 20; ++sample) {
    Model model = test::random_model(random);
    model.gravity = random.vector(3);
    for (Body& body : model.bodies) body.angular_velocity *= 5;
    model.forces = {{.body = 2, .force = random.vector(3), .torque = random.vector(3), .point = random.vector(3)}};
    const State state = initial_state(model);
    const double h = 1e-4;
    const Vector f = assembled(model, with_law(Law::convex, h), state, {}).problem.f;
    ASSERT_EQ(f.size(), 18);
    const std::vector<int> places = velocity_places(model);
    for (int k = 0; k < 4; ++k) {
      if (places[k] < 0) continue;
      const Body& body = model.bodies[k];
      Vector3 force = body.mass * model.gravity, torque = Vector3::Zero();
      if (k == 2) {
        force += model.forces[0].force;
        torque = body.pose.orientation.conjugate() * model.forces[0].torque +
                 model.forces[0].point.cross(body.pose.orientation.conjugate() * model.forces[0].force);
      }
      EXPECT_LT((f.segment<3>(places[k]) - body.mass * body.velocity - h * force).norm(), 1e-14);
      const Vector3 spun = body.inertia * free_spin(body.inertia, body.angular_velocity, h);
      EXPECT_GT((spun - body.inertia * body.angular_velocity).norm(), 1e-6);
      EXPECT_LT((f.segment<3>(places[k] + 3) - spun - h * torque).norm(), 300 * h * h);
    }
  }
}

TEST(Assemble, MassMatrixHoldsTheMovingBodiesInTheirOrder) {
  Random random(7);
  const Model model = test::random_model(random);
  const Matrix M = mass_matrix(model);
  Matrix expected = Matrix::Zero(18, 18);
  int place = 0;
  for (const int body : {0, 2, 3}) {
    expected.block<3, 3>(place, place) = model.bodies[body].mass * Matrix3::Identity();
    expected.block<3, 3>(place + 3, place + 3) = model.bodies[body].inertia;
    place += 6;
  }
  EXPECT_EQ(M, expected);
}

}  // namespace
}  // namespace signorini
