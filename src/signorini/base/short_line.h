#pragma once

#include <string>
#include <string_view>

namespace signorini {

/// Bytes of a message: a few lines of a terminal.
constexpr std::size_t longest_message = 480;

/// The text on one line, cut in the middle when it is longer than `bytes`.
std::string one_short_line(std::string_view text, std::size_t bytes = longest_message);

}  // namespace signorini
