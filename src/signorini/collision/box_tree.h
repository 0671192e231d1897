#pragma once

#include <span>
#include <vector>

#include "signorini/collision/aabb.h"

namespace signorini::collision {

/// A tree of boxes, halved by their number along the longest axis.
class BoxTree {
 public:
  /// Of these members of `boxes`; `centres` decide who goes where.
  void build(std::vector<int> members, std::span<const Aabb> boxes, std::span<const Vector3> centres);

  /// Calls visit(member) for every one whose leaf is nearer than `margin` to a box.
  template <typename Visit>
  void visit_near(const Aabb& box, double margin, Visit&& visit) const {
    visit_if([&](const Aabb& part) { return part.near(box, margin); }, visit);
  }
  /// Calls visit(member) for all in those leaves for which enter(box) is true, of theirs and of all boxes around it.
  template <typename Enter, typename Visit>
  void visit_if(Enter&& enter, Visit&& visit) const;
  /// Around all of them; empty without members.
  Aabb box() const { return nodes_.empty() ? Aabb() : nodes_.front().box; }

 private:
  struct Node {
    Aabb box;
    int begin, end;  ///< places in order_
    int right;       ///< second child; the first follows its parent. -1: a leaf
  };
  int build(int begin, int end, std::span<const Aabb> boxes, std::span<const Vector3> centres);

  std::vector<int> order_;
  std::vector<Node> nodes_;
};

template <typename Enter, typename Visit>
void BoxTree::visit_if(Enter&& enter, Visit&& visit) const {
  constexpr int deepest = 64;  // halving: never more than the bits of an index
  int stack[deepest], size = 0;
  if (!nodes_.empty()) stack[size++] = 0;
  while (size > 0) {
    const int index = stack[--size];
    const Node& node = nodes_[index];
    if (!enter(node.box)) continue;
    if (node.right < 0) {
      for (int k = node.begin; k < node.end; ++k) visit(order_[k]);
    } else {
      stack[size++] = node.right;
      stack[size++] = index + 1;
    }
  }
}

}  // namespace signorini::collision
