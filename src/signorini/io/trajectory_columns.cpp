#include "signorini/io/trajectory_columns.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <utility>

namespace signorini {
namespace {

template <class Number>
TrajectoryColumn column(std::string path, std::vector<std::size_t> row_shape = {}) {
  return {std::move(path), std::move(row_shape), std::vector<Number>{}};
}

/// The order in which columns are made; those of contacts and pairs come last because they may be missing. Loads
/// follow.
enum Place : std::size_t {
  frame_step,
  frame_time,
  position,
  orientation,
  velocity,
  step_number,
  step_time,
  status,
  iterations,
  contact_count,
  natural,
  dynamics,
  equality,
  penetration,
  complementarity,
  kinetic,
  potential,
  elastic,
  changes,  ///< eight of them
  deepest_penetration = changes + 8,
  seconds_collision,
  seconds_assemble,
  seconds_solve,
  seconds_integrate,
  seconds_output,
  contact_start,
  body_a,
  body_b,
  point,
  normal,
  impulse,
  gap,
  contact_state,
  contact_error,
  pair_start,
  pair_a,
  pair_b,
  pair_contacts,
  pair_force,
  pair_torque,
};

void push(std::vector<double>& values, const Vector3& v) { values.insert(values.end(), {v.x(), v.y(), v.z()}); }

}  // namespace

std::size_t TrajectoryColumn::row_size() const {
  std::size_t size = 1;
  for (const std::size_t extent : row_shape) size *= extent;
  return size;
}

std::size_t TrajectoryColumn::rows() const {
  // A column without width (no moving bodies) has no values to count rows by; its file has no such dataset either.
  const std::size_t size = row_size();
  return size == 0 ? 0 : std::visit([&](const auto& v) { return v.size() / size; }, values);
}

TrajectoryColumns::TrajectoryColumns(int bodies, int velocities, bool contacts, std::vector<LoadTable> loads,
                                     std::size_t nodes, std::size_t free_nodes)
    : contacts_(contacts), loads_(std::move(loads)), nodes_(nodes) {
  const std::size_t all = static_cast<std::size_t>(bodies);
  columns_ = {column<std::int64_t>("/frames/step"),
              column<double>("/frames/time"),
              column<double>("/frames/position", {all, 3}),
              column<double>("/frames/orientation", {all, 4}),
              column<double>("/frames/velocity", {static_cast<std::size_t>(velocities)}),
              column<std::int64_t>("/steps/step"),
              column<double>("/steps/time"),
              column<int>("/steps/status"),
              column<int>("/steps/iterations"),
              column<int>("/steps/contacts"),
              column<double>("/steps/natural"),
              column<double>("/steps/dynamics"),
              column<double>("/steps/equality"),
              column<double>("/steps/penetration"),
              column<double>("/steps/complementarity"),
              column<double>("/steps/kinetic"),
              column<double>("/steps/potential"),
              column<double>("/steps/elastic"),
              column<double>("/steps/change_forces"),
              column<double>("/steps/change_motors"),
              column<double>("/steps/change_dampers"),
              column<double>("/steps/change_friction"),
              column<double>("/steps/change_impacts"),
              column<double>("/steps/change_stabilisation"),
              column<double>("/steps/change_numerical"),
              column<double>("/steps/change_unexplained"),
              column<double>("/steps/deepest_penetration"),
              column<double>("/steps/seconds_collision"),
              column<double>("/steps/seconds_assemble"),
              column<double>("/steps/seconds_solve"),
              column<double>("/steps/seconds_integrate"),
              column<double>("/steps/seconds_output")};
  if (contacts_) {
    for (TrajectoryColumn& added : std::vector{
             column<std::int64_t>(contact_starts_path), column<int>("/contacts/body_a"),
             column<int>("/contacts/body_b"), column<double>("/contacts/point", {3}),
             column<double>("/contacts/normal", {3}), column<double>("/contacts/impulse", {3}),
             column<double>("/contacts/gap"), column<int>("/contacts/state"), column<double>("/contacts/error"),
             column<std::int64_t>(pair_starts_path), column<int>("/pairs/body_a"), column<int>("/pairs/body_b"),
             column<int>("/pairs/contacts"), column<double>("/pairs/force", {3}), column<double>("/pairs/torque", {3})})
      columns_.push_back(std::move(added));
  }
  first_load_ = columns_.size();
  for (const LoadTable& table : loads_) {
    const std::string group = table.group;
    columns_.push_back(column<std::int64_t>(group + "/step"));
    columns_.push_back(column<double>(group + "/time"));
    for (const LoadQuantity& quantity : table.quantities) {
      std::vector<std::size_t> shape{table.names.size()};
      if (quantity.width > 1) shape.push_back(quantity.width);
      columns_.push_back(column<double>(fmt::format("{}/{}", group, quantity.name), shape));
    }
  }
  first_node_ = columns_.size();
  if (nodes_ > 0) {
    columns_.push_back(column<double>("/frames/node_position", {nodes_, 3}));
    columns_.push_back(column<double>("/frames/node_velocity", {free_nodes, 3}));
  }
  clear();
}

template <class Number>
std::vector<Number>& TrajectoryColumns::of(std::size_t column) {
  return std::get<std::vector<Number>>(columns_[column].values);
}

void TrajectoryColumns::add_start(const State& state) {
  add_state(0, state);
  end_frame();
}

void TrajectoryColumns::add_frame(const StepRecord& record) {
  add_state(record.step, record.state);
  if (contacts_) {
    add_contacts(record);
    add_pairs(record);
  }
  end_frame();
  add_loads(record);
}

void TrajectoryColumns::add_state(std::int64_t step, const State& state) {
  assert(state.poses.size() == columns_[position].row_shape[0]);
  const std::size_t rigid = columns_[velocity].row_shape[0];
  assert(static_cast<std::size_t>(state.v.size()) >= rigid);
  of<std::int64_t>(frame_step).push_back(step);
  of<double>(frame_time).push_back(state.time);
  for (const Pose& pose : state.poses) {
    push(of<double>(position), pose.position);
    const Quaternion& q = pose.orientation;
    of<double>(orientation).insert(of<double>(orientation).end(), {q.w(), q.x(), q.y(), q.z()});
  }
  of<double>(velocity).insert(of<double>(velocity).end(), state.v.begin(), state.v.begin() + static_cast<int>(rigid));
  if (nodes_ == 0) return;
  for (const Vector3& place : state.nodes) push(of<double>(first_node_), place);
  of<double>(first_node_ + 1)
      .insert(of<double>(first_node_ + 1).end(), state.v.begin() + static_cast<int>(rigid), state.v.end());
}

void TrajectoryColumns::add_contacts(const StepRecord& record) {
  assert(record.contacts.size() == record.impulses.size());
  for (std::size_t k = 0; k < record.contacts.size(); ++k) {
    const Contact& contact = record.contacts[k];
    of<int>(body_a).push_back(contact.key.body_a);
    of<int>(body_b).push_back(contact.key.body_b);
    push(of<double>(point), contact.point);
    push(of<double>(normal), contact.normal);
    push(of<double>(impulse), record.impulses[k]);
    of<double>(gap).push_back(contact.gap);
    const bool known = k < record.contact_states.size();
    of<int>(contact_state).push_back(known ? static_cast<int>(record.contact_states[k].kind) : -1);
    of<double>(contact_error).push_back(known ? record.contact_states[k].error : NAN);
  }
}

void TrajectoryColumns::add_pairs(const StepRecord& record) {
  for (const PairForce& pair : record.pairs) {
    of<int>(pair_a).push_back(pair.body_a);
    of<int>(pair_b).push_back(pair.body_b);
    of<int>(pair_contacts).push_back(pair.contacts);
    push(of<double>(pair_force), pair.force);
    push(of<double>(pair_torque), pair.torque);
  }
}

void TrajectoryColumns::end_frame() {
  if (!contacts_) return;
  of<std::int64_t>(contact_start).push_back(static_cast<std::int64_t>(of<double>(gap).size()));
  of<std::int64_t>(pair_start).push_back(static_cast<std::int64_t>(of<int>(pair_contacts).size()));
}

void TrajectoryColumns::add_loads(const StepRecord& record) {
  std::size_t place = first_load_;
  for (const LoadTable& table : loads_) {
    of<std::int64_t>(place++).push_back(record.step);
    of<double>(place++).push_back(record.state.time);
    for (const LoadQuantity& quantity : table.quantities) {
      std::vector<double>& numbers = of<double>(place++);
      for (std::size_t k = 0; k < table.names.size(); ++k) quantity.add(record, k, numbers);
    }
  }
}

void TrajectoryColumns::add_step(const StepRecord& record) {
  of<std::int64_t>(step_number).push_back(record.step);
  of<double>(step_time).push_back(record.state.time);
  const bool relaxed = record.status == Status::solved && !record.relaxed.empty();
  of<int>(status).push_back(relaxed ? static_cast<int>(status_count) : static_cast<int>(record.status));
  of<int>(iterations).push_back(record.iterations);
  of<int>(contact_count).push_back(static_cast<int>(record.contacts.size()));
  of<double>(natural).push_back(record.certificate.natural);
  of<double>(dynamics).push_back(record.certificate.dynamics);
  of<double>(equality).push_back(record.certificate.equality);
  of<double>(penetration).push_back(record.certificate.penetration);
  of<double>(complementarity).push_back(record.certificate.complementarity);
  of<double>(kinetic).push_back(record.energies.kinetic);
  of<double>(potential).push_back(record.energies.potential);
  of<double>(elastic).push_back(record.energies.elastic);
  std::size_t change = changes;
  each_change(record.changes, [&](const char*, double value) { of<double>(change++).push_back(value); });
  of<double>(deepest_penetration).push_back(record.deepest_penetration);
  of<double>(seconds_collision).push_back(record.times.collision);
  of<double>(seconds_assemble).push_back(record.times.assemble);
  of<double>(seconds_solve).push_back(record.times.solve);
  of<double>(seconds_integrate).push_back(record.times.integrate);
  of<double>(seconds_output).push_back(record.times.output);
}

void TrajectoryColumns::clear() {
  for (TrajectoryColumn& each : columns_) std::visit([](auto& values) { values.clear(); }, each.values);
  if (contacts_) end_frame();  // the first begins at 0
}

std::size_t TrajectoryColumns::bytes() const {
  std::size_t sum = 0;
  for (const TrajectoryColumn& each : columns_)
    sum += std::visit([](const auto& values) { return values.size() * sizeof(values[0]); }, each.values);
  return sum;
}

}  // namespace signorini
