#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <hdf5.h>

/// The one door to HDF5: handles that close themselves, reads and writes that check type, shape and extent. Every
/// complaint is an InputError of one line, "file: /path/in/the/file: what is wrong".
namespace signorini::hdf5 {

/// Owns one HDF5 identifier.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// While alive, HDF5 does not print its error stack; the caller's setting comes back afterwards.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// A one-dimensional dataset of numbers, open for reading. Its size is backed by bytes that are really in the file, so
/// it is safe to allocate that much.
class Dataset {
 public:
  int size() const { return size_; }
  /// Reads entries [first, first + count) into `out`, converting from other integer or floating point widths.
  void read(int* out, int first, int count) const;
  void read(double* out, int first, int count) const;
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  friend class Group;
  void read(hid_t type, void* out, int first, int count) const;

  Handle handle_;
  std::string where_;
  int size_ = 0;
};

/// An open group, which knows its place for the sake of messages.
class Group {
 public:
  /// Whether the group holds something called `name`.
  bool has(const std::string& name) const;
  Group group(const std::string& name) const;
  Dataset integers(const std::string& name) const;
  /// Integers are accepted as well: they convert without loss of meaning.
  Dataset reals(const std::string& name) const;
  /// A dataset of one integer.
  std::int64_t integer(const std::string& name) const;
  std::string text(const std::string& name) const;
  bool has_attribute(const std::string& name) const;
  std::int64_t integer_attribute(const std::string& name) const;
  std::string text_attribute(const std::string& name) const;

  Group make_group(const std::string& name) const;
  /// Contiguous, uncompressed. libfclib reads integers of 32 bits and doubles.
  void write(const std::string& name, std::span<const int> values) const;
  void write(const std::string& name, std::span<const std::int64_t> values) const;
  void write(const std::string& name, std::span<const double> values) const;
  void write(const std::string& name, int value) const { write(name, std::span<const int>(&value, 1)); }
  void write_text(const std::string& name, const std::string& text) const;
  void write_attribute(const std::string& name, int value) const;
  void write_attribute(const std::string& name, const std::string& text) const;

  const std::string& path() const { return path_; }
  std::string path_of(const std::string& name) const { return path_ == "/" ? path_ + name : path_ + "/" + name; }
  [[noreturn]] void fail(const std::string& reason) const;
  [[noreturn]] void fail(const std::string& name, const std::string& reason) const;

 private:
  friend Group open_file(const std::filesystem::path& path);
  friend class MemoryFile;
  Handle open_dataset(const std::string& name) const;
  Dataset vector(const std::string& name, bool integers_only) const;
  void write(const std::string& name, hid_t type, const void* values, std::size_t count) const;

  Handle handle_;
  std::string file_;
  std::string path_ = "/";
};

/// The root group of a file, open for reading; the file closes with the last group.
Group open_file(const std::filesystem::path& path);

/// A file that HDF5 builds in memory. HDF5 1.10 crashes when a file it writes hits a full disk, so we never let it near
/// one.
class MemoryFile {
 public:
  /// `path`: where the bytes will go, for messages.
  explicit MemoryFile(const std::filesystem::path& path);
  const Group& root() const { return root_; }
  /// The finished file, valid until the MemoryFile changes or ends. All groups but the root must be closed.
  std::span<const std::byte> bytes() const;

 private:
  Handle file_;
  Group root_;
};

}  // namespace signorini::hdf5
