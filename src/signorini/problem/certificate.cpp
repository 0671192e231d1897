#include "signorini/problem/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "signorini/cone/friction.h"
#include "signorini/cone/pyramid.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/math/norm.h"
#include "signorini/problem/free_motion.h"

namespace signorini {
namespace {

/// Share of the terms that free velocities are the difference of, below which these count as rounding.
constexpr double cancellation = 1e-6;
/// Share of the momentum that the energy at hand could give a row, below which the row's own terms count as rounding.
constexpr double rest = 1e-8;

/// What the free relative velocities are sums of, |Hᵀ||v| + |w|; empty in local form.
Vector terms_of_free_velocities(const ContactProblem& p, const Vector& free_v) {
  if (p.form == Form::local) return {};
  Vector terms = p.w.cwiseAbs();
  for (Eigen::Index k = 0; k < p.H.cols(); ++k)
    for (SparseMatrix::InnerIterator it(p.H, k); it; ++it) terms[k] += std::abs(it.value() * free_v[it.row()]);
  return terms;
}

/// V: the free relative velocities, or a share of the terms that they are the difference of (none in local form).
double velocity_scale(const ContactProblem& p, const Vector& q, const Vector& terms) {
  const Eigen::Index cone_rows = p.rows() - p.cones.free;
  return std::max(norm(cone_rows > 0 ? q.tail(cone_rows) : q.head(p.cones.free)), cancellation * norm(terms));
}

/// Homogeneous functions of vectors whose squares overflow or underflow are taken of the vector over its size.
template <int d, typename F>
VectorN<d> at_unit_size(const VectorN<d>& x, F&& f) {
  constexpr double smallest = 1e-140, largest = 1e140;
  const double size = x.cwiseAbs().maxCoeff();
  if ((size > smallest && size < largest) || !(size > 0)) return f(x);
  return size * f(VectorN<d>(x / size));
}

}  // namespace

Vector contact_scales(const ContactProblem& p) {
  if (p.cones.contacts() == 0) return {};
  const Vector diagonal = delassus_diagonal(p);
  const auto scale = [&](int row) { return diagonal[row] > 0 ? diagonal[row] : 1.0; };
  Vector D(p.cones.contacts());
  for (int i = 0; i < p.cones.positive; ++i) D[i] = scale(p.cones.first_positive() + i);
  for (int i = 0; i < p.cones.friction(); ++i) D[p.cones.positive + i] = scale(p.cones.friction_row(i));
  return D;
}

struct Judge::Workspace {
  const ContactProblem& problem;
  Law law;
  Vector free_v;     ///< M⁻¹ f; empty in local form
  Vector q;          ///< free relative velocities
  Vector terms;      ///< what these are sums of; empty in local form
  double scale;      ///< V; 1 when that is 0
  Vector D;          ///< contact scales
  Vector least;      ///< what a row's momentum is judged against at least: 1e-8 √(M_jj fᵀM⁻¹f)
  Vector u;          ///< relative velocities of the candidate
  Vector e;          ///< its violation of the law
  Vector residual;   ///< f + H r - M v
  Vector magnitude;  ///< |f| + |H||r| + |M||v|; local form: |W||r|
  double objective = 0;

  Workspace(const ContactProblem& p, Law law_) : Workspace(p, law_, free_velocities(p)) {}
  Workspace(const ContactProblem& p, Law law_, Vector free_velocities_)
      : problem(p),
        law(law_),
        free_v(std::move(free_velocities_)),
        u(p.rows()),
        e(Vector::Zero(p.rows())),
        residual(p.dof()),
        magnitude(p.dof()) {
    p.form == Form::global ? measure_global() : measure_local();
    scale = velocity_scale(p, q, terms);
    if (scale == 0) scale = 1;
  }

