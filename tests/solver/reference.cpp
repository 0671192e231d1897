#include "reference.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include <Eigen/Dense>

namespace signorini::test {
namespace {

using Real = long double;
using LongMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// Half spaces left by less than this, relative to ‖q‖, are satisfied.
constexpr Real satisfied = 1e-16L;
/// A unit normal whose part outside the span of the active ones is shorter than this depends on them. Two directions of
/// one cone get as close as the root of `satisfied`.
constexpr Real dependent = 1e-12L;
/// Active normals that the entering one is made of by less than this are not in its way.
constexpr Real no_pull = 1e-15L;
/// Eigenvalues of a Delassus matrix with unit diagonal below this are rounding of its entries.
constexpr Real negligible_eigenvalue = 1e-14L;
constexpr int most_steps = 20000;
/// Directions of one cone that differ by less belong to one sliding contact.
constexpr Real drawn_together = 1e-4L;
/// Newton's method squares an error of the root of `satisfied` at each step.
constexpr int newton_steps = 3;
/// Newton's answer is taken when it breaks the law by no more than this; on the border between sticking and sliding it
/// may not be one.
constexpr Real still_lawful = 1e-14L;

LongMatrix dense(const SparseMatrix& A) { return Eigen::MatrixXd(A).cast<Real>(); }

Real friction(const ContactProblem& p, int i) { return p.law == Law::frictionless ? 0.0 : p.cones.mu[i]; }

Real norm_or_one(Real x) { return x > 0 ? x : 1; }

/// u = Aᵀ y + w with y nearest to y_free: the problem in coordinates in which the mass is one.
struct NearestPoint {
  LongMatrix A;
  LongVector w, y_free;
};

NearestPoint whitened(const ContactProblem& p) {
  NearestPoint result;
  LongMatrix A;
  if (p.form == Form::global) {
    const Eigen::LLT<LongMatrix> mass(dense(p.M));
    A = mass.matrixL().solve(dense(p.H));
    result.w = p.w.cast<Real>();
    result.y_free = mass.matrixL().solve(LongVector(p.f.cast<Real>()));
  } else {
    const LongMatrix W = dense(p.W);
    const LongVector scale = W.diagonal().unaryExpr([](Real d) { return std::sqrt(norm_or_one(d)); });
    const LongVector inverse = scale.cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<LongMatrix> eigen(inverse.asDiagonal() * W * inverse.asDiagonal());
    const LongVector roots =
        eigen.eigenvalues().unaryExpr([](Real x) { return x > negligible_eigenvalue ? std::sqrt(x) : Real(0); });
    A = roots.asDiagonal() * eigen.eigenvectors().transpose() * scale.asDiagonal();
    result.w = p.q.cast<Real>();
    result.y_free = LongVector::Zero(A.rows());
  }
  if (p.E.size() == 0) {
    result.A = A;
    return result;
  }
  result.A = LongMatrix::Zero(A.rows() + A.cols(), A.cols());
  result.A.topRows(A.rows()) = A;
  result.A.bottomRows(A.cols()).diagonal() = p.E.cast<Real>().cwiseSqrt();
  const LongVector momentum = result.y_free;
  result.y_free = LongVector::Zero(result.A.rows());
  result.y_free.head(momentum.size()) = momentum;
  return result;
}

/// normal · y + offset ≥ 0 (= 0 for free rows), normal a unit vector. A multiplier λ stands for the impulse λ ray on
/// the rows from `row` on.
struct HalfSpace {
  bool equality;
  int row;
  LongVector ray;
  LongVector normal;
  Real offset;
};

/// What the active half spaces say about a friction cone in space.
enum class Contact { open, sliding, apex };

class ActiveSetMethod {
 public:
  explicit ActiveSetMethod(const ContactProblem& problem)
      : problem_(problem), p_(whitened(problem)), y_(p_.y_free), multiplier_(0) {
    const LongVector q = p_.A.transpose() * p_.y_free + p_.w;
    tolerance_ = satisfied * norm_or_one(q.norm());
  }

  LongVector impulses() {
    for (int k = 0; k < problem_.cones.free; ++k)
      if (const auto joint = half_space(k, LongVector::Ones(1), true)) hold(*joint);
    for (int step = 0; step < most_steps; ++step) {
      const auto violated = most_violated();
      if (!violated) return collected();
      take_in(*violated);
    }
    throw std::runtime_error("reference: too many steps");
  }

  const NearestPoint& point() const { return p_; }

