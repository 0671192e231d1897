#pragma once

#include <string>

#include "command_line.h"

namespace signorini::cli {

/// One line on what is wrong with the arguments that `program` could not read for the reason `complaint`; for an
/// unknown command or flag with the nearest valid one.
std::string usage_error_message(const Command& program, const std::string& complaint);

}  // namespace signorini::cli
