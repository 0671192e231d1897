#include "signorini/io/fclib.h"

#include <cstdlib>
#include <tuple>

#include "io/support.h"
#include "signorini/base/error.h"

extern "C" {
#include <fclib.h>
}

namespace signorini {
namespace {

using testing::expect_equal;
using testing::sample_problem;
using testing::sample_solution;
using testing::Shape;
using testing::TemporaryFolder;

// ---- Round trips: every form, dimension and kind of row, in every storage ----

using RoundTripCase = std::tuple<Form, int, int, int, MatrixStorage>;

class FclibRoundTrip : public ::testing::TestWithParam<RoundTripCase> {};

TEST_P(FclibRoundTrip, KeepsEverything) {
  const auto [form, dimension, free, positive, storage] = GetParam();
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = sample_problem({form, dimension, free, positive, 4});
  file.problem.law = Law::pyramid;
  file.problem.pyramid_sides = 12;
  file.problem.E = Vector::LinSpaced(file.problem.rows(), 0.0, 1e-3);
  file.info = {"a title", "a description with µ", ""};
  file.solution = sample_solution(file.problem);
  file.guesses = {sample_solution(file.problem, 0.1), sample_solution(file.problem, 0.2)};
  write_fclib(folder / "p.hdf5", file, storage);

  const FclibFile read = read_fclib(folder / "p.hdf5");
  expect_equal(read.problem, file.problem);
  EXPECT_EQ(read.info.title, file.info.title);
  EXPECT_EQ(read.info.description, file.info.description);
  EXPECT_EQ(read.info.math_info, file.info.math_info);
  ASSERT_TRUE(read.solution);
  expect_equal(*read.solution, *file.solution);
  ASSERT_EQ(read.guesses.size(), 2u);
  expect_equal(read.guesses[0], file.guesses[0]);
  expect_equal(read.guesses[1], file.guesses[1]);
  expect_equal(read_fclib_solution(folder / "p.hdf5", file.problem), *file.solution);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"p.hdf5"});
}

INSTANTIATE_TEST_SUITE_P(All, FclibRoundTrip,
                         ::testing::Combine(::testing::Values(Form::global, Form::local), ::testing::Values(2, 3),
                                            ::testing::Values(0, 3), ::testing::Values(0, 2),
                                            ::testing::Values(MatrixStorage::csc, MatrixStorage::csr,
                                                              MatrixStorage::triplet)));

TEST(Fclib, KeepsEveryLaw) {
  const TemporaryFolder folder;
  for (const Law law : {Law::frictionless, Law::convex, Law::coulomb, Law::pyramid}) {
    FclibFile file;
    file.problem = sample_problem({});
    file.problem.law = law;
    write_fclib(folder / "p.hdf5", file);
    EXPECT_EQ(read_fclib(folder / "p.hdf5").problem.law, law);
  }
}

TEST(Fclib, EmptyProblemsLoad) {
  const TemporaryFolder folder;
  for (const Form form : {Form::global, Form::local}) {
    FclibFile file;
    file.problem = sample_problem({form, 3, 0, 0, 0});
    for (const MatrixStorage storage : {MatrixStorage::csc, MatrixStorage::csr, MatrixStorage::triplet}) {
      write_fclib(folder / "p.hdf5", file, storage);
      const FclibFile read = read_fclib(folder / "p.hdf5");
      expect_equal(read.problem, file.problem);
      EXPECT_FALSE(read.solution);
      EXPECT_TRUE(read.guesses.empty());
    }
  }
}

TEST(Fclib, OnlyJointsOrOnlyPositiveRows) {
  const TemporaryFolder folder;
  for (const Shape& shape : {Shape{Form::global, 3, 4, 0, 0}, Shape{Form::global, 3, 0, 4, 0},
                             Shape{Form::local, 3, 4, 0, 0}, Shape{Form::local, 2, 0, 4, 0}}) {
    FclibFile file;
    file.problem = sample_problem(shape);
    file.solution = sample_solution(file.problem);
    write_fclib(folder / "p.hdf5", file);
    const FclibFile read = read_fclib(folder / "p.hdf5");
    expect_equal(read.problem, file.problem);
    expect_equal(*read.solution, *file.solution);
  }
}

