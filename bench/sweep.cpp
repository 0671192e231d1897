// How near to memory bandwidth does a sweep run, and does its time grow linearly with the contacts?
// Prints, for packings from 1k to 300k contacts, the bytes a sweep has to touch over its time, as a share of what a
// STREAM triad reaches in the same run, and the exponent of time against contacts.

#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/sweeps/gauss_seidel_sweep.h"
#include "signorini/solver/sweeps/jacobi_sweep.h"

namespace {

using namespace signorini;

constexpr int warm_up_sweeps = 20;
constexpr int timed_runs = 30;

struct Timing {
  double seconds;
  std::size_t bytes;
};

Timing time_gauss_seidel(const ContactProblem& problem, const Delassus& delassus) {
  const GaussSeidelSweep sweep(problem, delassus, 1.0, 1.0);
  Vector r = Vector::Zero(problem.rows()), x;
  delassus.state(r, x);
  for (int k = 0; k < warm_up_sweeps; ++k) sweep.run(r, x);
  return {bench::fastest(timed_runs, [&] { sweep.run(r, x); }), sweep.bytes()};
}

Timing time_jacobi(const ContactProblem& problem, const Delassus& delassus, JacobiScaling scaling) {
  const JacobiSweep sweep(problem, delassus, scaling, scaling == JacobiScaling::trace ? 0.3 : 1.0, 1.0);
  Vector r = Vector::Zero(problem.rows()), x, x_new;
  delassus.state(r, x);
  const auto run = [&] {
    sweep.run(r, x, x_new);
    x.swap(x_new);
  };
  for (int k = 0; k < warm_up_sweeps; ++k) run();
  return {bench::fastest(timed_runs, run), sweep.bytes()};
}

}  // namespace

int main() {
  fmt::print("{:>9} {:>12} | {:>23} | {:>23} | {:>23}\n", "contacts", "triad GB/s", "gauss-seidel",
             "jacobi (splitting)", "jacobi (trace)");
  std::vector<double> contacts, gauss_seidel, jacobi;
  for (const int spheres : {360, 1'150, 3'400, 11'000, 33'500, 99'500}) {
    const ContactProblem problem = generate_packing({.spheres = spheres, .friction = 0.3});
    const Delassus delassus(problem);
    const double triad = bench::triad_bandwidth();
    const Timing gs = time_gauss_seidel(problem, delassus);
    const Timing js = time_jacobi(problem, delassus, JacobiScaling::splitting),
                 jt = time_jacobi(problem, delassus, JacobiScaling::trace);
    const int n = problem.cones.contacts();
    fmt::print("{:>9} {:>12.1f} |", n, triad * 1e-9);
    for (const Timing& t : {gs, js, jt})
      fmt::print(" {:>8.2f} ms {:>4.0f} ns {:>3.0f} % {}", 1e3 * t.seconds, 1e9 * t.seconds / n,
                 100.0 * static_cast<double>(t.bytes) / t.seconds / triad, &t == &jt ? "" : "|");
    fmt::print("\n");
    contacts.push_back(n);
    gauss_seidel.push_back(gs.seconds);
    jacobi.push_back(js.seconds);
  }
  fmt::print("exponent of time against contacts: gauss-seidel {:.2f}, jacobi {:.2f}\n",
             bench::exponent(contacts, gauss_seidel), bench::exponent(contacts, jacobi));
}
