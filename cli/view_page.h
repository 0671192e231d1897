#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http_server.h"

namespace signorini::cli {

/// The page that shows runs and what it loads, by their paths on the server: viewer/bundle as it was when the program
/// was built. Nothing for other paths.
std::optional<HttpAnswer> page_answer(const std::string& path);

/// The page as text.
std::string page();

/// With gzip, as browsers unpack it.
std::string packed(std::string_view bytes);

}  // namespace signorini::cli
