#include "signorini/problem/islands.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support.h"

namespace signorini::test {
namespace {

std::vector<int> shuffled(int size, Random& random) {
  std::vector<int> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (int k = size - 1; k > 0; --k) std::swap(order[k], order[random.integer(k + 1)]);
  return order;
}

/// Problems side by side in one whose degrees of freedom, and rows of each kind, are in random order.
struct Archipelago {
  std::vector<ContactProblem> parts;
  ContactProblem whole;
  std::vector<std::vector<int>> freedoms, rows;  ///< of each part in the whole

  Archipelago(int count, Random& random) {
    std::vector<std::array<int, 3>> blocks;  // part, first row, number of rows: free, then positive, then cones
    for (int part = 0; part < count; ++part) {
      parts.push_back(random_problem({.mass = Mass::dense, .compliant = true}, Law::convex, random));
      freedoms.emplace_back(parts[part].dof());
      rows.emplace_back(parts[part].rows());
    }
    std::vector<std::pair<int, int>> order;
    for (int part = 0; part < count; ++part)
      for (int k = 0; k < parts[part].dof(); ++k) order.emplace_back(part, k);
    const std::vector<int> places = shuffled(static_cast<int>(order.size()), random);
    for (std::size_t k = 0; k < order.size(); ++k) freedoms[order[k].first][order[k].second] = places[k];
    for (int kind = 0; kind < 3; ++kind) {
      std::vector<std::array<int, 3>> of_kind;
      for (int part = 0; part < count; ++part) add_blocks(kind, part, of_kind);
      for (const int k : shuffled(static_cast<int>(of_kind.size()), random)) blocks.push_back(of_kind[k]);
    }
    int row = 0;
    for (const auto& [part, first, size] : blocks)
      for (int d = 0; d < size; ++d) rows[part][first + d] = row++;
    join(static_cast<int>(order.size()), row);
    for (const auto& [part, first, size] : blocks)
      if (const Cones& cones = parts[part].cones; first >= cones.first_friction())
        append(whole.cones.mu, cones.mu[(first - cones.first_friction()) / cones.dimension]);
  }

 private:
  void add_blocks(int kind, int part, std::vector<std::array<int, 3>>& out) const {
    const Cones& cones = parts[part].cones;
    if (kind == 0)
      for (int k = 0; k < cones.free; ++k) out.push_back({part, k, 1});
    if (kind == 1)
      for (int k = 0; k < cones.positive; ++k) out.push_back({part, cones.first_positive() + k, 1});
    if (kind == 2)
      for (int k = 0; k < cones.friction(); ++k) out.push_back({part, cones.friction_row(k), cones.dimension});
  }
  static void append(Vector& x, double value) {
    x.conservativeResize(x.size() + 1);
    x[x.size() - 1] = value;
  }
  void join(int dof, int row_count) {
    Matrix M = Matrix::Zero(dof, dof), H = Matrix::Zero(dof, row_count);
    whole.f = Vector::Zero(dof);
    whole.w = whole.E = Vector::Zero(row_count);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const ContactProblem& p = parts[part];
      M(freedoms[part], freedoms[part]) = Matrix(p.M);
      H(freedoms[part], rows[part]) = Matrix(p.H);
      whole.f(freedoms[part]) = p.f;
      whole.w(rows[part]) = p.w;
      whole.E(rows[part]) = p.E;
      whole.cones.free += p.cones.free;
      whole.cones.positive += p.cones.positive;
    }
    whole.M = sparse(M);
    whole.H = sparse(H);
    whole.law = Law::convex;
  }
};

std::vector<int> ascending(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

TEST(ProblemIslands, AreWhatTheWholeWasMadeOf) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Archipelago archipelago(1 + trial % 4, random);
    ASSERT_TRUE(archipelago.whole.validate().empty());
    const ProblemIslands islands(archipelago.whole);
    ASSERT_EQ(islands.count(), static_cast<int>(archipelago.parts.size()));
    EXPECT_EQ(islands.with_rows(), islands.count());
    int last_first = -1;
    for (int k = 0; k < islands.count(); ++k) {
      EXPECT_GT(islands.freedoms(k).front(), last_first) << "in the order of their first degrees of freedom";
      last_first = islands.freedoms(k).front();
      int part = 0;
      while (ascending(archipelago.freedoms[part]).front() != last_first) ++part;
      EXPECT_EQ(islands.freedoms(k), ascending(archipelago.freedoms[part]));
      EXPECT_EQ(islands.rows(k), ascending(archipelago.rows[part]));
      const ContactProblem problem = islands.problem(k);
      EXPECT_TRUE(problem.validate().empty());
      const std::vector<int>&freedoms = islands.freedoms(k), &rows = islands.rows(k);
      const ContactProblem& whole = archipelago.whole;
      EXPECT_EQ(Matrix(problem.M), Matrix(Matrix(whole.M)(freedoms, freedoms)));
      EXPECT_EQ(Matrix(problem.H), Matrix(Matrix(whole.H)(freedoms, rows)));
      EXPECT_EQ(problem.f, Vector(whole.f(freedoms)));
      EXPECT_EQ(problem.w, Vector(whole.w(rows)));
      EXPECT_EQ(problem.E, Vector(whole.E(rows)));
      EXPECT_EQ(problem.law, whole.law);
      for (int i = 0; i < problem.cones.friction(); ++i) {
        const int row = rows[problem.cones.friction_row(i)];
        EXPECT_EQ(problem.cones.mu[i], whole.cones.mu[(row - whole.cones.first_friction()) / 3]);
      }
    }
  }
}

