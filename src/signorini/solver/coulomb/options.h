#pragma once

#include <vector>

#include "signorini/solver/newton/smoothed_points.h"
#include "signorini/solver/newton/warm_newton.h"

/// The numbers of the methods for exact friction: what each means and why it is what it is. Residuals and certificates
/// are relative to the free velocities; α and gaps are in scaled unknowns, where the Delassus diagonal is about one.
namespace signorini::coulomb {

/// What counts as progress: a tenth less than before.
inline constexpr double good_share = 0.9;
/// Of proximal terms: rounding of the Delassus diagonal, which scaling has made one, hides what is less.
inline constexpr double smallest_alpha = 1e-12;

struct SweepOptions {
  /// Extrapolated sweeps before their progress is looked at for the first time: fewer say little about the rest.
  int first_look = 75;
  /// They go on while each doubling of their number lowers the certificate by this factor.
  double good_factor = 0.6;
  /// Of the time limit, where there is one: what the sweeps before the first factorisation may take.
  double time_share = 0.5;
};

struct LineSearchOptions {
  /// ‖F‖ may rise above the last one but not above the largest of so many (Grippo, Lampariello and Lucidi's window).
  int window = 5;
  /// Armijo's share of the predicted decrease.
  double sufficient = 1e-4;
  int halvings = 12;
  /// α is this share of ‖F‖, at least: the proximal term vanishes with the residual, so that convergence is
  /// superlinear.
  double smallest_share = 1e-3;
  /// Beyond this share steps are those of a gradient method, which sweeps do better.
  double largest_share = 1e6;
  /// The share grows by this factor when the search cuts a step below `short_step`, and falls by its root after a whole
  /// one.
  double adapt = 10;
  double short_step = 0.1;
  /// Steps without progress after which the search ends.
  int patience = 20;
};

struct ProximalOptions {
  /// α of the first point. It falls when Newton's method finds a point with little effort and grows when it fails.
  double first_alpha = 1e-3;
  double largest_alpha = 1;  ///< as large as the Delassus diagonal: no better than a sweep
  double fall = 0.3, growth = 4;
  int little_effort = 4;  ///< Newton steps
  int newton_steps = 12;
  /// How far Newton's method reduces the residual of the anchor. More is lost when the anchor moves.
  double inner_share = 0.3;
  /// Newton's method ends after so many steps without a residual that is a tenth less than any before: contacts then
  /// go on changing between sticking, sliding and open.
  int idle_steps = 3;
  /// A residual beyond either is its end: this one, unless the anchor's was as large, and this many times that after
  /// the first step.
  double astray = 0.1, far_astray = 10;
  /// Points in which α does not fall again after one that failed.
  int cautious_points = 1;
  /// Points until the residual must have halved: the way through impulses that hardly matter is worth going from
  /// nearby. Where 1000 balls settle it takes 24 points, 160 Newton steps in all, and what follows takes four times as
  /// long.
  int patience = 5, patience_nearby = 60;
  double nearby = 1e-5;
};

struct PathOptions {
  /// Fraction of the way to the boundary of the cones, as in the convex method.
  double step_fraction = 0.99;
  /// Mehrotra's σ may be this small and no smaller: the curvature of |·| must not outrun the gap.
  double smallest_sigma = 0.1;
  int correctors = 6;
  /// Steps this short, so many in a row, end a stretch: the path folds there.
  double short_step = 0.1;
  int short_steps = 4;
  /// Iterations without a better certificate that end a stretch whose certificate is low already: the polish does the
  /// rest for less.
  int patience = 4;
  double low = 1e-3;
  /// Iterations without a better certificate that end the path.
  int most_since_best = 40;
  /// Relative to the first gap: rounding leaves nothing below.
  double smallest_gap = 1e-16;
};

/// Where a pass of the interior point method starts, see CentralPath.
struct PathStart {
  enum { convex, best, axes } from;
  double size;      ///< the gap; that over what belongs to the certificate of the best; or the size on the axes
  double retreat;   ///< how much wider the gap gets where the path ends
  int short_steps;  ///< see PathOptions
};

/// The order of the methods, and when one hands over to the next.
struct PortfolioOptions {
  /// Up to this many the convex answer comes first: it costs little there, and people look at each contact.
  int few_cones = 100;
  /// The convex answer serves as a start; more digits do not make it a better one.
  double convex_tolerance = 1e-3;
  /// Below this ratio of the certificates under the two laws nothing slides, and the convex answer is the exact one.
  double same_answer = 10;
  SweepOptions sweeps = {};

  /// What follows sweeps and every stretch of a path: so many sweeps, which together cost about one factorisation of a
  /// large problem, and from a residual below `polish_nearby` so many proximal points.
  int polish_sweeps = 100, polish_points = 200;
  double polish_nearby = 1e-4;
  /// Ratio of a point's certificate to that of the last one polished above which polishing it promises nothing new.
  double worth_polishing = 0.5;

  /// Six rounds through the starts. Of twelve packings of 100 spheres with μ = 1 eight are solved to 1e-9 in the first,
  /// one in the second, one in the fourth, two in none.
  int passes = 36;
  /// Where the path folds on the way down depends on where it began, and nothing that is known beforehand tells which
  /// start leads around: so they differ in place, gap and retreat, and each round begins nearer and retreats further.
  /// With one retreat and one number of short steps for all, 73 of 82 problems are solved instead of 75.
  std::vector<PathStart> starts = {{PathStart::axes, 1, 10, 2},      {PathStart::best, 10, 100, 4},
                                   {PathStart::convex, 1e-2, 10, 4}, {PathStart::best, 1e3, 10, 2},
                                   {PathStart::axes, 0.1, 30, 4},    {PathStart::best, 1e5, 30, 4}};
  /// The gap that goes with a certificate c is about 20 c²; from this one on a start is as good as on the axes.
  double gap_per_squared_certificate = 20, widest_gap = 0.1;
  PathOptions path = {};
  /// Under a time limit: most passes that end well take fewer.
  int factorizations_of_a_pass = 150;

  /// Passes from this one on persist below this certificate, with so many sweeps, line searches and proximal points in
  /// turn: the cheaper ways have failed by then. Without that RockPile (463 contacts) ends at 9e-8, with it at 6e-9.
  int first_persistent_pass = 2;
  double nearly_solved = 3e-4;
  int persistent_sweeps = 1000, persistent_newton_steps = 100, persistent_points = 300;
  LineSearchOptions line_search = {};
  ProximalOptions proximal = {};
  newton::WarmNewtonOptions warm_newton = {};
  newton::SmoothedPointsOptions smoothed_points = {};
};

}  // namespace signorini::coulomb
