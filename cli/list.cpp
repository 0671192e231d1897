#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.h"
#include "problem_file.h"
#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/solver/catalogue.h"

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
    fmt::print("{}\n  {}\n  laws: {}\n  from: {}\n", entry["name"].get<std::string>(),
               entry["method"].get<std::string>(), fmt::join(entry["laws"].get<std::vector<std::string>>(), ", "),
               entry["paper"].get<std::string>());
    for (const auto& option : entry["options"])
      fmt::print("  --set {}={}  ({}) {}\n", option["name"].get<std::string>(), option["default"].get<std::string>(),
                 option["range"].get<std::string>(), option["meaning"].get<std::string>());
  }
}

void list_laws(bool json) {
  Json array = Json::array();
  for (const auto& name : law_names()) array.push_back({{"name", name}, {"meaning", describe(law_from_string(name))}});
  if (json) return print_json(array);
  for (const auto& law : array)
    fmt::print("{:<14}{}\n", law["name"].get<std::string>(), law["meaning"].get<std::string>());
}

int list(const Arguments& arguments) {
  if (arguments.what == "solvers")
    list_solvers(arguments.json);
  else if (arguments.what == "laws")
    list_laws(arguments.json);
  else
    throw InputError(unknown_name_message("list", arguments.what, {"solvers", "laws"}));
  return done;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("list", "List the solvers with their options, or the friction laws");
  command->add_option("what", arguments->what, "solvers or laws")->required();
  command->add_flag("--json", arguments->json, "One JSON array on standard output, and only that");
  command->callback([arguments, &action] { action = [arguments] { return list(*arguments); }; });
}

}  // namespace signorini::cli
