// What validate() finds, and how it says it; the laws by name; the zero solution.
#include "signorini/problem/contact_problem.h"

#include <functional>
#include <limits>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "problem/support.h"
#include "signorini/base/error.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

using test::Matrix;
using test::Random;
using test::sparse;

constexpr double inf = std::numeric_limits<double>::infinity();

std::string joined(const std::vector<std::string>& findings) {
  std::string text;
  for (const auto& finding : findings) text += "\n  " + finding;
  return text;
}

/// One free row, two positive rows and two friction cones: nine rows on six degrees of freedom.
ContactProblem sound_global() {
  Random random(1);
  return test::random_problem(
      {.mass = test::Mass::dense, .free = 1, .positive = 2, .friction = 2, .compliant = true, .dof = 6}, Law::pyramid,
      random);
}
ContactProblem sound_local() {
  Random random(2);
  return test::random_problem({.form = Form::local, .free = 1, .positive = 2, .friction = 2, .compliant = true},
                              Law::coulomb, random);
}

/// A full pattern: room to break the indices of.
SparseMatrix ones(int rows, int columns) { return sparse(Matrix::Ones(rows, columns)); }

struct Fault {
  std::string name;
  ContactProblem (*base)();
  std::function<void(ContactProblem&)> plant;
  std::string message;

  friend std::ostream& operator<<(std::ostream& out, const Fault& fault) { return out << fault.name; }
};