TEST(Fclib, SolutionMayLackVelocities) {
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = sample_problem({Form::global, 3, 2, 1, 4});
  file.solution = Solution{.v = {}, .r = Vector::LinSpaced(file.problem.rows(), 0.0, 1.0), .u = {}};
  write_fclib(folder / "p.hdf5", file);
  const Solution read = read_fclib_solution(folder / "p.hdf5", file.problem);
  EXPECT_EQ(read.v.size(), 0);
  EXPECT_EQ(read.u.size(), 0);
  EXPECT_EQ(read.r, file.solution->r);
}

TEST(Fclib, FirstGuessStandsInForTheSolution) {
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = sample_problem({});
  file.guesses = {sample_solution(file.problem, 0.5), sample_solution(file.problem, 0.7)};
  write_fclib(folder / "p.hdf5", file);
  expect_equal(read_fclib_solution(folder / "p.hdf5", file.problem), file.guesses[0]);
}

TEST(Fclib, UncompressedMatricesAreWrittenToo) {
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = sample_problem({});
  const ContactProblem original = file.problem;
  file.problem.H.uncompress();
  file.problem.M.uncompress();
  write_fclib(folder / "p.hdf5", file);
  expect_equal(read_fclib(folder / "p.hdf5").problem, original);
}

TEST(Fclib, ReadingSolutionOfAnotherProblemFails) {
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = sample_problem({});
  file.solution = sample_solution(file.problem);
  write_fclib(folder / "p.hdf5", file);
  EXPECT_THROW(read_fclib_solution(folder / "p.hdf5", sample_problem({Form::global, 3, 0, 0, 5})), InputError);
  EXPECT_THROW(read_fclib_solution(folder / "p.hdf5", sample_problem({Form::global, 3, 1, 0, 4})), InputError);
}

TEST(Fclib, WriterRefusesProblemsThatDoNotFitTogether) {
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = sample_problem({});
  file.problem.w.conservativeResize(5);
  EXPECT_THROW(write_fclib(folder / "p.hdf5", file), InputError);
  file.problem = sample_problem({Form::local, 3, 2, 0, 4});
  file.problem.W.coeffRef(0, 5) += 0.1;  // fclib has one V for both couplings
  EXPECT_THROW(write_fclib(folder / "p.hdf5", file), InputError);
  EXPECT_TRUE(folder.names().empty());
}

// ---- Interoperation with libfclib, which exits the program when it does not like a file ----

/// A view of an Eigen matrix for libfclib.
struct LibMatrix {
  explicit LibMatrix(const Eigen::MatrixXd& dense) : eigen(dense.sparseView()) {
    eigen.makeCompressed();
    fclib.nzmax = static_cast<int>(eigen.nonZeros());
    fclib.m = static_cast<int>(eigen.rows());
    fclib.n = static_cast<int>(eigen.cols());
    fclib.p = eigen.outerIndexPtr();
    fclib.i = eigen.innerIndexPtr();
    fclib.x = eigen.valuePtr();
    fclib.nz = -1;
    fclib.info = nullptr;
  }
  SparseMatrix eigen;
  fclib_matrix fclib{};
};

Eigen::MatrixXd dense(const fclib_matrix& A) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(A.m, A.n);
  if (A.nz >= 0) {
    for (int k = 0; k < A.nz; ++k) out(A.i[k], A.p[k]) += A.x[k];
    return out;
  }
  for (int line = 0; line < (A.nz == -1 ? A.n : A.m); ++line)
    for (int k = A.p[line]; k < A.p[line + 1]; ++k) (A.nz == -1 ? out(A.i[k], line) : out(line, A.i[k])) += A.x[k];
  return out;
}

