#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

/// All that the program prints goes through here. Nothing here throws or ends the program: a run must outlive its
/// terminal. What standard output did not take shows in the end, see lost_output().
namespace signorini::cli {

/// Before all else: standard streams that are closed are opened on nothing, so that no file of ours gets their numbers
/// and with it what was meant for them; a reader that goes away is an error of writing, not a signal.
void guard_streams();

void print_text(std::string_view text);

/// To standard output.
template <typename... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  print_text(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// To standard error, as it is. When nobody can read it, it is lost.
void print_error_text(std::string_view text);

/// "signorini: …" on standard error: one short line, whatever file names and values are in it.
void complain(std::string_view message);
void warn(std::string_view message);

/// Flushes standard output. Returns why not everything arrived there, as an errno; 0 when it did.
int lost_output();

}  // namespace signorini::cli
