#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace signorini::cli {

/// Insertion order, so that output reads in the order of the documentation.
using Json = nlohmann::ordered_json;

/// Exit codes that scripts rely on.
enum ExitCode : int { done = 0, tolerance_missed = 1, bad_input = 2, bug = 3 };

/// What a subcommand does once its arguments are read; returns the exit code.
using Action = std::function<int()>;

// Each adds its subcommand to the program and sets `action` when it is the one called.
void add_run(Command& app, Action& action);
void add_solve(Command& app, Action& action);
void add_check(Command& app, Action& action);
void add_info(Command& app, Action& action);
void add_generate(Command& app, Action& action);
void add_convert(Command& app, Action& action);
void add_bench(Command& app, Action& action);
void add_list(Command& app, Action& action);
void add_view(Command& app, Action& action);
void add_play(Command& app, Action& action);

}  // namespace signorini::cli
