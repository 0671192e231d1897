#pragma once

#include <string>
#include <string_view>

namespace signorini::cli {

/// The page that shows runs, compressed with gzip: viewer/bundle/viewer.html.gz as it was when the program was built.
std::string_view packed_page();

/// The same as text.
std::string page();

/// With gzip, as browsers unpack it.
std::string packed(std::string_view bytes);

}  // namespace signorini::cli
