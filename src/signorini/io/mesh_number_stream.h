#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh_text.h"

namespace signorini {

/// The numbers of a mesh file one after the other, as text or as bytes; complaints name the line or the byte.
class NumberStream {
 public:
  NumberStream(std::string_view bytes, const std::string& file, int first_line = 1)
      : bytes_(bytes), file_(file), line_(first_line) {}

  /// How the numbers that follow are written.
  void set_binary(bool binary) {
    binary_ = binary;
    count_bytes_ = count_bytes_ || binary;
  }
  bool at_end() const { return place_ >= bytes_.size(); }

  /// "12" or "byte 345".
  std::string where() const { return count_bytes_ ? fmt::format("byte {}", place_) : std::to_string(line_); }
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_, where(), what));
  }

  /// Text up to the end of the line, whatever the file's kind.
  std::string_view text_line() {
    start_line();
    const std::size_t end = std::min(bytes_.find('\n', place_), bytes_.size());
    std::string_view line = bytes_.substr(place_, end - place_);
    place_ = std::min(end + 1, bytes_.size());
    line_ended_ = true;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    return line;
  }
  /// The next line that is not empty; empty at the end of the file.
  std::string_view full_line() {
    std::string_view line;
    while (line.empty() && !at_end()) line = text_line();
    return line;
  }

  /// Whether anything but blanks is left of a text.
  bool has_more() const { return bytes_.find_first_not_of(blanks, place_) != std::string_view::npos; }
  /// Whether the next line that is not empty begins so; it is not read.
  bool next_line_starts_with(std::string_view word) const {
    return bytes_.substr(std::min(bytes_.find_first_not_of(blanks, place_), bytes_.size())).starts_with(word);
  }

  int whole() { return binary_ ? raw<std::int32_t>() : parsed<int>("a whole number"); }
  /// Numbers and counts of 64 bits in format 4.1.
  std::int64_t large() { return binary_ ? raw<std::int64_t>() : parsed<std::int64_t>("a whole number"); }
  std::int64_t count() {
    const std::int64_t number = large();
    // Each thing takes a byte at least: a count beyond is a slip, and would be read for ever.
    if (number < 0 || static_cast<std::uint64_t>(number) > bytes_.size())
      refuse(fmt::format("a count is {}: the file is too short for it", number));
    return number;
  }
  double real() {
    const double number = binary_ ? raw<double>() : parsed<double>("a finite number");
    if (!std::isfinite(number)) refuse(fmt::format("a number is {}: it must be finite", number));
    return number;
  }
  void expect(std::string_view wanted) {
    const std::string_view line = full_line();
    if (line != wanted) refuse(fmt::format("expected {}, found '{}'", wanted, line.substr(0, longest_quote)));
  }

 private:
  static constexpr std::string_view blanks = " \t\r\n";
  /// Characters of the file that a complaint repeats.
  static constexpr std::size_t longest_quote = 30;

  /// A line counts when something of the next one is read: complaints about a whole line name that line.
  void start_line() {
    line_ += line_ended_ ? 1 : 0;
    line_ended_ = false;
  }

  template <typename Number>
  Number raw() {
    Number number;
    if (bytes_.size() - place_ < sizeof number) refuse("the file ends too early: it is cut, copy or write it again");
    std::memcpy(&number, bytes_.data() + place_, sizeof number);
    place_ += sizeof number;
    return number;
  }
  template <typename Number>
  Number parsed(std::string_view kind) {
    start_line();
    while (place_ < bytes_.size() && blanks.find(bytes_[place_]) != std::string_view::npos)
      line_ += bytes_[place_++] == '\n' ? 1 : 0;
    const std::size_t end = std::min(bytes_.find_first_of(blanks, place_), bytes_.size());
    const std::string_view word = bytes_.substr(place_, end - place_);
    if (word.empty()) refuse("the file ends too early: it is cut, copy or write it again");
    Number number{};
    if (!parse_whole(word, number)) refuse(fmt::format("'{}' is not {}", word.substr(0, longest_quote), kind));
    place_ = end;
    return number;
  }

  std::string_view bytes_;
  const std::string& file_;
  std::size_t place_ = 0;
  int line_;
  bool line_ended_ = false;
  bool binary_ = false;
  bool count_bytes_ = false;  ///< in complaints: the file has a binary part
};

}  // namespace signorini
