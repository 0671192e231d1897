#include "usage_error.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/names.h"

namespace signorini::cli {
namespace {

std::vector<std::string> command_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command* sub : command.subcommands()) names.push_back(sub->name());
  return names;
}

/// The first word that `command` itself could not use, or "".
std::string stray_word(const Command& command) {
  for (const auto& word : command.strays())
    if (word != "--") return word;
  return "";
}

bool knows(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string about_stray_word(const Command& command, const std::string& word) {
  const auto commands = command_names(command);
  if (word.starts_with("-")) {
    const std::string flag = word.substr(0, word.find('='));
    for (const Command* sub : command.subcommands())
      if (knows(sub->flags(), flag))
        return fmt::format("option '{}' belongs after the command (known: {})", flag, fmt::join(commands, ", "));
    return unknown_name_message("option", flag, command.flags());
  }
  if (!commands.empty()) return unknown_name_message("command", word, commands);
  return fmt::format("unexpected argument '{}'", word);
}

}  // namespace

std::string usage_error_message(const Command& program, const std::string& complaint) {
  // From the program to the innermost command called, until one of them was given something it does not know.
  const Command* command = &program;
  std::string path, stray = stray_word(*command);
  while (stray.empty() && command->called()) {
    command = command->called();
    path += (path.empty() ? "" : " ") + command->name();
    stray = stray_word(*command);
  }
  std::string what = complaint;
  if (!stray.empty())
    what = about_stray_word(*command, stray);
  else if (const auto kinds = command_names(*command); !kinds.empty())
    what = fmt::format("a command is missing (known: {})", fmt::join(kinds, ", "));
  return fmt::format("{0}{1}{2}; 'signorini {0}{3}--help' explains", path, path.empty() ? "" : ": ", what,
                     path.empty() ? "" : " ");
}

}  // namespace signorini::cli
