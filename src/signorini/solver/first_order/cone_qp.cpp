#include "signorini/solver/first_order/cone_qp.h"

#include <cmath>

namespace signorini::first_order {

ConeQp::ConeQp(const ReducedProblem& reduced)
    : delassus_(reduced.problem), map_(reduced.map), mu_(reduced.problem.cones.mu) {}

Point ConeQp::start(const Solution& guess) const {
  Point point = zero();
  if (guess.r.size() == map_.original_rows && guess.r.allFinite()) point.x = map_.scaled(guess.r);
  for_each_block([&](const Block& block, auto d) {
    const VectorN<d> x = point.x.template segment<d>(block.row);
    point.x.template segment<d>(block.row) = project<d>(block, x);
  });
  refresh(point);
  return point;
}

void ConeQp::refresh_direction(Point& direction) const {
  if (delassus_.form() == Form::local) {
    direction.s = direction.x;
    return;
  }
  direction.s.setZero(delassus_.state_size());
  for_each_kind([&](const BlockColumns& columns, Block::Kind, int first) {
    with_block_sizes(columns, [&](auto group, auto width) {
      for (int k = 0; k < columns.groups(); ++k)
        columns.template scatter<group, width>(k, direction.x.data() + first + k * group, direction.s.data());
    });
  });
}

void ConeQp::judge(Monitor& monitor, Point& point) const {
  refresh(point);
  monitor.check({delassus_.velocities(point.s), map_.impulses(point.x), {}});
}

void ConeQp::gradient(const Point& at, Vector& g) const {
  g.resize(rows());
  read(at, [&]<int d>(const Block& block, const VectorN<d>& slope, const VectorN<d>&) {
    for (int i = 0; i < d; ++i) g[block.row + i] = slope[i];
  });
}

double ConeQp::curvature(const Point& d) const {
  const double compliant = delassus_.compliant() ? d.x.cwiseAbs2().dot(delassus_.E()) : 0.0;
  if (delassus_.form() == Form::global) return d.s.squaredNorm() + compliant;
  double sum = 0;
  read_direction(d, [&]<int n>(const Block&, const VectorN<n>& slope, const VectorN<n>& x) {
    for (int i = 0; i < n; ++i) sum += slope[i] * x[i];
  });
  return sum;
}

double ConeQp::norm_estimate(int steps) const {
  Point x = zero(), y;
  // Uneven on purpose: an even start can be orthogonal to the largest eigenvector.
  x.x = Vector::LinSpaced(rows(), 1.0, 2.0);
  refresh_direction(x);
  double norm = 0;
  for (int k = 0; k < steps; ++k) {
    const double length = x.x.norm();
    if (!(length > 0)) return 1.0;
    x.x /= length;
    x.s /= length;
    sweep_direction(x, y, []<int d>(const Block&, const VectorN<d>& slope, const VectorN<d>&) { return slope; });
    norm = y.x.norm();
    x.swap(y);
  }
  return norm > 0 ? norm : 1.0;
}

}  // namespace signorini::first_order
