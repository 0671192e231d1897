#include "number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "signorini/base/number_text.h"

namespace signorini::cli {
namespace {

template <typename Number>
bool parse(const std::string& text, Number& number, Sign sign) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end) return false;
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(number)) return false;
  return sign == Sign::any || number > 0;
}

template <typename Number>
std::string expectation(Sign sign) {
  using Limits = std::numeric_limits<Number>;
  if constexpr (std::is_floating_point_v<Number>) return sign == Sign::any ? "a finite number" : "a finite number > 0";
  return fmt::format("a whole number from {} to {}", sign == Sign::any ? Limits::min() : Number{1}, Limits::max());
}

template <typename Number>
std::string number_text(Number number) {
  if constexpr (std::is_floating_point_v<Number>)
    return tolerance_text(number);
  else
    return fmt::format("{}", number);
}

}  // namespace

template <typename Number>
Option* add_number(Command* command, const std::string& flag, Number& number, const std::string& meaning, Sign sign) {
  const auto read = [&number, flag, sign](const std::string& word) -> std::optional<std::string> {
    if (parse(word, number, sign)) return {};
    return fmt::format("{} is '{}', expected {}", flag, word, expectation<Number>(sign));
  };
  return command->add_option(flag, Command::Reader(read), meaning)
      ->type_name(std::is_floating_point_v<Number> ? "NUMBER" : "COUNT")
      ->default_str(number_text(number));
}

template Option* add_number(Command*, const std::string&, double&, const std::string&, Sign);
template Option* add_number(Command*, const std::string&, int&, const std::string&, Sign);
template Option* add_number(Command*, const std::string&, std::int64_t&, const std::string&, Sign);
template Option* add_number(Command*, const std::string&, std::uint64_t&, const std::string&, Sign);

}  // namespace signorini::cli
