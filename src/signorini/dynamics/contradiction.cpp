#include "signorini/dynamics/contradiction.h"

#include <algorithm>

#include <fmt/format.h>

#include "signorini/dynamics/motion_fault.h"
#include "signorini/problem/infeasibility.h"

namespace signorini {
namespace {

/// Longer lists explain nothing.
constexpr std::size_t most_named = 4;

std::string row_text(const Model& model, const ConstraintKey& key) {
  const char* part = key.row == ConstraintKey::motor   ? " (motor)"
                     : key.row == ConstraintKey::lower ? " (lower limit)"
                     : key.row == ConstraintKey::upper ? " (upper limit)"
                                                       : "";
  return joint_text(model, key.joint) + part;
}

}  // namespace

std::string joint_text(const Model& model, int joint) {
  const std::string& name = model.joints[joint].name;
  return name.empty() ? fmt::format("joint {}", joint) : fmt::format("joint '{}'", name);
}

std::string contact_text(const Model& model, const ContactKey& key) {
  return fmt::format("the contact of {} with {}", body_text(model, key.body_a), body_text(model, key.body_b));
}

std::string listed(std::vector<std::string> names) {
  if (names.size() > most_named) {
    const std::size_t others = names.size() - most_named;
    names.resize(most_named);
    names.push_back(fmt::format("{} more", others));
  }
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text;
}

std::string contradiction(const Model& model, const ConstraintRows& joints, const std::vector<Contact>& contacts,
                          const Assembly& assembly, const Vector& proof) {
  const int free = static_cast<int>(joints.free.size()), limits = static_cast<int>(joints.positive.size());
  const auto name_of_row = [&](int row) {
    if (row < free) return row_text(model, joints.free[row].key);
    if (row < free + limits) return row_text(model, joints.positive[row - free].key);
    const auto place = std::ranges::find(assembly.contact_row, row) - assembly.contact_row.begin();
    return contact_text(model, contacts[place].key);
  };
  std::vector<std::string> names;
  for (const int row : contradicting_blocks(assembly.problem, proof)) {
    const std::string name = name_of_row(row);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names.size() == 1 ? fmt::format("no motion satisfies {}", names[0])
                           : fmt::format("no motion satisfies {} together", listed(names));
}

}  // namespace signorini