Vector vector(const double* data, int size) { return Eigen::Map<const Vector>(data, size); }

class LibfclibReadsOurFiles : public ::testing::TestWithParam<MatrixStorage> {};

TEST_P(LibfclibReadsOurFiles, Global) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.hdf5";
  FclibFile file;
  file.problem = sample_problem({Form::global, 3, 2, 1, 4});
  file.problem.E = Vector::Ones(file.problem.rows());
  file.info.title = "title";
  file.solution = sample_solution(file.problem);
  file.guesses = {sample_solution(file.problem, 0.5)};
  write_fclib(path, file, GetParam());

  const Eigen::MatrixXd H = file.problem.H;
  fclib_global* problem = fclib_read_global(path.c_str());
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->spacedim, 3);
  EXPECT_STREQ(problem->info->title, "title");
  EXPECT_EQ(dense(*problem->M), Eigen::MatrixXd(file.problem.M));
  EXPECT_EQ(dense(*problem->G), H.leftCols(2));
  const Eigen::MatrixXd contacts = dense(*problem->H);
  ASSERT_EQ(contacts.cols(), 15);
  EXPECT_EQ(contacts.col(0), H.col(2));  // the positive row: a contact without friction and tangential directions
  EXPECT_TRUE(contacts.middleCols(1, 2).isZero(0.0));
  EXPECT_EQ(contacts.rightCols(12), H.rightCols(12));
  EXPECT_EQ(problem->mu[0], 0.0);
  EXPECT_EQ(vector(problem->mu + 1, 4), file.problem.cones.mu);
  EXPECT_EQ(vector(problem->b, 2), file.problem.w.head(2));
  EXPECT_EQ(vector(problem->w + 3, 12), file.problem.w.tail(12));
  EXPECT_EQ(vector(problem->f, 7), file.problem.f);
  fclib_delete_global(problem);
  free(problem);

  fclib_solution* solution = fclib_read_solution(path.c_str());
  ASSERT_NE(solution, nullptr);
  EXPECT_EQ(vector(solution->v, 7), file.solution->v);
  EXPECT_EQ(vector(solution->l, 2), file.solution->r.head(2));
  EXPECT_EQ(solution->r[0], file.solution->r[2]);
  EXPECT_EQ(vector(solution->r + 3, 12), file.solution->r.tail(12));
  EXPECT_EQ(vector(solution->u + 3, 12), file.solution->u.tail(12));
  fclib_delete_solutions(solution, 1);

  int count = 0;
  fclib_solution* guesses = fclib_read_guesses(path.c_str(), &count);
  ASSERT_EQ(count, 1);
  EXPECT_EQ(vector(guesses[0].r + 3, 12), file.guesses[0].r.tail(12));
  fclib_delete_solutions(guesses, count);
}

TEST_P(LibfclibReadsOurFiles, Local) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.hdf5";
  FclibFile file;
  file.problem = sample_problem({Form::local, 2, 2, 0, 4});
  file.solution = sample_solution(file.problem);
  write_fclib(path, file, GetParam());

  const Eigen::MatrixXd W = file.problem.W;
  fclib_local* problem = fclib_read_local(path.c_str());
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->spacedim, 2);
  EXPECT_EQ(dense(*problem->R), W.topLeftCorner(2, 2));
  EXPECT_EQ(dense(*problem->V), W.bottomLeftCorner(8, 2));
  EXPECT_EQ(dense(*problem->W), W.bottomRightCorner(8, 8));
  EXPECT_EQ(vector(problem->s, 2), file.problem.q.head(2));
  EXPECT_EQ(vector(problem->q, 8), file.problem.q.tail(8));
  EXPECT_EQ(vector(problem->mu, 4), file.problem.cones.mu);
  fclib_delete_local(problem);
  free(problem);

  fclib_solution* solution = fclib_read_solution(path.c_str());
  ASSERT_NE(solution, nullptr);
  EXPECT_EQ(vector(solution->l, 2), file.solution->r.head(2));
  EXPECT_EQ(vector(solution->r, 8), file.solution->r.tail(8));
  fclib_delete_solutions(solution, 1);
}

