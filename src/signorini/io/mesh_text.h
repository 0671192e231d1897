#pragma once

#include <charconv>
#include <cmath>
#include <string_view>

namespace signorini {

/// Cuts the next word off the front of the text; empty at its end.
inline std::string_view next_word(std::string_view& text) {
  constexpr std::string_view blanks = " \t\r\v\f";
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) {
    text = {};
    return {};
  }
  text.remove_prefix(start);
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

/// Cuts the next line off the front of the text.
inline std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// Whether the whole word is a number, finite when it is a double.
template <typename Number>
bool parse_whole(std::string_view word, Number& number) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size() && std::isfinite(static_cast<double>(number));
}

}  // namespace signorini
