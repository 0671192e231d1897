#include "signorini/io/load_tables.h"

#include <fmt/format.h>

#include <type_traits>

namespace signorini {
namespace {

void put(double number, std::vector<double>& numbers) { numbers.push_back(number); }
void put(const Vector3& vector, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), vector.begin(), vector.end());
}

/// A member of what a step records for each joint or spring: quantity<&StepRecord::joints, &JointForce::motor>.
template <auto list, auto member>
LoadQuantity quantity(const char* name) {
  using Kind = std::decay_t<decltype((std::declval<StepRecord>().*list)[0].*member)>;
  return {name, std::is_same_v<Kind, Vector3> ? std::size_t{3} : std::size_t{1},
          [](const StepRecord& record, std::size_t place, std::vector<double>& numbers) {
            put((record.*list).at(place).*member, numbers);
          }};
}

template <class Part>
void add_table(const char* group, const char* csv, const std::vector<Part>& parts, std::vector<LoadQuantity> quantities,
               std::vector<LoadTable>& tables) {
  if (parts.empty()) return;
  LoadTable& table = tables.emplace_back(LoadTable{group, csv, {}, {}, std::move(quantities)});
  for (const Part& part : parts) {
    table.names.push_back(part.name.empty() ? fmt::format("{}[{}]", group + 1, table.names.size()) : part.name);
    table.bodies.emplace_back(part.body_a, part.body_b);
  }
}

}  // namespace

std::vector<LoadTable> load_tables(const Model& model) {
  std::vector<LoadTable> tables;
  add_table("/joints", "joints", model.joints,
            {quantity<&StepRecord::joints, &JointForce::force>("force"),
             quantity<&StepRecord::joints, &JointForce::torque>("torque"),
             quantity<&StepRecord::joints, &JointForce::local_force>("local_force"),
             quantity<&StepRecord::joints, &JointForce::local_torque>("local_torque"),
             quantity<&StepRecord::joints, &JointForce::motor>("motor"),
             quantity<&StepRecord::joints, &JointForce::coordinate>("coordinate"),
             quantity<&StepRecord::joints, &JointForce::speed>("speed")},
            tables);
  add_table("/springs", "springs", model.springs,
            {quantity<&StepRecord::springs, &SpringForce::elongation>("elongation"),
             quantity<&StepRecord::springs, &SpringForce::tension>("tension")},
            tables);
  add_table("/torsion_springs", "springs", model.torsion_springs,
            {quantity<&StepRecord::torsion_springs, &TorsionForce::angle>("angle"),
             quantity<&StepRecord::torsion_springs, &TorsionForce::torque>("torque")},
            tables);
  add_table("/bushings", "springs", model.bushings,
            {quantity<&StepRecord::bushings, &BushingForce::elongation>("elongation"),
             quantity<&StepRecord::bushings, &BushingForce::turn>("turn"),
             quantity<&StepRecord::bushings, &BushingForce::force>("force"),
             quantity<&StepRecord::bushings, &BushingForce::torque>("torque")},
            tables);
  return tables;
}

}  // namespace signorini
