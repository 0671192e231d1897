// The small kernels that everything else is made of.

#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "signorini/cone/friction.h"
#include "signorini/cone/nesterov_todd.h"
#include "signorini/solver/sweeps/one_contact.h"

namespace {

using namespace signorini;

constexpr int samples = 1024;

std::vector<Vector3> random_vectors(unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Vector3> result(samples);
  for (auto& x : result) x = {normal(random), normal(random), normal(random)};
  return result;
}

void project(benchmark::State& state) {
  const auto x = random_vectors(1);
  int k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(friction::project<3>(x[++k % samples], 0.3));
}
BENCHMARK(project);

void scale(benchmark::State& state) {
  auto y = random_vectors(2), lambda = random_vectors(3);
  for (auto* points : {&y, &lambda})
    for (auto& x : *points) x[0] = x.tail<2>().norm() + 0.1;
  int k = 0;
  for (auto _ : state) {
    k = (k + 1) % samples;
    benchmark::DoNotOptimize(nesterov_todd<3>(y[k], lambda[k]));
  }
}
BENCHMARK(scale);

void one_contact(benchmark::State& state) {
  const bool coulomb = state.range(0) != 0;
  const auto b = random_vectors(4), a = random_vectors(5), c = random_vectors(6);
  std::vector<Matrix3> W(samples);
  for (int k = 0; k < samples; ++k)
    W[k] = Matrix3::Identity() + 0.1 * (a[k] * a[k].transpose() + c[k] * c[k].transpose());
  int k = 0;
  for (auto _ : state) {
    k = (k + 1) % samples;
    benchmark::DoNotOptimize(solve_one_contact<3>(W[k], b[k], 0.3, coulomb, Vector3::Zero()));
  }
}
BENCHMARK(one_contact)->ArgName("coulomb")->Arg(0)->Arg(1);

}  // namespace

BENCHMARK_MAIN();
