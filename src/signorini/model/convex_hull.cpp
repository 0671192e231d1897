// Quickhull (Barber, Dobkin, Huhdanpaa, ACM TOMS 22, 1996), without its usual trouble with rounding: the points are
// rounded once to a grid of 2⁴⁰ cells along each edge of a box around them, and from there on every question "on which
// side of this triangle?" is answered exactly, in 128-bit integers. The triangles of the hull are then merged into
// faces with a tolerance, which no longer endangers the topology.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "signorini/base/error.h"
#include "signorini/model/shape.h"

namespace signorini {
namespace {

__extension__ typedef __int128 Wide;

/// Cells along each edge. A determinant of three differences has at most 3·40 + 3 bits.
constexpr double cells = 0x1p40;
/// Points within this share of the box's width from a face's plane are in it; coordinates of seven digits are the
/// reason.
constexpr double coplanar_tolerance = 1e-7;
/// Points within this share of the largest coordinate count as lying on one line or in one plane: in a thinner body the
/// rounding of the coordinates would exceed the tolerance above.
constexpr double flat_tolerance = 1e-8;

/// A point of the grid.
struct Cell {
  std::int64_t x, y, z;
  auto operator<=>(const Cell&) const = default;
  Vector3 vector() const { return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)}; }
};

/// Six times the signed volume of (a, b, c, p), exactly: > 0 when p lies on the side from which a, b, c run
/// counter-clockwise.
Wide side(const Cell& a, const Cell& b, const Cell& c, const Cell& p) {
  const std::int64_t bx = b.x - a.x, by = b.y - a.y, bz = b.z - a.z;
  const std::int64_t cx = c.x - a.x, cy = c.y - a.y, cz = c.z - a.z;
  const std::int64_t px = p.x - a.x, py = p.y - a.y, pz = p.z - a.z;
  return px * (Wide{by} * cz - Wide{bz} * cy) + py * (Wide{bz} * cx - Wide{bx} * cz) +
         pz * (Wide{bx} * cy - Wide{by} * cx);
}

/// `neighbour[i]` lies across the edge from corner[i] to corner[i + 1].
struct Triangle {
  std::array<int, 3> corner, neighbour{-1, -1, -1};
  std::vector<int> outside;  ///< points strictly above it, each listed with one triangle only
  bool alive = true;
};

class Quickhull {
 public:
  /// `points`: distinct; the four of the simplex span a volume.
  Quickhull(const std::vector<Cell>& points, std::array<int, 4> simplex) : points_(points) {
    const auto& [a, b, c, d] = simplex;
    if (side(points[a], points[b], points[c], points[d]) > 0) std::swap(simplex[0], simplex[1]);
    start(simplex);
    for (std::size_t i = 0; i < triangles_.size(); ++i)
      if (triangles_[i].alive && !triangles_[i].outside.empty()) add(static_cast<int>(i));
  }

