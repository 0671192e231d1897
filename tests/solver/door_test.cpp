// What no solver is given: every method refuses it at the same door, with names and numbers.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "problems.h"
#include "signorini/base/error.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Visit {
  ContactProblem problem;
  StopRule rule;
  Solution guess;
};

struct Refusal {
  const char* name;
  void (*spoil)(Visit&);
  std::vector<std::string> words;
};

const Refusal refusals[] = {
    {"ShortOffsets", [](Visit& v) { v.problem.w.conservativeResize(v.problem.w.size() - 1); }, {"w has size"}},
    {"ShortForces", [](Visit& v) { v.problem.f.conservativeResize(2); }, {"f has size 2"}},
    {"WideDirections",
     [](Visit& v) { v.problem.H.conservativeResize(v.problem.H.rows(), v.problem.H.cols() + 1); },
     {"H is", "expected"}},
    {"NarrowMass", [](Visit& v) { v.problem.M.conservativeResize(3, 2); }, {"M is 3 x 2"}},
    {"FewCompliances", [](Visit& v) { v.problem.E = Vector::Ones(1); }, {"E has size 1"}},
    {"FewConesForTheRows", [](Visit& v) { v.problem.cones.mu.conservativeResize(1); }, {"H is"}},
    {"ForceThatIsNoNumber", [](Visit& v) { v.problem.f[1] = nan; }, {"f[1] is nan"}},
    {"InfiniteDirection", [](Visit& v) { v.problem.H.valuePtr()[0] = INFINITY; }, {"H(", "inf"}},
    {"NegativeFriction", [](Visit& v) { v.problem.cones.mu[0] = -0.5; }, {"mu[0] is -0.5"}},
    {"MasslessBody", [](Visit& v) { v.problem.M.coeffRef(0, 0) = 0; }, {"M(0,0) is 0"}},
    {"GuessOfAnotherProblem", [](Visit& v) { v.guess.r = Vector::Zero(1); }, {"r of the guess has size 1", "rows"}},
    {"VelocitiesOfAnotherProblem", [](Visit& v) { v.guess.v = Vector::Zero(2); }, {"v of the guess has size 2"}},
    {"GuessThatIsNoNumber",
     [](Visit& v) { v.guess.r = Vector::Constant(v.problem.rows(), nan); },
     {"r[0] of the guess is nan"}},
    {"NoTolerance", [](Visit& v) { v.rule.tolerance = 0; }, {"tolerance", "0"}},
    {"ToleranceThatIsNoNumber", [](Visit& v) { v.rule.tolerance = nan; }, {"tolerance", "nan"}},
    {"NegativeTime", [](Visit& v) { v.rule.time_limit = -1; }, {"time_limit", "-1"}},
    {"NegativeIterations", [](Visit& v) { v.rule.max_iterations = -3; }, {"max_iterations", "-3"}},
    {"ShareAboveOne", [](Visit& v) { v.rule.guess_share = 2; }, {"guess_share", "2"}},
};

void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.name; }

class Door : public testing::TestWithParam<Refusal> {};

TEST_P(Door, RefusesForEverySolver) {
  for (const auto& entry : catalogue())
    for (const Law law : entry.laws) {
      SCOPED_TRACE(entry.name + " " + std::string(to_string(law)));
      Visit visit{test::random_problem({.dof = 8}, law, 1), {}, {}};
      const auto solver = make_solver(entry.name);
      GetParam().spoil(visit);
      try {
        solver->solve(visit.problem, visit.rule, visit.guess);
        FAIL() << "let in";
      } catch (const InputError& error) {
        for (const auto& word : GetParam().words)
          EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << word << " in: " << error.what();
      }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Door, testing::ValuesIn(refusals),
                         [](const auto& information) { return information.param.name; });

TEST(DoorOnce, RefusesALawThatTheMethodDoesNotKnow) {
  for (const auto& entry : catalogue())
    for (const Law law : every_law()) {
      if (entry.supports(law)) continue;
      const ContactProblem problem = test::random_problem({.dof = 8}, law, 1);
      Solution solution;
      try {
        make_solver(entry.name)->solve(problem, {}, solution);
        FAIL() << entry.name << " solved under " << to_string(law);
      } catch (const InputError& error) {
        for (const std::string& word : {entry.name, std::string(to_string(law)), std::string("it knows: ")})
          EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
      }
    }
}

TEST(DoorOnce, LetsASolverServeProblemsOfOtherLawsAndSizes) {
  const auto solver = make_solver("interior-point");
  for (const Law law : {Law::convex, Law::pyramid, Law::coulomb, Law::frictionless})
    for (const int dof : {8, 12}) {
      Solution solution;
      const Report report = solver->solve(test::random_problem({.dof = dof}, law, 1), {}, solution);
      EXPECT_EQ(report.status, Status::solved) << to_string(law) << ": " << report.message;
      EXPECT_EQ(report.solver, "interior-point");
    }
}

}  // namespace
}  // namespace signorini