const Fault faults[] = {
    // Counts and coefficients.
    {"free_negative", sound_global, [](ContactProblem& p) { p.cones.free = -1; },
     "cones.free is -1, but a count must be >= 0"},
    {"positive_negative", sound_global, [](ContactProblem& p) { p.cones.positive = -7; },
     "cones.positive is -7, but a count must be >= 0"},
    {"dimension_4", sound_global, [](ContactProblem& p) { p.cones.dimension = 4; },
     "cones.dimension is 4, but friction cones have 2 or 3 rows"},
    {"dimension_1", sound_local, [](ContactProblem& p) { p.cones.dimension = 1; },
     "cones.dimension is 1, but friction cones have 2 or 3 rows"},
    {"mu_negative", sound_global, [](ContactProblem& p) { p.cones.mu[1] = -0.5; },
     "mu[1] is -0.5, but a friction coefficient must be >= 0"},
    {"mu_nan", sound_global, [](ContactProblem& p) { p.cones.mu[0] = NAN; }, "mu[0] is nan, not a finite number"},
    {"mu_inf", sound_local, [](ContactProblem& p) { p.cones.mu[1] = inf; }, "mu[1] is inf, not a finite number"},
    {"pyramid_of_two_sides", sound_global, [](ContactProblem& p) { p.pyramid_sides = 2; },
     "pyramid_sides is 2, but a friction pyramid has at least 3"},

    // Sizes.
    {"f_size", sound_global, [](ContactProblem& p) { p.f = Vector::Zero(5); },
     "f has size 5, expected 6 (one entry a row of M)"},
    {"w_size", sound_global, [](ContactProblem& p) { p.w = Vector::Zero(8); },
     "w has size 8, expected 9 (one entry a row of the cones)"},
    {"q_size", sound_local, [](ContactProblem& p) { p.q = Vector::Zero(10); },
     "q has size 10, expected 9 (one entry a row of the cones)"},
    {"E_size_global", sound_global, [](ContactProblem& p) { p.E = Vector::Zero(1); },
     "E has size 1, expected 9 (one entry a row of the cones)"},
    {"E_size_local", sound_local, [](ContactProblem& p) { p.E = Vector::Zero(3); },
     "E has size 3, expected 9 (one entry a row of the cones)"},
    {"M_shape", sound_global, [](ContactProblem& p) { p.M = ones(6, 5); }, "M is 6 x 5, expected 6 x 6"},
    {"H_rows", sound_global, [](ContactProblem& p) { p.H = ones(7, 9); }, "H is 7 x 9, expected 6 x 9"},
    {"H_columns", sound_global, [](ContactProblem& p) { p.H = ones(6, 10); }, "H is 6 x 10, expected 6 x 9"},
    {"W_shape", sound_local, [](ContactProblem& p) { p.W = ones(9, 8); }, "W is 9 x 8, expected 9 x 9"},

    // Numbers.
    {"f_nan", sound_global, [](ContactProblem& p) { p.f[3] = NAN; }, "f[3] is nan, not a finite number"},
    {"f_inf", sound_global, [](ContactProblem& p) { p.f[5] = -inf; }, "f[5] is -inf, not a finite number"},
    {"w_nan", sound_global, [](ContactProblem& p) { p.w[8] = NAN; }, "w[8] is nan, not a finite number"},
    {"w_inf", sound_global, [](ContactProblem& p) { p.w[0] = inf; }, "w[0] is inf, not a finite number"},
    {"q_nan", sound_local, [](ContactProblem& p) { p.q[4] = NAN; }, "q[4] is nan, not a finite number"},
    {"q_inf", sound_local, [](ContactProblem& p) { p.q[4] = inf; }, "q[4] is inf, not a finite number"},
    {"E_nan", sound_local, [](ContactProblem& p) { p.E[2] = NAN; }, "E[2] is nan, not a finite number"},
    {"E_inf", sound_global, [](ContactProblem& p) { p.E[2] = inf; }, "E[2] is inf, not a finite number"},
    {"E_negative", sound_global, [](ContactProblem& p) { p.E[6] = -1e-3; },
     "E[6] is -0.001, but a compliance must be >= 0"},
    {"M_nan", sound_global, [](ContactProblem& p) { p.M.coeffRef(4, 2) = NAN; }, "M(4,2) is nan, not a finite number"},
    {"M_inf", sound_global, [](ContactProblem& p) { p.M.coeffRef(2, 2) = inf; }, "M(2,2) is inf, not a finite number"},
    {"H_nan", sound_global,
     [](ContactProblem& p) {
       p.H = ones(6, 9);
       p.H.coeffRef(1, 7) = NAN;
     },
     "H(1,7) is nan, not a finite number"},
    {"H_inf", sound_global,
     [](ContactProblem& p) {
       p.H = ones(6, 9);
       p.H.coeffRef(5, 0) = inf;
     },
     "H(5,0) is inf, not a finite number"},
    {"W_nan", sound_local,
     [](ContactProblem& p) {
       p.W = ones(9, 9);
       p.W.coeffRef(0, 8) = NAN;
     },
     "W(0,8) is nan, not a finite number"},
    {"W_inf", sound_local,
     [](ContactProblem& p) {
       p.W = ones(9, 9);
       p.W.coeffRef(3, 3) = -inf;
     },
     "W(3,3) is -inf, not a finite number"},

    // Structure.
    {"M_index_too_large", sound_global, [](ContactProblem& p) { p.M.innerIndexPtr()[p.M.outerIndexPtr()[3] - 1] = 6; },
     "M has row index 6 in column 2, out of range 0..5"},
    {"H_index_negative", sound_global,
     [](ContactProblem& p) {
       p.H = ones(6, 9);
       p.H.innerIndexPtr()[6] = -1;
     },
     "H has row index -1 in column 1, out of range 0..5"},
    {"W_index_too_large", sound_local,
     [](ContactProblem& p) {
       p.W = ones(9, 9);
       p.W.innerIndexPtr()[80] = 9;
     },
     "W has row index 9 in column 8, out of range 0..8"},
    {"M_unsorted", sound_global, [](ContactProblem& p) { std::swap(p.M.innerIndexPtr()[0], p.M.innerIndexPtr()[1]); },
     "M has unsorted or repeated row index 0 in column 0"},
    {"H_unsorted", sound_global,
     [](ContactProblem& p) {
       p.H = ones(6, 9);
       std::swap(p.H.innerIndexPtr()[7], p.H.innerIndexPtr()[8]);
     },
     "H has unsorted or repeated row index 1 in column 1"},
    {"W_unsorted", sound_local,
     [](ContactProblem& p) {
       p.W = ones(9, 9);
       std::swap(p.W.innerIndexPtr()[0], p.W.innerIndexPtr()[8]);
     },
     "W has unsorted or repeated row index 1 in column 0"},
    {"M_repeated", sound_global, [](ContactProblem& p) { p.M.innerIndexPtr()[2] = 1; },
     "M has unsorted or repeated row index 1 in column 0"},
    {"H_repeated", sound_global,
     [](ContactProblem& p) {
       p.H = ones(6, 9);
       p.H.innerIndexPtr()[10] = 3;
     },
     "H has unsorted or repeated row index 3 in column 1"},
    {"W_repeated", sound_local,
     [](ContactProblem& p) {
       p.W = ones(9, 9);
       p.W.innerIndexPtr()[1] = 0;
     },
     "W has unsorted or repeated row index 0 in column 0"},
    {"M_uncompressed", sound_global, [](ContactProblem& p) { p.M.uncompress(); },
     "M is not compressed: call makeCompressed()"},
    {"H_uncompressed", sound_global, [](ContactProblem& p) { p.H.uncompress(); },
     "H is not compressed: call makeCompressed()"},
    {"W_uncompressed", sound_local, [](ContactProblem& p) { p.W.uncompress(); },
     "W is not compressed: call makeCompressed()"},

    // Mass.
    {"M_one_triangle", sound_global,
     [](ContactProblem& p) {
       p.M = sparse(Matrix{{2, 0, 0}, {0, 2, 0}, {0, 1, 2}});
     },
     "M holds one triangle only: M(2,1) = 1 but M(1,2) = 0"},
    {"M_zero_on_the_diagonal", sound_global, [](ContactProblem& p) { p.M.coeffRef(3, 3) = 0; },
     "M(3,3) is 0, but the diagonal of a mass matrix must be > 0"},
    {"M_negative_on_the_diagonal", sound_global, [](ContactProblem& p) { p.M.coeffRef(5, 5) = -2.5; },
     "M(5,5) is -2.5, but the diagonal of a mass matrix must be > 0"},
    {"M_without_a_diagonal_entry", sound_global,
     [](ContactProblem& p) {
       p.M = sparse(Vector{{1, 1, 0, 1, 1, 1}}.asDiagonal());
     },
     "M(2,2) is 0, but the diagonal of a mass matrix must be > 0"},
    {"M_diagonal_nan", sound_global, [](ContactProblem& p) { p.M.coeffRef(0, 0) = NAN; },
     "M(0,0) is nan, not a finite number"},
};