  /// The triangles of the hull; neighbours are places in this list.
  std::vector<Triangle> surface() const {
    std::vector<int> place(triangles_.size(), -1);
    std::vector<Triangle> out;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      if (!triangles_[i].alive) continue;
      place[i] = static_cast<int>(out.size());
      out.push_back(triangles_[i]);
    }
    for (Triangle& triangle : out)
      for (int& neighbour : triangle.neighbour) neighbour = place[neighbour];
    return out;
  }

 private:
  Wide above(const Triangle& t, int point) const {
    return side(points_[t.corner[0]], points_[t.corner[1]], points_[t.corner[2]], points_[point]);
  }

  int make(int a, int b, int c) {
    triangles_.push_back({.corner = {a, b, c}, .outside = {}});
    return static_cast<int>(triangles_.size()) - 1;
  }

  /// Gives each point to the first of the triangles that sees it; points that none sees are inside.
  void distribute(const std::vector<int>& points, int first_triangle) {
    for (const int point : points)
      for (std::size_t i = first_triangle; i < triangles_.size(); ++i)
        if (above(triangles_[i], point) > 0) {
          triangles_[i].outside.push_back(point);
          break;
        }
  }

  /// d lies below (a, b, c).
  void start(const std::array<int, 4>& simplex) {
    const auto& [a, b, c, d] = simplex;
    make(a, b, c), make(b, a, d), make(c, b, d), make(a, c, d);
    triangles_[0].neighbour = {1, 2, 3};
    triangles_[1].neighbour = {0, 3, 2};
    triangles_[2].neighbour = {0, 1, 3};
    triangles_[3].neighbour = {0, 2, 1};
    std::vector<int> rest(points_.size());
    std::iota(rest.begin(), rest.end(), 0);
    distribute(rest, 0);
  }

  /// An edge of the hole that a new point sees, and the triangle that stays on its other side.
  struct Rim {
    int from, to, beyond;
  };

  /// Takes the farthest point above the triangle into the hull.
  void add(int place) {
    const std::vector<int>& candidates = triangles_[place].outside;
    const int point = *std::max_element(candidates.begin(), candidates.end(), [&](int p, int q) {
      return above(triangles_[place], p) < above(triangles_[place], q);
    });
    std::vector<int> orphans;
    std::vector<Rim> rim;
    // Remove what the point sees, from triangle to triangle. Because the answers are exact this is a disc, and the new
    // point is on no line through an edge of its rim.
    std::vector<int> stack{place};
    triangles_[place].alive = false;
    while (!stack.empty()) {
      const int visible = stack.back();
      stack.pop_back();
      for (int e = 0; e < 3; ++e) {
        const int neighbour = triangles_[visible].neighbour[e];
        if (!triangles_[neighbour].alive) continue;
        if (above(triangles_[neighbour], point) > 0) {
          triangles_[neighbour].alive = false;
          stack.push_back(neighbour);
        } else {
          const auto& corner = triangles_[visible].corner;
          rim.push_back({corner[e], corner[(e + 1) % 3], neighbour});
        }
      }
      for (const int p : triangles_[visible].outside)
        if (p != point) orphans.push_back(p);
      triangles_[visible].outside.clear();
    }
    const int first = static_cast<int>(triangles_.size());
    std::map<int, int> starting_at;  // corner of the rim → new triangle on the edge that starts there
    for (const Rim& edge : rim) {
      const int fresh = make(edge.from, edge.to, point);
      triangles_[fresh].neighbour[0] = edge.beyond;
      Triangle& beyond = triangles_[edge.beyond];
      for (int e = 0; e < 3; ++e)
        if (beyond.corner[e] == edge.to && beyond.corner[(e + 1) % 3] == edge.from) beyond.neighbour[e] = fresh;
      starting_at[edge.from] = fresh;
    }
    for (std::size_t i = first; i < triangles_.size(); ++i) {
      const int next = starting_at.at(triangles_[i].corner[1]);
      triangles_[i].neighbour[1] = next;
      triangles_[next].neighbour[2] = static_cast<int>(i);
    }
    distribute(orphans, first);
  }

  const std::vector<Cell>& points_;
  std::vector<Triangle> triangles_;
};

/// The place of the edge that starts in `corner`.
int edge_from(const Triangle& triangle, int corner) {
  return static_cast<int>(std::find(triangle.corner.begin(), triangle.corner.end(), corner) - triangle.corner.begin());
}

using Face = std::vector<int>;

