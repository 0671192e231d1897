#pragma once

#include <algorithm>
#include <concepts>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::bench {

struct Column {
  std::string name;
  std::size_t width = 8;  ///< at least
};

/// Whether people want to read a table, or programs alone.
enum class Echo { yes, no };

/// A table for people, printed line by line as it grows, and for programs, as a CSV file.
class Table {
 public:
  Table(std::string name, const std::string& about, const std::vector<Column>& columns, Echo echo = Echo::yes)
      : name_(std::move(name)), echo_(echo) {
    for (const Column& column : columns) {
      names_.push_back(column.name);
      widths_.push_back(std::max(column.width, column.name.size()));
    }
    if (echo_ == Echo::yes) fmt::print("\n{}\n", about);
    print(names_);
  }

  /// A number or a word for each column.
  template <typename... Cells>
  void add(const Cells&... cells) {
    rows_.push_back({text(cells)...});
    print(rows_.back());
  }

  /// FOLDER/NAME.csv; nothing when the folder is empty.
  void save(const std::string& folder) const {
    if (folder.empty()) return;
    std::filesystem::create_directories(folder);
    const std::filesystem::path path = std::filesystem::path(folder) / (name_ + ".csv");
    std::ofstream file(path);
    const auto write = [&file](const std::vector<std::string>& cells) {
      for (std::size_t k = 0; k < cells.size(); ++k) file << (k > 0 ? "," : "") << cells[k];
      file << '\n';
    };
    write(names_);
    for (const auto& row : rows_) write(row);
    file.close();
    if (!file) throw InputError(fmt::format("{} cannot be written", path.string()));
    fmt::print("  in {}\n", path.string());
  }

 private:
  static std::string text(const std::string& word) { return word; }
  static std::string text(const char* word) { return word; }
  static std::string text(std::integral auto number) { return std::to_string(number); }
  static std::string text(double number) { return fmt::format("{:.4g}", number); }

  void print(const std::vector<std::string>& cells) const {
    if (echo_ == Echo::no) return;
    std::string line = fmt::format("  {:<{}}", cells[0], widths_[0]);
    for (std::size_t k = 1; k < cells.size(); ++k) line += fmt::format("  {:>{}}", cells[k], widths_[k]);
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

  std::string name_;
  Echo echo_;
  std::vector<std::string> names_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace signorini::bench
