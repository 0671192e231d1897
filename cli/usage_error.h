#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace signorini::cli {

/// One line on what is wrong with the arguments; for an unknown command or flag with the nearest valid one.
std::string usage_error_message(const CLI::App& app, const CLI::ParseError& error,
                                const std::vector<std::string>& arguments);

}  // namespace signorini::cli
