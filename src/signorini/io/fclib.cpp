#include "signorini/io/fclib.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/fclib_matrix.h"
#include "signorini/io/fclib_writer.h"
#include "signorini/io/hdf5.h"
#include "signorini/io/rehearsal.h"

namespace signorini {
namespace {

using hdf5::Group;

/// Raised when the meaning of what is in /signorini changes.
constexpr int latest_format = 1;
/// Rows of a contact with rolling friction: N, T1, T2 and two rolling moments.
constexpr int rolling_dimension = 5;

// ---- Rows: ours, and those of the file, in which a positive row is a whole contact without friction ----

int file_contact_rows(const Cones& cones) { return cones.dimension * cones.contacts(); }

/// The row in the file, counted from the first contact row, of our contact row k (counted likewise).
int file_row(const Cones& cones, int k) {
  return k < cones.positive ? cones.dimension * k : k + (cones.dimension - 1) * cones.positive;
}

/// Our contact row of a row in the file; -1 for the tangential rows that fill up a positive one.
int our_row(const Cones& cones, int row) {
  const int filled = cones.dimension * cones.positive;
  if (row >= filled) return row - filled + cones.positive;
  return row % cones.dimension == 0 ? row / cones.dimension : -1;
}

/// The contact rows of `rows`, as they stand in a file.
Vector expand(const Cones& cones, const Vector& rows) {
  const Eigen::Index friction_rows = rows.size() - cones.first_friction();
  Vector out = Vector::Zero(file_contact_rows(cones));
  for (int k = 0; k < cones.positive; ++k) out[file_row(cones, k)] = rows[cones.free + k];
  out.tail(friction_rows) = rows.tail(friction_rows);
  return out;
}

/// [free; contact rows of a file] as our rows.
Vector collapse(const Cones& cones, const Vector& free, Vector contact) {
  if (cones.free == 0 && cones.positive == 0) return contact;
  Vector out(cones.rows());
  out.head(cones.free) = free;
  for (int k = 0; k < cones.positive; ++k) out[cones.free + k] = contact[file_row(cones, k)];
  const Eigen::Index friction_rows = cones.rows() - cones.first_friction();
  out.tail(friction_rows) = contact.tail(friction_rows);
  return out;
}

// ---- Reading ----

Vector read_vector(const Group& group, const std::string& name) {
  const hdf5::Dataset data = group.reals(name);
  Vector out(data.size());
  data.read(out.data(), 0, data.size());
  for (Eigen::Index k = 0; k < out.size(); ++k)
    if (!std::isfinite(out[k])) data.fail(fmt::format("entry {} is {}", k, out[k]));
  return out;
}

/// The vector that goes with the columns of `matrix`; both may be missing when there is nothing to say.
Vector read_companion(const Group& problem, const std::string& name, const std::string& matrix) {
  const bool needed = problem.has(matrix) && problem.group(matrix).integer("n") != 0;
  if (!needed && !(problem.has("vectors") && problem.group("vectors").has(name))) return {};
  return read_vector(problem.group("vectors"), name);
}

Vector read_vector_of_size(const Group& group, const std::string& name, int size, const std::string& meaning) {
  if (size == 0 && !group.has(name)) return {};
  Vector out = read_vector(group, name);
  if (out.size() != size) group.fail(name, fmt::format("has {} entries, but {} make {}", out.size(), meaning, size));
  return out;
}

[[noreturn]] void refuse_rolling(const Group& group, const std::string& name) {
  group.fail(name, "rolling friction is not supported");
}

int read_dimension(const Group& problem) {
  const std::int64_t dimension = problem.integer("spacedim");
  if (dimension == rolling_dimension) refuse_rolling(problem, "spacedim");
  if (dimension != 2 && dimension != 3) problem.fail("spacedim", fmt::format("is {}, but must be 2 or 3", dimension));
  return static_cast<int>(dimension);
}

Vector read_friction(const Group& problem, const std::string& matrix) {
  if (problem.has("vectors") && problem.group("vectors").has("mu_r")) refuse_rolling(problem.group("vectors"), "mu_r");
  Vector mu = read_companion(problem, "mu", matrix);
  for (Eigen::Index k = 0; k < mu.size(); ++k)
    if (mu[k] < 0.0)
      problem.group("vectors").fail("mu", fmt::format("entry {} is {}, but must not be negative", k, mu[k]));
  return mu;
}

/// The cones of a problem with `contact_rows` rows of contacts in the file, the first `positive` of which are positive
/// rows.
Cones read_cones(const Group& problem, const std::string& matrix, const std::string& rows_name,
                 Eigen::Index contact_rows, Eigen::Index free, int positive) {
  Cones cones;
  cones.dimension = read_dimension(problem);
  const Vector mu = read_friction(problem, matrix);
  if (mu.size() * cones.dimension != contact_rows)
    problem.group("vectors").fail(
        rows_name, fmt::format("has {} entries, but mu and spacedim make {} ({} contacts of dimension {})",
                               contact_rows, mu.size() * cones.dimension, mu.size(), cones.dimension));
  if (free + contact_rows > std::numeric_limits<int>::max() - 1)
    problem.fail(fmt::format("has {} rows, more than 32-bit indices can address", free + contact_rows));
  if (positive > mu.size())
    problem.fail(fmt::format("has {} contacts, but /signorini counts {} positive rows", mu.size(), positive));
  for (int k = 0; k < positive; ++k)
    if (mu[k] != 0.0)
      problem.group("vectors").fail("mu",
                                    fmt::format("entry {} is {}, but /signorini says it is a positive row", k, mu[k]));
  cones.free = static_cast<int>(free);
  cones.positive = positive;
  cones.mu = mu.tail(mu.size() - positive);
  return cones;
}

void read_global(const Group& group, int positive, ContactProblem& problem) {
  problem.form = Form::global;
  problem.f = read_vector(group.group("vectors"), "f");
  const Vector w = read_companion(group, "w", "H");
  const Vector b = read_companion(group, "b", "G");
  problem.cones = read_cones(group, "H", "w", w.size(), b.size(), positive);
  const Cones& cones = problem.cones;

  const RequiredSize dof{static_cast<int>(problem.f.size()), group.path_of("vectors/f")};
  // Eigen's sparse matrices copy where others move; swapping is free.
  read_fclib_matrix(group, "M", dof, dof).swap(problem.M);
  mirror_triangle(problem.M);
  const MatrixPart parts[] = {{"G", {cones.free, group.path_of("vectors/b")}},
                              {"H", {file_contact_rows(cones), group.path_of("vectors/w")}}};
  read_fclib_matrix(group, dof, parts).swap(problem.H);
  if (cones.positive > 0) {  // the columns that fill up positive rows are empty: only the starts change
    int* starts = problem.H.outerIndexPtr() + cones.free;
    for (int k = 0; k < cones.positive; ++k) {
      const int normal = file_row(cones, k);
      if (starts[normal + cones.dimension] != starts[normal + 1])
        group.fail("H",
                   fmt::format("column {} is not empty, but /signorini says that contact {} has no tangential part",
                               normal + 1, k));
      starts[k] = starts[normal];
    }
    const int contact_rows = cones.rows() - cones.free;
    for (int k = cones.positive; k <= contact_rows; ++k) starts[k] = starts[file_row(cones, k)];
    problem.H.conservativeResize(problem.H.rows(), cones.rows());
  }
  problem.w = collapse(cones, b, w);
}

/// [R Vᵀ; V W] without the rows and columns that only fill up positive ones.
SparseMatrix join_blocks(const Group& group, const Cones& cones, const SparseMatrix& R, const SparseMatrix& V,
                         const SparseMatrix& W) {
  const SparseMatrix Vt = V.transpose();
  SparseMatrix out(cones.rows(), cones.rows());
  out.reserve(R.nonZeros() + 2 * V.nonZeros() + W.nonZeros());
  const auto append = [&](const SparseMatrix& block, const char* name, int column, int to, bool map_rows) {
    for (SparseMatrix::InnerIterator it(block, column); it; ++it) {
      const int row = static_cast<int>(it.row());
      const int ours = map_rows ? our_row(cones, row) : row;
      if (to >= 0 && ours >= 0) {
        out.insertBackByOuterInner(to, map_rows ? cones.free + ours : ours) = it.value();
      } else if (it.value() != 0.0) {
        group.fail(name, fmt::format("has {} in the tangential part of a contact that /signorini calls a positive row",
                                     it.value()));
      }
    }
  };
  for (int j = 0; j < cones.free; ++j) {
    out.startVec(j);
    append(R, "R", j, j, false);
    append(V, "V", j, j, true);
  }
  for (int j = 0; j < W.cols(); ++j) {
    const int ours = our_row(cones, j);
    const int to = ours >= 0 ? cones.free + ours : -1;
    if (to >= 0) out.startVec(to);
    append(Vt, "V", j, to, false);
    append(W, "W", j, to, true);
  }
  out.finalize();
  return out;
}

void read_local(const Group& group, int positive, ContactProblem& problem) {
  problem.form = Form::local;
  const Vector q = read_companion(group, "q", "W");
  const Vector s = read_companion(group, "s", "R");
  problem.cones = read_cones(group, "W", "q", q.size(), s.size(), positive);
  const Cones& cones = problem.cones;

  const RequiredSize contact_rows{file_contact_rows(cones), group.path_of("vectors/q")};
  const RequiredSize free{cones.free, group.path_of("vectors/s")};
  read_fclib_matrix(group, "W", contact_rows, contact_rows).swap(problem.W);
  if (cones.free > 0 || cones.positive > 0) {
    const SparseMatrix R = read_fclib_matrix(group, "R", free, free);
    const SparseMatrix V = read_fclib_matrix(group, "V", contact_rows, free);
    join_blocks(group, cones, R, V, problem.W).swap(problem.W);
  }
  problem.q = collapse(cones, s, q);
}

int read_count(const Group& group, const std::string& name) {
  const std::int64_t value = group.integer_attribute(name);
  if (value < 0 || value > std::numeric_limits<int>::max())
    group.fail(name, fmt::format("is {}, but must be a count", value));
  return static_cast<int>(value);
}

/// The attributes of /signorini, but for E; returns the number of positive rows.
int read_extras(const Group& root, ContactProblem& problem) {
  if (!root.has("signorini")) return 0;
  const Group extras = root.group("signorini");
  if (const std::int64_t format = extras.integer_attribute("format"); format < 1 || format > latest_format)
    extras.fail("format", fmt::format("is {}, but this program reads formats up to {}", format, latest_format));
  const std::string law = extras.text_attribute("law");
  try {
    problem.law = law_from_string(law);
  } catch (const InputError& error) {
    extras.fail("law", error.what());
  }
  problem.pyramid_sides = read_count(extras, "pyramid_sides");
  return read_count(extras, "positive");
}

Vector read_compliance(const Group& root, const Cones& cones) {
  if (!root.has("signorini") || !root.group("signorini").has("E")) return {};
  const Group extras = root.group("signorini");
  Vector E = read_vector_of_size(extras, "E", cones.rows(), "the rows of the problem");
  for (Eigen::Index k = 0; k < E.size(); ++k)
    if (E[k] < 0.0) extras.fail("E", fmt::format("entry {} is {}, but must not be negative", k, E[k]));
  return E;
}

ProblemInfo read_info(const Group& problem) {
  if (!problem.has("info")) return {};
  const Group group = problem.group("info");
  const auto text = [&](const char* name) { return group.has(name) ? group.text(name) : std::string(); };
  return {text("title"), text("description"), text("math_info")};
}

/// u on the free rows, which fclib does not store: what v (global form) or r (local form) makes of it, 0 when v is
/// missing.
Vector free_velocity(const ContactProblem& problem, const Solution& solution) {
  const int free = problem.cones.free;
  Vector u = Vector::Zero(free);
  if (free == 0) return u;
  if (problem.form == Form::local)
    u = (problem.W * solution.r + problem.q).head(free);
  else if (solution.v.size() > 0)
    u = problem.H.leftCols(free).transpose() * solution.v + problem.w.head(free);
  else
    return u;
  if (problem.E.size() > 0) u += problem.E.head(free).cwiseProduct(solution.r.head(free));
  return u;
}

Solution read_solution(const Group& group, const ContactProblem& problem) {
  const Cones& cones = problem.cones;
  const std::string contacts = fmt::format("{} contacts of dimension {}", cones.contacts(), cones.dimension);
  const int contact_rows = file_contact_rows(cones);
  Solution out;
  if (problem.form == Form::global && group.has("v"))
    out.v = read_vector_of_size(group, "v", problem.dof(), "the degrees of freedom");
  out.r = collapse(cones, read_vector_of_size(group, "l", cones.free, "the free rows"),
                   read_vector_of_size(group, "r", contact_rows, contacts));
  if (group.has("u"))
    out.u = collapse(cones, free_velocity(problem, out), read_vector_of_size(group, "u", contact_rows, contacts));
  return out;
}

std::vector<Solution> read_guesses(const Group& root, const ContactProblem& problem, int limit) {
  const Group group = root.group("guesses");
  const std::int64_t count = group.integer("number_of_guesses");
  if (count < 0) group.fail("number_of_guesses", fmt::format("is {}, but must not be negative", count));
  std::vector<Solution> out;
  for (int k = 1; k <= std::min<std::int64_t>(count, limit); ++k)
    out.push_back(read_solution(group.group(std::to_string(k)), problem));
  return out;
}

// ---- Writing ----

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

std::optional<Law> read_law(const std::filesystem::path& path) {
  const hdf5::Quiet quiet;
  const Group root = hdf5::open_file(path);
  if (!root.has("signorini")) return {};
  ContactProblem problem;
  read_extras(root, problem);
  return problem.law;
}

FclibFile read_file(const std::filesystem::path& path) {
  const hdf5::Quiet quiet;
  const Group root = hdf5::open_file(path);
  for (const char* name : {"fclib_global_rolling", "fclib_local_rolling"})
    if (root.has(name)) refuse_rolling(root, name);
  // libfclib sizes solutions by the global problem when a file holds both forms.
  const bool global = root.has("fclib_global");
  if (!global && !root.has("fclib_local"))
    root.fail("holds neither /fclib_global nor /fclib_local: not an fclib problem file");

  FclibFile out;
  const int positive = read_extras(root, out.problem);
  const Group group = root.group(global ? "fclib_global" : "fclib_local");
  if (global)
    read_global(group, positive, out.problem);
  else
    read_local(group, positive, out.problem);
  out.problem.E = read_compliance(root, out.problem.cones);
  out.info = read_info(group);
  if (root.has("solution")) out.solution = read_solution(root.group("solution"), out.problem);
  if (root.has("guesses")) out.guesses = read_guesses(root, out.problem, std::numeric_limits<int>::max() - 1);
  return out;
}

Solution read_solution_file(const std::filesystem::path& path, const ContactProblem& problem) {
  const hdf5::Quiet quiet;
  const Group root = hdf5::open_file(path);
  if (root.has("solution")) return read_solution(root.group("solution"), problem);
  if (!root.has("guesses")) root.fail("holds neither /solution nor /guesses");
  std::vector<Solution> guesses = read_guesses(root, problem, 1);
  if (guesses.empty()) root.fail("guesses/number_of_guesses", "is 0, and there is no /solution");
  return std::move(guesses.front());
}

}  // namespace

std::optional<Law> read_fclib_law(const std::filesystem::path& path) {
  return hdf5::read_rehearsed(path, [&] { return read_law(path); });
}

FclibFile read_fclib(const std::filesystem::path& path) {
  return hdf5::read_rehearsed(path, [&] { return read_file(path); });
}

Solution read_fclib_solution(const std::filesystem::path& path, const ContactProblem& problem) {
  return hdf5::read_rehearsed(path, [&] { return read_solution_file(path, problem); });
}

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
