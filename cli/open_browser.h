#pragma once

#include <string>

namespace signorini::cli {

/// Opens an address in the browser, where there is a display to show one on.
void open_browser(const std::string& address);

}  // namespace signorini::cli
