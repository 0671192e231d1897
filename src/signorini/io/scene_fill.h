#pragma once

#include <optional>
#include <vector>

#include "signorini/model/shape.h"

namespace signorini {

/// Where a fill puts bodies: a box along the axes, or the upright cylinder inside it.
struct FillRegion {
  Vector3 from = Vector3::Zero(), to = Vector3::Zero();  ///< lower and upper corner, m
  bool open_top = false;                                 ///< as high as needed; to.z has no meaning
  bool round = false;
};

/// The centres of the cells of this size that fit into the region, layer by layer from below, the grid centred in x and
/// y: the first `count`, or all that there are. Fewer than `count` when they do not fit.
/// No more than `count` are ever held; without it, and for the layers of a round region, ask cells_in() before.
std::vector<Vector3> fill_cells(const FillRegion& region, const Vector3& cell, std::optional<int> count);

/// A circle of places about the upright axis through `centre`, at least `least_angle` apart, rad.
struct Ring {
  Vector3 centre = Vector3::Zero();
  double radius = 0;
  int places = 1;
  double least_angle = 0;
};
/// Circles with places for `count` balls of the diameter `spacing`, layer by layer from below, in each from the axis
/// outwards; fewer places where they do not fit. The spacing of circles and of layers is that of places.
std::vector<Ring> fill_rings(const FillRegion& region, double spacing, int count);

/// How many cells fit into the box that the region stands for; into one layer of it when its top is open. A whole
/// number, in a double because no region is too large to ask.
double cells_in(const FillRegion& region, const Vector3& cell);

/// How far the farthest point of a solid is from the origin of its frame, m; of several, from the origin of their
/// common frame.
double bounding_radius(const Geometry& geometry);
double bounding_radius(const std::vector<Shape>& shapes);

/// `factor` times as large, about the origin of the common frame.
std::vector<Shape> scaled(std::vector<Shape> shapes, double factor);

}  // namespace signorini