  /// A sliding contact is held by directions that have drawn together, one in u = 0 by directions all around.
  Contact contact(int row) const {
    std::vector<LongVector> directions;
    for (std::size_t j = 0; j < active_.size(); ++j)
      if (active_[j].row == row && multiplier_[static_cast<Eigen::Index>(j)] > 0)
        directions.push_back(active_[j].ray / active_[j].ray[0]);
    for (const LongVector& d : directions)
      if ((d - directions.front()).norm() > drawn_together * d.norm()) return Contact::apex;
    return directions.empty() ? Contact::open : Contact::sliding;
  }

 private:
  /// Nothing when the rows act on no coordinate.
  std::optional<HalfSpace> half_space(int row, const LongVector& ray, bool equality = false) const {
    const LongVector a = p_.A.middleCols(row, ray.size()) * ray;
    const Real length = a.norm();
    if (length == 0) return {};
    return HalfSpace{equality, row, ray / length, a / length, p_.w.segment(row, ray.size()).dot(ray) / length};
  }

  std::optional<HalfSpace> most_violated() const {
    const LongVector u = p_.A.transpose() * y_ + p_.w;
    std::optional<HalfSpace> worst;
    Real worst_distance = 0;
    const auto consider = [&](int row, const LongVector& ray) {
      if (u.segment(row, ray.size()).dot(ray) >= -tolerance_) return;
      const auto candidate = half_space(row, ray);
      if (!candidate) return;
      const Real distance = -(candidate->normal.dot(y_) + candidate->offset);
      if (distance > worst_distance) {
        worst_distance = distance;
        worst = candidate;
      }
    };
    const Cones& cones = problem_.cones;
    for (int i = 0; i < cones.positive; ++i) consider(cones.first_positive() + i, LongVector::Ones(1));
    for (int i = 0; i < cones.friction(); ++i) {
      const int row = cones.friction_row(i);
      const Real mu = friction(problem_, i);
      if (mu == 0) {
        consider(row, LongVector::Ones(1));
        continue;
      }
      LongVector ray(cones.dimension);
      const auto slip = u.segment(row + 1, cones.dimension - 1);
      ray << Real(1), -mu * slip / norm_or_one(slip.norm());
      consider(row, ray);
    }
    return worst;
  }

  /// Splits a normal into the span of the active ones, as their combination c, and the rest z.
  void split(const LongVector& normal, LongVector& c, LongVector& z) const {
    const Eigen::Index count = multiplier_.size();
    if (count == 0) {
      z = normal;
      c.resize(0);
      return;
    }
    LongVector t = factor_.householderQ().adjoint() * normal;
    c = factor_.matrixQR().topRows(count).triangularView<Eigen::Upper>().solve(t.head(count));
    t.head(count).setZero();
    z = factor_.householderQ() * t;
    if (count == normal.size() || z.norm() < dependent) z.setZero();
  }

  /// Free rows that depend on earlier ones are left out; law_violation tells whether they agree.
  void hold(const HalfSpace& joint) {
    LongVector c, z;
    split(joint.normal, c, z);
    if (z.isZero(0)) return;
    active_.push_back(joint);
    settle();
  }

  /// One step of the method: moves y towards the new half space, dropping active ones whose multipliers reach zero.
  void take_in(const HalfSpace& entering) {
    constexpr Real endless = std::numeric_limits<Real>::infinity();
    for (;;) {
      LongVector c, z;
      split(entering.normal, c, z);
      Real until_drop = endless;
      std::size_t dropped = 0;
      for (std::size_t j = 0; j < active_.size(); ++j) {
        const Real pull = c[static_cast<Eigen::Index>(j)];
        if (active_[j].equality || pull < no_pull) continue;
        const Real ratio = multiplier_[static_cast<Eigen::Index>(j)] / pull;
        if (ratio >= until_drop) continue;
        until_drop = ratio;
        dropped = j;
      }
      const Real distance = -(entering.normal.dot(y_) + entering.offset);
      const Real until_inside = z.isZero(0) ? endless : std::max(Real(0), distance) / z.squaredNorm();
      if (until_inside == endless && until_drop == endless)
        throw std::runtime_error("reference: the rows contradict each other");
      if (until_inside <= until_drop) {
        active_.push_back(entering);
        return settle();
      }
      y_ += until_drop * z;
      multiplier_ -= until_drop * c;
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(dropped));
      const Eigen::Index first = static_cast<Eigen::Index>(dropped), rest = multiplier_.size() - first - 1;
      multiplier_.segment(first, rest) = multiplier_.tail(rest).eval();
      multiplier_.conservativeResize(multiplier_.size() - 1);
      factorize();
    }
  }