/// The triangles of a closed convex surface, gathered into faces.
class Faces {
 public:
  /// `tolerance`: in cells.
  Faces(const std::vector<Cell>& points, const std::vector<Triangle>& surface, double tolerance)
      : points_(points), surface_(surface), tolerance_(tolerance), face_(surface.size(), -1) {
    // The largest triangles first: their planes are the most certain.
    std::vector<double> area;
    for (const Triangle& triangle : surface) area.push_back(normal(triangle).norm());
    std::vector<int> order(surface.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return area[i] > area[j]; });
    int count = 0;
    for (const int seed : order)
      if (face_[seed] < 0) flood(seed, count++);
    std::vector<bool> drawn(count, false);
    for (std::size_t i = 0; i < surface.size(); ++i)
      for (int e = 0; e < 3; ++e)
        if (!drawn[face_[i]] && face_[surface[i].neighbour[e]] != face_[i]) {
          drawn[face_[i]] = true;
          faces_.push_back(outline(static_cast<int>(i), e));
        }
    drop_points_on_edges();
  }

  const std::vector<Face>& list() const { return faces_; }

 private:
  /// Outwards, twice the area long.
  Vector3 normal(const Triangle& triangle) const {
    const Vector3 a = points_[triangle.corner[0]].vector();
    return (points_[triangle.corner[1]].vector() - a).cross(points_[triangle.corner[2]].vector() - a);
  }

  /// Gives the face to the seed and to all triangles around it that lie in its plane.
  void flood(int seed, int face) {
    const Vector3 n = normal(surface_[seed]).normalized();
    const Vector3 origin = points_[surface_[seed].corner[0]].vector();
    const auto in_plane = [&](int corner) { return std::abs(n.dot(points_[corner].vector() - origin)) <= tolerance_; };
    std::vector<int> stack{seed};
    face_[seed] = face;
    while (!stack.empty()) {
      const Triangle& triangle = surface_[stack.back()];
      stack.pop_back();
      for (const int next : triangle.neighbour) {
        const auto& corner = surface_[next].corner;
        if (face_[next] >= 0 || !std::all_of(corner.begin(), corner.end(), in_plane)) continue;
        face_[next] = face;
        stack.push_back(next);
      }
    }
  }

  /// The polygon around the face of triangle `start`, whose edge `edge` is on its outline.
  Face outline(int start, int edge) const {
    Face polygon;
    int triangle = start, e = edge;
    do {
      const int corner = surface_[triangle].corner[(e + 1) % 3];
      polygon.push_back(corner);
      // The next edge of the outline starts in this corner: turn about it until the next triangle is another face's.
      e = (e + 1) % 3;
      while (face_[surface_[triangle].neighbour[e]] == face_[start]) {
        triangle = surface_[triangle].neighbour[e];
        e = edge_from(surface_[triangle], corner);
      }
    } while (triangle != start || e != edge);
    return polygon;
  }

  /// A corner of the hull has three faces or more.
  void drop_points_on_edges() {
    for (bool dropped = true; dropped;) {
      dropped = false;
      std::vector<int> faces_at(points_.size(), 0);
      for (const Face& face : faces_)
        for (const int corner : face) ++faces_at[corner];
      for (Face& face : faces_) dropped |= std::erase_if(face, [&](int corner) { return faces_at[corner] < 3; }) > 0;
      dropped |= std::erase_if(faces_, [](const Face& face) { return face.size() < 3; }) > 0;
    }
  }

  const std::vector<Cell>& points_;
  const std::vector<Triangle>& surface_;
  double tolerance_;
  std::vector<int> face_;  ///< of each triangle
  std::vector<Face> faces_;
};

/// A box that fits closely around points, along axes of its own: then a plate or a needle is a cube on the grid, and
/// convexity does not mind the stretching.
struct CloseBox {
  Matrix3 axes;  ///< right-handed
  Vector3 origin, widths;
};

