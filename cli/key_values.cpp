#include "key_values.h"

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::cli {

std::map<std::string, std::string> parse_key_values(const std::vector<std::string>& settings) {
  std::map<std::string, std::string> values;
  for (const auto& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw InputError(fmt::format("--set {}: expected key=value", setting));
    values[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  return values;
}

}  // namespace signorini::cli
