#include "signorini/io/fclib_writer.h"

#include <fmt/format.h>

#include <utility>

#include "signorini/base/error.h"
#include "signorini/io/fclib_matrix.h"
#include "signorini/io/fclib_rows.h"
#include "signorini/io/hdf5.h"

namespace signorini {
namespace {

using namespace fclib;
using hdf5::Group;

/// The writer trusts sizes: a problem that does not fit together must not get into a file.
void check_sizes(const std::filesystem::path& path, const FclibFile& file) {
  const ContactProblem& problem = file.problem;
  const auto require = [&](Eigen::Index size, Eigen::Index expected, const char* what) {
    if (size != expected)
      throw InputError(fmt::format("{}: cannot be written: {} is {}, but the problem needs {}", path.string(), what,
                                   size, expected));
  };
  const int rows = problem.rows();
  const int dof = problem.dof();
  const int dimension = problem.cones.dimension;
  require(dimension, dimension == 2 ? 2 : 3, "cones.dimension");
  if (problem.form == Form::global) {
    require(problem.M.cols(), dof, "the number of columns of M");
    require(problem.H.rows(), dof, "the number of rows of H");
    require(problem.H.cols(), rows, "the number of columns of H");
    require(problem.f.size(), dof, "the size of f");
    require(problem.w.size(), rows, "the size of w");
  } else {
    require(problem.W.rows(), rows, "the number of rows of W");
    require(problem.W.cols(), rows, "the number of columns of W");
    require(problem.q.size(), rows, "the size of q");
  }
  if (problem.E.size() > 0) require(problem.E.size(), rows, "the size of E");
  const auto require_solution = [&](const Solution& solution) {
    require(solution.r.size(), rows, "the size of r");
    if (solution.u.size() > 0) require(solution.u.size(), rows, "the size of u");
    if (solution.v.size() > 0) require(solution.v.size(), dof, "the size of v");
  };
  if (file.solution) require_solution(*file.solution);
  for (const Solution& guess : file.guesses) require_solution(guess);
}

std::span<const double> values(const Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

/// `A` itself, or `storage` made a compressed copy of it.
const SparseMatrix& compressed(const SparseMatrix& A, SparseMatrix& storage) {
  if (A.isCompressed()) return A;
  storage = A;
  storage.makeCompressed();
  return storage;
}

void write_global(const Group& group, const ContactProblem& problem, MatrixStorage storage) {
  const Cones& cones = problem.cones;
  SparseMatrix copy;
  write_fclib_matrix(group, "M", MatrixView(compressed(problem.M, copy)), storage);

  const SparseMatrix& H = compressed(problem.H, copy);
  MatrixView contacts(H, cones.free, cones.rows());
  std::vector<int> starts(static_cast<std::size_t>(file_contact_rows(cones)) + 1, contacts.entries());
  for (int k = contacts.columns; k >= 0;
       --k) {  // tangential columns of a positive row are empty: they start where the next does
    const int last = k < cones.positive ? file_row(cones, k + 1) : file_row(cones, k) + 1;
    for (int column = file_row(cones, k) + 1; column < last; ++column)
      starts[static_cast<std::size_t>(column)] = contacts.p[static_cast<std::size_t>(k) + 1];
    starts[static_cast<std::size_t>(file_row(cones, k))] = contacts.p[static_cast<std::size_t>(k)];
  }
  contacts.p = std::move(starts);
  contacts.columns = file_contact_rows(cones);
  write_fclib_matrix(group, "H", contacts, storage);
  if (cones.free > 0) write_fclib_matrix(group, "G", MatrixView(H, 0, cones.free), storage);

  const Group vectors = group.make_group("vectors");
  vectors.write("f", values(problem.f));
  vectors.write("w", values(expand(cones, problem.w)));
  if (cones.free > 0) vectors.write("b", values(problem.w.head(cones.free)));
}

/// fclib has one V for both couplings: refuse a W whose couplings differ by more than rounding.
void check_coupling(const Group& group, const SparseMatrix& V, const SparseMatrix& coupling) {
  constexpr double rounding = 1e-10;
  if (V.size() == 0) return;  // joints only
  const SparseMatrix difference = V - SparseMatrix(coupling.transpose());
  if (difference.norm() > rounding * V.norm())
    group.fail(
        "V",
        fmt::format("cannot be written: W is not symmetric between free and contact rows (relative difference {:.1e})",
                    difference.norm() / V.norm()));
}

void write_local(const Group& group, const ContactProblem& problem, MatrixStorage storage) {
  const Cones& cones = problem.cones;
  const int free = cones.free;
  SparseMatrix copy;
  const SparseMatrix& all = compressed(problem.W, copy);
  if (free == 0 && cones.positive == 0) {
    write_fclib_matrix(group, "W", MatrixView(all), storage);
  } else {
    // Blocks of `all`, with contact rows and columns moved to their places in the file.
    using Entries = std::vector<Eigen::Triplet<double>>;
    Entries R_entries, V_entries, coupling_entries, W_entries;
    for (int j = 0; j < all.cols(); ++j) {
      for (SparseMatrix::InnerIterator it(all, j); it; ++it) {
        const int i = static_cast<int>(it.row());
        Entries& block = i < free ? (j < free ? R_entries : coupling_entries) : (j < free ? V_entries : W_entries);
        block.emplace_back(i < free ? i : file_row(cones, i - free), j < free ? j : file_row(cones, j - free),
                           it.value());
      }
    }
    const auto build = [](int rows, int columns, const Entries& entries) {
      SparseMatrix block(rows, columns);
      block.setFromTriplets(entries.begin(), entries.end());
      return block;
    };
    const int contact_rows = file_contact_rows(cones);
    const SparseMatrix W = build(contact_rows, contact_rows, W_entries);
    write_fclib_matrix(group, "W", MatrixView(W), storage);
    if (free > 0) {
      const SparseMatrix R = build(free, free, R_entries);
      const SparseMatrix V = build(contact_rows, free, V_entries);
      check_coupling(group, V, build(free, contact_rows, coupling_entries));
      write_fclib_matrix(group, "V", MatrixView(V), storage);
      write_fclib_matrix(group, "R", MatrixView(R), storage);
    }
  }
  const Group vectors = group.make_group("vectors");
  vectors.write("q", values(expand(cones, problem.q)));
  if (free > 0) vectors.write("s", values(problem.q.head(free)));
}

void write_solution(const Group& group, const ContactProblem& problem, const Solution& solution) {
  const Cones& cones = problem.cones;
  if (problem.form == Form::global && solution.v.size() > 0) group.write("v", values(solution.v));
  if (solution.u.size() > 0) group.write("u", values(expand(cones, solution.u)));
  group.write("r", values(expand(cones, solution.r)));
  if (cones.free > 0) group.write("l", values(solution.r.head(cones.free)));
}

void write_extras(const Group& root, const ContactProblem& problem) {
  const Group extras = root.make_group("signorini");
  extras.write_attribute("format", latest_format);
  extras.write_attribute("law", std::string(to_string(problem.law)));
  extras.write_attribute("positive", problem.cones.positive);
  extras.write_attribute("pyramid_sides", problem.pyramid_sides);
  if (problem.E.size() > 0) extras.write("E", values(problem.E));
}

}  // namespace

void write_fclib(const std::filesystem::path& path, const FclibFile& file, MatrixStorage storage) {
  write_fclib(path, file, storage, write_atomically);
}

void write_fclib(const std::filesystem::path& path, const FclibFile& file, MatrixStorage storage,
                 const FileWriter& writer) {
  check_sizes(path, file);
  const hdf5::Quiet quiet;
  const hdf5::MemoryFile memory(path);
  const Group& root = memory.root();
  const ContactProblem& problem = file.problem;
  {
    const bool global = problem.form == Form::global;
    const Group group = root.make_group(global ? "fclib_global" : "fclib_local");
    group.write("spacedim", problem.cones.dimension);
    if (global)
      write_global(group, problem, storage);
    else
      write_local(group, problem, storage);
    Vector mu = Vector::Zero(problem.cones.contacts());
    mu.tail(problem.cones.friction()) = problem.cones.mu;
    group.group("vectors").write("mu", values(mu));
    const Group info = group.make_group("info");
    info.write_text("title", file.info.title);
    info.write_text("description", file.info.description);
    info.write_text("math_info", file.info.math_info);
  }
  write_extras(root, problem);
  if (file.solution) write_solution(root.make_group("solution"), problem, *file.solution);
  if (!file.guesses.empty()) {
    const Group guesses = root.make_group("guesses");
    guesses.write("number_of_guesses", static_cast<int>(file.guesses.size()));
    for (std::size_t k = 0; k < file.guesses.size(); ++k)
      write_solution(guesses.make_group(std::to_string(k + 1)), problem, file.guesses[k]);
  }
  writer(path, memory.bytes());
}

}  // namespace signorini
