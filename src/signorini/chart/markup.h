#pragma once

#include <string>
#include <string_view>

namespace signorini {

/// Text as it stands in SVG and HTML.
inline std::string escape_markup(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

}  // namespace signorini