  static Vector free_velocities(const ContactProblem& p) {
    return p.form == Form::global ? MassFactor(p.M).solve(p.f) : Vector();
  }
  void measure_local() {
    q = problem.q;
    D = contact_scales(problem);
  }
  /// q, its terms and the diagonal of W, all in one pass over H, which large problems read from memory.
  void measure_global() {
    const Cones& cones = problem.cones;
    const Vector inverse_mass = problem.M.diagonal().cwiseInverse();
    q = problem.w;
    terms = problem.w.cwiseAbs();
    D.resize(cones.contacts());
    for (int k = 0; k < problem.rows(); ++k) {
      double velocity = 0, size = 0, diagonal = 0;
      for (SparseMatrix::InnerIterator it(problem.H, k); it; ++it) {
        const double term = it.value() * free_v[it.row()];
        velocity += term;
        size += std::abs(term);
        diagonal += it.value() * it.value() * inverse_mass[it.row()];
      }
      q[k] += velocity;
      terms[k] += size;
      if (const int contact = contact_of_normal(cones, k); contact >= 0) D[contact] = diagonal > 0 ? diagonal : 1;
    }
    least = rest * root_of_product(problem.f, free_v) * problem.M.diagonal().cwiseSqrt();
  }
  /// The contact whose normal row this is, -1 for other rows.
  static int contact_of_normal(const Cones& cones, int row) {
    if (row < cones.first_friction()) return row - cones.first_positive() < 0 ? -1 : row - cones.first_positive();
    const int beyond = row - cones.first_friction();
    return beyond % cones.dimension == 0 ? cones.positive + beyond / cones.dimension : -1;
  }

  /// u = Hᵀ v + w + E r, and in the same pass over H the two sides of M v = f + H r.
  double dynamics(const Solution& candidate) {
    const Vector &v = candidate.v, &r = candidate.r;
    residual = problem.f;
    magnitude = problem.f.cwiseAbs();
    for (Eigen::Index k = 0; k < problem.H.cols(); ++k) {
      double sum = 0;
      for (SparseMatrix::InnerIterator it(problem.H, k); it; ++it) {
        const double force = it.value() * r[k];
        sum += it.value() * v[it.row()];
        residual[it.row()] += force;
        magnitude[it.row()] += std::abs(force);
      }
      u[k] = sum + problem.w[k];
    }
    for (Eigen::Index k = 0; k < problem.M.cols(); ++k)
      for (SparseMatrix::InnerIterator it(problem.M, k); it; ++it) {
        const double momentum = it.value() * v[k];
        residual[it.row()] -= momentum;
        magnitude[it.row()] += std::abs(momentum);
      }
    double worst = 0;
    for (Eigen::Index j = 0; j < residual.size(); ++j) worst = std::max(worst, backward_error(j, least[j]));
    return residual.allFinite() ? worst : NAN;
  }
  /// Of row j of M v = f + H r, against its terms and `least_j`.
  double backward_error(Eigen::Index j, double least_j) const {
    const double size = magnitude[j] + least_j;
    return size <= 0 ? 0 : std::abs(residual[j]) / size;
  }

  /// u = q + W r. Returns how much of it is rounding: impulses that grow without bound because rows
  /// contradict each other would otherwise meet any law by chance.
  double local_velocities(const Vector& r) {
    u = problem.q;
    magnitude.setZero(u.size());
    for (Eigen::Index k = 0; k < problem.W.cols(); ++k)
      for (SparseMatrix::InnerIterator it(problem.W, k); it; ++it) {
        const double velocity = it.value() * r[k];
        u[it.row()] += velocity;
        magnitude[it.row()] += std::abs(velocity);
      }
    return std::numeric_limits<double>::epsilon() * norm(magnitude);
  }

  template <int d>
  VectorN<d> project_on_cone(const VectorN<d>& x, double mu) const {
    return at_unit_size<d>(x, [&](const VectorN<d>& unit) {
      return law == Law::pyramid ? pyramid::project<d>(unit, mu, problem.pyramid_sides)
                                 : friction::project<d>(unit, mu);
    });
  }

