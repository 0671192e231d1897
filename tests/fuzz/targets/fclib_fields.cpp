#include "hdf5_edits.h"
#include "signorini/io/fclib.h"
#include "signorini/problem/generate/generate.h"

using namespace signorini;

namespace {

ContactProblem sound_problem(int kind) {
  ContactProblem problem = generate_stack({.bodies = 2, .friction = 0.3});
  problem.cones = {.free = 1, .positive = 2, .dimension = 3, .mu = Vector::Constant(1, 0.3)};
  if (kind % 2 == 1) problem.E = Vector::Constant(problem.rows(), 1e-3);
  if (kind < 2) return problem;
  problem.form = Form::local;
  problem.W = SparseMatrix(problem.H.transpose() * problem.H);
  problem.q = problem.w;
  problem.M = problem.H = SparseMatrix();
  problem.f = problem.w = Vector();
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
