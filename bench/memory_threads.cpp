// Memory and threads of a condensed solve with 16,000 contacts: what the solve adds to the process, beside the sizes
// of factor and problem; two BLAS threads against one. Each measurement runs in a process of its own.

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include <fmt/format.h>

#include "signorini/base/memory.h"
#include "signorini/base/stopwatch.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/normal_matrix.h"
#include "signorini/linalg/threads.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace {

using namespace signorini;

ContactProblem problem_of(double mu) {
  return generate_packing({.spheres = 5'400, .friction = mu, .law = Law::convex});
}

double bytes_of(const SparseMatrix& A) {
  return static_cast<double>(A.nonZeros()) * (sizeof(double) + sizeof(int)) +
         static_cast<double>(A.cols()) * sizeof(int);
}
double bytes_of(const ContactProblem& p) {
  return bytes_of(p.M) + bytes_of(p.H) +
         static_cast<double>(p.f.size() + p.w.size() + p.cones.mu.size()) * sizeof(double);
}

struct Outcome {
  double seconds = 0, memory = 0;
  std::uint64_t bits = 0;  ///< a digest of v and r
  bool solved = false;
};

std::uint64_t digest(const Vector& x) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const double value : x) {
    std::uint64_t word;
    std::memcpy(&word, &value, sizeof word);
    hash = (hash ^ word) * 1099511628211ULL;
  }
  return hash;
}

template <typename F>
Outcome in_own_process(F&& run) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return {};
  if (const pid_t child = fork(); child == 0) {
    const Outcome outcome = run();
    const bool written = write(pipe_ends[1], &outcome, sizeof outcome) == sizeof outcome;
    _exit(written ? 0 : 1);
  }
  Outcome outcome;
  if (read(pipe_ends[0], &outcome, sizeof outcome) != sizeof outcome) fmt::print("a measurement failed\n");
  wait(nullptr);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  return outcome;
}

Outcome solve(double mu, int threads) {
  set_blas_threads(threads);
  const ContactProblem problem = problem_of(mu);
  const double before = static_cast<double>(peak_memory_bytes());
  Solution solution;
  StopRule rule;
  rule.tolerance = 1e-8;
  const Stopwatch clock;
  const Report report = make_solver("interior-point", {{"system", "condensed"}})->solve(problem, rule, solution);
  return {clock.seconds(), static_cast<double>(peak_memory_bytes()) - before, digest(solution.v) ^ digest(solution.r),
          report.status == Status::solved};
}

double factor_bytes(double mu) {
  const ContactProblem problem = problem_of(mu);
  const interior_point::ScaledProblem scaled(problem);
  const NormalMatrix S(problem.M, {&scaled.H.free, &scaled.H.positive, &scaled.H.cones});
  const auto factorization = make_cholesky_factorization();
  factorization->analyze(S.lower());
  return factorization->factor_entries() * sizeof(double);
}

}  // namespace

int main() {
  for (const double mu : {0.0, 0.3}) {
    const Outcome one = in_own_process([&] { return solve(mu, 1); }),
                  again = in_own_process([&] { return solve(mu, 1); });
    const Outcome two = in_own_process([&] { return solve(mu, 2); }),
                  twice = in_own_process([&] { return solve(mu, 2); });
    const Outcome sizes = in_own_process([&] { return Outcome{bytes_of(problem_of(mu)), factor_bytes(mu), 0, true}; });
    const double problem = sizes.seconds, factor = sizes.memory;
    fmt::print(
        "mu {}: factor {:.0f} MB, problem {:.0f} MB, the solve adds {:.0f} MB = {:.2f} x (2 factors + problem)\n", mu,
        1e-6 * factor, 1e-6 * problem, 1e-6 * one.memory, one.memory / (2 * factor + problem));
    fmt::print(
        "mu {}: two threads {:.2f} x as fast as one; bits of one thread {} from run to run, of two {}, of one and two "
        "{}\n",
        mu, std::min(one.seconds, again.seconds) / std::min(two.seconds, twice.seconds),
        one.bits == again.bits ? "same" : "differ", two.bits == twice.bits ? "same" : "differ",
        one.bits == two.bits ? "same" : "differ");
    if (!one.solved || !two.solved) fmt::print("not solved\n");
  }
}
