#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/collision/contact.h"
#include "signorini/dynamics/settings.h"
#include "signorini/model/model.h"

namespace SIGNORINI_PUBLIC signorini {

/// Two bodies that begin in each other.
struct Overlap {
  int body_a = -1, body_b = -1;                                 ///< -1: nothing overlaps
  double depth = 0;                                             ///< m
  double half_width = std::numeric_limits<double>::infinity();  ///< of the thinner body, m

  /// Beyond that the way out may be on the other side: nobody can have meant it.
  bool deep() const { return depth > half_width; }
  /// Enough to be seen when it is undone: a hundredth of the half width.
  bool visible() const { return depth > 0.01 * half_width; }
};

/// Two bodies each, the smaller index first.
using BodyPairs = std::vector<std::pair<int, int>>;

/// Pairs of bodies of one mechanism, connected by joints directly or through others, that begin in each other: as links
/// of robots often do, whose shapes are simpler than the robot. Sorted.
BodyPairs overlapping_links(const Model& model, const Settings& settings);
/// Whether none of the pair's contacts penetrates; `contacts`: by key.
bool have_parted(const std::pair<int, int>& pair, const std::vector<Contact>& contacts);
/// Takes the contacts of these pairs away.
void leave_out(const BodyPairs& pairs, std::vector<Contact>& contacts);

/// The worst pair at the start of a model: the deepest compared with the thinner body's half width. Without those of
/// overlapping_links() where the settings ignore them.
Overlap start_overlap(const Model& model, const Settings& settings);
/// The same at any state, of one body with all others.
Overlap overlap_of(int body, const Model& model, const Settings& settings, const State& state);
/// Of the two bodies; flexible ones have the numbers behind the rigid ones. May be empty.
std::pair<std::string, std::string> names(const Overlap& overlap, const Model& model);
/// "'a' and 'b' overlap by 0.05 m at the start".
std::string describe(const Overlap& overlap, const Model& model);

/// Throws InputError that names the pair and its depth when it is deep().
void require_not_deep(const Overlap& overlap, const Model& model);

}  // namespace signorini
