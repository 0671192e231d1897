#include "signorini/model/material.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "signorini/base/error.h"
#include "signorini/base/names.h"

namespace signorini {
namespace {

struct RuleEntry {
  Combine rule;
  const char* name;
};
constexpr RuleEntry rules[] = {
    {Combine::minimum, "minimum"},
    {Combine::maximum, "maximum"},
    {Combine::average, "average"},
    {Combine::product, "product"},
    {Combine::geometric_mean, "geometric_mean"},
};

}  // namespace

double combine(Combine rule, double a, double b) {
  switch (rule) {
    case Combine::minimum:
      return std::min(a, b);
    case Combine::maximum:
      return std::max(a, b);
    case Combine::average:
      return 0.5 * (a + b);
    case Combine::product:
      return a * b;
    case Combine::geometric_mean:
      return a == b ? a : std::sqrt(a) * std::sqrt(b);
  }
  return 0;
}

std::string_view to_string(Combine rule) {
  for (const RuleEntry& entry : rules)
    if (entry.rule == rule) return entry.name;
  return "unknown";
}

Combine combine_from_string(const std::string& name) {
  std::vector<std::string> known;
  for (const RuleEntry& entry : rules) {
    if (name == entry.name) return entry.rule;
    known.emplace_back(entry.name);
  }
  throw InputError(unknown_name_message("combination rule", name, known));
}

}  // namespace signorini
