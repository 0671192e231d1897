#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/problem/contact_problem.h"

namespace SIGNORINI_PUBLIC signorini {

/// How far a candidate is from satisfying the contact laws.
struct Certificate {
  /// ‖e‖₂ / V with e the violation of the law, as a velocity, row by row, and V the free velocities (velocity_scale);
  /// absolute when V = 0. Dimensionless. In local form not below what rounding does to W r.
  double natural = 0;
  /// Componentwise backward error of M v = f + H r, rows that hardly move beside the energy at hand counting by the
  /// latter. Dimensionless, 0 for local problems.
  double dynamics = 0;
  /// max |u| over the free rows, m/s.
  double equality = 0;
  /// max(0, -u_N) over the contacts, m/s.
  double penetration = 0;
  /// |rᵀ(u + s(u))| over the contacts, J.
  double complementarity = 0;

  /// The certificate proper, the larger of the two (NaN when either is): what stop rules, statuses and claims speak of.
  double value() const { return std::isnan(dynamics) || dynamics > natural ? dynamics : natural; }
};

/// The parts of a certificate, each on a line with its unit and meaning, indented by two.
std::string describe(const Certificate& certificate);

/// The one judge of all solvers. Computed from the problem as given and never scaled by the candidate. What depends on
/// the problem alone (free velocities, contact scales) is prepared once, so that judging costs about one sweep and
/// allocates nothing. The problem must outlive its judge.
class Judge {
 public:
  explicit Judge(const ContactProblem& problem) : Judge(problem, problem.law) {}
  /// Under another law than the problem's own, over the same rows: convex for coulomb.
  Judge(const ContactProblem& problem, Law law);
  /// For who knows the free velocities M⁻¹ f already; global form.
  Judge(const ContactProblem& problem, Law law, Vector free_v);
  ~Judge();
  Judge(Judge&&) noexcept;

  /// Judges v and r; u is recomputed. In global form v counts as given. Entries that are not finite make
  /// the certificate's value NaN.
  Certificate judge(const Solution& candidate);
  /// Parts of a problem that share neither rows nor degrees of freedom, and have their own measures.
  struct Parts {
    int count;
    std::vector<int> of_row, of_freedom;  ///< their numbers, from 0
  };
  struct PartJudged {
    Certificate certificate;
    double scale = 1;    ///< V of the part
    double closing = 0;  ///< the same of the contacts that their free velocities would close; 0 where there are none
  };
  /// As judge() would in the problem of each part alone; global form. Without its care for squares beyond all numbers:
  /// then the value is NaN.
  std::vector<PartJudged> judge_parts(const Solution& candidate, const Parts& parts);
  /// The relative velocities u of the candidate last judged.
  const Vector& u() const;
  /// e, the violation of the law, of the candidate last judged, row by row, m/s.
  const Vector& violation() const;
  /// ½ rᵀ(W + E) r + qᵀr of the candidate last judged, J: what the convex laws minimise over K. Exact when v belongs to
  /// r.
  double objective() const;

 private:
  struct SIGNORINI_PRIVATE Workspace;
  std::unique_ptr<Workspace> work_;
};

/// D of each contact: Σ_j H_jN² / M_jj of its normal row (local form: W_NN); 1 where that is not positive.
Vector contact_scales(const ContactProblem& problem);

/// V, what velocities are measured against, m/s: ‖q‖ over the cone rows (over the free rows where there are none), but
/// not less than a millionth of ‖ |Hᵀ||M⁻¹f| + |w| ‖, the terms that q is the difference of: where bodies that touch
/// move alike, q is rounding. Local form: ‖q‖.
double velocity_scale(const ContactProblem& problem);

Certificate certify(const ContactProblem& problem, const Solution& candidate);

/// v = M⁻¹(f + H r), for candidates that come with impulses only.
Vector velocities_from_impulses(const ContactProblem& problem, const Vector& r);

}  // namespace signorini
