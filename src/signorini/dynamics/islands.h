#pragma once

#include <numeric>
#include <vector>

#include "signorini/model/model.h"

namespace signorini {

/// Which bodies act on each other. Fixed bodies and the world join nothing.
class Islands {
 public:
  /// `places`: velocity_places().
  explicit Islands(const std::vector<int>& places) : places_(places), next_(places.size()) {
    std::iota(next_.begin(), next_.end(), 0);
  }
  /// Those of the mechanisms: bodies that joints connect.
  static Islands of_joints(const Model& model, const std::vector<int>& places) {
    Islands islands(places);
    for (const Joint& joint : model.joints) islands.join(joint.body_a, joint.body_b);
    return islands;
  }
  void join(int body_a, int body_b) {
    if (moves(body_a) && moves(body_b)) next_[of(body_a)] = of(body_b);
  }
  /// A body that stands for the island of this one.
  int of(int body) {
    while (next_[body] != body) body = next_[body] = next_[next_[body]];
    return body;
  }
  bool moves(int body) const { return body >= 0 && places_[body] >= 0; }

 private:
  const std::vector<int>& places_;
  std::vector<int> next_;
};

}  // namespace signorini