  void factorize() {
    LongMatrix normals(p_.A.rows(), static_cast<Eigen::Index>(active_.size()));
    for (Eigen::Index j = 0; j < normals.cols(); ++j) normals.col(j) = active_[static_cast<std::size_t>(j)].normal;
    if (normals.cols() > 0) factor_.compute(normals);
  }

  /// y and the multipliers from the active half spaces alone, so that rounding does not pile up: y = y_free + N λ on
  /// all their boundaries.
  void settle() {
    factorize();
    const Eigen::Index count = static_cast<Eigen::Index>(active_.size());
    LongVector distance(count);
    for (Eigen::Index j = 0; j < count; ++j) {
      const HalfSpace& active = active_[static_cast<std::size_t>(j)];
      distance[j] = -(active.normal.dot(p_.y_free) + active.offset);
    }
    const auto R = factor_.matrixQR().topRows(count).triangularView<Eigen::Upper>();
    LongVector move = LongVector::Zero(y_.size());
    move.head(count) = R.transpose().solve(distance);
    multiplier_ = R.solve(move.head(count));
    for (Eigen::Index j = 0; j < count; ++j)
      if (!active_[static_cast<std::size_t>(j)].equality) multiplier_[j] = std::max(Real(0), multiplier_[j]);
    y_ = p_.y_free + LongVector(factor_.householderQ() * move);
  }

  LongVector collected() const {
    LongVector r = LongVector::Zero(problem_.rows());
    for (std::size_t j = 0; j < active_.size(); ++j)
      r.segment(active_[j].row, active_[j].ray.size()) += multiplier_[static_cast<Eigen::Index>(j)] * active_[j].ray;
    return r;
  }

  const ContactProblem& problem_;
  NearestPoint p_;
  LongVector y_;
  Real tolerance_;
  std::vector<HalfSpace> active_;
  LongVector multiplier_;
  Eigen::HouseholderQR<LongMatrix> factor_;
};

/// Half spaces violated by ε leave the slip directions wrong by √ε. Newton's method on the optimality conditions, with
/// sliding contacts as the one smooth equation u_N = μ|u_T| each, takes them to rounding.
class Polish {
 public:
  Polish(const ContactProblem& problem, const ActiveSetMethod& method, LongVector r)
      : problem_(problem), p_(method.point()), r_(std::move(r)), y_(p_.y_free + p_.A * r_) {
    const Cones& cones = problem.cones;
    const auto keep = [&](int first, int count) {
      for (int k = 0; k < count; ++k) rows_.push_back(first + k);
    };
    keep(0, cones.free);
    for (int k = cones.first_positive(); k < cones.first_friction(); ++k)
      if (r_[k] > 0) rows_.push_back(k);
    for (int i = 0; i < cones.friction(); ++i) {
      const int row = cones.friction_row(i);
      if (r_[row] <= 0) continue;
      if (friction(problem, i) == 0)
        rows_.push_back(row);
      else if (method.contact(row) == Contact::sliding)
        sliding_.push_back(i);
      else
        keep(row, cones.dimension);
    }
  }

  LongVector impulses() {
    if (rows_.empty() && sliding_.empty()) return r_;
    for (int step = 0; step < newton_steps; ++step) newton_step();
    return r_;
  }

