#pragma once

#include <string>

#include "command_line.h"

namespace signorini::cli {

enum class Sign { any, positive };

/// Adds an option that takes one number, with its default in the help. Stricter than CLI11's own, which reads 010 as 8,
/// lets the seed -1 wrap around and takes NaN for positive. `Number` is double, int, std::int64_t or std::uint64_t.
template <typename Number>
Option* add_number(Command* command, const std::string& flag, Number& number, const std::string& meaning,
                   Sign sign = Sign::any);

}  // namespace signorini::cli