  /// e of contact i; adds its share to the rest of the certificate.
  template <int d>
  VectorN<d> friction_violation(int i, const Vector& r, Certificate& certificate, double& work) const {
    const int row = problem.cones.friction_row(i);
    const double mu = problem.friction(i), scale_i = D[problem.cones.positive + i];
    const VectorN<d> impulse = r.segment<d>(row);
    VectorN<d> velocity = u.segment<d>(row);
    certificate.penetration = std::max(certificate.penetration, -velocity[0]);
    if (law == Law::coulomb) velocity[0] += mu * norm(velocity.template tail<d - 1>());
    work += impulse.dot(velocity);
    if (mu == 0) {
      VectorN<d> violation = scale_i * impulse;
      violation[0] = std::min(violation[0], velocity[0]);
      return violation;
    }
    const VectorN<d> candidate = impulse - velocity / scale_i;
    const VectorN<d> projected = project_on_cone<d>(candidate, mu);
    // Inside the cone e is û itself. Taking it from the difference would round to impulse · 1e-16, which hides û where
    // impulses are large, and all of it where they grow without bound because the rows contradict each other.
    if (projected == candidate) return velocity;
    return scale_i * (impulse - projected);
  }

  /// ‖e‖₂.
  double violation(const Vector& r, Certificate& certificate) {
    const Cones& cones = problem.cones;
    double work = 0;
    e.head(cones.free) = u.head(cones.free);
    if (cones.free > 0) certificate.equality = u.head(cones.free).cwiseAbs().maxCoeff();
    for (int i = 0; i < cones.positive; ++i) {
      const int row = cones.first_positive() + i;
      certificate.penetration = std::max(certificate.penetration, -u[row]);
      work += r[row] * u[row];
      e[row] = std::min(D[i] * r[row], u[row]);  // = D (r - max(0, r - u/D)), see friction_violation
    }
    for (int i = 0; i < cones.friction(); ++i) {
      if (cones.dimension == 3)
        e.segment<3>(cones.friction_row(i)) = friction_violation<3>(i, r, certificate, work);
      else
        e.segment<2>(cones.friction_row(i)) = friction_violation<2>(i, r, certificate, work);
    }
    certificate.complementarity = std::abs(work);
    return norm(e);
  }
};

std::string describe(const Certificate& c) {
  return fmt::format(
      "    natural       {:.3e}        violation of the contact law, relative to the free velocities\n"
      "    dynamics      {:.3e}        backward error of M v = f + H r\n"
      "  equality        {:.3e} m/s    largest velocity across a joint row\n"
      "  penetration     {:.3e} m/s    largest approach velocity left\n"
      "  complementarity {:.3e} J\n",
      c.natural, c.dynamics, c.equality, c.penetration, c.complementarity);
}

Judge::Judge(const ContactProblem& problem, Law law) : work_(std::make_unique<Workspace>(problem, law)) {}
Judge::Judge(const ContactProblem& problem, Law law, Vector free_v)
    : work_(std::make_unique<Workspace>(problem, law, std::move(free_v))) {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;

Certificate Judge::judge(const Solution& candidate) {
  Workspace& work = *work_;
  Certificate certificate;
  double rounding = 0;
  if (work.problem.form == Form::global)
    certificate.dynamics = work.dynamics(candidate);
  else
    rounding = work.local_velocities(candidate.r);
  if (work.problem.E.size() != 0) work.u += work.problem.E.cwiseProduct(candidate.r);
  certificate.natural = std::max(work.violation(candidate.r, certificate), rounding) / work.scale;
  // Asked of the candidate itself: std::max and the projections may swallow what is no number.
  if (!candidate.r.allFinite() || !work.u.allFinite()) certificate.natural = NAN;
  work.objective = 0.5 * candidate.r.dot(work.u + work.q);
  return certificate;
}

double velocity_scale(const ContactProblem& problem) {
  const FreeMotion free(problem);
  return velocity_scale(problem, free.q, terms_of_free_velocities(problem, free.v));
}

namespace {

/// What judge_parts() sums over the rows and degrees of freedom of a part.
struct PartSums {
  double violation = 0, q_free = 0, q_cones = 0, q_closing = 0, terms = 0, energy = 0, work = 0;
  bool has_cones = false, finite = true;
};

}  // namespace

std::vector<Judge::PartJudged> Judge::judge_parts(const Solution& candidate, const Parts& parts) {
  judge(candidate);
  const ContactProblem& p = work_->problem;
  const Cones& cones = p.cones;
  const Vector &u = work_->u, &r = candidate.r;
  std::vector<PartSums> sums(static_cast<std::size_t>(parts.count));
  std::vector<PartJudged> result(static_cast<std::size_t>(parts.count));
  for (int row = 0; row < p.rows(); ++row) {
    PartSums& sum = sums[parts.of_row[row]];
    Certificate& certificate = result[parts.of_row[row]].certificate;
    sum.violation += work_->e[row] * work_->e[row];
    sum.terms += work_->terms[row] * work_->terms[row];
    (row < cones.free ? sum.q_free : sum.q_cones) += work_->q[row] * work_->q[row];
    sum.finite = sum.finite && std::isfinite(u[row]) && std::isfinite(r[row]);
    if (row < cones.free) {
      certificate.equality = std::max(certificate.equality, std::abs(u[row]));
      continue;
    }
    sum.has_cones = true;
    sum.work += r[row] * u[row];
    const int normal = row < cones.first_friction() ? row : row - (row - cones.first_friction()) % cones.dimension;
    if (work_->q[normal] < 0) sum.q_closing += work_->q[row] * work_->q[row];
    if (row == normal) certificate.penetration = std::max(certificate.penetration, -u[row]);
  }
  for (int i = 0; work_->law == Law::coulomb && i < cones.friction(); ++i) {
    const int row = cones.friction_row(i);
    sums[parts.of_row[row]].work += r[row] * p.friction(i) * u.segment(row + 1, cones.dimension - 1).norm();
  }
  for (Eigen::Index j = 0; j < p.dof(); ++j) sums[parts.of_freedom[j]].energy += p.f[j] * work_->free_v[j];
  const Vector mass = p.M.diagonal();
  for (Eigen::Index j = 0; j < p.dof(); ++j) {
    PartSums& sum = sums[parts.of_freedom[j]];
    const double error = work_->backward_error(j, rest * std::sqrt(std::max(0.0, sum.energy) * mass[j]));
    double& dynamics = result[parts.of_freedom[j]].certificate.dynamics;
    dynamics = std::max(dynamics, error);
    sum.finite = sum.finite && std::isfinite(error);
  }
  for (std::size_t part = 0; part < result.size(); ++part) {
    const PartSums& sum = sums[part];
    const double rounding = cancellation * std::sqrt(sum.terms);
    const double V = std::max(std::sqrt(sum.has_cones ? sum.q_cones : sum.q_free), rounding);
    const bool finite = sum.finite && std::isfinite(V) && std::isfinite(sum.energy);
    result[part].scale = V > 0 ? V : 1;
    result[part].closing = sum.q_closing > 0 ? std::max(std::sqrt(sum.q_closing), rounding) : 0;
    result[part].certificate.natural = finite ? std::sqrt(sum.violation) / result[part].scale : NAN;
    result[part].certificate.complementarity = std::abs(sum.work);
  }
  return result;
}

const Vector& Judge::u() const { return work_->u; }
const Vector& Judge::violation() const { return work_->e; }
double Judge::objective() const { return work_->objective; }

Certificate certify(const ContactProblem& problem, const Solution& candidate) {
  return Judge(problem).judge(candidate);
}

Vector velocities_from_impulses(const ContactProblem& problem, const Vector& r) {
  if (problem.form == Form::local) return {};
  return MassFactor(problem.M).solve(problem.f + problem.H * r);
}

}  // namespace signorini
