#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace signorini::cli {

/// Insertion order, so that output reads in the order of the documentation.
using Json = nlohmann::ordered_json;

/// Exit codes that scripts rely on.
enum ExitCode : int { done = 0, tolerance_missed = 1, bad_input = 2, bug = 3 };

/// What a subcommand does once its arguments are read; returns the exit code.
using Action = std::function<int()>;

// Each adds its subcommand to the program and sets `action` when it is the one called.
void add_run(CLI::App& app, Action& action);
void add_solve(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_info(CLI::App& app, Action& action);
void add_generate(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);

}  // namespace signorini::cli
