// The interior point method against the reference, on small random mechanisms of every kind.

#include <gtest/gtest.h>

#include "interior_point_run.h"
#include "mechanisms.h"
#include "reference.h"
#include "signorini/problem/delassus.h"

namespace signorini::test {
namespace {

constexpr unsigned seeds = 10;
constexpr double tolerances[] = {1e-8, 1e-10};
/// How far velocities may be from the right ones, in units of the tolerance. The certificate bounds the error of the
/// data for which the answer is exact; the answer's own error is larger by the condition of the active rows. Up to 10
/// has been seen.
constexpr double condition = 100;
/// The reference is better than the tightest tolerance by this much.
constexpr double reference_margin = 0.1;

const std::vector<MechanismKind> kinds{
    {.name = "plain"},
    {.name = "crowded", .most_bodies = 2, .contacts_per_body = 8, .limits_per_body = 4},
    {.name = "doubled", .doubled = true},
    {.name = "heavy_and_light", .mass_decades = 6},
    {.name = "long_and_short", .length_decades = 3},
    {.name = "jointed", .joints = true},
    {.name = "redundantly_jointed", .joints = true, .redundant_joints = true},
    {.name = "compliant", .joints = true, .compliant = true},
    {.name = "full_mass", .joints = true, .full_mass = true},
    {.name = "all_at_once",
     .mass_decades = 6,
     .length_decades = 3,
     .joints = true,
     .redundant_joints = true,
     .doubled = true,
     .compliant = true},
};

struct Case {
  MechanismKind kind;
  Law law;
  int dimension;
  Form form;
};

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const auto& kind : kinds)
    for (const Law law : {Law::frictionless, Law::convex})
      for (const int dimension : {2, 3})
        for (const Form form : {Form::global, Form::local}) result.push_back({kind, law, dimension, form});
  return result;
}

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.kind.name << "_" << to_string(c.law) << "_" << c.dimension << "d_" << to_string(c.form);
}

ContactProblem problem_of(const Case& c, unsigned seed) {
  const ContactProblem global = Mechanism(c.kind, c.dimension, seed).problem(c.law);
  return c.form == Form::global ? global : to_local(global);
}

void expect_agreement(const ContactProblem& problem, const Reference& reference, double tolerance) {
  const Solution s = solved_by_interior_point(problem, tolerance).solution;
  const double distance = static_cast<double>((s.u.cast<long double>() - reference.u).norm() / reference.speed);
  EXPECT_LE(distance, condition * tolerance) << "relative velocities";
  if (problem.form == Form::global) {
    EXPECT_LE(energy_distance(problem, s.v, reference.v.cast<double>()), condition * tolerance) << "velocities";
  }
}

class AgainstReference : public testing::TestWithParam<Case> {};

TEST_P(AgainstReference, VelocitiesAgree) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const ContactProblem problem = problem_of(GetParam(), seed);
    const Reference reference = reference_solution(problem);
    for (const double tolerance : tolerances) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", tolerance " << tolerance);
      EXPECT_LE(reference.violation, reference_margin * tolerance);
      expect_agreement(problem, reference, tolerance);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InteriorPoint, AgainstReference, testing::ValuesIn(cases()),
                         testing::PrintToStringParamName());

// Contacts leave the joints next to no room, which takes joint impulses 1e5 times those of free joints. The
// regularisation of the joint rows is then too strong for refinement to undo: stalls at 1e-5.
TEST(InteriorPoint, DISABLED_JointsThatContactsAlmostLockAreSolved) {
  for (const Law law : {Law::frictionless, Law::convex}) {
    SCOPED_TRACE(to_string(law));
    constexpr unsigned locked_seed = 22;
    const ContactProblem problem = problem_of({kinds.back(), law, 3, Form::global}, locked_seed);
    expect_agreement(problem, reference_solution(problem), 1e-8);
  }
}

}  // namespace
}  // namespace signorini::test
