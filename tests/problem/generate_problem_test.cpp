// What all generators promise: a sound problem, the same bits for the same seed, and errors that name the option.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "signorini/base/error.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

struct Generator {
  std::string name;
  std::function<ContactProblem(std::uint64_t seed, double friction)> generate;

  friend std::ostream& operator<<(std::ostream& out, const Generator& generator) { return out << generator.name; }
};

const Generator generators[] = {
    {"packing_box",
     [](std::uint64_t seed, double friction) {
       return generate_packing({.spheres = 300, .friction = friction, .seed = seed});
     }},
    {"packing_cylinder",
     [](std::uint64_t seed, double friction) {
       return generate_packing({.spheres = 300, .friction = friction, .seed = seed, .container = Container::cylinder});
     }},
    {"pile", [](std::uint64_t seed,
                double friction) { return generate_pile({.spheres = 300, .friction = friction, .seed = seed}); }},
    {"stack_spheres",
     [](std::uint64_t seed, double friction) {
       return generate_stack({.bodies = 7, .friction = friction, .seed = seed, .gap_spread = 0.01, .agitation = 0.1});
     }},
    {"stack_boxes",
     [](std::uint64_t seed, double friction) {
       return generate_stack({.bodies = 7,
                              .shape = StackShape::box,
                              .friction = friction,
                              .seed = seed,
                              .gap_spread = 0.01,
                              .agitation = 0.1});
     }},
    {"wall",
     [](std::uint64_t seed, double friction) {
       return generate_wall({.rows = 6, .columns = 4, .friction = friction, .seed = seed});
     }},
};

class GeneratedProblem : public testing::TestWithParam<Generator> {};
INSTANTIATE_TEST_SUITE_P(All, GeneratedProblem, testing::ValuesIn(generators),
                         [](const auto& generator) { return generator.param.name; });

bool same_bits(const SparseMatrix& a, const SparseMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a.nonZeros() == b.nonZeros() &&
         std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.cols() + 1, b.outerIndexPtr()) &&
         std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()) &&
         std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), b.valuePtr());
}

bool same_bits(const ContactProblem& a, const ContactProblem& b) {
  return same_bits(a.M, b.M) && same_bits(a.H, b.H) && a.f.size() == b.f.size() && a.f == b.f &&
         a.w.size() == b.w.size() && a.w == b.w && a.cones.mu == b.cones.mu;
}

TEST_P(GeneratedProblem, HasConsistentSizes) {
  const ContactProblem problem = GetParam().generate(1, 0.4);
  EXPECT_EQ(problem.form, Form::global);
  EXPECT_EQ(problem.law, Law::coulomb);
  EXPECT_EQ(problem.cones.free, 0);
  EXPECT_EQ(problem.cones.positive, 0);
  EXPECT_EQ(problem.cones.dimension, 3);
  EXPECT_GT(problem.cones.friction(), 0);
  EXPECT_TRUE((problem.cones.mu.array() == 0.4).all());
  EXPECT_EQ(problem.M.rows() % 6, 0);
  EXPECT_EQ(problem.M.cols(), problem.M.rows());
  EXPECT_EQ(problem.H.rows(), problem.M.rows());
  EXPECT_EQ(problem.H.cols(), problem.rows());
  EXPECT_EQ(problem.f.size(), problem.dof());
  EXPECT_EQ(problem.w.size(), problem.rows());
  EXPECT_EQ(problem.E.size(), 0);
  EXPECT_TRUE(problem.f.allFinite());
  EXPECT_TRUE(problem.w.allFinite());
}

TEST_P(GeneratedProblem, HasAPositiveDiagonalMass) {
  const ContactProblem problem = GetParam().generate(1, 0.4);
  ASSERT_TRUE(problem.M.isCompressed());
  ASSERT_EQ(problem.M.nonZeros(), problem.dof());
  for (int j = 0; j < problem.dof(); ++j) {
    SparseMatrix::InnerIterator entry(problem.M, j);
    EXPECT_EQ(entry.row(), j);
    EXPECT_GT(entry.value(), 0.0);
    EXPECT_TRUE(std::isfinite(entry.value()));
  }
}

TEST_P(GeneratedProblem, HasSortedColumnsOfOneOrTwoBodiesInH) {
  const ContactProblem problem = GetParam().generate(1, 0.4);
  ASSERT_TRUE(problem.H.isCompressed());
  EXPECT_EQ(problem.H.outerIndexPtr()[problem.H.cols()], problem.H.nonZeros());
  for (int j = 0; j < problem.rows(); ++j) {
    int entries = 0;
    int bodies = 0;
    Eigen::Index last = -1;
    for (SparseMatrix::InnerIterator entry(problem.H, j); entry; ++entry, ++entries) {
      EXPECT_GT(entry.row(), last) << "column " << j;
      EXPECT_LT(entry.row(), problem.dof());
      EXPECT_NE(entry.value(), 0.0);
      EXPECT_TRUE(std::isfinite(entry.value()));
      if (last < 0 || entry.row() / 6 != last / 6) ++bodies;
      last = entry.row();
    }
    EXPECT_GE(entries, 1);
    EXPECT_LE(entries, 12);
    EXPECT_GE(bodies, 1);
    EXPECT_LE(bodies, 2);
  }
}

