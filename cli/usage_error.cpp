#include "usage_error.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/names.h"

namespace signorini::cli {
namespace {

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

std::vector<std::string> flag_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The first word that `command` itself could not use, or "". CLI11 sorts them out: the value of a flag is never among
/// them, even when it looks like a flag.
std::string stray_word(const CLI::App& command) {
  for (const auto& word : command.remaining())
    if (word != "--") return word;
  return "";
}

bool knows(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string about_stray_word(const CLI::App& command, const std::string& word) {
  const auto commands = command_names(command);
  if (word.starts_with("-")) {
    const std::string flag = word.substr(0, word.find('='));
    for (const auto& name : commands)
      if (knows(flag_names(*command.get_subcommand(name)), flag))
        return fmt::format("option '{}' belongs after the command (known: {})", flag, fmt::join(commands, ", "));
    return unknown_name_message("option", flag, flag_names(command));
  }
  if (!commands.empty()) return unknown_name_message("command", word, commands);
  return fmt::format("unexpected argument '{}'", word);
}

}  // namespace

std::string usage_error_message(const CLI::App& app, const CLI::ParseError& error) {
  // From the program to the innermost command called, until one of them was given something it does not know.
  const CLI::App* command = &app;
  std::string path, stray = stray_word(*command);
  while (stray.empty() && !command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += (path.empty() ? "" : " ") + command->get_name();
    stray = stray_word(*command);
  }
  std::string what = error.what();
  if (!stray.empty())
    what = about_stray_word(*command, stray);
  else if (const auto kinds = command_names(*command); !kinds.empty())
    what = fmt::format("a command is missing (known: {})", fmt::join(kinds, ", "));
  return fmt::format("{0}{1}{2}; 'signorini {0}{3}--help' explains", path, path.empty() ? "" : ": ", what,
                     path.empty() ? "" : " ");
}

}  // namespace signorini::cli
