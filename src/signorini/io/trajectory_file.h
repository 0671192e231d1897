#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "signorini/io/hdf5.h"
#include "signorini/io/trajectory_columns.h"

namespace signorini {

/// An HDF5 file of datasets that grow row by row. Complaints are InputErrors, "file: /dataset: reason".
/// The same content, appended in the same pieces, gives the same bytes.
class TrajectoryFile {
 public:
  enum class Packing { compressed, plain };
  /// `path`: where the bytes will go, for messages.
  static TrajectoryFile in_memory(const std::filesystem::path& path, Packing packing = Packing::compressed);
  static TrajectoryFile open(const std::filesystem::path& path);
  /// HDF5 1.10 crashes when it meets a full disk: make room before.
  static TrajectoryFile open_for_appending(const std::filesystem::path& path);

  static constexpr std::size_t max_chunk_rows = 8192;
  /// Adds the rows of `column` to the dataset of that name, a new one where there is none: `longest_chunk` for one that
  /// will not have more rows. A chunk is compressed as a whole, however few rows there are.
  void append(const TrajectoryColumn& column, std::size_t longest_chunk = max_chunk_rows);
  /// A new dataset that holds no more than `column`: chunks no longer than that.
  void write(const TrajectoryColumn& column);
  /// Fills `column`, which says path, shape and kind, with all rows of the dataset.
  void read(TrajectoryColumn& column) const;
  /// The same with `count` rows from `first` on.
  void read(TrajectoryColumn& column, std::size_t first, std::size_t count) const;
  /// How many rows a dataset has; 0 where it is missing.
  std::size_t rows(const std::string& path) const;
  /// The last entry of a dataset of integers; none when it is empty or missing.
  std::optional<std::int64_t> last(const std::string& path) const;
  bool has(const std::string& path) const;

  /// A dataset of UTF-8 texts of equal length, filled up with zero bytes.
  void write_texts(const std::string& path, const std::vector<std::string>& texts);
  std::vector<std::string> read_texts(const std::string& path) const;
  /// On a group, which is made when missing.
  void write_attribute(const std::string& group, const std::string& name, const std::string& text);
  void write_attribute(const std::string& group, const std::string& name, std::span<const double> values);
  void write_attribute(const std::string& group, const std::string& name, int value);

  std::string read_text_attribute(const std::string& group, const std::string& name) const;
  std::vector<double> read_numbers_attribute(const std::string& group, const std::string& name) const;

  /// Of a file in memory; valid until it changes or ends.
  std::span<const std::byte> bytes() const;
  /// Throws when not everything could be written.
  void close();

  hid_t id() const { return file_.get(); }

 private:
  [[noreturn]] void fail(const std::string& path, const std::string& reason) const;
  void make_group(const std::string& path);
  void make_parents(const std::string& path);
  hdf5::Handle open_dataset(const std::string& path) const;
  hdf5::Handle create_dataset(const TrajectoryColumn& column, std::size_t longest_chunk);
  void append_to(hid_t dataset, const TrajectoryColumn& column);
  void write_attribute(const std::string& group, const std::string& name, hid_t type, hid_t space, const void* value);

  Packing packing_ = Packing::compressed;
  hdf5::Handle file_;
  /// Datasets appended to so far: to close one is to compress its last chunk, which the next rows change again.
  std::map<std::string, hdf5::Handle> appended_;
  std::string name_;
};

}  // namespace signorini
