#include "signorini/solver/first_order/cone_qp.h"

#include <cmath>

#include "signorini/base/cores.h"

namespace signorini::first_order {

namespace {

/// Below, handing out parts costs more than it gains.
constexpr int contacts_worth_parts = 8'000;

int useful_threads(int asked, std::size_t parts) {
  return std::min(threads_within_cores(asked), static_cast<int>(parts));
}

}  // namespace

ConeQp::ConeQp(const ReducedProblem& reduced, int threads, int most_parts)
    : delassus_(reduced.problem),
      map_(reduced.map),
      mu_(reduced.problem.cones.mu),
      parts_(make_parts(most_parts)),
      team_(std::make_unique<Team>(useful_threads(threads, parts_.size()))) {
  if (parts_.size() > 1 && delassus_.form() == Form::global)
    partial_states_.assign(parts_.size(), Vector::Zero(delassus_.state_size()));
}

std::vector<ConeQp::Part> ConeQp::make_parts(int most) const {
  const int count = cones().contacts() >= contacts_worth_parts ? most : 1;
  std::vector<Part> parts(static_cast<std::size_t>(count));
  for (int p = 0; p < count; ++p) {
    Part& part = parts[static_cast<std::size_t>(p)];
    part.first_entry = count == 1 ? 0 : delassus_.state_size();
    part.past_entry = count == 1 ? delassus_.state_size() : 0;
    for_each_kind([&](const BlockColumns& columns, Block::Kind kind, int) {
      const auto share = [&](int k) { return static_cast<int>(std::int64_t{columns.groups()} * k / count); };
      const int begin = part.begin[static_cast<int>(kind)] = share(p);
      const int end = part.end[static_cast<int>(kind)] = share(p + 1);
      for (int e = columns.start()[static_cast<std::size_t>(begin)]; e < columns.start()[static_cast<std::size_t>(end)];
           ++e) {
        const int entry = columns.width() * columns.block()[static_cast<std::size_t>(e)];
        part.first_entry = std::min(part.first_entry, entry);
        part.past_entry = std::max(part.past_entry, entry + columns.width());
      }
    });
    part.past_entry = std::max(part.past_entry, part.first_entry);
  }
  return parts;
}

void ConeQp::add_partial_states(Vector& out) const {
  for_ranges(out.size(), [&](Eigen::Index begin, Eigen::Index end) {
    std::fill(out.data() + begin, out.data() + end, 0.0);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const double* state = partial_states_[p].data();
      const auto first = std::max<Eigen::Index>(begin, parts_[p].first_entry);
      const auto past = std::min<Eigen::Index>(end, parts_[p].past_entry);
      for (Eigen::Index k = first; k < past; ++k) out[k] += state[k];
    }
  });
}

Point ConeQp::start(const Solution& guess) const {
  Point point = zero();
  if (guess.r.size() == map_.original_rows && guess.r.allFinite()) point.x = map_.scaled_impulses(guess.r);
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
    columns.scatter(0, columns.groups(), direction.x.data() + first, direction.s.data());
  });
}

void ConeQp::judge(Monitor& monitor, Point& point) const {
  refresh(point);
  monitor.check({delassus_.velocities(point.s), map_.impulses(point.x), {}});
}

void ConeQp::gradient(const Point& at, Vector& g) const {
  g.resize(rows());
  read(at, [&]<int d>(Sums&, const Block& block, const VectorN<d>& slope, const VectorN<d>&) {
    for (int i = 0; i < d; ++i) g[block.row + i] = slope[i];
  });
}

double ConeQp::curvature(const Point& d) const {
  const double compliant = delassus_.compliant() ? d.x.cwiseAbs2().dot(delassus_.E()) : 0.0;
  if (delassus_.form() == Form::global) return d.s.squaredNorm() + compliant;
  return read_direction(d, []<int n>(Sums& sums, const Block&, const VectorN<n>& slope, const VectorN<n>& x) {
    for (int i = 0; i < n; ++i) sums[0] += slope[i] * x[i];
  })[0];
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
    sweep_direction(x, y, []<int d>(Sums&, const Block&, const VectorN<d>& slope, const VectorN<d>&) { return slope; });
    norm = y.x.norm();
    x.swap(y);
  }
  return norm > 0 ? norm : 1.0;
}

}  // namespace signorini::first_order
