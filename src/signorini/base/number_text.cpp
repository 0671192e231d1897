#include "signorini/base/number_text.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace signorini {

std::string tolerance_text(double tolerance) {
  std::string plain = fmt::format("{}", tolerance);
  if (!std::isfinite(tolerance)) return plain;
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, tolerance, std::chars_format::scientific);
  std::string scientific(digits, end);
  const std::size_t exponent = scientific.find('e') + 2;  // after "e-" or "e+"
  while (scientific.size() > exponent + 1 && scientific[exponent] == '0') scientific.erase(exponent, 1);
  if (scientific[exponent - 1] == '+') scientific.erase(exponent - 1, 1);
  return plain.size() <= scientific.size() ? plain : scientific;
}

}  // namespace signorini
