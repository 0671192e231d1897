#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace signorini {

/// The candidate with the smallest edit distance to `name`, or "" when none is near enough to be a typing slip.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// "unknown solver 'gaus-seidel': did you mean 'gauss-seidel'? (known: gauss-seidel, jacobi)"
std::string unknown_name_message(std::string_view kind, std::string_view name, const std::vector<std::string>& known);

}  // namespace signorini