INSTANTIATE_TEST_SUITE_P(All, LibfclibReadsOurFiles,
                         ::testing::Values(MatrixStorage::csc, MatrixStorage::csr, MatrixStorage::triplet));

TEST(Libfclib, ReadsOurEmptyProblem) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.hdf5";
  FclibFile file;
  file.problem = sample_problem({Form::global, 3, 0, 0, 0});
  write_fclib(path, file);
  fclib_global* problem = fclib_read_global(path.c_str());
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->H->n, 0);
  EXPECT_EQ(problem->G, nullptr);
  fclib_delete_global(problem);
  free(problem);
}

TEST(Libfclib, WritesGlobalThatWeRead) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.hdf5";
  const ContactProblem expected = sample_problem({Form::global, 3, 2, 0, 4});
  Solution solution = sample_solution(expected);
  Vector b = expected.w.head(2), w = expected.w.tail(12), l = solution.r.head(2), r = solution.r.tail(12),
         u = solution.u.tail(12), mu = expected.cones.mu, f = expected.f;
  LibMatrix M(expected.M), G(expected.H.leftCols(2)), H(expected.H.rightCols(12));
  std::string title = "title", description = "description", math = "unique";
  fclib_info info{title.data(), description.data(), math.data()};
  fclib_global problem{&M.fclib, &H.fclib, &G.fclib, mu.data(), f.data(), b.data(), w.data(), 3, &info};
  fclib_solution values{solution.v.data(), u.data(), r.data(), l.data()};
  ASSERT_EQ(fclib_write_global(&problem, path.c_str()), 1);
  ASSERT_EQ(fclib_write_solution(&values, path.c_str()), 1);
  ASSERT_EQ(fclib_write_guesses(1, &values, path.c_str()), 1);

  const FclibFile read = read_fclib(path);
  expect_equal(read.problem, expected);
  EXPECT_EQ(read.info.title, "title");
  EXPECT_EQ(read.info.description, "description");
  EXPECT_EQ(read.info.math_info, "unique");
  ASSERT_TRUE(read.solution);
  expect_equal(*read.solution, solution);
  ASSERT_EQ(read.guesses.size(), 1u);
  expect_equal(read.guesses[0], solution);
}

TEST(Libfclib, WritesLocalThatWeRead) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.hdf5";
  const ContactProblem expected = sample_problem({Form::local, 3, 2, 0, 4});
  const Eigen::MatrixXd all = expected.W;
  Vector s = expected.q.head(2), q = expected.q.tail(12), mu = expected.cones.mu;
  LibMatrix W(all.bottomRightCorner(12, 12)), V(all.bottomLeftCorner(12, 2)), R(all.topLeftCorner(2, 2));
  fclib_local problem{&W.fclib, &V.fclib, &R.fclib, mu.data(), q.data(), s.data(), 3, nullptr};
  ASSERT_EQ(fclib_write_local(&problem, path.c_str()), 1);
  expect_equal(read_fclib(path).problem, expected);
}

// ---- Traps in files of the wild ----

/// Writes `expected` with libfclib, after `change` has had its way with M and H.
template <class Change>
ContactProblem read_changed(const ContactProblem& expected, const Change& change) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.hdf5";
  LibMatrix M(expected.M), H(expected.H);
  change(M.fclib, H.fclib);
  Vector f = expected.f, w = expected.w, mu = expected.cones.mu;
  fclib_global problem{&M.fclib, &H.fclib, nullptr, mu.data(), f.data(), nullptr, w.data(), 3, nullptr};
  EXPECT_EQ(fclib_write_global(&problem, path.c_str()), 1);
  return read_fclib(path).problem;
}

