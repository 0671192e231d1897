#include <cmath>

#include <gtest/gtest.h>

#include "signorini/problem/generate/generate.h"
#include "signorini/problem/generate/rigid_contacts.h"

namespace signorini {
namespace {

TEST(Wall, HasTheContactsOfARunningBond) {
  for (const auto& [rows, columns] : {std::pair(1, 1), {2, 1}, {1, 4}, {2, 3}, {5, 2}, {10, 7}}) {
    const ContactProblem problem = generate_wall({.rows = rows, .columns = columns});
    const int whole = (rows + 1) / 2;  // courses of whole bricks only
    const int halved = rows / 2;       // courses with a half brick at each end
    const int bricks = whole * columns + halved * (columns + 1);
    const int beds = columns + 2 * columns * (rows - 1);
    const int joints = whole * (columns - 1) + halved * columns;
    EXPECT_EQ(problem.dof(), 6 * bricks) << rows << " × " << columns;
    EXPECT_EQ(problem.cones.friction(), 4 * (beds + joints)) << rows << " × " << columns;
  }
}

TEST(Wall, HasClosedBedsAndOpenJoints) {
  const WallOptions options{.rows = 4, .columns = 3, .gap_spread = 0.0};
  const ContactProblem problem = generate_wall(options);
  const double open = options.joint * options.length / options.step;
  int joints = 0;
  for (int i = 0; i < problem.cones.friction(); ++i) {
    const int row = problem.cones.friction_row(i);
    // Normals are vertical in beds and along the wall in joints.
    const bool joint = SparseMatrix::InnerIterator(problem.H, row).row() % 6 == 0;
    EXPECT_NEAR(problem.w[row], joint ? open : 0.0, 1e-12) << "contact " << i;
    if (joint) ++joints;
  }
  EXPECT_EQ(joints, 4 * (2 * 2 + 2 * 3));
}

TEST(Wall, WeighsWhatItsBricksWeigh) {
  const WallOptions options{.rows = 5, .columns = 3};
  const ContactProblem problem = generate_wall(options);
  double mass = 0.0;
  for (int i = 0; i < problem.dof(); i += 6) mass += problem.M.coeff(i, i);
  const double brick = options.density * options.length * options.width * options.height;
  // Courses with half bricks have one more joint, cut out of the bricks.
  EXPECT_NEAR(mass, brick * (5 * 3 - 2 * options.joint), 1e-12 * mass);
}

TEST(Wall, OfTwoHalvesOnABrickStandsByQuarterWeights) {
  const ContactProblem problem =
      generate_wall({.rows = 2, .columns = 1, .joint = 0.0, .gap_spread = 0.0, .agitation = 0.0});
  ASSERT_EQ(problem.dof(), 18);
  Vector r = Vector::Zero(problem.rows());
  for (int i = 0; i < problem.cones.friction(); ++i) {
    const int row = problem.cones.friction_row(i);
    const SparseMatrix::InnerIterator first(problem.H, row);
    if (first.row() % 6 == 0) continue;  // the joint between the halves
    // The floor carries the whole brick and as much again in halves, each bed a half.
    const bool floor = first.value() > 0.0;
    r[row] = 0.01 * generator::gravity * problem.M.coeff(0, 0) * (floor ? 2.0 : 0.5) / 4.0;
  }
  EXPECT_LT((problem.f + problem.H * r).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Wall, PutsEveryFullBrickOnTwo) {
  const ContactProblem problem = generate_wall({.rows = 3, .columns = 3});
  // Second course: half, full, full, half (bodies 3 to 6); third course: three full bricks (7 to 9).
  std::vector<std::vector<int>> below(10);
  for (int i = 0; i < problem.cones.friction(); i += 4) {
    const int row = problem.cones.friction_row(i);
    const SparseMatrix::InnerIterator first(problem.H, row);
    if (first.row() % 6 != 2 || first.value() > 0.0) continue;  // a joint, or the floor
    int upper = 0;
    for (SparseMatrix::InnerIterator entry(problem.H, row); entry; ++entry) upper = static_cast<int>(entry.row()) / 6;
    below[upper].push_back(static_cast<int>(first.row()) / 6);
  }
  using Bricks = std::vector<int>;
  EXPECT_EQ(below[3], (Bricks{0}));
  EXPECT_EQ(below[4], (Bricks{0, 1}));
  EXPECT_EQ(below[5], (Bricks{1, 2}));
  EXPECT_EQ(below[6], (Bricks{2}));
  EXPECT_EQ(below[7], (Bricks{3, 4}));
  EXPECT_EQ(below[8], (Bricks{4, 5}));
  EXPECT_EQ(below[9], (Bricks{5, 6}));
}

}  // namespace
}  // namespace signorini
