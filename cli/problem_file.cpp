#include "problem_file.h"
#include "output.h"

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::cli {

FclibFile load_problem(const std::string& path, const std::optional<std::string>& law) {
  FclibFile file = read_fclib(path);
  if (law) file.problem.law = law_from_string(*law);
  const auto findings = file.problem.validate();
  if (!findings.empty()) {
    const std::string more = findings.size() > 1 ? fmt::format(" (and {} more)", findings.size() - 1) : "";
    throw InputError(fmt::format("{}: {}{}", path, findings.front(), more));
  }
  return file;
}

Json describe_problem(const std::string& path, const ContactProblem& problem) {
  return {{"file", path},
          {"form", to_string(problem.form)},
          {"law", to_string(problem.law)},
          {"contacts", problem.cones.contacts()},
          {"dof", problem.dof()},
          {"rows", problem.rows()},
          {"free_rows", problem.cones.free}};
}

std::string problem_summary(const std::string& path, const ContactProblem& p) {
  std::string text =
      fmt::format("{}: {} contacts, {} form, law {}\n", path, p.cones.contacts(), to_string(p.form), to_string(p.law));
  text += fmt::format("  {} rows ({} free, {} positive, {} friction cones in {}D)", p.rows(), p.cones.free,
                      p.cones.positive, p.cones.friction(), p.cones.dimension);
  if (p.form == Form::global) text += fmt::format(", {} degrees of freedom", p.dof());
  return text + "\n";
}

Json to_json(const Certificate& c) {
  return {{"natural", c.natural},
          {"dynamics", c.dynamics},
          {"equality", c.equality},
          {"penetration", c.penetration},
          {"complementarity", c.complementarity}};
}

void print_json(const Json& object) {
  // File names and titles need not be UTF-8, JSON must.
  say("{}\n", object.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace signorini::cli