CloseBox close_box(const std::vector<Vector3>& points, const std::string& what) {
  const auto farthest = [&](auto distance) {
    return *std::max_element(points.begin(), points.end(),
                             [&](const Vector3& p, const Vector3& q) { return distance(p) < distance(q); });
  };
  const auto distance_from = [](const Vector3& centre) {
    return [centre](const Vector3& x) { return (x - centre).norm(); };
  };
  const Vector3 a = farthest(distance_from(points[0])), b = farthest(distance_from(a));
  const double length = (b - a).norm();
  if (!(length > 0)) throw InputError(what + "they are all the same point");
  const double thin = flat_tolerance * std::max({length, a.norm(), b.norm()});
  const Vector3 line = (b - a) / length;
  const auto off_line = [&](const Vector3& x) { return line.cross(x - a).norm(); };
  const Vector3 c = farthest(off_line);
  if (off_line(c) < thin) throw InputError(what + "they lie on one line");
  const Vector3 normal = line.cross(c - a).normalized();
  const auto off_plane = [&](const Vector3& x) { return std::abs(normal.dot(x - a)); };
  if (off_plane(farthest(off_plane)) < thin) throw InputError(what + "they lie in one plane");
  CloseBox box;
  box.axes << line, normal.cross(line), normal;
  Vector3 lowest = Vector3::Zero(), highest = Vector3::Zero();
  for (const Vector3& point : points) {
    const Vector3 local = box.axes.transpose() * (point - a);
    lowest = lowest.cwiseMin(local);
    highest = highest.cwiseMax(local);
  }
  box.origin = a + box.axes * lowest;
  box.widths = highest - lowest;
  return box;
}

/// The points on the grid, each cell once, with the first point in each.
struct Grid {
  std::vector<Cell> cells;
  std::vector<int> source;
};

Grid to_grid(const std::vector<Vector3>& points, const CloseBox& box) {
  std::map<Cell, int> first;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3 place = cells * (box.axes.transpose() * (points[i] - box.origin)).cwiseQuotient(box.widths);
    first.try_emplace({std::llround(place.x()), std::llround(place.y()), std::llround(place.z())}, static_cast<int>(i));
  }
  Grid grid;
  for (const auto& [cell, point] : first) {
    grid.cells.push_back(cell);
    grid.source.push_back(point);
  }
  return grid;
}

/// Four points that span much volume.
std::array<int, 4> large_simplex(const std::vector<Cell>& points) {
  const auto at = [&](int i) { return points[i].vector(); };
  const auto farthest = [&](auto distance) {
    int best = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (distance(points[i].vector()) > distance(at(best))) best = static_cast<int>(i);
    return best;
  };
  const int a = farthest([&](const Vector3& x) { return (x - at(0)).norm(); });
  const int b = farthest([&](const Vector3& x) { return (x - at(a)).norm(); });
  const Vector3 line = (at(b) - at(a)).normalized();
  const int c = farthest([&](const Vector3& x) { return line.cross(x - at(a)).norm(); });
  const Vector3 normal = line.cross(at(c) - at(a)).normalized();
  const int d = farthest([&](const Vector3& x) { return std::abs(normal.dot(x - at(a))); });
  return {a, b, c, d};
}

}  // namespace

ConvexHull convex_hull(const std::vector<Vector3>& points) {
  const std::string what = fmt::format("convex hull of {} points: ", points.size());
  if (points.size() < 4) throw InputError(what + "a solid needs at least 4");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3& p = points[i];
    if (!p.allFinite())
      throw InputError(fmt::format("{}point {} is ({}, {}, {}), not finite", what, i, p.x(), p.y(), p.z()));
  }
  const Grid grid = to_grid(points, close_box(points, what));
  const std::vector<Triangle> surface = Quickhull(grid.cells, large_simplex(grid.cells)).surface();
  const Faces faces(grid.cells, surface, coplanar_tolerance * cells);

  // Corners in the order of the points.
  std::map<int, int> place;
  for (const Face& face : faces.list())
    for (const int corner : face) place[grid.source[corner]] = 0;
  ConvexHull hull;
  for (auto& [source, corner] : place) {
    corner = static_cast<int>(hull.corners.size());
    hull.corners.push_back(points[source]);
  }
  for (const Face& face : faces.list()) {
    Face& mapped = hull.faces.emplace_back();
    for (const int corner : face) mapped.push_back(place.at(grid.source[corner]));
  }
  return hull;
}

}  // namespace signorini
