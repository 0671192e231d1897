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
    same = a.contacts[k].key == b.contacts[k].key && same_bits(a.impulses[k], b.impulses[k]) &&
           same_bits(a.contacts[k].point, b.contacts[k].point) && a.contacts[k].gap == b.contacts[k].gap;
  return same;
}
inline bool same_bits(const Certificate& a, const Certificate& b) {
  return a.natural == b.natural && a.dynamics == b.dynamics && a.equality == b.equality &&
         a.penetration == b.penetration && a.complementarity == b.complementarity;
}
/// All that a step leaves behind but its times.
inline bool same_in_all(const StepRecord& a, const StepRecord& b) {
  bool same = same_bits(a, b) && same_bits(a.certificate, b.certificate) && a.status == b.status &&
              a.message == b.message && a.repeats == b.repeats && a.unsettled == b.unsettled &&
              a.impacts == b.impacts && a.deepest_penetration == b.deepest_penetration &&
              a.joint_drift == b.joint_drift && a.joints.size() == b.joints.size() && a.pairs.size() == b.pairs.size();
  same = same && a.energies.kinetic == b.energies.kinetic && a.energies.potential == b.energies.potential &&
         a.energies.elastic == b.energies.elastic;
  each_change(a.changes, [&](const char* name, double change) {
    each_change(b.changes,
                [&](const std::string& other, double its) { same = same && (other != name || its == change); });
  });
  for (std::size_t k = 0; same && k < a.pairs.size(); ++k)
    same = a.pairs[k].body_a == b.pairs[k].body_a && a.pairs[k].body_b == b.pairs[k].body_b &&
           a.pairs[k].contacts == b.pairs[k].contacts && same_bits(a.pairs[k].force, b.pairs[k].force) &&
           same_bits(a.pairs[k].torque, b.pairs[k].torque);
  for (std::size_t k = 0; same && k < a.joints.size(); ++k) same = same_bits(a.joints[k].force, b.joints[k].force);
  return same;
}

}  // namespace signorini::test
