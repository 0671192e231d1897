#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace signorini::cli {

/// One line of results.csv: how a solver did on a problem. What did not become known is empty.
struct BenchRow {
  std::string problem;
  std::optional<std::int64_t> contacts = {}, dof = {};
  std::string law, solver;
  double tolerance = 0;
  /// A status of `solve`, or `crashed`, `out_of_memory`, `bad_input`, `wrong`.
  std::string status;
  std::optional<double> certificate = {};
  std::optional<std::int64_t> iterations = {};
  std::optional<double> seconds = {};
  std::optional<std::int64_t> peak_memory_bytes = {};
  std::string message;

  bool solved() const { return status == "solved"; }
};

/// The results of a benchmark in their file. Each line is written at once and whole; half a line at the end, left by a
/// program that was killed, is cut off.
class BenchResults {
 public:
  /// Reads the file if there is one. Throws InputError that names file and line.
  explicit BenchResults(std::filesystem::path file);

  const std::vector<BenchRow>& rows() const { return rows_; }
  const BenchRow* find(const std::string& problem, const std::string& solver, double tolerance) const;
  void append(const BenchRow& row);

 private:
  void append_line(const std::string& line) const;

  std::filesystem::path file_;
  std::vector<BenchRow> rows_;
};

}  // namespace signorini::cli