class Validate : public testing::TestWithParam<Fault> {};
INSTANTIATE_TEST_SUITE_P(Finds, Validate, testing::ValuesIn(faults),
                         [](const auto& fault) { return fault.param.name; });

TEST_P(Validate, NamesTheFault) {
  ContactProblem problem = GetParam().base();
  ASSERT_TRUE(problem.validate().empty()) << joined(problem.validate());
  GetParam().plant(problem);
  const auto findings = problem.validate();
  EXPECT_NE(std::find(findings.begin(), findings.end(), GetParam().message), findings.end())
      << "expected: " << GetParam().message << "\nfound:" << joined(findings);
}

TEST(Validate, AccusesNoOtherField) {
  for (const auto& fault : faults) {
    ContactProblem problem = fault.base();
    fault.plant(problem);
    const auto findings = problem.validate();
    const std::string field = fault.message.substr(0, fault.message.find_first_of(" [("));
    for (const auto& finding : findings) {
      if (finding.find("expected") != std::string::npos) continue;  // sizes that no longer fit the broken one
      EXPECT_EQ(finding.substr(0, field.size()), field) << fault.name << ":" << joined(findings);
    }
  }
}

TEST(Validate, FindsSeveralFaultsAtOnce) {
  ContactProblem p = sound_global();
  p.f = Vector::Zero(2);
  p.w[4] = NAN;
  p.E[0] = -1;
  p.cones.mu[0] = -2;
  p.H.uncompress();
  p.M.coeffRef(1, 1) = -3;
  p.pyramid_sides = 0;
  const std::string all = joined(p.validate());
  for (const char* part : {"f has size 2", "w[4] is nan", "E[0] is -1", "mu[0] is -2", "H is not compressed",
                           "M(1,1) is -3", "pyramid_sides is 0"})
    EXPECT_NE(all.find(part), std::string::npos) << "missing: " << part << all;
  EXPECT_EQ(p.validate().size(), 7u) << all;
}

TEST(Validate, LooksAtTheDiagonalOfAMassMatrixWithABadNumber) {
  ContactProblem p = sound_global();
  p.M.coeffRef(4, 2) = NAN;
  p.M.coeffRef(1, 1) = -3;
  const std::string all = joined(p.validate());
  for (const char* part : {"M(4,2) is nan", "M(1,1) is -3"}) EXPECT_NE(all.find(part), std::string::npos) << all;
}

TEST(Validate, ReportsTheFirstOfManyBadEntriesOfAField) {
  ContactProblem p = sound_local();
  p.q.setConstant(NAN);
  EXPECT_EQ(joined(p.validate()), "\n  q[0] is nan, not a finite number");
}

TEST(Validate, PyramidSidesMatterForThePyramidOnly) {
  ContactProblem p = sound_global();
  p.pyramid_sides = 1;
  for (const Law law : test::all_laws) {
    p.law = law;
    EXPECT_EQ(p.validate().empty(), law != Law::pyramid) << to_string(law);
  }
}

TEST(Validate, AcceptsRoundingInTheSymmetryOfM) {
  ContactProblem p = sound_global();
  p.M.coeffRef(1, 0) *= 1 + 1e-12;
  EXPECT_TRUE(p.validate().empty()) << joined(p.validate());
}

