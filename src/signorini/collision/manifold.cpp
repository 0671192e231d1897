#include "signorini/collision/manifold.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

/// Of the size: contacts that are this near each other are one, if their normals agree.
constexpr double same_place = 1e-6;
constexpr double same_normal = 0.99;

/// Share of the size by which a later point must be better than an earlier one to be taken in its stead.
constexpr double tie = 1e-7;
/// The same for gaps.
constexpr double gap_tie = 1e-8;

/// The first point whose score is the best, or within `tolerance` of it.
template <typename Score>
std::size_t first_best(std::size_t begin, std::size_t end, double tolerance, Score&& score) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = begin; i < end; ++i) best = std::max(best, score(i));
  for (std::size_t i = begin; i < end; ++i)
    if (score(i) >= best - tolerance) return i;
  return begin;
}

}  // namespace

void keep_largest_area(Manifold& manifold, std::size_t begin, double size) {
  const std::size_t end = manifold.size();
  if (end - begin <= most_flat_contacts) return;
  const auto at = [&](std::size_t i) -> const Vector3& { return manifold[i].point; };
  std::array<std::size_t, most_flat_contacts> kept;
  const double length = tie * size, area = tie * size * size;
  double deepest = std::numeric_limits<double>::infinity();
  Vector3 middle = Vector3::Zero();
  for (std::size_t i = begin; i < end; ++i) {
    deepest = std::min(deepest, manifold[i].gap);
    middle += at(i) / static_cast<double>(end - begin);
  }
  // Of those that are equally deep the outermost.
  kept[0] = first_best(begin, end, length, [&](std::size_t i) {
    return manifold[i].gap <= deepest + gap_tie * size ? (at(i) - middle).norm() : -1.0;
  });
  manifold[kept[0]].gap = deepest;  // it stands for all of them
  const Vector3 normal = manifold[kept[0]].normal, corner = at(kept[0]);
  const auto flat = [&](const Vector3& v) -> Vector3 { return v - v.dot(normal) * normal; };
  kept[1] = first_best(begin, end, length, [&](std::size_t i) { return flat(at(i) - corner).norm(); });
  const Vector3 first_side = flat(at(kept[1]) - corner);
  const auto turn = [&](std::size_t i) { return normal.dot(first_side.cross(at(i) - corner)); };
  // Points on a line need no more than its ends, on a triangle no more than its corners.
  std::size_t count = 2;
  kept[2] = first_best(begin, end, area, [&](std::size_t i) { return std::abs(turn(i)); });
  if (std::abs(turn(kept[2])) > area) {
    count = 3;
    if (turn(kept[2]) < 0) std::swap(kept[1], kept[2]);
    // The fourth adds the most area beyond one of the triangle's sides.
    const auto beyond = [&](std::size_t i) {
      double most = -std::numeric_limits<double>::infinity();
      for (int k = 0; k < 3; ++k) {
        const Vector3 from = at(kept[k]), side = at(kept[(k + 1) % 3]) - from;
        most = std::max(most, -normal.dot(side.cross(at(i) - from)));
      }
      return most;
    };
    kept[3] = first_best(begin, end, area, beyond);
    if (beyond(kept[3]) > area) count = 4;
  }
  const auto last = kept.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(kept.begin(), last);
  std::size_t place = begin;
  for (auto i = kept.begin(); i != last; ++i) manifold[place++] = manifold[*i];
  manifold.resize(place);
}

void remove_duplicates(Manifold& found, double size) {
  std::size_t kept = 0;
  for (const ManifoldPoint& contact : found) {
    const auto same = [&](const ManifoldPoint& other) {
      return (other.point - contact.point).squaredNorm() < same_place * same_place * size * size &&
             other.normal.dot(contact.normal) > same_normal;
    };
    const auto end = found.begin() + static_cast<std::ptrdiff_t>(kept);
    if (std::find_if(found.begin(), end, same) == end) found[kept++] = contact;
  }
  found.resize(kept);
}

}  // namespace signorini::collision
