// How near to memory bandwidth does one Delassus action y = (W + E) r run, does its time grow linearly, and what does
// it keep in memory? Packings from 1k to a million contacts; the triad is measured in the same run.

#include <fmt/format.h>

#include "measure.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"

int main() {
  using namespace signorini;
  constexpr int timed_runs = 20;
  fmt::print("{:>9} {:>12} {:>12} {:>12} {:>10}\n", "contacts", "triad GB/s", "action ms", "ns/contact", "of triad");
  std::vector<double> contacts, times;
  for (const int spheres : {360, 3'400, 33'500, 99'500, 335'000}) {
    const ContactProblem problem = generate_packing({.spheres = spheres, .friction = 0.3});
    const Delassus delassus(problem);
    const Vector r = Vector::Ones(problem.rows());
    Vector y;
    delassus.apply(r, y);
    const double triad = bench::triad_bandwidth();
    const double seconds = bench::fastest(timed_runs, [&] { delassus.apply(r, y); });
    const int n = problem.cones.contacts();
    fmt::print("{:>9} {:>12.1f} {:>12.3f} {:>12.1f} {:>8.0f} %\n", n, triad * 1e-9, 1e3 * seconds, 1e9 * seconds / n,
               100.0 * static_cast<double>(delassus.bytes_of_action()) / seconds / triad);
    contacts.push_back(n);
    times.push_back(seconds);
  }
  fmt::print("exponent of time against contacts: {:.2f}\n", bench::exponent(contacts, times));
}
