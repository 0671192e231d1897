#pragma once

#include <cstring>

#include "signorini/dynamics/step_record.h"

namespace signorini::test {

/// Stricter than ==, which takes -0 for 0.
inline bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}
inline bool same_places(const State& a, const State& b) {
  bool same = a.poses.size() == b.poses.size();
  for (std::size_t k = 0; same && k < a.poses.size(); ++k)
    same = same_bits(a.poses[k].position, b.poses[k].position) &&
           same_bits(a.poses[k].orientation.coeffs(), b.poses[k].orientation.coeffs());
  return same;
}
inline bool same_bits(const StepRecord& a, const StepRecord& b) {
  bool same = a.step == b.step && a.state.time == b.state.time && same_bits(a.state.v, b.state.v) &&
              a.contacts.size() == b.contacts.size() && same_places(a.state, b.state) && a.iterations == b.iterations;
  for (std::size_t k = 0; same && k < a.contacts.size(); ++k)
    same = a.contacts[k].key == b.contacts[k].key && same_bits(a.impulses[k], b.impulses[k]);
  return same;
}

}  // namespace signorini::test
