#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/problem/contact_problem.h"

/// Contact problems and their solutions in fclib HDF5 files, as Siconos, LMGC90 and Chrono exchange them.
///
/// fclib's global form M v = H r + G l + f, u = Hᵀv + w, 0 = Gᵀv + b becomes ours with [G H], [b; w] and [l; r]; its
/// mixed local form u = W r + V l + q, 0 = Vᵀr + R l + s becomes ours with [R Vᵀ; V W], [s; q] and [l; r].
///
/// What fclib cannot say is in the root group /signorini, which fclib readers ignore: attributes `format`, `law`,
/// `positive` and `pyramid_sides`, dataset `E`. Positive rows are written as contacts with μ = 0 and empty tangential
/// directions before the others, so that any fclib reader sees an equivalent problem; `positive` counts them. Without
/// the group: law coulomb, no positive rows, rigid contacts.
namespace SIGNORINI_PUBLIC signorini {

/// What a file says about its problem in words.
struct ProblemInfo {
  std::string title;
  std::string description;
  /// Known mathematical properties: existence, uniqueness, …
  std::string math_info;
};

struct FclibFile {
  ContactProblem problem;
  ProblemInfo info;
  std::optional<Solution> solution;
  std::vector<Solution> guesses;
};

/// Reads a problem with all that accompanies it. What belongs to the file is checked: every fault throws InputError
/// with one line that names file, field and value. Whether the numbers make sense as mechanics is for
/// ContactProblem::validate().
FclibFile read_fclib(const std::filesystem::path& path);

/// The law that a file records; none when the file was not written by us.
std::optional<Law> read_fclib_law(const std::filesystem::path& path);

/// Reads /solution, or the first guess when there is only /guesses, of a file that need not hold anything else. v and u
/// are left empty when the file has none; the free rows of u, which fclib does not store, are computed.
Solution read_fclib_solution(const std::filesystem::path& path, const ContactProblem& problem);

/// How a matrix lies in an fclib file: fclib's nz is -1 for csc, -2 for csr, the number of entries for triplet.
enum class MatrixStorage { csc, csr, triplet };

/// Writes a file that libfclib can read, complete or not at all. libfclib wants v (global form), u and r in every
/// solution.
void write_fclib(const std::filesystem::path& path, const FclibFile& file, MatrixStorage storage = MatrixStorage::csc);

}  // namespace signorini
