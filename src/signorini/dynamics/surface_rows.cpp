#include "signorini/dynamics/surface_rows.h"

#include <algorithm>

namespace signorini {
namespace {

/// Calls visit(sign, surface point or -1, rigid body) for A and B.
template <class Visit>
void for_both_sides(const Contact& contact, const Visit& visit) {
  visit(-1.0, contact.surface_a, contact.key.body_a);
  visit(1.0, contact.surface_b, contact.key.body_b);
}

/// Entries with one place become one.
void merge(std::vector<std::pair<int, double>>& entries) {
  std::ranges::stable_sort(entries, {}, &std::pair<int, double>::first);
  std::size_t last = 0;
  for (std::size_t k = 1; k < entries.size(); ++k) {
    if (entries[k].first == entries[last].first)
      entries[last].second += entries[k].second;
    else
      entries[++last] = entries[k];
  }
  if (!entries.empty()) entries.resize(last + 1);
}

}  // namespace

Eigen::Index surface_entries(const std::vector<Contact>& contacts, const Surfaces* surfaces) {
  constexpr std::size_t rows = 3, of_a_node = 6;  // of a welded node: those of its body
  std::size_t sum = 0;
  for (const Contact& contact : contacts)
    for (const int point : {contact.surface_a, contact.surface_b})
      if (point >= 0) sum += rows * of_a_node * surfaces->points[point].size();
  return static_cast<Eigen::Index>(sum);
}

SurfaceRow surface_row(const Contact& contact, const Vector3& direction, const std::vector<Pose>& poses,
                       const std::vector<int>& places, const Surfaces& surfaces) {
  SurfaceRow row;
  const auto add = [&](int place, double component) { row.entries.emplace_back(place, component); };
  for_both_sides(contact, [&](double sign, int point, int body) {
    if (point >= 0) {
      for (const auto& [node, weight] : surfaces.points[point]) {
        surfaces.nodes.spread(node, sign * weight * direction, add);
        row.driven += sign * weight * direction.dot(Vector3(surfaces.nodes.driven().segment<3>(3 * node)));
      }
      return;
    }
    const int place = places[static_cast<std::size_t>(body)];
    if (place < 0) return;
    const Pose& pose = poses[static_cast<std::size_t>(body)];
    const Vector3 force = sign * direction;
    const Vector3 torque = pose.orientation.conjugate() * (contact.point - pose.position).cross(force);
    for (int k = 0; k < 3; ++k) add(place + k, force[k]);
    for (int k = 0; k < 3; ++k) add(place + 3 + k, torque[k]);
  });
  merge(row.entries);
  return row;
}

Vector3 surface_velocity(const Contact& contact, const std::vector<Pose>& poses, const Vector& v,
                         const std::vector<int>& places, const Surfaces& surfaces) {
  Vector3 sum = Vector3::Zero();
  for_both_sides(contact, [&](double sign, int point, int body) {
    if (point >= 0) {
      for (const auto& [node, weight] : surfaces.points[point]) sum += sign * weight * surfaces.nodes.velocity(node, v);
      return;
    }
    const int place = places[static_cast<std::size_t>(body)];
    if (place < 0) return;
    const Pose& pose = poses[static_cast<std::size_t>(body)];
    const Vector3 spin = pose.orientation * Vector3(v.segment<3>(place + 3));
    sum += sign * (Vector3(v.segment<3>(place)) + spin.cross(contact.point - pose.position));
  });
  return sum;
}

}  // namespace signorini
