#include "usage_error.h"

#include <algorithm>

#include <fmt/format.h>

#include "signorini/base/names.h"

namespace signorini::cli {
namespace {

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
  return names;
}

std::vector<std::string> flag_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The subcommand (of a subcommand) that the arguments lead to.
const CLI::App& innermost(const CLI::App& app) {
  const auto called = app.get_subcommands();
  return called.empty() ? app : innermost(*called.front());
}

bool knows(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string usage_error_message(const CLI::App& app, const CLI::ParseError& error,
                                const std::vector<std::string>& arguments) {
  const CLI::App& command = innermost(app);
  const std::string owner = &command == &app ? "signorini" : "signorini " + command.get_display_name();
  const auto flags = flag_names(command), names = subcommand_names(command);
  const std::string help = fmt::format("; '{} --help' explains", owner);

  for (const auto& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name.starts_with("--") && !knows(flags, name))
      return unknown_name_message("option of '" + owner + "'", name, flags) + help;
  }
  if (!names.empty() && command.get_subcommands().empty()) {
    for (const auto& argument : arguments)
      if (!argument.starts_with("-") &&
          &argument == &arguments[&command == &app ? 0 : std::min<std::size_t>(1, arguments.size() - 1)] &&
          !knows(names, argument) && argument != command.get_name())
        return unknown_name_message("command of '" + owner + "'", argument, names) + help;
  }
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return fmt::format("{}: {}{}", owner, message, help);
}

}  // namespace signorini::cli
