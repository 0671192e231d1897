#include "signorini/problem/law.h"

#include <array>

#include "signorini/base/error.h"
#include "signorini/base/names.h"

namespace signorini {
namespace {

struct LawEntry {
  Law law;
  std::string_view name, description;
};

constexpr std::array laws{
    LawEntry{Law::frictionless, "frictionless",
             "unilateral contact without friction: every friction cone is taken with mu = 0"},
    LawEntry{
        Law::convex, "convex",
        "cone complementarity relaxation, a convex problem. A sliding contact opens at mu times its sliding speed: "
        "a box that slides at 10 m/s with mu = 0.8 is thrown 1.2 m high."},
    LawEntry{Law::coulomb, "coulomb", "exact Coulomb friction: sliding contacts stay closed; not convex"},
    LawEntry{Law::pyramid, "pyramid",
             "law convex, which opens sliding contacts, over a p-sided friction pyramid: only positive rows, a QP"},
};

}  // namespace

std::string_view to_string(Law law) {
  for (const auto& entry : laws)
    if (entry.law == law) return entry.name;
  return "?";
}

std::string_view describe(Law law) {
  for (const auto& entry : laws)
    if (entry.law == law) return entry.description;
  return "?";
}

const std::vector<std::string>& law_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const auto& entry : laws) result.emplace_back(entry.name);
    return result;
  }();
  return names;
}

Law law_from_string(std::string_view name) {
  for (const auto& entry : laws)
    if (entry.name == name) return entry.law;
  throw InputError(unknown_name_message("law", name, law_names()));
}

}  // namespace signorini