TEST(Validate, JudgesSymmetryByTheSizeOfTheMassesInvolved) {
  // Light bodies beside heavy ones: a difference that is all of the light bodies' coupling is found.
  ContactProblem p = sound_global();
  Matrix M = Matrix::Identity(6, 6) * 1e-6;
  M(5, 5) = 1e9;
  M(1, 0) = 5e-7;
  p.M = sparse(M);
  EXPECT_EQ(p.validate().size(), 1u) << joined(p.validate());
}

TEST(Validate, FindsNothingInSoundProblems) {
  for (const auto& shape : test::shapes)
    for (const Law law : test::all_laws) {
      Random random(3);
      const auto findings = test::random_problem(shape, law, random).validate();
      EXPECT_TRUE(findings.empty()) << shape << joined(findings);
    }
}

TEST(Validate, FindsNothingInGeneratedProblems) {
  for (const ContactProblem& p :
       {generate_packing({.spheres = 40}), generate_pile({.spheres = 30}), generate_stack({.bodies = 15}),
        generate_stack({.bodies = 3, .shape = StackShape::box}), generate_wall({.rows = 3, .columns = 2})})
    EXPECT_TRUE(p.validate().empty()) << joined(p.validate());
}

TEST(Validate, FindsNothingInEmptyProblems) {
  ContactProblem p;
  EXPECT_TRUE(p.validate().empty()) << joined(p.validate());
  p.form = Form::local;
  EXPECT_TRUE(p.validate().empty()) << joined(p.validate());
  // Bodies without contacts.
  p = ContactProblem();
  p.M = sparse(Matrix::Identity(3, 3));
  p.H = SparseMatrix(3, 0);
  p.f = Vector::Ones(3);
  EXPECT_TRUE(p.validate().empty()) << joined(p.validate());
}

TEST(ContactProblem, CountsRowsByTheCones) {
  const ContactProblem p = sound_global();
  EXPECT_EQ(p.rows(), 9);
  EXPECT_EQ(p.dof(), 6);
  EXPECT_EQ(sound_local().dof(), 0);
  EXPECT_EQ(p.cones.contacts(), 4);
  EXPECT_EQ(p.cones.first_positive(), 1);
  EXPECT_EQ(p.cones.first_friction(), 3);
  EXPECT_EQ(p.cones.friction_row(1), 6);
}

TEST(ContactProblem, FrictionlessLawTakesEveryConeWithoutFriction) {
  ContactProblem p = sound_global();
  p.cones.mu = Vector{{0.3, 0.7}};
  for (const Law law : test::all_laws) {
    p.law = law;
    EXPECT_EQ(p.friction(1), law == Law::frictionless ? 0 : 0.7);
  }
}

TEST(ContactProblem, FormsHaveNames) {
  EXPECT_EQ(to_string(Form::global), "global");
  EXPECT_EQ(to_string(Form::local), "local");
}

TEST(Solution, ZeroFitsTheProblem) {
  const Solution global = Solution::zero(sound_global());
  EXPECT_EQ(global.v, Vector::Zero(6));
  EXPECT_EQ(global.r, Vector::Zero(9));
  EXPECT_EQ(global.u, Vector::Zero(9));
  const Solution local = Solution::zero(sound_local());
  EXPECT_EQ(local.v.size(), 0);
  EXPECT_EQ(local.r, Vector::Zero(9));
  EXPECT_EQ(local.u, Vector::Zero(9));
}

TEST(Laws, GoByTheirNames) {
  EXPECT_EQ(law_names(), (std::vector<std::string>{"frictionless", "convex", "coulomb", "pyramid"}));
  for (const Law law : test::all_laws) {
    EXPECT_EQ(law_from_string(to_string(law)), law);
    EXPECT_GT(describe(law).size(), 20u);
  }
}

std::string refusal(const std::string& law) {
  try {
    law_from_string(law);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Laws, UnknownOnesAreRefusedWithTheNearest) {
  EXPECT_EQ(refusal("columb"),
            "unknown law 'columb': did you mean 'coulomb'? (known: frictionless, convex, coulomb, pyramid)");
  EXPECT_EQ(refusal("Convex"),
            "unknown law 'Convex': did you mean 'convex'? (known: frictionless, convex, coulomb, pyramid)");
  EXPECT_EQ(refusal("signorini"), "unknown law 'signorini' (known: frictionless, convex, coulomb, pyramid)");
  EXPECT_EQ(refusal(""), "unknown law '' (known: frictionless, convex, coulomb, pyramid)");
}

}  // namespace
}  // namespace signorini
