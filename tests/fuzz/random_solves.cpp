/// Solves random problems with every solver under every law that it knows, and leaves problems and answers for others
/// to judge: FOLDER/INDEX.hdf5 holds a problem with its answers as guesses, FOLDER/answers.jsonl one line for each
/// answer.
///
/// Usage: random_solves FOLDER SEED FIRST COUNT [SOLVER LAW]
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "random_problem.h"
#include "signorini/base/error.h"
#include "signorini/io/fclib.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::fuzz {
namespace {

constexpr double tolerances[] = {1e-4, 1e-6, 1e-8};
constexpr int max_iterations = 3000;
constexpr double time_limit = 2;  // s; such small problems need a thousandth

struct Choice {
  std::string solver, law;  ///< empty: all
};

Solution with_all_vectors(const ContactProblem& problem, Solution solution) {
  const Solution zero = Solution::zero(problem);
  if (solution.v.size() != zero.v.size()) solution.v = zero.v;
  if (solution.u.size() != zero.u.size()) solution.u = zero.u;
  return solution;
}

/// Solves one problem every way; answers become guesses of the file and lines of the list.
void solve_every_way(std::uint64_t seed, std::uint64_t index, const Choice& choice, const std::string& folder,
                     std::ostream& list) {
  RandomProblem drawn = random_problem(seed, index);
  FclibFile file;
  for (const auto& finding : drawn.problem.validate()) throw std::logic_error("no sound problem: " + finding);
  std::size_t turn = index;
  for (const auto& entry : catalogue()) {
    for (const std::string& law : law_names()) {
      const double tolerance = tolerances[turn++ % std::size(tolerances)];
      drawn.problem.law = law_from_string(law);
      if (!entry.supports(drawn.problem.law) && drawn.problem.law != Law::pyramid) continue;
      if ((!choice.solver.empty() && choice.solver != entry.name) || (!choice.law.empty() && choice.law != law))
        continue;
      std::cerr << fmt::format("\r{} {} {}", index, entry.name, law) << std::flush;
      nlohmann::json line{{"file", fmt::format("{:08}.hdf5", index)},
                          {"index", index},
                          {"solver", entry.name},
                          {"law", law},
                          {"tolerance", tolerance},
                          {"about", drawn.description}};
      Solution solution;
      try {
        StopRule rule;
        rule.tolerance = tolerance;
        rule.max_iterations = max_iterations;
        rule.time_limit = time_limit;
        const Report report = make_solver(entry.name)->solve(drawn.problem, rule, solution);
        line["status"] = to_string(report.status);
        line["claimed"] = report.certificate.value();
        line["seconds"] = report.timings.total;
        if (report.proof.size() == drawn.problem.rows())
          line["proof"] = std::vector<double>(report.proof.begin(), report.proof.end());
      } catch (const InputError& error) {
        line["refused"] = error.what();
        list << line.dump() << '\n';
        continue;
      }
      file.guesses.push_back(with_all_vectors(drawn.problem, std::move(solution)));
      line["guess"] = file.guesses.size();
      list << line.dump() << '\n';
    }
  }
  drawn.problem.law = Law::coulomb;
  file.problem = std::move(drawn.problem);
  file.info.description = drawn.description;
  write_fclib(fmt::format("{}/{:08}.hdf5", folder, index), file);
}

}  // namespace
}  // namespace signorini::fuzz

int main(int argc, char** argv) {
  using namespace signorini::fuzz;
  if (argc != 5 && argc != 7) {
    std::cerr << "usage: random_solves FOLDER SEED FIRST COUNT [SOLVER LAW]\n";
    return 2;
  }
  const std::string folder = argv[1];
  const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  const Choice choice = argc == 7 ? Choice{argv[5], argv[6]} : Choice{};
  std::ofstream list(folder + "/answers.jsonl");
  for (std::uint64_t index = number(3); index < number(3) + number(4); ++index)
    solve_every_way(number(2), index, choice, folder, list);
  return list.good() ? 0 : 1;
}