TEST(ProblemIslands, SharesAndAnswersGoToTheirPlaces) {
  Random random(2);
  const Archipelago archipelago(3, random);
  const ProblemIslands islands(archipelago.whole);
  const int dof = archipelago.whole.dof(), rows = archipelago.whole.rows();
  const Solution whole{random.vector(dof), random.vector(rows), random.vector(rows)};
  Solution again{Vector::Zero(dof), Vector::Zero(rows), Vector::Zero(rows)};
  Vector impulses = Vector::Zero(rows);
  for (int k = 0; k < islands.count(); ++k) {
    const Solution share = islands.share(k, whole);
    islands.put(k, share, again);
    impulses += islands.impulses_of_all(k, share.r);
  }
  EXPECT_EQ(again.v, whole.v);
  EXPECT_EQ(again.r, whole.r);
  EXPECT_EQ(again.u, whole.u);
  EXPECT_EQ(impulses, whole.r);
  EXPECT_EQ(islands.share(1, {}).r.size(), 0) << "no guess for the whole is none for an island";
}

/// Every measure of a part is that of its own problem.
TEST(JudgeParts, AreJudgedAsTheirOwnProblems) {
  Random random(3);
  for (const Law law : {Law::frictionless, Law::convex, Law::coulomb}) {
    Archipelago archipelago(4, random);
    archipelago.whole.law = law;
    const ProblemIslands islands(archipelago.whole);
    const Solution candidate = random_candidate(archipelago.whole, random);
    const auto judged = Judge(archipelago.whole).judge_parts(candidate, islands.parts());
    for (int k = 0; k < islands.count(); ++k) {
      const ContactProblem problem = islands.problem(k);
      const Certificate own = certify(problem, islands.share(k, candidate)), &of_part = judged[k].certificate;
      EXPECT_NEAR(of_part.natural, own.natural, 1e-12 * own.natural);
      EXPECT_NEAR(of_part.dynamics, own.dynamics, 1e-10 * own.dynamics + 1e-15);
      EXPECT_DOUBLE_EQ(of_part.equality, own.equality);
      EXPECT_DOUBLE_EQ(of_part.penetration, own.penetration);
      EXPECT_NEAR(of_part.complementarity, own.complementarity, 1e-10 * own.complementarity + 1e-12);
      EXPECT_DOUBLE_EQ(judged[k].scale, velocity_scale(problem));
      EXPECT_LE(judged[k].closing, judged[k].scale);
      EXPECT_GT(judged[k].closing, 0);
    }
  }
}

