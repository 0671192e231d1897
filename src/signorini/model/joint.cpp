#include "signorini/model/joint.h"

#include <array>
#include <vector>

#include "signorini/base/error.h"
#include "signorini/base/names.h"

namespace signorini {
namespace {

struct JointEntry {
  JointKind kind;
  const char* name;
  int free_rows;
  bool has_coordinate;
};
/// In the order of the enumeration.
constexpr JointEntry entries[] = {
    {JointKind::weld, "weld", 6, false},
    {JointKind::spherical, "spherical", 3, false},
    {JointKind::revolute, "revolute", 5, true},
    {JointKind::prismatic, "prismatic", 5, true},
    {JointKind::cylindrical, "cylindrical", 4, false},
    {JointKind::universal, "universal", 4, false},
    {JointKind::planar, "planar", 3, false},
    {JointKind::distance, "distance", 1, true},
    {JointKind::point_on_line, "point_on_line", 2, false},
    {JointKind::point_on_plane, "point_on_plane", 1, false},
};

constexpr auto kinds = [] {
  std::array<JointKind, std::size(entries)> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = entries[i].kind;
  return out;
}();

const JointEntry& entry_of(JointKind kind) { return entries[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view to_string(JointKind kind) { return entry_of(kind).name; }

JointKind joint_kind_from_string(const std::string& name) {
  std::vector<std::string> known;
  for (const JointEntry& entry : entries) {
    if (name == entry.name) return entry.kind;
    known.emplace_back(entry.name);
  }
  throw InputError(unknown_name_message("joint kind", name, known));
}

std::span<const JointKind> joint_kinds() { return kinds; }

int free_rows(JointKind kind) { return entry_of(kind).free_rows; }

bool has_coordinate(JointKind kind) { return entry_of(kind).has_coordinate; }

int free_rows(const Joint& joint) {
  const bool replaced = joint.kind == JointKind::distance && (joint.motor || joint.lower || joint.upper);
  return (replaced ? 0 : free_rows(joint.kind)) + (joint.motor ? 1 : 0);
}

}  // namespace signorini
