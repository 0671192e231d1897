#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace signorini::cli {

/// One line on what is wrong with the arguments that `app` failed to parse; for an unknown command or flag with the
/// nearest valid one.
std::string usage_error_message(const CLI::App& app, const CLI::ParseError& error);

}  // namespace signorini::cli
