#include "signorini/solver/sweeps/sweep_parts.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "signorini/base/parallel.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/sweeps/gauss_seidel.h"

namespace signorini {
namespace {

ContactProblem packing(int spheres, Law law = Law::convex) {
  return generate_packing({.spheres = spheres, .friction = 0.3, .law = law});
}

/// The blocks of the state that a part touches.
std::set<int> blocks_of(const BlockColumns& contacts, const std::vector<int>& part) {
  std::set<int> blocks;
  for (const int k : part)
    for (int e = contacts.start()[k]; e < contacts.start()[k + 1]; ++e) blocks.insert(contacts.block()[e]);
  return blocks;
}

void expect_disjoint(const BlockColumns& contacts, const std::vector<std::vector<int>>& parts) {
  std::size_t sum = 0;
  std::set<int> all;
  for (const std::vector<int>& part : parts) {
    EXPECT_TRUE(std::is_sorted(part.begin(), part.end()));
    const std::set<int> blocks = blocks_of(contacts, part);
    sum += blocks.size();
    all.insert(blocks.begin(), blocks.end());
  }
  EXPECT_EQ(all.size(), sum) << "two parts touch the same body";
}

TEST(SweepParts, OfALotTouchDifferentBodies) {
  const Delassus delassus(packing(4000));
  const BlockColumns& contacts = delassus.friction();
  const SweepParts parts(contacts, delassus.state_size());
  ASSERT_TRUE(parts.several());
  EXPECT_GE(parts.inner().size(), 3u);
  expect_disjoint(contacts, parts.inner());
  expect_disjoint(contacts, parts.borders());
  std::multiset<int> all;
  for (const auto* lot : {&parts.inner(), &parts.borders()})
    for (const std::vector<int>& part : *lot) all.insert(part.begin(), part.end());
  ASSERT_EQ(static_cast<int>(all.size()), contacts.groups());
  EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), all.size()) << "each contact is in one part";
}

TEST(SweepParts, AreOneWhereContactsAreFew) {
  const Delassus delassus(packing(500));
  EXPECT_FALSE(SweepParts(delassus.friction(), delassus.state_size()).several());
  EXPECT_FALSE(SweepParts(BlockColumns(), 0).several());
}

/// Columns in no order at all, contacts without bodies among them, and lots of bodies that do not touch each other.
TEST(SweepParts, OfAnyGraphTouchDifferentBodies) {
  constexpr int bodies = 3000, contacts = 9000;
  std::vector<Eigen::Triplet<double>> entries;
  for (int k = 0; k < contacts; ++k) {
    if (k % 50 == 0) continue;
    const int a = (7 * k) % bodies, b = a / 100 * 100 + (a + 1 + k % 3) % 100;
    for (int d = 0; d < 3; ++d)
      for (int i = 0; i < 6; ++i) {
        entries.emplace_back(6 * a + i, 3 * k + d, 1 + i);
        entries.emplace_back(6 * b + i, 3 * k + d, -1 - i);
      }
  }
  SparseMatrix H(6 * bodies, 3 * contacts);
  H.setFromTriplets(entries.begin(), entries.end());
  const BlockColumns columns(H, 0, contacts, 3);
  const SweepParts parts(columns, static_cast<int>(H.rows()));
  expect_disjoint(columns, parts.inner());
  expect_disjoint(columns, parts.borders());
}

TEST(SweepParts, GiveTheSameBitsForAnyNumberOfThreads) {
  for (const Law law : {Law::convex, Law::coulomb}) {
    const ContactProblem problem = packing(2500, law);
    const auto solved = [&](int threads, const std::string& order) {
      set_worker_threads(threads);
      Solution solution;
      GaussSeidel({.order = order}).solve(problem, {.max_iterations = 60}, solution);
      set_worker_threads(1);
      return solution;
    };
    for (const std::string order : {"forward", "symmetric"}) {
      const Solution one = solved(1, order), two = solved(2, order);
      EXPECT_EQ(one.r, two.r) << to_string(law) << ", " << order;
      EXPECT_EQ(one.v, two.v) << to_string(law) << ", " << order;
    }
  }
}

}  // namespace
}  // namespace signorini