TEST(FclibTraps, OneTriangleOfMIsMirrored) {
  const ContactProblem expected = sample_problem({});
  for (const bool lower : {true, false}) {
    SparseMatrix half = lower ? SparseMatrix(expected.M.triangularView<Eigen::Lower>())
                              : SparseMatrix(expected.M.triangularView<Eigen::Upper>());
    ASSERT_LT(half.nonZeros(), expected.M.nonZeros());
    LibMatrix stored{half};
    const ContactProblem read = read_changed(expected, [&](fclib_matrix& M, fclib_matrix&) { M = stored.fclib; });
    expect_equal(read.M, expected.M, "M");
  }
}

struct Triplets {
  explicit Triplets(const SparseMatrix& A) {
    for (int j = 0; j < A.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(A, j); it; ++it) add(static_cast<int>(it.row()), j, it.value());
  }
  void add(int row, int column, double value) {
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(value);
  }
  std::vector<int> rows, columns;
  std::vector<double> values;
};

TEST(FclibTraps, TripletsEitherWayRound) {
  const ContactProblem expected = sample_problem({});  // H is 7 × 12: ranges tell rows from columns
  Triplets triplets(expected.H);
  for (const bool reversed : {false, true}) {
    const ContactProblem read = read_changed(expected, [&](fclib_matrix&, fclib_matrix& H) {
      H.nz = static_cast<int>(triplets.values.size());
      H.i = reversed ? triplets.columns.data() : triplets.rows.data();
      H.p = reversed ? triplets.rows.data() : triplets.columns.data();
      H.x = triplets.values.data();
    });
    expect_equal(read.H, expected.H, "H");
  }
}

TEST(FclibTraps, DuplicateTripletsAddUp) {
  ContactProblem expected = sample_problem({});
  Triplets triplets(expected.H);
  triplets.add(1, 0, 0.25);
  triplets.add(1, 0, 0.5);
  const ContactProblem read = read_changed(expected, [&](fclib_matrix&, fclib_matrix& H) {
    H.nz = H.nzmax = static_cast<int>(triplets.values.size());
    H.i = triplets.rows.data();
    H.p = triplets.columns.data();
    H.x = triplets.values.data();
  });
  expected.H.coeffRef(1, 0) += 0.25;
  expected.H.coeffRef(1, 0) += 0.5;
  expect_equal(read.H, expected.H, "H");
}

TEST(FclibTraps, UnsortedColumnsAreSortedAndDuplicatesAddUp) {
  ContactProblem expected = sample_problem({});
  std::vector<int> p = {0}, i;
  std::vector<double> x;
  for (int j = 0; j < expected.H.cols(); ++j) {
    for (SparseMatrix::InnerIterator it(expected.H, j); it; ++it) {
      i.insert(i.begin() + p[static_cast<std::size_t>(j)], static_cast<int>(it.row()));  // backwards
      x.insert(x.begin() + p[static_cast<std::size_t>(j)], it.value());
    }
    if (j == 4) {
      i.push_back(i.back());
      x.push_back(1.5);
    }
    p.push_back(static_cast<int>(i.size()));
  }
  const int row = i[static_cast<std::size_t>(p[5]) - 1];
  const ContactProblem read = read_changed(expected, [&](fclib_matrix&, fclib_matrix& H) {
    H.nzmax = static_cast<int>(i.size());
    H.p = p.data();
    H.i = i.data();
    H.x = x.data();
  });
  expected.H.coeffRef(row, 4) += 1.5;
  expect_equal(read.H, expected.H, "H");
  for (int j = 0; j < read.H.cols(); ++j)
    for (int k = read.H.outerIndexPtr()[j] + 1; k < read.H.outerIndexPtr()[j + 1]; ++k)
      EXPECT_LT(read.H.innerIndexPtr()[k - 1], read.H.innerIndexPtr()[k]);
}

