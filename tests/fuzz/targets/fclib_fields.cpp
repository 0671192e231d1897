#include "hdf5_edits.h"
#include "signorini/io/fclib.h"

using namespace signorini;

namespace {

/// A joint row, two positive rows and a contact on two degrees of freedom, global or local, rigid or not.
ContactProblem sound_problem(int kind) {
  ContactProblem problem;
  problem.cones = {.free = 1, .positive = 2, .dimension = 3, .mu = Vector::Constant(1, 0.3)};
  const int rows = problem.rows();
  if (kind % 2 == 1) problem.E = Vector::Constant(rows, 1e-3);
  const Eigen::MatrixXd H = Eigen::MatrixXd::Random(2, rows);
  if (kind < 2) {
    problem.M = Eigen::MatrixXd(2 * Eigen::MatrixXd::Identity(2, 2)).sparseView();
    problem.H = H.sparseView();
    problem.f = Vector::Ones(2);
    problem.w = Vector::Ones(rows);
  } else {
    problem.form = Form::local;
    problem.W = Eigen::MatrixXd(H.transpose() * H).sparseView();
    problem.q = Vector::Ones(rows);
  }
  return problem;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Script script(data, size);
  const int kind = script.next<std::uint8_t>() % 12;
  FclibFile file;
  file.problem = sound_problem(kind % 4);
  file.solution = Solution::zero(file.problem);
  file.guesses = {*file.solution};
  const auto path = fuzz::folder().write("input.hdf5", "");
  write_fclib(path, file, static_cast<MatrixStorage>(kind / 4));
  fuzz::edit(path, script);
  fuzz::read_or_refuse([&] {
    const FclibFile read = read_fclib(path);
    for (const auto& finding : read.problem.validate()) fuzz::require(finding.size() < 1000, "a long finding", finding);
  });
  fuzz::read_or_refuse([&] { read_fclib_solution(path, file.problem); });
  return 0;
}