/// A body at rest on its limit: what it closes with is rounding, against which nothing can be measured.
TEST(JudgeParts, ClosingByRoundingCountsAsMuchAsRoundingDoes) {
  ContactProblem p;
  p.M = sparse(Matrix::Identity(1, 1));
  p.H = sparse(Matrix::Identity(1, 1));
  p.f = Vector::Constant(1, 1);
  p.w = Vector::Constant(1, -1 - 1e-15);
  p.cones.positive = 1;
  const auto judged = Judge(p).judge_parts(Solution::zero(p), ProblemIslands(p).parts());
  EXPECT_NEAR(judged[0].scale, 2e-6, 1e-12);
  EXPECT_EQ(judged[0].closing, judged[0].scale);
}

TEST(JudgeParts, APartWithABadNumberHasNoCertificate) {
  Random random(4);
  const Archipelago archipelago(3, random);
  const ProblemIslands islands(archipelago.whole);
  for (const bool in_v : {false, true}) {
    Solution candidate = random_candidate(archipelago.whole, random);
    if (in_v)
      candidate.v[islands.freedoms(1)[2]] = NAN;
    else
      candidate.r[islands.rows(1)[2]] = NAN;
    const auto judged = Judge(archipelago.whole).judge_parts(candidate, islands.parts());
    EXPECT_TRUE(std::isfinite(judged[0].certificate.value()));
    EXPECT_TRUE(std::isnan(judged[1].certificate.value()));
    EXPECT_TRUE(std::isfinite(judged[2].certificate.value()));
  }
}

ContactProblem spheres_without_contact(int bodies) {
  ContactProblem p;
  p.M = sparse(Matrix::Identity(6 * bodies, 6 * bodies));
  p.H = SparseMatrix(6 * bodies, 0);
  p.f = Vector::Zero(6 * bodies);
  p.w = Vector();
  p.cones.mu = Vector();
  return p;
}

TEST(ProblemIslands, WhatNoRowTouchesIsTheLastOne) {
  ContactProblem p = spheres_without_contact(5);
  p.H = SparseMatrix(30, 2);
  p.H.insert(8, 0) = 1;   // body 1
  p.H.insert(20, 1) = 1;  // body 3
  p.w = Vector::Zero(2);
  p.cones.positive = 2;
  const ProblemIslands islands(p, 30);
  ASSERT_EQ(islands.count(), 3);
  EXPECT_EQ(islands.with_rows(), 2);
  EXPECT_EQ(islands.freedoms(0), (std::vector<int>{6, 7, 8, 9, 10, 11})) << "the whole body";
  EXPECT_EQ(islands.freedoms(1), (std::vector<int>{18, 19, 20, 21, 22, 23}));
  EXPECT_EQ(islands.freedoms(2).size(), 18u);
  EXPECT_TRUE(islands.rows(2).empty());
  EXPECT_EQ(ProblemIslands(p).freedoms(0), std::vector<int>{8}) << "bodies are not known";
}

TEST(ProblemIslands, ARowThatTouchesNothingIsNotLost) {
  ContactProblem p = spheres_without_contact(2);
  p.H = SparseMatrix(12, 2);
  p.H.insert(7, 1) = 1;
  p.w = Vector::Zero(2);
  p.cones.positive = 2;
  const ProblemIslands islands(p, 12);
  EXPECT_EQ(islands.with_rows(), 1);
  EXPECT_EQ(islands.rows(0), (std::vector<int>{0, 1}));
}

TEST(ProblemIslands, WithoutRowsThereIsOneIsland) {
  const ContactProblem p = spheres_without_contact(3);
  const ProblemIslands islands(p, 18);
  EXPECT_EQ(islands.count(), 1);
  EXPECT_EQ(islands.with_rows(), 0);
  EXPECT_EQ(islands.freedoms(0).size(), 18u);
}

}  // namespace
}  // namespace signorini::test