TEST(FclibTraps, ArraysPaddedWithZeros) {
  const ContactProblem expected = sample_problem({});
  std::vector<int> i;
  std::vector<double> x;
  const ContactProblem read = read_changed(expected, [&](fclib_matrix&, fclib_matrix& H) {
    i.assign(H.i, H.i + H.nzmax);
    x.assign(H.x, H.x + H.nzmax);
    i.resize(i.size() + 5);
    x.resize(x.size() + 5);
    H.nzmax += 5;
    H.i = i.data();
    H.x = x.data();
  });
  expect_equal(read.H, expected.H, "H");
}

// ---- Other people's files ----

TEST(FclibData, EveryFileLoads) {
  const char* data = std::getenv("SIGNORINI_DATA");
  if (!data || !std::filesystem::is_directory(data))
    GTEST_SKIP() << "set SIGNORINI_DATA to the folder of fclib problem files";
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
    if (entry.path().extension() != ".hdf5") continue;
    ++files;
    SCOPED_TRACE(entry.path().string());
    FclibFile file;
    ASSERT_NO_THROW(file = read_fclib(entry.path()));
    const ContactProblem& problem = file.problem;
    const Cones& cones = problem.cones;
    EXPECT_GT(cones.contacts(), 0);
    EXPECT_EQ(problem.law, Law::coulomb);
    EXPECT_EQ(cones.dimension, entry.path().parent_path().filename() == "flat" ? 2 : 3);
    EXPECT_EQ(problem.form == Form::global ? problem.H.cols() : problem.W.cols(), problem.rows());
    if (problem.form == Form::global) {
      EXPECT_EQ(problem.M.rows(), problem.H.rows());
      // Siconos puts the gyroscopic term into M; its twins "-sym" hold the symmetric part.
      const bool gyroscopic =
          entry.path().parent_path().filename() == "siconos" && !entry.path().stem().string().ends_with("-sym");
      const double asymmetry = (problem.M - SparseMatrix(problem.M.transpose())).norm() / problem.M.norm();
      EXPECT_LE(asymmetry, gyroscopic ? 0.2 : 1e-8);
    }
    if (file.solution) {
      EXPECT_EQ(file.solution->r.size(), problem.rows());
    }
  }
  EXPECT_GT(files, 0) << "no .hdf5 file under " << data;
}

TEST(FclibData, OneTriangleAndItsMirroredTwinAgree) {
  const char* data = std::getenv("SIGNORINI_DATA");
  const std::filesystem::path folder = std::filesystem::path(data ? data : "") / "global";
  if (!data || !std::filesystem::exists(folder / "CubeH8.hdf5"))
    GTEST_SKIP() << "set SIGNORINI_DATA to the folder with global/CubeH8.hdf5";
  const ContactProblem half = read_fclib(folder / "CubeH8.hdf5").problem;
  const ContactProblem full = read_fclib(folder / "CubeH8_full.hdf5").problem;
  EXPECT_LE((half.M - full.M).norm(), 1e-14 * full.M.norm());
}

TEST(FclibData, JointsComeFirst) {
  const char* data = std::getenv("SIGNORINI_DATA");
  const std::filesystem::path path = std::filesystem::path(data ? data : "") / "chrono" / "stack_3_mu05.hdf5";
  if (!data || !std::filesystem::exists(path))
    GTEST_SKIP() << "set SIGNORINI_DATA to the folder with chrono/stack_3_mu05.hdf5";
  const FclibFile file = read_fclib(path);
  EXPECT_EQ(file.problem.cones.free, 15);
  EXPECT_EQ(file.problem.cones.friction(), 3);
  EXPECT_EQ(file.problem.rows(), 24);
  ASSERT_TRUE(file.solution);
  // The file's answer is exact: M v = f + H r holds with the joints' impulses in front.
  const ContactProblem& p = file.problem;
  const Vector residual = p.M * file.solution->v - p.f - p.H * file.solution->r;
  EXPECT_LE(residual.norm(), 1e-8 * p.f.norm());
}

}  // namespace
}  // namespace signorini
