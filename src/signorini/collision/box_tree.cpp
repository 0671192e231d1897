#include "signorini/collision/box_tree.h"

#include <algorithm>

namespace signorini::collision {
namespace {

constexpr int leaf_size = 4;

}  // namespace

void BoxTree::build(std::vector<int> members, std::span<const Aabb> boxes, std::span<const Vector3> centres) {
  order_ = std::move(members);
  nodes_.clear();
  if (!order_.empty()) build(0, static_cast<int>(order_.size()), boxes, centres);
}

int BoxTree::build(int begin, int end, std::span<const Aabb> boxes, std::span<const Vector3> centres) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.push_back({{}, begin, end, -1});
  Aabb box, around_centres;
  for (int k = begin; k < end; ++k) {
    box.include(boxes[order_[k]]);
    around_centres.include(centres[order_[k]]);
  }
  if (end - begin > leaf_size) {
    int axis;
    (around_centres.high - around_centres.low).maxCoeff(&axis);
    const int middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end, [&](int s, int t) {
      const double x = centres[s][axis], y = centres[t][axis];
      return x < y || (x == y && s < t);
    });
    build(begin, middle, boxes, centres);
    nodes_[index].right = build(middle, end, boxes, centres);
  }
  nodes_[index].box = box;
  return index;
}

}  // namespace signorini::collision
