#include <memory>
#include <optional>

#include <fmt/format.h>

#include "command.h"
#include "info_scene.h"
#include "key_values.h"
#include "output.h"
#include "problem_file.h"
#include "signorini/solver/combined/automatic.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::string file;
  std::vector<std::string> settings;
  bool json = false;
};

Json matrix_facts(const SparseMatrix& A) {
  return {{"rows", A.rows()}, {"columns", A.cols()}, {"nonzeros", A.nonZeros()}};
}

Json facts(const std::string& path, const FclibFile& file) {
  const ContactProblem& p = file.problem;
  Json json = describe_problem(path, p);
  json["positive_rows"] = p.cones.positive;
  json["friction_cones"] = p.cones.friction();
  json["dimension"] = p.cones.dimension;
  if (p.cones.friction() > 0) json["friction"] = {{"min", p.cones.mu.minCoeff()}, {"max", p.cones.mu.maxCoeff()}};
  if (p.form == Form::global) {
    json["matrices"] = {{"M", matrix_facts(p.M)}, {"H", matrix_facts(p.H)}};
    if (p.dof() > 0) json["mass"] = {{"min", p.M.diagonal().minCoeff()}, {"max", p.M.diagonal().maxCoeff()}};
  } else {
    json["matrices"] = {{"W", matrix_facts(p.W)}};
    const double largest = p.W.nonZeros() == 0 ? 0 : p.W.coeffs().abs().maxCoeff();
    const SparseMatrix skew = p.W - SparseMatrix(p.W.transpose());
    json["asymmetry"] = largest > 0 && skew.nonZeros() > 0 ? skew.coeffs().abs().maxCoeff() / largest : 0;
  }
  json["compliant"] = p.E.size() != 0 && p.E.any();
  const AutomaticChoice choice = choose_method(p);
  json["auto"] = {{"method", choice.method}, {"reason", choice.reason}};
  json["title"] = file.info.title;
  json["description"] = file.info.description;
  json["guesses"] = file.guesses.size();
  if (file.solution) {
    Solution solution = *file.solution;
    if (p.form == Form::global && solution.v.size() == 0) solution.v = velocities_from_impulses(p, solution.r);
    json["solution"] = {{"certificate", certify(p, solution).value()}};
  }
  return json;
}

void print_facts(const std::string& path, const FclibFile& file, const Json& json) {
  say("{}", problem_summary(path, file.problem));
  const auto line = [](std::string_view name, const std::string& value) {
    if (!value.empty()) say("  {:<16}{}\n", name, value);
  };
  line("title", file.info.title);
  line("description", file.info.description);
  for (const auto& [name, matrix] : json["matrices"].items())
    line(name, fmt::format("{} x {}, {} nonzeros", matrix["rows"].get<int>(), matrix["columns"].get<int>(),
                           matrix["nonzeros"].get<int>()));
  if (json.contains("mass"))
    line("diagonal of M",
         fmt::format("{:g} to {:g}", json["mass"]["min"].get<double>(), json["mass"]["max"].get<double>()));
  if (json.contains("asymmetry")) line("asymmetry of W", fmt::format("{:.1e}", json["asymmetry"].get<double>()));
  if (json.contains("friction"))
    line("friction",
         fmt::format("{:g} to {:g}", json["friction"]["min"].get<double>(), json["friction"]["max"].get<double>()));
  if (json["compliant"].get<bool>()) line("compliance", "yes");
  line("auto would take",
       fmt::format("{} ({})", json["auto"]["method"].get<std::string>(), json["auto"]["reason"].get<std::string>()));
  if (!file.guesses.empty()) line("guesses", fmt::format("{}", file.guesses.size()));
  if (json.contains("solution"))
    line("solution", fmt::format("certificate {:.1e} under law {}", json["solution"]["certificate"].get<double>(),
                                 to_string(file.problem.law)));
}

int info_problem(const Arguments& arguments) {
  if (!arguments.settings.empty()) throw InputError("--set: is for scene files, which have parameters");
  const FclibFile file = load_problem(arguments.file, {});
  const Json json = naming_file(arguments.file, [&] { return facts(arguments.file, file); });
  arguments.json ? print_json(json) : print_facts(arguments.file, file, json);
  return done;
}

int info_scene(const Arguments& arguments) {
  const Json json = scene_facts(arguments.file, parse_key_values(arguments.settings));
  arguments.json ? print_json(json) : print_scene_facts(json);
  return done;
}

}  // namespace

void add_info(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("info", "Describe a problem or a scene file");
  command->add_option("file", arguments->file, "Problem file (fclib HDF5) or scene file (YAML)")->required();
  command->add_option("--set", arguments->settings, "Parameter of the scene as key=value; may be repeated")
      ->allow_extra_args(false);
  command->add_flag("--json", arguments->json, "One JSON object on standard output, and only that");
  command->callback([arguments, &action] {
    action = [arguments] { return is_scene_file(arguments->file) ? info_scene(*arguments) : info_problem(*arguments); };
  });
}

}  // namespace signorini::cli
