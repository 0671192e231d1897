#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "signorini/base/error.h"
#include "signorini/io/fclib.h"

namespace signorini::testing {

/// A folder of its own, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "signorini-io-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) out.push_back(entry.path().filename());
    return out;
  }

 private:
  std::filesystem::path path_;
};

struct Shape {
  Form form = Form::global;
  int dimension = 3;
  int free = 0;
  int positive = 0;
  int friction = 4;
};

/// A seeded problem with every number different, so that a misplaced one shows.
inline ContactProblem sample_problem(const Shape& shape) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(0.5, 2.0);
  const auto vector = [&](int size) {
    Vector out(size);
    for (double& x : out) x = number(random);
    return out;
  };
  ContactProblem problem;
  problem.form = shape.form;
  problem.cones.dimension = shape.dimension;
  problem.cones.free = shape.free;
  problem.cones.positive = shape.positive;
  problem.cones.mu = vector(shape.friction);
  const int rows = problem.rows();
  const int dof = 7;
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(dof, rows);
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < dof; ++i)
      if ((i + j) % 3 != 0) dense(i, j) = number(random);
  if (shape.form == Form::global) {
    Eigen::MatrixXd M = vector(dof).asDiagonal();
    M(0, 3) = M(3, 0) = 0.25;
    problem.M = M.sparseView();
    problem.H = dense.sparseView();
    problem.f = vector(dof);
    problem.w = vector(rows);
  } else {
    // Symmetric where fclib needs it (between free and contact rows), not within the contacts, as in files in the wild.
    Eigen::MatrixXd W = dense.transpose() * dense;
    if (shape.friction > 0) W(rows - 1, rows - 2) *= 1.001;
    problem.W = W.sparseView();
    problem.q = vector(rows);
  }
  return problem;
}

/// Some v, r, u of the right sizes; u is right on the free rows, which fclib does not store.
inline Solution sample_solution(const ContactProblem& problem, double scale = 1.0) {
  Solution solution = {Vector::LinSpaced(problem.dof(), scale, 2.0 * scale),
                       Vector::LinSpaced(problem.rows(), -scale, 3.0 * scale),
                       Vector::LinSpaced(problem.rows(), scale, 5.0 * scale)};
  Vector u = problem.form == Form::global ? Vector(problem.H.transpose() * solution.v + problem.w)
                                          : Vector(problem.W * solution.r + problem.q);
  if (problem.E.size() > 0) u += problem.E.cwiseProduct(solution.r);
  solution.u.head(problem.cones.free) = u.head(problem.cones.free);
  return solution;
}

inline void expect_equal(const SparseMatrix& a, const SparseMatrix& b, const char* name) {
  ASSERT_EQ(a.rows(), b.rows()) << name;
  ASSERT_EQ(a.cols(), b.cols()) << name;
  EXPECT_EQ(a.nonZeros(), b.nonZeros()) << name;
  EXPECT_EQ(Eigen::MatrixXd(a), Eigen::MatrixXd(b)) << name;
}

inline void expect_equal(const ContactProblem& a, const ContactProblem& b) {
  EXPECT_EQ(a.form, b.form);
  EXPECT_EQ(a.law, b.law);
  EXPECT_EQ(a.pyramid_sides, b.pyramid_sides);
  EXPECT_EQ(a.cones.free, b.cones.free);
  EXPECT_EQ(a.cones.positive, b.cones.positive);
  EXPECT_EQ(a.cones.dimension, b.cones.dimension);
  EXPECT_EQ(a.cones.mu, b.cones.mu);
  expect_equal(a.M, b.M, "M");
  expect_equal(a.H, b.H, "H");
  expect_equal(a.W, b.W, "W");
  EXPECT_EQ(a.f, b.f);
  EXPECT_EQ(a.w, b.w);
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(a.E, b.E);
}

inline void expect_equal(const Solution& a, const Solution& b) {
  EXPECT_EQ(a.v, b.v);
  EXPECT_EQ(a.r, b.r);
  ASSERT_EQ(a.u.size(), b.u.size());
  if (a.u.size() > 0) {
    EXPECT_LE((a.u - b.u).lpNorm<Eigen::Infinity>(), 1e-14 * a.u.lpNorm<Eigen::Infinity>());
  }
}

/// The message of the InputError that `action` throws.
template <class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return {};
}

}  // namespace signorini::testing
