#include "signorini/io/fclib.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/io/fclib_matrix.h"
#include "signorini/io/fclib_rows.h"
#include "signorini/io/hdf5.h"
#include "signorini/io/rehearsal.h"

namespace signorini {
namespace {

using namespace fclib;
using hdf5::Group;

/// Rows of a contact with rolling friction: N, T1, T2 and two rolling moments.
constexpr int rolling_dimension = 5;

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

}  // namespace signorini
