#include "signorini/base/names.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace signorini {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string nearest;
  std::size_t smallest = std::max<std::size_t>(2, name.size() / 2) + 1;
  for (const auto& candidate : candidates) {
    // The beginning of a name is as good as the name with a slip.
    const bool beginning = name.size() >= 3 && candidate.starts_with(name);
    const std::size_t distance = beginning ? 1 : edit_distance(name, candidate);
    if (distance < smallest) {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string unknown_name_message(std::string_view kind, std::string_view name, const std::vector<std::string>& known) {
  if (known.empty()) return fmt::format("unknown {} '{}' (there is none to choose from)", kind, name);
  const std::string nearest = nearest_name(name, known);
  const std::string hint = nearest.empty() ? "" : fmt::format(": did you mean '{}'?", nearest);
  return fmt::format("unknown {} '{}'{} (known: {})", kind, name, hint, fmt::join(known, ", "));
}

}  // namespace signorini
