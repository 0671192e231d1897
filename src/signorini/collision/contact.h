#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/math/types.h"

namespace SIGNORINI_PUBLIC signorini {

/// What stays the same about a contact from step to step: the shapes that touch, and which of their points. Flexible
/// bodies are numbered behind the rigid ones.
struct ContactKey {
  int body_a, body_b;             ///< a < b; the same where a flexible body touches itself
  std::int16_t shape_a, shape_b;  ///< place in Body::shapes
  std::int32_t feature;  ///< corner, edge or face pair of the manifold, triangle of a mesh, node; 0 for smooth pairs
  auto operator<=>(const ContactKey&) const = default;
};

/// A potential contact: two bodies nearer than the margin.
struct Contact {
  ContactKey key;
  Vector3 point;   ///< midway across the gap, world, m
  Vector3 normal;  ///< unit, out of A into B
  double gap;      ///< signed distance along the normal, negative when penetrating, m
  int material_a, material_b;
  /// Of flexible bodies: which of the surface points that were found with the contact; -1 for rigid ones.
  int surface_a = -1, surface_b = -1;
};

/// Points on the surfaces of flexible bodies: each is Σ weight · node, over the nodes of all flexible bodies, one after
/// the other. Its weights sum to 1.
class SurfacePoints {
 public:
  struct Part {
    int node;
    double weight;
  };
  void clear() { parts_.clear(), ends_.clear(); }
  int count() const { return static_cast<int>(ends_.size()); }
  std::span<const Part> operator[](int point) const {
    const std::size_t begin = point > 0 ? ends_[static_cast<std::size_t>(point - 1)] : 0;
    return {parts_.data() + begin, ends_[static_cast<std::size_t>(point)] - begin};
  }
  /// Its number.
  int add(std::span<const Part> parts) {
    parts_.insert(parts_.end(), parts.begin(), parts.end());
    ends_.push_back(parts_.size());
    return count() - 1;
  }

 private:
  std::vector<Part> parts_;
  std::vector<std::size_t> ends_;
};

}  // namespace signorini
