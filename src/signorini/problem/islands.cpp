#include "signorini/problem/islands.h"

#include <algorithm>
#include <numeric>

namespace signorini {
namespace {

/// Sets that grow together: each is named by its least member.
class DisjointSets {
 public:
  explicit DisjointSets(int size) : next_(static_cast<std::size_t>(size)) { std::iota(next_.begin(), next_.end(), 0); }
  int least(int member) {
    while (next_[member] != member) member = next_[member] = next_[next_[member]];
    return member;
  }
  void join(int a, int b) {
    a = least(a);
    b = least(b);
    next_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> next_;
};

/// Joins the entries of a run of columns.
void join_columns(const SparseMatrix& matrix, int first, int count, DisjointSets& sets) {
  int known = -1;
  for (int column = first; column < first + count; ++column)
    for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
      if (known >= 0) sets.join(known, static_cast<int>(it.row()));
      known = static_cast<int>(it.row());
    }
}

/// Of a row or a friction cone, -1 where it touches none.
int first_freedom(const SparseMatrix& H, int first, int count) {
  for (int row = first; row < first + count; ++row)
    if (const SparseMatrix::InnerIterator it(H, row); it) return static_cast<int>(it.row());
  return -1;
}

/// Calls `visit(first row, number of rows)` for every row and every friction cone.
template <typename Visit>
void for_each_block(const Cones& cones, Visit&& visit) {
  for (int row = 0; row < cones.first_friction(); ++row) visit(row, 1);
  for (int i = 0; i < cones.friction(); ++i) visit(cones.friction_row(i), cones.dimension);
}

/// The least degree of freedom of each one's island.
std::vector<int> leaders(const ContactProblem& problem, int rigid) {
  constexpr int body = 6;
  DisjointSets sets(problem.dof());
  for (int k = 0; k < rigid; ++k) sets.join(k - k % body, k);
  for (int k = 0; k < problem.dof(); ++k) join_columns(problem.M, k, 1, sets);
  for_each_block(problem.cones, [&](int row, int rows) { join_columns(problem.H, row, rows, sets); });
  std::vector<int> leader(static_cast<std::size_t>(problem.dof()));
  for (int k = 0; k < problem.dof(); ++k) leader[k] = sets.least(k);
  return leader;
}

/// The given columns of a matrix, of which only these have entries in the rows that `place` numbers anew.
SparseMatrix columns_of(const SparseMatrix& matrix, const std::vector<int>& columns, const std::vector<int>& place,
                        std::size_t rows) {
  SparseMatrix part(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns.size()));
  Eigen::Index entries = 0;
  for (const int column : columns) entries += matrix.col(column).nonZeros();
  part.reserve(entries);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    part.startVec(static_cast<Eigen::Index>(k));
    for (SparseMatrix::InnerIterator it(matrix, columns[k]); it; ++it)
      part.insertBack(place[it.row()], static_cast<Eigen::Index>(k)) = it.value();
  }
  part.finalize();
  return part;
}

Vector entries_of(const Vector& x, const std::vector<int>& places) { return x.size() == 0 ? Vector() : x(places); }

}  // namespace

ProblemIslands::ProblemIslands(const ContactProblem& problem, int rigid) : whole_(problem) {
  const std::vector<int> leader = leaders(problem, rigid);
  sort_freedoms(leader);
  sort_rows(leader);
}

void ProblemIslands::sort_freedoms(const std::vector<int>& leader) {
  const int dof = whole_.dof();
  std::vector<char> touched(static_cast<std::size_t>(dof), 0);
  for_each_block(whole_.cones, [&](int row, int rows) {
    if (const int first = first_freedom(whole_.H, row, rows); first >= 0) touched[leader[first]] = 1;
  });
  std::vector<int> island_of(static_cast<std::size_t>(dof), -1);  // by leader
  for (int k = 0; k < dof; ++k)
    if (leader[k] == k && touched[k] != 0) island_of[k] = with_rows_++;
  islands_.resize(static_cast<std::size_t>(with_rows_) + 1);
  place_.resize(static_cast<std::size_t>(dof));
  for (int k = 0; k < dof; ++k) {
    const int island = island_of[leader[k]];
    std::vector<int>& freedoms = islands_[island >= 0 ? island : with_rows_].freedoms;
    place_[k] = static_cast<int>(freedoms.size());
    freedoms.push_back(k);
  }
  if (islands_.back().freedoms.empty() && with_rows_ > 0) islands_.pop_back();
}

/// In the order that they have in the whole: free, positive, cones.
void ProblemIslands::sort_rows(const std::vector<int>& leader) {
  std::vector<int> island_of(leader.size(), 0);
  for (int island = 0; island < count(); ++island)
    for (const int k : islands_[island].freedoms) island_of[k] = island;
  const Cones& cones = whole_.cones;
  std::vector<std::vector<double>> mu(islands_.size());
  for_each_block(cones, [&](int row, int rows) {
    const int first = first_freedom(whole_.H, row, rows);
    const int place = first >= 0 ? island_of[first] : 0;
    Island& island = islands_[place];
    for (int d = 0; d < rows; ++d) island.rows.push_back(row + d);
    if (row < cones.free)
      ++island.cones.free;
    else if (row < cones.first_friction())
      ++island.cones.positive;
    else
      mu[place].push_back(cones.mu[(row - cones.first_friction()) / cones.dimension]);
  });
  for (std::size_t k = 0; k < islands_.size(); ++k) {
    islands_[k].cones.dimension = cones.dimension;
    islands_[k].cones.mu = Vector::Map(mu[k].data(), static_cast<Eigen::Index>(mu[k].size()));
  }
}

Judge::Parts ProblemIslands::parts() const {
  Judge::Parts parts{count(), std::vector<int>(static_cast<std::size_t>(whole_.rows())),
                     std::vector<int>(static_cast<std::size_t>(whole_.dof()))};
  for (int island = 0; island < count(); ++island) {
    for (const int row : rows(island)) parts.of_row[row] = island;
    for (const int k : freedoms(island)) parts.of_freedom[k] = island;
  }
  return parts;
}

ContactProblem ProblemIslands::problem(int island) const {
  const Island& part = islands_[island];
  ContactProblem result;
  result.M = columns_of(whole_.M, part.freedoms, place_, part.freedoms.size());
  result.H = columns_of(whole_.H, part.rows, place_, part.freedoms.size());
  result.f = entries_of(whole_.f, part.freedoms);
  result.w = entries_of(whole_.w, part.rows);
  result.E = entries_of(whole_.E, part.rows);
  result.cones = part.cones;
  result.law = whole_.law;
  result.pyramid_sides = whole_.pyramid_sides;
  return result;
}

Solution ProblemIslands::share(int island, const Solution& whole) const {
  const Island& part = islands_[island];
  return {entries_of(whole.v, part.freedoms), entries_of(whole.r, part.rows), entries_of(whole.u, part.rows)};
}

void ProblemIslands::put(int island, const Solution& answer, Solution& whole) const {
  const Island& part = islands_[island];
  whole.v(part.freedoms) = answer.v;
  whole.r(part.rows) = answer.r;
  whole.u(part.rows) = answer.u;
}

Vector ProblemIslands::impulses_of_all(int island, const Vector& r) const {
  Vector all = Vector::Zero(whole_.rows());
  all(islands_[island].rows) = r;
  return all;
}

}  // namespace signorini
