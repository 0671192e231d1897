#pragma once

#include <map>
#include <string>
#include <vector>

namespace signorini::cli {

/// The arguments of --set, each key=value. Throws InputError for one that is not.
std::map<std::string, std::string> parse_key_values(const std::vector<std::string>& settings);

}  // namespace signorini::cli
