#include "signorini/solver/direct/free_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "signorini/base/memory.h"
#include "signorini/base/number_text.h"
#include "signorini/base/stopwatch.h"
#include "signorini/linalg/row_order.h"
#include "signorini/problem/certificate.h"

namespace signorini::direct {
namespace {

/// δ. What rounding leaves of u is in dependent rows divided by it, and Δr is reduced in the others by δ over their
/// eigenvalue of D⁻¹W, 5e-7 in a chain of 50 links with 2000 times the mass of one at its end: of either, the root.
constexpr double separation = 1e-10;
/// Certificate below which u is rounding. A guess that is worse is improved, whatever the tolerance: that costs little,
/// and steps are repeated from the answer until nothing changes.
constexpr double rounding = 1e-12;
/// Times the factor is used; each gains digits, or it is given up.
constexpr int most_passes = 10;
/// Operations of a factor beyond which sparse methods have better orders: some milliseconds.
constexpr double most_flops = 1e7;

}  // namespace

bool FreeRows::may_solve(const ContactProblem& problem) {
  return problem.form == Form::global && problem.cones.contacts() == 0;
}

/// Writes H into the shares; false where it acts on other blocks than the one before. Zeros come and go.
bool FreeRows::write_shares(const SparseMatrix& H) {
  if (first_block_.size() != static_cast<std::size_t>(H.cols()) + 1) return false;
  std::ranges::fill(values_, 0.0);
  for (int row = 0; row < H.cols(); ++row) {
    int share = first_block_[row] - 1, block = -1;
    for (SparseMatrix::InnerIterator it(H, row); it; ++it) {
      const int freedom = static_cast<int>(it.row());
      if (masses_.block_of(freedom) != block) {
        block = masses_.block_of(freedom);
        if (++share == first_block_[row + 1] || blocks_of_row_[share] != block) return false;
      }
      values_[values_of_row_[share] + masses_.place_of(freedom)] = it.value();
    }
    if (share + 1 != first_block_[row + 1]) return false;
  }
  return true;
}

/// Which rows act on which blocks. A block that H leaves and comes back to has two shares.
void FreeRows::collect_shares(const SparseMatrix& H) {
  shares_.assign(static_cast<std::size_t>(masses_.blocks()), {});
  blocks_of_row_.clear();
  values_of_row_.clear();
  first_block_.assign(1, 0);
  int values = 0;
  for (int row = 0; row < H.cols(); ++row) {
    int block = -1;
    for (SparseMatrix::InnerIterator it(H, row); it; ++it) {
      if (masses_.block_of(static_cast<int>(it.row())) == block) continue;
      block = masses_.block_of(static_cast<int>(it.row()));
      std::vector<Share>& shares = shares_[block];
      const bool known = !shares.empty() && shares.back().row == row;
      if (!known) {
        shares.push_back({row, values});
        values += masses_.size(block);
      }
      blocks_of_row_.push_back(block);
      values_of_row_.push_back(shares.back().values);
    }
    first_block_.push_back(static_cast<int>(blocks_of_row_.size()));
  }
  values_.resize(static_cast<std::size_t>(values));
}

bool FreeRows::analyze(const ContactProblem& problem) {
  if (masses_.knows(problem.M)) {
    if (!masses_.fit()) return false;
    if (write_shares(problem.H)) return fits_;
  } else if (!masses_.analyze(problem.M)) {
    return false;
  }
  const int rows = problem.rows();
  collect_shares(problem.H);
  order_ = order_rows_by_blocks(first_block_, blocks_of_row_, masses_.blocks());
  std::vector<int> first(static_cast<std::size_t>(rows));
  for (int k = 0; k < rows; ++k) first[k] = k;
  for (std::vector<Share>& shares : shares_) {
    if (shares.empty()) continue;
    for (Share& share : shares) share.row = order_[share.row];
    std::ranges::sort(shares, {}, &Share::row);
    for (const Share& share : shares) first[share.row] = std::min(first[share.row], shares.front().row);
  }
  fits_ = EnvelopeCholesky::flops(first) <= most_flops;
  if (fits_) delassus_.shape(first);
  change_.resize(rows);
  return write_shares(problem.H) && fits_;
}

bool FreeRows::factorize(const ContactProblem& problem) {
  delassus_.set_zero();
  for (int block = 0; block < masses_.blocks(); ++block)
    masses_.size(block) == 6 ? add_products<6>(block) : add_products<Eigen::Dynamic>(block);
  for (int k = 0; k < problem.rows(); ++k) {
    double& diagonal = delassus_.row(order_[k])[order_[k]];
    if (problem.E.size() > 0) diagonal += problem.E[k];
    diagonal *= 1 + separation;
    if (diagonal == 0) diagonal = 1;  // between bodies that do not move
  }
  return delassus_.factorize();
}

/// What one block of M adds to Hᵀ M⁻¹ H.
template <int known_size>
void FreeRows::add_products(int block) {
  const std::vector<Share>& shares = shares_[block];
  const int size = known_size == Eigen::Dynamic ? masses_.size(block) : known_size;
  for (std::size_t a = 0; a < shares.size(); ++a) {
    double* const x = values_.data() + shares[a].values;
    masses_.whiten<known_size>(block, x);
    double* const row = delassus_.row(shares[a].row);
    for (std::size_t b = 0; b <= a; ++b) {
      const double* const y = values_.data() + shares[b].values;
      double sum = 0;
      for (int k = 0; k < size; ++k) sum += x[k] * y[k];
      row[shares[b].row] += sum;
    }
  }
}

/// v of the candidate's impulses.
void FreeRows::move(const ContactProblem& problem, Solution& candidate) {
  candidate.v = problem.f;
  for (Eigen::Index k = 0; k < problem.H.cols(); ++k)
    for (SparseMatrix::InnerIterator it(problem.H, k); it; ++it) candidate.v[it.row()] += it.value() * candidate.r[k];
  masses_.solve(candidate.v);
}

std::optional<Report> FreeRows::solve(const std::string& name, const ContactProblem& problem, const StopRule& rule,
                                      Solution& solution) {
  if (!may_solve(problem) || (rule.cancelled && rule.cancelled())) return {};
  const Stopwatch clock;
  if (!analyze(problem) || !masses_.factorize(problem.M)) return {};
  Vector free_v = problem.f;
  masses_.solve(free_v);
  Judge judge(problem, problem.law, std::move(free_v));

  Report report;
  report.solver = name;
  Solution candidate, best;
  double least = INFINITY;
  const auto judge_candidate = [&] {
    move(problem, candidate);
    const HistoryEntry entry{report.iterations, clock.seconds(), judge.judge(candidate)};
    report.history.push_back(entry);
    if (rule.observer) rule.observer(entry);
    const bool gained = entry.certificate.value() < 0.5 * least;
    if (!(entry.certificate.value() < least)) return false;
    least = entry.certificate.value();
    report.certificate = entry.certificate;
    report.objective = judge.objective();
    best = candidate;
    best.u = judge.u();
    return gained;
  };
  candidate.r = solution.r.size() > 0 ? solution.r : Vector(Vector::Zero(problem.rows()));
  if (!judge_candidate()) return {};
  if (least > std::min(rounding, rule.guess_share * rule.tolerance)) {
    if (!factorize(problem)) return {};
    report.factorizations = report.iterations = 1;
    for (int pass = 0; pass < most_passes; ++pass) {
      for (int k = 0; k < problem.rows(); ++k) change_[order_[k]] = -judge.u()[k];
      delassus_.solve(change_);
      for (int k = 0; k < problem.rows(); ++k) candidate.r[k] += change_[order_[k]];
      if (!judge_candidate() || least <= rounding) break;
    }
    if (!(least <= rule.tolerance)) return {};
  }
  solution = std::move(best);
  report.status = Status::solved;
  report.message = fmt::format("certificate {:.2e} <= {}", least, tolerance_text(rule.tolerance));
  report.timings.total = report.timings.solve = clock.seconds();
  report.peak_memory_bytes = peak_memory_bytes();
  return report;
}

}  // namespace signorini::direct
