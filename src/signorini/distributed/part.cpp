#include "signorini/distributed/part.h"

#include <algorithm>

namespace signorini::distributed {
namespace {

/// The rows whose contact touches a body of the rank, ascending; whole contacts.
std::vector<int> rows_touching(const ContactProblem& problem, const Partition& partition, int rank) {
  std::vector<char> touching(partition.leaf_of_contact.size(), 0);
  for (int row = 0; row < problem.rows(); ++row) {
    char& flag = touching[partition.contact_of_row[row]];
    if (partition.rank_of_row(row) == rank) flag = 1;
    for (SparseMatrix::InnerIterator it(problem.H, row); it && flag == 0; ++it)
      if (partition.rank_of_freedom(static_cast<int>(it.row())) == rank) flag = 1;
  }
  std::vector<int> rows;
  for (int row = 0; row < problem.rows(); ++row)
    if (touching[partition.contact_of_row[row]] != 0) rows.push_back(row);
  return rows;
}

/// The degrees of freedom of the bodies that these rows touch, and of the rank's own bodies, ascending.
std::vector<int> freedoms_of(const ContactProblem& problem, const Partition& partition, const std::vector<int>& rows,
                             int rank) {
  std::vector<char> needed(static_cast<std::size_t>(partition.bodies()), 0);
  for (int b = 0; b < partition.bodies(); ++b) needed[b] = partition.rank_of_leaf[partition.leaf_of_body[b]] == rank;
  for (const int row : rows)
    for (SparseMatrix::InnerIterator it(problem.H, row); it; ++it) needed[partition.body_of_freedom[it.row()]] = 1;
  std::vector<int> freedoms;
  for (int j = 0; j < problem.dof(); ++j)
    if (needed[partition.body_of_freedom[j]] != 0) freedoms.push_back(j);
  return freedoms;
}

Cones cones_of(const ContactProblem& problem, const std::vector<int>& rows) {
  const Cones& whole = problem.cones;
  Cones K;
  K.dimension = whole.dimension;
  std::vector<double> mu;
  for (const int row : rows) {
    if (row < whole.free)
      ++K.free;
    else if (row < whole.first_friction())
      ++K.positive;
    else if ((row - whole.first_friction()) % whole.dimension == 0)
      mu.push_back(whole.mu[(row - whole.first_friction()) / whole.dimension]);
  }
  K.mu = Eigen::Map<const Vector>(mu.data(), static_cast<Eigen::Index>(mu.size()));
  return K;
}

Vector chosen(const Vector& whole, const std::vector<int>& indices) {
  if (whole.size() == 0) return {};
  Vector part(static_cast<Eigen::Index>(indices.size()));
  for (std::size_t k = 0; k < indices.size(); ++k) part[static_cast<Eigen::Index>(k)] = whole[indices[k]];
  return part;
}

SparseMatrix chosen(const SparseMatrix& whole, const std::vector<int>& rows, const std::vector<int>& freedoms) {
  std::vector<int> local(static_cast<std::size_t>(whole.rows()), -1);
  for (std::size_t j = 0; j < freedoms.size(); ++j) local[freedoms[j]] = static_cast<int>(j);
  SparseMatrix H(static_cast<Eigen::Index>(freedoms.size()), static_cast<Eigen::Index>(rows.size()));
  Eigen::Index entries = 0;
  for (const int row : rows) entries += whole.outerIndexPtr()[row + 1] - whole.outerIndexPtr()[row];
  H.resizeNonZeros(entries);
  int next = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (SparseMatrix::InnerIterator it(whole, rows[k]); it; ++it, ++next) {
      H.innerIndexPtr()[next] = local[it.row()];
      H.valuePtr()[next] = it.value();
    }
    H.outerIndexPtr()[k + 1] = next;
  }
  return H;
}

}  // namespace

int Part::owned_rows() const {
  return static_cast<int>(std::count_if(row_leaf.begin(), row_leaf.end(), [](int leaf) { return leaf >= 0; }));
}

Places::Places(const Partition& partition)
    : rows(static_cast<std::size_t>(partition.ranks)),
      freedoms(rows.size()),
      place_of_freedom(partition.body_of_freedom.size()) {
  for (std::size_t k = 0; k < partition.contact_of_row.size(); ++k)
    rows[partition.rank_of_row(static_cast<int>(k))].push_back(static_cast<int>(k));
  for (std::size_t j = 0; j < partition.body_of_freedom.size(); ++j)
    freedoms[partition.rank_of_freedom(static_cast<int>(j))].push_back(static_cast<int>(j));
  int next = 0;
  for (const auto& of_rank : freedoms)
    for (const int j : of_rank) place_of_freedom[j] = next++;
}

Part make_part(const ContactProblem& whitened, const Vector& guess, const Partition& partition, const Places& places,
               int rank) {
  Part part;
  part.row_number = rows_touching(whitened, partition, rank);
  const std::vector<int> freedoms = freedoms_of(whitened, partition, part.row_number, rank);
  ContactProblem& p = part.problem;
  p.law = whitened.law;
  p.cones = cones_of(whitened, part.row_number);
  p.M.resize(static_cast<Eigen::Index>(freedoms.size()), static_cast<Eigen::Index>(freedoms.size()));
  p.M.setIdentity();
  p.H = chosen(whitened.H, part.row_number, freedoms);
  p.f = chosen(whitened.f, freedoms);
  p.w = chosen(whitened.w, part.row_number);
  p.E = chosen(whitened.E, part.row_number);
  part.guess = chosen(guess, part.row_number);
  for (const int row : part.row_number) {
    const int leaf = partition.leaf_of_contact[partition.contact_of_row[row]];
    part.row_leaf.push_back(partition.rank_of_leaf[leaf] == rank ? leaf : -1);
  }
  for (std::size_t j = 0; j < freedoms.size(); ++j) {
    const int leaf = partition.leaf_of_body[partition.body_of_freedom[freedoms[j]]];
    const bool mine = partition.rank_of_leaf[leaf] == rank;
    if (mine) part.owned.push_back(static_cast<int>(j));
    part.freedom_leaf.push_back(mine ? leaf : -1);
    part.place.push_back(places.place_of_freedom[freedoms[j]]);
    part.body.push_back(partition.body_of_freedom[freedoms[j]]);
  }
  part.leaves = partition.leaves;
  part.all_rows = whitened.rows();
  part.all_freedoms = whitened.dof();
  return part;
}

}  // namespace signorini::distributed
