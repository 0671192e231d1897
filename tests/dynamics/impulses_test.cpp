// Impulses of one step as the guess of the next: found by key, turned into the frame of the new step, nothing for what
// was not there.
#include "signorini/dynamics/impulses.h"
#include "signorini/dynamics/forces.h"

#include <gtest/gtest.h>

#include "dynamics/random_bodies.h"
#include "signorini/math/contact_frame.h"

namespace signorini {
namespace {

using test::Random;

/// Key k of bodies 0 and 2; every third one touches ice.
Contact numbered(int k, Random& random) {
  const int material = k % 3 == 0 ? 1 : 0;
  return {.key = {0, 2, 0, static_cast<std::int16_t>(k / 4), k % 4},
          .point = random.vector(3),
          .normal = Vector3(random.vector(3)).normalized(),
          .gap = 0,
          .material_a = material,
          .material_b = material};
}
std::vector<Contact> numbered(const std::vector<int>& keys, Random& random) {
  std::vector<Contact> contacts;
  for (const int k : keys) contacts.push_back(numbered(k, random));
  return contacts;
}

Model jointed_model(Random& random) {
  Model model = test::random_model(random);
  model.materials = {{"wood", 0.5}, {"ice", 0}};
  Joint rope;
  rope.kind = JointKind::distance;
  rope.body_a = 0;
  rope.body_b = 2;
  rope.upper = 5;
  Joint ball = rope;
  ball.kind = JointKind::spherical;
  ball.upper.reset();
  model.joints = {rope, ball};
  return model;
}

Assembly assembled(const Model& model, const std::vector<Contact>& contacts) {
  const State state = initial_state(model);
  Settings settings;
  settings.law = Law::coulomb;
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

WarmStart remembered(const Assembly& assembly, const std::vector<Contact>& contacts, const Vector& r) {
  return remember(assembly, contacts, world_impulses(assembly, contacts, r), r);
}

TEST(WarmStart, TheSameStepAgainHasItsImpulsesAsTheGuess) {
  Random random(1);
  const Model model = jointed_model(random);
  const auto contacts = numbered({0, 1, 2, 5, 6}, random);
  const Assembly assembly = assembled(model, contacts);
  const Vector r = random.vector(assembly.problem.rows());
  EXPECT_LT((guess(remembered(assembly, contacts, r), assembly, contacts) - r).norm(), 1e-14);
}

TEST(WarmStart, WorldImpulsesAreThoseThatMoveTheBodies) {
  Random random(2);
  const Model model = jointed_model(random);
  const auto contacts = numbered({0, 1, 2, 5, 6}, random);
  const Assembly assembly = assembled(model, contacts);
  Vector r = random.vector(assembly.problem.rows());
  r.head(4).setZero();  // the joints'
  Vector3 sum = Vector3::Zero();
  for (const Vector3& impulse : world_impulses(assembly, contacts, r)) sum += impulse;
  const Vector momentum = assembly.problem.H * r;
  EXPECT_LT((momentum.segment<3>(6) - sum).norm(), 1e-13) << "on the second body";
  EXPECT_LT((momentum.head<3>() + sum).norm(), 1e-13) << "on the first body";
}

/// Contacts come, go and turn; what is pushed along the world's axes stays.
TEST(WarmStart, ContactsAreFoundByKeyAndTheirImpulsesTurnedIntoTheNewFrame) {
  Random random(3);
  const Model model = jointed_model(random);
  for (int sample = 0; sample < 20; ++sample) {
    const auto old_contacts = numbered({1, 2, 4, 5, 7, 8, 10}, random);
    const Assembly before = assembled(model, old_contacts);
    const Vector r = random.vector(before.problem.rows());
    const auto old_impulses = world_impulses(before, old_contacts, r);
    const auto new_contacts = numbered({0, 2, 4, 7, 9, 10, 11}, random);
    const Assembly now = assembled(model, new_contacts);
    WarmStart last = remembered(before, old_contacts, r);
    last.contact_points.clear();  // without places nothing is taken over
    const Vector again = guess(last, now, new_contacts);
    EXPECT_EQ(again.head(4), r.head(4)) << "joints";
    const auto impulses = world_impulses(now, new_contacts, again);
    for (std::size_t k = 0; k < new_contacts.size(); ++k) {
      Vector3 expected = Vector3::Zero();
      for (std::size_t j = 0; j < old_contacts.size(); ++j)
        if (old_contacts[j].key == new_contacts[k].key) expected = old_impulses[j];
      EXPECT_LT((impulses[k] - expected).norm(), 1e-14) << k;
    }
  }
}

/// Keys 0 to 3 are of one pair of shapes, 4 to 7 of another.
TEST(WarmStart, WhatIsGoneLeavesItsImpulseToTheNearestNewContactOfItsPair) {
  Random random(7);
  const Model model = jointed_model(random);
  std::vector<Contact> old_contacts = numbered({1, 2, 4}, random), new_contacts = numbered({1, 5, 7, 8, 10}, random);
  old_contacts[1].point = new_contacts[3].point;  // of no pair that is left
  old_contacts[2].point = new_contacts[2].point + Vector3(0.01, 0, 0);
  const Assembly before = assembled(model, old_contacts);
  const Vector r = random.vector(before.problem.rows());
  const auto old_impulses = world_impulses(before, old_contacts, r);
  const Assembly now = assembled(model, new_contacts);
  const auto impulses =
      world_impulses(now, new_contacts, guess(remembered(before, old_contacts, r), now, new_contacts));
  EXPECT_LT((impulses[0] - old_impulses[0]).norm(), 1e-14) << "by its key";
  EXPECT_EQ(impulses[1], Vector3(Vector3::Zero())) << "another is nearer";
  EXPECT_LT((impulses[2] - old_impulses[2]).norm(), 1e-14) << "by its place";
  EXPECT_EQ(impulses[3], Vector3(Vector3::Zero())) << "at the place of one of another pair";
  EXPECT_EQ(impulses[4], Vector3(Vector3::Zero())) << "new";
}

TEST(WarmStart, AGuessThatIsTheAnswerKeepsItsImpulsesToTheBit) {
  Random random(8);
  const Model model = jointed_model(random);
  for (int sample = 0; sample < 20; ++sample) {
    const auto contacts = numbered({0, 1, 2, 5, 6}, random);
    const Assembly assembly = assembled(model, contacts);
    WarmStart last = remembered(assembly, contacts, random.vector(assembly.problem.rows()));
    for (int step = 0; step < 5; ++step) {
      const Vector r = guess(last, assembly, contacts);
      const auto impulses = world_impulses(assembly, contacts, r, last);
      for (std::size_t k = 0; k < contacts.size(); ++k) EXPECT_EQ(impulses[k], last.contact_impulses[k].second) << k;
      last = remember(assembly, contacts, impulses, r);
    }
  }
}

TEST(WarmStart, AContactThatHasLostItsFrictionKeepsThePushAlongItsNormal) {
  Random random(4);
  Model model = jointed_model(random);
  const auto contacts = numbered({1, 2}, random);
  const Assembly before = assembled(model, contacts);
  const Vector r = random.vector(before.problem.rows());
  model.materials[0].friction = 0;
  const Assembly now = assembled(model, contacts);
  const Vector again = guess(remembered(before, contacts, r), now, contacts);
  ASSERT_EQ(again.size(), 6);
  EXPECT_NEAR(again[now.contact_row[0]], r[before.contact_row[0]], 1e-14);
  EXPECT_NEAR(again[now.contact_row[1]], r[before.contact_row[1]], 1e-14);
}

TEST(WarmStart, OfNothingIsNothing) {
  Random random(5);
  const Model model = jointed_model(random);
  const auto contacts = numbered({0, 1, 2}, random);
  const Assembly assembly = assembled(model, contacts);
  EXPECT_EQ(guess(WarmStart(), assembly, contacts), Vector::Zero(assembly.problem.rows()));
}

TEST(WarmStart, VanishedContactsAreForgotten) {
  Random random(6);
  const Model model = jointed_model(random);
  const auto contacts = numbered({1, 2}, random);
  const Assembly touching = assembled(model, contacts), apart = assembled(model, {});
  const Vector r = random.vector(touching.problem.rows());
  const WarmStart warm_start = remember(apart, {}, {}, r.head(4));
  EXPECT_TRUE(warm_start.contact_impulses.empty());
  const Vector again = guess(warm_start, touching, contacts);
  EXPECT_EQ(again.head(4), r.head(4));
  EXPECT_EQ(again.tail(6), Vector::Zero(6));
}

}  // namespace
}  // namespace signorini