 private:
  /// Rows held at u = 0 come first among the equations, then sliding contacts. The multiplier of a row is its impulse,
  /// that of a sliding contact the normal impulse.
  void newton_step() {
    const int tangents = problem_.cones.dimension - 1;
    const auto held = static_cast<Eigen::Index>(rows_.size()), slides = static_cast<Eigen::Index>(sliding_.size());
    const LongVector u = p_.A.transpose() * y_ + p_.w;
    LongMatrix G(y_.size(), held + slides);
    LongVector c(held + slides), multiplier(held + slides);
    LongMatrix curvature = LongMatrix::Identity(y_.size(), y_.size());
    G.leftCols(held) = p_.A(Eigen::all, rows_);
    c.head(held) = u(rows_);
    multiplier.head(held) = r_(rows_);
    for (Eigen::Index k = 0; k < slides; ++k) {
      const int i = sliding_[static_cast<std::size_t>(k)], row = problem_.cones.friction_row(i);
      const Real mu = friction(problem_, i), speed = u.segment(row + 1, tangents).norm();
      const LongVector t = u.segment(row + 1, tangents) / speed;
      const auto A_T = p_.A.middleCols(row + 1, tangents);
      G.col(held + k) = p_.A.col(row) - mu * (A_T * t);
      c[held + k] = u[row] - mu * speed;
      multiplier[held + k] = r_[row];
      const LongMatrix across = LongMatrix::Identity(tangents, tangents) - t * t.transpose();
      curvature += r_[row] * mu / speed * A_T * across * A_T.transpose();
    }
    // curvature · Δy - G Δλ = defect and Gᵀ Δy = -c, in coordinates that make the curvature one; of many Δλ the
    // shortest.
    const Eigen::LLT<LongMatrix> factor(curvature);
    const LongMatrix scaled = factor.matrixL().solve(G);
    const LongVector defect = factor.matrixL().solve(LongVector(p_.y_free + G * multiplier - y_));
    const LongVector normal_step =
        LongMatrix(scaled.transpose()).completeOrthogonalDecomposition().solve(-c - scaled.transpose() * defect);
    y_ += factor.matrixU().solve(LongVector(defect + normal_step));
    multiplier += scaled.completeOrthogonalDecomposition().solve(normal_step);

    const LongVector moved = p_.A.transpose() * y_ + p_.w;
    r_(rows_) = multiplier.head(held);
    for (Eigen::Index k = 0; k < slides; ++k) {
      const int i = sliding_[static_cast<std::size_t>(k)], row = problem_.cones.friction_row(i);
      r_[row] = multiplier[held + k];
      r_.segment(row + 1, tangents) =
          -friction(problem_, i) * multiplier[held + k] * moved.segment(row + 1, tangents).normalized();
    }
  }

  const ContactProblem& problem_;
  const NearestPoint& p_;
  LongVector r_, y_;
  std::vector<int> rows_;     ///< held at u = 0
  std::vector<int> sliding_;  ///< friction cones
};

LongVector velocities(const ContactProblem& p, const LongVector& r) {
  if (p.form == Form::local) return {};
  return dense(p.M).llt().solve(p.f.cast<Real>() + dense(p.H) * r);
}

LongVector relative_velocities(const ContactProblem& p, const LongVector& v, const LongVector& r) {
  LongVector u;
  if (p.form == Form::global)
    u = dense(p.H).transpose() * v + p.w.cast<Real>();
  else
    u = dense(p.W) * r + p.q.cast<Real>();
  if (p.E.size() != 0) u += p.E.cast<Real>().cwiseProduct(r);
  return u;
}

/// ‖q‖ over the rows of positive and friction cones; 1 when that is 0.
Real free_speed(const ContactProblem& p) {
  const LongVector none = LongVector::Zero(p.rows());
  return norm_or_one(relative_velocities(p, velocities(p, none), none).tail(p.rows() - p.cones.free).norm());
}

}  // namespace

long double law_violation(const ContactProblem& p, const LongVector& r) {
  if (!r.allFinite()) return std::numeric_limits<Real>::infinity();
  const LongVector u = relative_velocities(p, velocities(p, r), r);
  const Cones& cones = p.cones;
  Real worst = 0;
  if (cones.free > 0) worst = u.head(cones.free).cwiseAbs().maxCoeff();
  const auto consider = [&](int row, Eigen::Index size, Real mu) {
    const auto impulse = r.segment(row, size), velocity = u.segment(row, size);
    const Eigen::Index tangents = size - 1;
    const Real D = p.form == Form::global ? (dense(p.H).col(row).array().square() / dense(p.M).diagonal().array()).sum()
                                          : Real(p.W.coeff(row, row));
    const Real outside_dual = mu * velocity.tail(tangents).norm() - velocity[0];
    const Real outside = D * (impulse.tail(tangents).norm() - mu * impulse[0]);
    const Real work = std::abs(impulse.dot(velocity)) / norm_or_one(impulse.norm());
    worst = std::max({worst, outside_dual, outside, -D * impulse[0], work});
  };
  for (int i = 0; i < cones.positive; ++i) consider(cones.first_positive() + i, 1, 0);
  for (int i = 0; i < cones.friction(); ++i) consider(cones.friction_row(i), cones.dimension, friction(p, i));
  return worst / free_speed(p);
}

Reference reference_solution(const ContactProblem& problem) {
  ActiveSetMethod method(problem);
  const LongVector r = method.impulses(), polished = Polish(problem, method, r).impulses();
  Reference result;
  result.r = law_violation(problem, polished) <= std::max(still_lawful, law_violation(problem, r)) ? polished : r;
  result.v = velocities(problem, result.r);
  result.u = relative_velocities(problem, result.v, result.r);
  result.speed = free_speed(problem);
  result.violation = law_violation(problem, result.r);
  return result;
}

}  // namespace signorini::test
