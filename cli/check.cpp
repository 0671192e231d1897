#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "command.h"
#include "number.h"
#include "output.h"
#include "problem_file.h"
#include "signorini/base/number_text.h"
#include "signorini/io/conic_files.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::string problem, solution;
  std::optional<std::string> law;
  double tolerance = 1e-8;
  bool json = false;
};

/// Whether a file is what another solver has written, and not HDF5.
bool is_text(const std::string& path) {
  constexpr std::string_view hdf5 = "\x89HDF";
  const std::string ending = std::filesystem::path(path).extension().string();
  std::error_code error;
  if (ending == ".hdf5" || ending == ".h5" || !std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  char start[4] = {};
  file.read(start, sizeof start);
  return file.gcount() > 0 && std::string_view(start, sizeof start) != hdf5;
}

int check(const Arguments& arguments) {
  FclibFile file = load_problem(arguments.problem, arguments.law);
  const bool text = is_text(arguments.solution);
  Solution solution;
  if (text) {
    const TextSolution read = read_text_solution(arguments.solution, file.problem);
    solution = read.solution;
    // An answer of pyramids is one of law pyramid, unless another is asked for.
    if (read.sides) file.problem.pyramid_sides = *read.sides;
    if (read.sides && !arguments.law) file.problem.law = Law::pyramid;
  } else {
    solution = read_fclib_solution(arguments.solution, file.problem);
  }
  const bool without_velocities = file.problem.form == Form::global && solution.v.size() == 0;
  const Certificate c = naming_file(arguments.problem, [&] {
    if (without_velocities) solution.v = velocities_from_impulses(file.problem, solution.r);
    return certify(file.problem, solution);
  });
  const bool met = c.value() <= arguments.tolerance;
  if (arguments.json) {
    print_json({{"problem", describe_problem(arguments.problem, file.problem)},
                {"solution", arguments.solution},
                {"certificate", to_json(c)},
                {"value", c.value()},
                {"tolerance", arguments.tolerance},
                {"met", met}});
  } else {
    say("{}", problem_summary(arguments.problem, file.problem));
    if (const auto law = text ? std::nullopt : read_fclib_law(arguments.solution); law && *law != file.problem.law)
      say("  note: {} was made under law {}; --law {} judges it by that\n", arguments.solution, to_string(*law),
          to_string(*law));
    if (without_velocities) say("  {} holds no v: judged with v = M^-1 (f + H r)\n", arguments.solution);
    say("  certificate     {:.3e} {} {}\n", c.value(), met ? "<=" : ">", tolerance_text(arguments.tolerance));
    say("{}", describe(c));
  }
  return met ? done : tolerance_missed;
}

}  // namespace

void add_check(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("check", "Certify a solution against a problem");
  command->add_option("problem", arguments->problem, "Problem file (fclib HDF5)")->required();
  command
      ->add_option("solution", arguments->solution,
                   "File with /solution (or /guesses), or what another solver wrote as text")
      ->required();
  command->add_option("--law", arguments->law, "Friction law to judge by; default: the file's, else coulomb");
  add_number(command, "--tolerance", arguments->tolerance, "Certificate that counts as met", Sign::positive);
  command->add_flag("--json", arguments->json, "One JSON object on standard output, and only that");
  command->callback([arguments, &action] { action = [arguments] { return check(*arguments); }; });
}

}  // namespace signorini::cli
