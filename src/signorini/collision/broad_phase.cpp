#include "signorini/collision/broad_phase.h"

#include <algorithm>
#include <tuple>

#include "signorini/collision/containers.h"

namespace signorini::collision {
namespace {

/// The largest in a class is at most so many times the smallest.
constexpr double class_ratio = 2;
/// Rounding must not lose a pair whose gap is just below the margin.
constexpr double margin_slack = 1 + 1e-9;

}  // namespace

BroadPhase::BroadPhase(std::span<const ShapeInfo> shapes, std::span<const std::pair<int, int>> ignored_pairs,
                       double margin)
    : margin_(margin * margin_slack) {
  std::vector<int> solids;
  int bodies = 0;
  for (int i = 0; i < static_cast<int>(shapes.size()); ++i) {
    shapes_.push_back(shapes[i].tag);
    bodies = std::max(bodies, shapes_[i].body + 1);
    if (is_boundary(shapes[i].kind)) {
      boundaries_.push_back(i);
    } else {
      solids.push_back(i);
      if (!shapes_[i].fixed) moving_solids_.push_back(i);
    }
  }
  const auto diameter = [&](int i) { return 2 * shapes[i].ball.radius + margin_; };
  std::stable_sort(solids.begin(), solids.end(), [&](int i, int j) { return diameter(i) < diameter(j); });
  double smallest = 0;
  for (const int i : solids) {
    if (classes_.empty() || diameter(i) > class_ratio * smallest) {
      smallest = diameter(i);
      classes_.emplace_back();
    }
    (shapes_[i].fixed ? classes_.back().fixed : classes_.back().moving).push_back(i);
    classes_.back().cell = diameter(i) * margin_slack;
  }
  for (SizeClass& size_class : classes_) {
    std::sort(size_class.moving.begin(), size_class.moving.end());
    std::sort(size_class.fixed.begin(), size_class.fixed.end());
  }

  std::vector<std::pair<int, int>> ignored;
  for (const auto& [a, b] : ignored_pairs) {
    if (std::min(a, b) < 0 || std::max(a, b) >= bodies) continue;  // one of them has no shape
    ignored.emplace_back(a, b);
    ignored.emplace_back(b, a);
  }
  std::sort(ignored.begin(), ignored.end());
  ignored_start_.assign(bodies + 1, 0);
  for (const auto& [body, other] : ignored) {
    ++ignored_start_[body + 1];
    ignored_.push_back(other);
  }
  for (int body = 0; body < bodies; ++body) ignored_start_[body + 1] += ignored_start_[body];
  bucket_start_.resize(bodies + 1);
}

bool BroadPhase::ignored(int body_a, int body_b) const {
  const auto begin = ignored_.begin() + ignored_start_[body_a], end = ignored_.begin() + ignored_start_[body_a + 1];
  return begin != end && std::binary_search(begin, end, body_b);
}

void BroadPhase::add(int i, int j) {
  const ShapeTag &a = shapes_[i], &b = shapes_[j];
  if (a.body == b.body || (a.fixed && b.fixed) || ignored(a.body, b.body)) return;
  pairs_.push_back(a.body < b.body ? ShapePair{i, j} : ShapePair{j, i});
}

void BroadPhase::add_if_near(int i, int j, std::span<const Ball> balls, std::span<const Aabb> boxes) {
  const bool sphere_i = shapes_[i].kind == Kind::sphere, sphere_j = shapes_[j].kind == Kind::sphere;
  if (!(sphere_i && sphere_j)) {  // for spheres the balls say it all
    const auto around = [](const Ball& ball) {
      return Aabb{ball.centre - Vector3::Constant(ball.radius), ball.centre + Vector3::Constant(ball.radius)};
    };
    const Aabb box_i = sphere_i ? around(balls[i]) : boxes[i], box_j = sphere_j ? around(balls[j]) : boxes[j];
    if (!box_i.near(box_j, margin_)) return;
  }
  add(i, j);
}

std::span<const ShapePair> BroadPhase::find(std::span<const Ball> balls, std::span<const Aabb> boxes,
                                            std::span<const PlacedShape> placed, bool fixed_moved) {
  pairs_.clear();
  const auto add_solids = [&](int i, int j) { add_if_near(i, j, balls, boxes); };
  const auto add_near = [&](const GridLevel& grid, const std::vector<int>& members) {
    for (const int i : members) grid.visit_near(balls[i], margin_, [&](int j) { add_solids(i, j); });
  };
  for (std::size_t large = 0; large < classes_.size(); ++large) {
    SizeClass& size_class = classes_[large];
    if (fixed_moved) size_class.fixed_grid.build(balls, size_class.fixed, size_class.cell);
    size_class.moving_grid.build(balls, size_class.moving, size_class.cell);
    size_class.moving_grid.visit_pairs(margin_, add_solids);
    for (std::size_t small = 0; small <= large; ++small) {
      if (!size_class.fixed.empty()) add_near(size_class.fixed_grid, classes_[small].moving);
      if (small == large || size_class.moving.empty()) continue;
      add_near(size_class.moving_grid, classes_[small].moving);
      add_near(size_class.moving_grid, classes_[small].fixed);
    }
  }
  for (const int i : boundaries_) {
    if (shapes_[i].kind == Kind::mesh) {
      for (const int j : moving_solids_) {
        const Vector3 reach = Vector3::Constant(balls[j].radius);
        if (boxes[i].near({balls[j].centre - reach, balls[j].centre + reach}, margin_)) add(i, j);
      }
    } else {
      for (const int j : moving_solids_)
        if (clearance(placed[i], balls[j].centre) < balls[j].radius + margin_) add(i, j);
    }
  }
  sort();
  return sorted_;
}

void BroadPhase::sort() {
  std::fill(bucket_start_.begin(), bucket_start_.end(), 0);
  for (const ShapePair& pair : pairs_) ++bucket_start_[shapes_[pair.first].body];
  int sum = 0;
  for (int& start : bucket_start_) {
    sum += start;
    start = sum;
  }
  sorted_.resize(pairs_.size());
  for (std::size_t k = pairs_.size(); k-- > 0;) sorted_[--bucket_start_[shapes_[pairs_[k].first].body]] = pairs_[k];
  // As in ContactKey: body b, then shape a, then shape b.
  const auto before = [this](const ShapePair& p, const ShapePair& q) {
    return std::tuple(shapes_[p.second].body, p.first, p.second) <
           std::tuple(shapes_[q.second].body, q.first, q.second);
  };
  for (std::size_t body = 0; body + 1 < bucket_start_.size(); ++body) {
    const auto begin = sorted_.begin() + bucket_start_[body], end = sorted_.begin() + bucket_start_[body + 1];
    if (!std::is_sorted(begin, end, before)) std::sort(begin, end, before);
  }
}

}  // namespace signorini::collision
