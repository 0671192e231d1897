#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.h"
#include "list_scenes.h"
#include "output.h"
#include "problem_file.h"
#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/catalogue/missing_solvers.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::string what;
  bool json = false;
};

std::vector<std::string> names_of(const std::vector<Law>& laws) {
  std::vector<std::string> names;
  for (const Law law : laws) names.emplace_back(to_string(law));
  return names;
}

void list_solvers(bool json) {
  Json array = Json::array();
  for (const auto& entry : catalogue()) {
    Json options = Json::array();
    for (const auto& option : entry.options())
      options.push_back({{"name", option.name},
                         {"type", option.type()},
                         {"default", option.text()},
                         {"range", option.range()},
                         {"meaning", option.meaning}});
    array.push_back({{"name", entry.name},
                     {"method", entry.method},
                     {"laws", names_of(entry.laws)},
                     {"paper", entry.paper},
                     {"options", options}});
  }
  if (json) return print_json(array);
  for (const auto& entry : array) {
    say("{}\n  {}\n  laws: {}\n  from: {}\n", entry["name"].get<std::string>(), entry["method"].get<std::string>(),
        fmt::join(entry["laws"].get<std::vector<std::string>>(), ", "), entry["paper"].get<std::string>());
    for (const auto& option : entry["options"])
      say("  --set {}={}  ({}) {}\n", option["name"].get<std::string>(), option["default"].get<std::string>(),
          option["range"].get<std::string>(), option["meaning"].get<std::string>());
  }
  for (const MissingSolver& solver : missing_solvers())
    say("{}\n  {}\n  from: {}\n  not in this program: {}\n", solver.name, solver.method, solver.paper, solver.needs);
}

void list_laws(bool json) {
  Json array = Json::array();
  for (const auto& name : law_names()) array.push_back({{"name", name}, {"meaning", describe(law_from_string(name))}});
  if (json) return print_json(array);
  for (const auto& law : array) say("{:<14}{}\n", law["name"].get<std::string>(), law["meaning"].get<std::string>());
}

std::string text(const Json& value) { return value.get<std::string>(); }

void list_shapes(bool json) {
  const Json rows = shape_rows();
  if (json) return print_json(rows);
  for (const Json& row : rows)
    say("{:<16} {:<30} {}{}\n", text(row["name"]),
        fmt::format("{}", fmt::join(row["keys"].get<std::vector<std::string>>(), ", ")), text(row["meaning"]),
        row["fixed_only"].get<bool>() ? " (fixed bodies only)" : "");
}

void list_joints(bool json) {
  const Json rows = joint_rows();
  if (json) return print_json(rows);
  for (const Json& row : rows)
    say("{:<16} {} row{} {}\n", text(row["name"]), row["rows"].get<int>(), row["rows"] == 1 ? ", " : "s,",
        text(row["meaning"]));
}

void list_scenes(bool json) {
  const Json rows = scene_rows();
  if (json) return print_json(rows);
  for (const Json& row : rows) {
    say("{}\n  {}\n", text(row["file"]), text(row["about"]));
    for (const auto& [name, value] : row["parameters"].items()) say("  --set {}={}\n", name, text(value));
  }
}

struct Listing {
  const char* name;
  void (*print)(bool json);
};
constexpr Listing listings[] = {{"solvers", list_solvers},
                                {"laws", list_laws},
                                {"scenes", list_scenes},
                                {"shapes", list_shapes},
                                {"joints", list_joints}};

int list(const Arguments& arguments) {
  std::vector<std::string> known;
  for (const Listing& listing : listings) {
    if (arguments.what == listing.name) {
      listing.print(arguments.json);
      return done;
    }
    known.emplace_back(listing.name);
  }
  throw InputError(unknown_name_message("list", arguments.what, known));
}

}  // namespace

void add_list(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "list", "List solvers with their options, friction laws, scenes with their parameters, shapes or joints");
  command->add_option("what", arguments->what, "solvers, laws, scenes, shapes or joints")->required();
  command->add_flag("--json", arguments->json, "One JSON array on standard output, and only that");
  command->callback([arguments, &action] { action = [arguments] { return list(*arguments); }; });
}

}  // namespace signorini::cli