TEST_P(GeneratedProblem, HasContactsSortedByBody) {
  const ContactProblem problem = GetParam().generate(1, 0.4);
  // Neighbours in the list of contacts work on neighbours in the list of bodies: the lower body never jumps back far.
  int highest = 0;
  for (int i = 0; i < problem.cones.friction(); ++i) {
    const int body = static_cast<int>(SparseMatrix::InnerIterator(problem.H, 3 * i).row()) / 6;
    EXPECT_GE(body, highest - 1) << "contact " << i;
    highest = std::max(highest, body);
  }
}

TEST_P(GeneratedProblem, IsTheSameForTheSameSeedOnly) {
  const ContactProblem problem = GetParam().generate(1, 0.4);
  EXPECT_TRUE(same_bits(problem, GetParam().generate(1, 0.4)));
  EXPECT_FALSE(same_bits(problem, GetParam().generate(2, 0.4)));
}

TEST_P(GeneratedProblem, KeepsFrictionConesWithoutFriction) {
  const ContactProblem problem = GetParam().generate(1, 0.0);
  EXPECT_EQ(problem.rows(), 3 * problem.cones.friction());
  EXPECT_TRUE((problem.cones.mu.array() == 0.0).all());
}

TEST_P(GeneratedProblem, RefusesBadFriction) {
  for (const double friction :
       {-0.1, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(GetParam().generate(1, friction), InputError);
  }
}

/// The message of the error that `options` cause, or "" when they are accepted.
template <typename Options>
std::string complaint(const Options& options) {
  try {
    options.validate();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

testing::AssertionResult names(const std::string& message, const std::string& option, const std::string& value) {
  if (message.starts_with(option + " = " + value)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "got '" << message << "' for " << option << " = " << value;
}

TEST(GenerateOptions, DefaultsAreValid) {
  EXPECT_EQ(complaint(PackingOptions{}), "");
  EXPECT_EQ(complaint(PileOptions{}), "");
  EXPECT_EQ(complaint(StackOptions{}), "");
  EXPECT_EQ(complaint(WallOptions{}), "");
}

TEST(GenerateOptions, ErrorsNameTheOptionAndItsValue) {
  EXPECT_TRUE(names(complaint(PackingOptions{.spheres = 0}), "spheres", "0"));
  EXPECT_TRUE(names(complaint(PackingOptions{.friction = -0.5}), "friction", "-0.5"));
  EXPECT_TRUE(names(complaint(PackingOptions{.radius = 0.0}), "radius", "0"));
  EXPECT_TRUE(names(complaint(PackingOptions{.radius = 1e200}), "radius", "1e+200"));
  EXPECT_TRUE(names(complaint(PackingOptions{.radius_spread = 0.7}), "radius_spread", "0.7"));
  EXPECT_TRUE(names(complaint(PackingOptions{.density = -1.0}), "density", "-1"));
  EXPECT_TRUE(names(complaint(PackingOptions{.step = 0.0}), "step", "0"));
  EXPECT_TRUE(names(complaint(PackingOptions{.gap_spread = 0.5}), "gap_spread", "0.5"));
  EXPECT_TRUE(names(complaint(PackingOptions{.margin = -0.1}), "margin", "-0.1"));
  EXPECT_TRUE(
      names(complaint(PackingOptions{.agitation = std::numeric_limits<double>::infinity()}), "agitation", "inf"));
  EXPECT_TRUE(names(complaint(PackingOptions{.settling = -1.0}), "settling", "-1"));
  EXPECT_TRUE(names(complaint(PackingOptions{.recovery_speed = -1.0}), "recovery_speed", "-1"));
  EXPECT_TRUE(names(complaint(PileOptions{.spheres = -3}), "spheres", "-3"));
  EXPECT_TRUE(names(complaint(PileOptions{.slope = 80.0}), "slope", "80"));
  EXPECT_TRUE(names(complaint(StackOptions{.bodies = 0}), "bodies", "0"));
  EXPECT_TRUE(names(complaint(StackOptions{.mass_ratio = 0.0}), "mass_ratio", "0"));
  EXPECT_TRUE(names(complaint(StackOptions{.bodies = 1000, .mass_ratio = 10.0}), "mass_ratio", "10"));
  EXPECT_TRUE(names(complaint(StackOptions{.size = -0.07}), "size", "-0.07"));
  EXPECT_TRUE(names(complaint(WallOptions{.rows = 0}), "rows", "0"));
  EXPECT_TRUE(names(complaint(WallOptions{.columns = 0}), "columns", "0"));
  EXPECT_TRUE(names(complaint(WallOptions{.rows = 100000, .columns = 100000}), "rows", "100000"));
  EXPECT_TRUE(names(complaint(WallOptions{.length = 0.0}), "length", "0"));
  EXPECT_TRUE(names(complaint(WallOptions{.width = 0.0}), "width", "0"));
  EXPECT_TRUE(names(complaint(WallOptions{.height = 0.0}), "height", "0"));
  EXPECT_TRUE(names(complaint(WallOptions{.joint = 1.0}), "joint", "1"));
}

TEST(GenerateOptions, NamesGoBothWays) {
  for (const auto container : {Container::box, Container::cylinder}) {
    EXPECT_EQ(container_from_string(to_string(container)), container);
  }
  for (const auto shape : {StackShape::sphere, StackShape::box}) {
    EXPECT_EQ(stack_shape_from_string(to_string(shape)), shape);
  }
  EXPECT_THROW(container_from_string("bottle"), InputError);
  EXPECT_THROW(stack_shape_from_string("cone"), InputError);
}

}  // namespace
}  // namespace signorini
