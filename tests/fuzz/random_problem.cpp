#include "random_problem.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Dense>

#include "signorini/math/random.h"

namespace signorini::fuzz {
namespace {

using Dense = Eigen::MatrixXd;

/// Everything that is drawn before the numbers.
struct Recipe {
  bool local, plane, coupled_mass, contradiction;
  int bodies, free, positive, friction, repeated;
  double mass_ratio;     ///< of the heaviest to the lightest body
  double mass_unit;      ///< kg
  double velocity_unit;  ///< m/s
  double length_unit;    ///< of the rotational columns, m
  double compliance;     ///< of the contacts beside their own 1/mass; 0: rigid
  double mu;             ///< the largest; below 0: all the same
  double gyroscopic;     ///< size of the skew part of M beside its diagonal; 0: symmetric
  int per_body() const { return plane ? 3 : 6; }
  int dimension() const { return plane ? 2 : 3; }
  int first_friction() const { return free + positive; }
};

class Draw : public Random {
 public:
  using Random::Random;
  /// 0 … n - 1.
  int below(int n) { return static_cast<int>(uniform() * n); }
  bool one_in(int n) { return below(n) == 0; }
  double power_of_ten(double low, double high) { return std::pow(10.0, uniform(low, high)); }
};

Recipe draw_recipe(Draw& draw) {
  Recipe r{};
  r.local = draw.one_in(3);
  r.plane = draw.one_in(3);
  r.coupled_mass = draw.one_in(4);
  r.contradiction = draw.one_in(8);
  r.bodies = 1 + draw.below(4);
  r.free = draw.one_in(2) ? 0 : draw.below(std::min(4, r.bodies * 2));
  r.positive = draw.one_in(2) ? 0 : draw.below(3);
  r.friction = draw.one_in(12) ? 0 : 1 + draw.below(5);
  if (r.free + r.positive + r.friction == 0) r.friction = 1;
  r.repeated = draw.one_in(4) ? 1 + draw.below(2) : 0;
  r.mass_ratio = draw.one_in(2) ? 1 : draw.power_of_ten(0, draw.one_in(4) ? 8 : 3);
  const bool extreme = draw.one_in(10);
  r.mass_unit = draw.one_in(2) ? 1 : draw.power_of_ten(extreme ? -60 : -6, extreme ? 60 : 6);
  r.velocity_unit = draw.one_in(2) ? 1 : draw.power_of_ten(extreme ? -60 : -9, extreme ? 60 : 9);
  r.length_unit = draw.one_in(2) ? 1 : draw.power_of_ten(-3, 2);
  r.compliance = draw.one_in(4) ? draw.power_of_ten(-6, 2) : 0;
  constexpr double largest_friction[] = {0, 0.3, 0.3, 0.7, 1, 2, 10, 100};
  r.mu = largest_friction[draw.below(8)];
  r.gyroscopic = draw.one_in(5) && !r.plane && !r.local ? draw.power_of_ten(-9, 0) : 0;
  return r;
}

Dense draw_mass(const Recipe& recipe, Draw& draw) {
  const int n = recipe.bodies * recipe.per_body();
  Dense M = Dense::Zero(n, n);
  for (int b = 0; b < recipe.bodies; ++b) {
    const double mass = recipe.mass_unit * std::pow(recipe.mass_ratio, draw.uniform());
    for (int k = 0; k < recipe.per_body(); ++k) {
      const bool turns = k >= recipe.per_body() / 2 + (recipe.plane ? 1 : 0);
      M(b * recipe.per_body() + k, b * recipe.per_body() + k) =
          turns ? mass * recipe.length_unit * recipe.length_unit * draw.uniform(0.1, 1) : mass;
    }
  }
  if (!recipe.coupled_mass) return M;
  // A congruence keeps it positive definite: M = D (I + B Bᵀ) D.
  const Vector root = M.diagonal().cwiseSqrt();
  Dense B(n, 2);
  for (double& b : B.reshaped()) b = draw.normal() / 2;
  M = root.asDiagonal() * (Dense::Identity(n, n) + B * B.transpose()) * root.asDiagonal();
  return (M + M.transpose()) / 2;
}

/// Turning couples the rotations of a body: adds a skew block, as large beside its diagonal as the recipe says.
void add_gyroscopic_terms(const Recipe& recipe, Dense& M, Draw& draw) {
  for (int first = 3; first < M.rows(); first += 6)
    for (int i = 0; i < 3; ++i) {
      const int a = first + i, b = first + (i + 1) % 3;
      const double coupling = recipe.gyroscopic * draw.normal() * std::sqrt(M(a, a)) * std::sqrt(M(b, b));
      M(a, b) += coupling;
      M(b, a) -= coupling;
    }
}

/// `count` directions at right angles to each other, on one body or between two, each with an arm.
Dense draw_block(const Recipe& recipe, int count, Draw& draw) {
  const int n = recipe.bodies * recipe.per_body(), moves = recipe.plane ? 2 : 3;
  Dense H = Dense::Zero(n, count);
  Dense frame(moves, moves);
  for (double& x : frame.reshaped()) x = draw.normal();
  frame = Eigen::HouseholderQR<Dense>(frame).householderQ();
  const int a = draw.below(recipe.bodies), b = draw.below(recipe.bodies);
  for (int k = 0; k < count; ++k) {
    const auto place = [&](int body, double sign) {
      for (int i = 0; i < moves; ++i) H(body * recipe.per_body() + i, k) = sign * frame(i, k % moves);
      for (int i = moves; i < recipe.per_body(); ++i)
        H(body * recipe.per_body() + i, k) = draw.one_in(4) ? 0 : recipe.length_unit * draw.normal();
    };
    place(a, 1);
    if (b != a) place(b, -1);
  }
  return H;
}

Dense draw_directions(const Recipe& recipe, Draw& draw) {
  const int d = recipe.dimension(), first = recipe.first_friction();
  Dense H(recipe.bodies * recipe.per_body(), first + d * recipe.friction);
  for (int k = 0; k < first; ++k) H.col(k) = draw_block(recipe, 1, draw);
  for (int i = 0; i < recipe.friction; ++i) H.middleCols(first + d * i, d) = draw_block(recipe, d, draw);
  for (int k = 0; k < recipe.repeated; ++k) {
    if (recipe.friction >= 2) {
      const int from = draw.below(recipe.friction), to = draw.below(recipe.friction);
      H.middleCols(first + d * to, d) = Dense(H.middleCols(first + d * from, d));
    } else if (recipe.free >= 2) {
      H.col(recipe.free - 1) = Vector(H.col(0));
    }
  }
  return H;
}

/// Velocities at the rows if nothing moved: joints that drift a little or not at all, gaps, speeds of driven bodies.
Vector draw_offsets(const Recipe& recipe, Draw& draw) {
  Vector w(recipe.first_friction() + recipe.dimension() * recipe.friction);
  for (Eigen::Index k = 0; k < w.size(); ++k)
    w[k] = draw.one_in(2) ? 0 : recipe.velocity_unit * draw.normal() * (k < recipe.free ? 0.1 : 0.5);
  return w;
}

/// Asks one joint or contact for what no motion gives: it connects nothing that can move.
void contradict(const Recipe& recipe, Dense& H, Vector& w, Draw& draw) {
  const int row = draw.below(recipe.first_friction() + recipe.friction);
  const bool in_friction = row >= recipe.first_friction();
  const int first = in_friction ? recipe.first_friction() + recipe.dimension() * (row - recipe.first_friction()) : row;
  H.middleCols(first, in_friction ? recipe.dimension() : 1).setZero();
  w[first] = -recipe.velocity_unit * draw.uniform(0.1, 1);
}

Vector draw_friction(const Recipe& recipe, Draw& draw) {
  Vector mu(recipe.friction);
  for (double& m : mu) m = draw.one_in(6) ? 0 : draw.one_in(2) ? recipe.mu : recipe.mu * draw.uniform();
  return mu;
}

void make_local(ContactProblem& p, const Dense& M, const Dense& H) {
  const Eigen::LLT<Dense> factor(M);
  Dense W = H.transpose() * factor.solve(H);
  W = (0.5 * (W + W.transpose())).eval();
  p.form = Form::local;
  p.q = H.transpose() * factor.solve(p.f) + p.w;
  p.W = W.sparseView(0, 0);
  p.M = p.H = SparseMatrix();
  p.f = p.w = Vector();
}

}  // namespace

RandomProblem random_problem(std::uint64_t seed, std::uint64_t index) {
  Draw draw(seed * 1'000'003 + index);
  const Recipe recipe = draw_recipe(draw);
  Dense M = draw_mass(recipe, draw);
  if (recipe.gyroscopic > 0) add_gyroscopic_terms(recipe, M, draw);
  Dense H = draw_directions(recipe, draw);
  ContactProblem p;
  p.cones.free = recipe.free;
  p.cones.positive = recipe.positive;
  p.cones.dimension = recipe.dimension();
  p.cones.mu = draw_friction(recipe, draw);
  p.w = draw_offsets(recipe, draw);
  if (recipe.contradiction) contradict(recipe, H, p.w, draw);
  Vector v(M.rows());
  for (double& x : v) x = draw.one_in(5) ? 0 : recipe.velocity_unit * draw.normal();
  p.f = M * v;
  p.M = M.sparseView(0, 0);
  p.H = H.sparseView(0, 0);
  if (recipe.compliance > 0) {
    p.E = Vector::Zero(p.rows());
    for (Eigen::Index k = recipe.free; k < p.E.size(); ++k)
      p.E[k] = recipe.compliance / recipe.mass_unit * draw.uniform();
  }
  if (recipe.local) make_local(p, M, H);
  return {p, fmt::format(
                 "{} {}D, {} bodies, {} free, {} positive, {} friction up to {}, mass {:.1g} ratio {:.1g}, velocity "
                 "{:.1g}, length {:.1g}, compliance {:.1g}, gyroscopic {:.1g}{}{}",
                 to_string(p.form), p.cones.dimension, recipe.bodies, recipe.free, recipe.positive, recipe.friction,
                 recipe.mu, recipe.mass_unit, recipe.mass_ratio, recipe.velocity_unit, recipe.length_unit,
                 recipe.compliance, recipe.gyroscopic, recipe.contradiction ? ", contradiction" : "",
                 recipe.repeated > 0 ? ", repeated rows" : "")};
}

}  // namespace signorini::fuzz
