#include "signorini/io/hdf5.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <vector>

#include "signorini/base/error.h"

namespace signorini::hdf5 {
namespace {

/// Deflate shrinks by at most 1032: a dataset that claims more than this times the size of the file is damaged.
constexpr hsize_t max_compression = 2000;
/// In-memory files grow in steps of this many bytes.
constexpr std::size_t memory_increment = std::size_t{1} << 20;

std::string class_name(H5T_class_t type) {
  switch (type) {
    case H5T_INTEGER:
      return "integers";
    case H5T_FLOAT:
      return "floating point numbers";
    case H5T_STRING:
      return "text";
    case H5T_COMPOUND:
      return "compound data";
    case H5T_ENUM:
      return "enumerations";
    default:
      return "data of another kind";
  }
}

std::string shape_name(hid_t space) {
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank <= 0) return "a single value";
  std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space, dims.data(), nullptr);
  return fmt::format("shape {}", fmt::join(dims, " × "));
}

/// The bytes that `dataset` can possibly hold, given what is stored of it and the size of the file. Chunks may be
/// compressed, and data never written are not stored at all: files in the wild hold such /solution vectors, to be read
/// as zeros.
hsize_t available_bytes(hid_t dataset) {
  const hsize_t stored = H5Dget_storage_size(dataset);
  const Handle file(H5Iget_file_id(dataset), H5Fclose);
  hsize_t file_size = 0;
  if (!file || H5Fget_filesize(file.get(), &file_size) < 0 || stored > file_size) return 0;
  const Handle plist(H5Dget_create_plist(dataset), H5Pclose);
  const bool complete = plist && H5Pget_layout(plist.get()) != H5D_CHUNKED && stored > 0;
  return complete ? stored : file_size * max_compression;
}

/// Reads a string of fixed or variable length with `read(memory type, buffer)`, which wraps H5Dread or H5Aread. False
/// when the read fails.
template <class Read>
bool read_string(hid_t type, const Read& read, std::string& out) {
  if (H5Tis_variable_str(type) > 0) {
    char* text = nullptr;
    const Handle memory(H5Tcopy(type), H5Tclose);
    if (read(memory.get(), &text) < 0) return false;
    if (text) out = text;
    H5free_memory(text);
    return true;
  }
  out.assign(H5Tget_size(type), '\0');
  if (read(type, out.data()) < 0) return false;
  out.resize(
      std::min(out.size(), out.find('\0')));  // null-terminated or null-padded; the terminator is not part of the text
  return true;
}

Handle string_type(const std::string& text) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), text.size() + 1);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

}  // namespace

Quiet::Quiet() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

void Dataset::fail(const std::string& reason) const { throw InputError(where_ + ": " + reason); }

void Dataset::read(int* out, int first, int count) const { read(H5T_NATIVE_INT, out, first, count); }

void Dataset::read(double* out, int first, int count) const { read(H5T_NATIVE_DOUBLE, out, first, count); }

void Dataset::read(hid_t type, void* out, int first, int count) const {
  if (count == 0) return;
  hid_t memory_space = H5S_ALL;
  hid_t file_space = H5S_ALL;
  Handle memory_owner, file_owner;
  if (first != 0 || count != size_) {
    const hsize_t start = static_cast<hsize_t>(first);
    const hsize_t length = static_cast<hsize_t>(count);
    memory_owner = Handle(H5Screate_simple(1, &length, nullptr), H5Sclose);
    file_owner = Handle(H5Dget_space(handle_.get()), H5Sclose);
    H5Sselect_hyperslab(file_owner.get(), H5S_SELECT_SET, &start, nullptr, &length, nullptr);
    memory_space = memory_owner.get();
    file_space = file_owner.get();
  }
  if (H5Dread(handle_.get(), type, memory_space, file_space, H5P_DEFAULT, out) < 0)
    fail("cannot be read: the file is damaged");
}

void Group::fail(const std::string& reason) const { throw InputError(fmt::format("{}: {}: {}", file_, path_, reason)); }

void Group::fail(const std::string& name, const std::string& reason) const {
  throw InputError(fmt::format("{}: {}: {}", file_, path_of(name), reason));
}

bool Group::has(const std::string& name) const { return H5Lexists(handle_.get(), name.c_str(), H5P_DEFAULT) > 0; }

Group Group::group(const std::string& name) const {
  if (!has(name)) fail(name, "the group is missing");
  Group out;
  out.handle_ = Handle(H5Gopen2(handle_.get(), name.c_str(), H5P_DEFAULT), H5Gclose);
  if (!out.handle_) fail(name, "is not a readable group");
  out.file_ = file_;
  out.path_ = path_of(name);
  return out;
}

Handle Group::open_dataset(const std::string& name) const {
  if (!has(name)) fail(name, "the dataset is missing");
  Handle dataset(H5Dopen2(handle_.get(), name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset) fail(name, "is not a readable dataset");
  return dataset;
}

Dataset Group::vector(const std::string& name, bool integers_only) const {
  Dataset out;
  out.handle_ = open_dataset(name);
  out.where_ = fmt::format("{}: {}", file_, path_of(name));
  const Handle type(H5Dget_type(out.handle_.get()), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_INTEGER && (integers_only || kind != H5T_FLOAT))
    out.fail(fmt::format("holds {} where {} are expected", class_name(kind), integers_only ? "integers" : "numbers"));

  const Handle space(H5Dget_space(out.handle_.get()), H5Sclose);
  if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return out;
  if (H5Sget_simple_extent_ndims(space.get()) != 1)
    out.fail(fmt::format("has {} where one dimension is expected", shape_name(space.get())));
  hsize_t size = 0;
  H5Sget_simple_extent_dims(space.get(), &size, nullptr);
  if (size > static_cast<hsize_t>(std::numeric_limits<int>::max() - 1))
    out.fail(fmt::format("has {} entries, more than 32-bit indices can address", size));
  if (size * H5Tget_size(type.get()) > available_bytes(out.handle_.get()))
    out.fail(fmt::format("declares {} entries, but the file does not hold that many", size));
  out.size_ = static_cast<int>(size);
  return out;
}

Dataset Group::integers(const std::string& name) const { return vector(name, true); }

Dataset Group::reals(const std::string& name) const { return vector(name, false); }

std::int64_t Group::integer(const std::string& name) const {
  const Handle dataset = open_dataset(name);
  const Handle type(H5Dget_type(dataset.get()), H5Tclose);
  if (const H5T_class_t kind = H5Tget_class(type.get()); kind != H5T_INTEGER)
    fail(name, fmt::format("holds {} where an integer is expected", class_name(kind)));
  const Handle space(H5Dget_space(dataset.get()), H5Sclose);
  if (H5Sget_simple_extent_npoints(space.get()) != 1)
    fail(name, fmt::format("has {} where one integer is expected", shape_name(space.get())));
  std::int64_t value = 0;
  if (H5Dread(dataset.get(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) < 0)
    fail(name, "cannot be read: the file is damaged");
  return value;
}

std::string Group::text(const std::string& name) const {
  const Handle dataset = open_dataset(name);
  const Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const Handle space(H5Dget_space(dataset.get()), H5Sclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1)
    fail(name, "is not a text");
  if (H5Tget_size(type.get()) > available_bytes(dataset.get())) fail(name, "declares more text than the file holds");
  std::string out;
  const auto read = [&](hid_t memory, void* to) {
    return H5Dread(dataset.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
  };
  if (!read_string(type.get(), read, out)) fail(name, "cannot be read: the file is damaged");
  return out;
}

bool Group::has_attribute(const std::string& name) const { return H5Aexists(handle_.get(), name.c_str()) > 0; }

std::int64_t Group::integer_attribute(const std::string& name) const {
  if (!has_attribute(name)) fail(name, "the attribute is missing");
  const Handle attribute(H5Aopen(handle_.get(), name.c_str(), H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  std::int64_t value = 0;
  if (H5Tget_class(type.get()) != H5T_INTEGER || H5Sget_simple_extent_npoints(space.get()) != 1 ||
      H5Aread(attribute.get(), H5T_NATIVE_INT64, &value) < 0)
    fail(name, "the attribute is not one integer");
  return value;
}

std::string Group::text_attribute(const std::string& name) const {
  if (!has_attribute(name)) fail(name, "the attribute is missing");
  const Handle attribute(H5Aopen(handle_.get(), name.c_str(), H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  std::string out;
  const auto read = [&](hid_t memory, void* to) { return H5Aread(attribute.get(), memory, to); };
  if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1 ||
      !read_string(type.get(), read, out))
    fail(name, "the attribute is not a text");
  return out;
}

namespace {

/// Creation properties of groups or datasets that leave the clock out: the same content gives the same bytes.
Handle without_times(hid_t kind) {
  Handle properties(H5Pcreate(kind), H5Pclose);
  H5Pset_obj_track_times(properties.get(), false);
  return properties;
}

}  // namespace

Group Group::make_group(const std::string& name) const {
  Group out;
  const Handle timeless = without_times(H5P_GROUP_CREATE);
  out.handle_ = Handle(H5Gcreate2(handle_.get(), name.c_str(), H5P_DEFAULT, timeless.get(), H5P_DEFAULT), H5Gclose);
  if (!out.handle_) fail(name, "the group cannot be written");
  out.file_ = file_;
  out.path_ = path_of(name);
  return out;
}

void Group::write(const std::string& name, hid_t type, const void* values, std::size_t count) const {
  const hsize_t size = count;
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle timeless = without_times(H5P_DATASET_CREATE);
  const Handle dataset(
      H5Dcreate2(handle_.get(), name.c_str(), type, space.get(), H5P_DEFAULT, timeless.get(), H5P_DEFAULT), H5Dclose);
  if (!dataset || (count > 0 && H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0))
    fail(name, "the dataset cannot be written");
}

void Group::write(const std::string& name, std::span<const int> values) const {
  write(name, H5T_NATIVE_INT, values.data(), values.size());
}

void Group::write(const std::string& name, std::span<const std::int64_t> values) const {
  write(name, H5T_NATIVE_INT64, values.data(), values.size());
}

void Group::write(const std::string& name, std::span<const double> values) const {
  write(name, H5T_NATIVE_DOUBLE, values.data(), values.size());
}

void Group::write_text(const std::string& name, const std::string& text) const {
  const Handle type = string_type(text);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle timeless = without_times(H5P_DATASET_CREATE);
  const Handle dataset(
      H5Dcreate2(handle_.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, timeless.get(), H5P_DEFAULT),
      H5Dclose);
  if (!dataset || H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) < 0)
    fail(name, "the text cannot be written");
}

void Group::write_attribute(const std::string& name, int value) const {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(handle_.get(), name.c_str(), H5T_NATIVE_INT, space.get(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  if (!attribute || H5Awrite(attribute.get(), H5T_NATIVE_INT, &value) < 0)
    fail(name, "the attribute cannot be written");
}

void Group::write_attribute(const std::string& name, const std::string& text) const {
  const Handle type = string_type(text);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(handle_.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  if (!attribute || H5Awrite(attribute.get(), type.get(), text.c_str()) < 0)
    fail(name, "the attribute cannot be written");
}

Group open_file(const std::filesystem::path& path) {
  Group root;
  root.file_ = path.string();
  const auto refuse = [&](std::string_view reason) { throw InputError(fmt::format("{}: {}", root.file_, reason)); };

  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) refuse("no such file");
  if (error) refuse(error.message());
  if (std::filesystem::is_directory(status)) refuse("is a directory, not an HDF5 file");
  if (!std::filesystem::is_regular_file(status)) refuse("is not a regular file");
  errno = 0;
  if (!std::ifstream(path)) refuse(errno ? std::strerror(errno) : "cannot be opened");
  if (std::filesystem::file_size(path, error) == 0) refuse("is empty");
  if (H5Fis_hdf5(path.c_str()) <= 0) refuse("is not an HDF5 file");

  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (file) root.handle_ = Handle(H5Gopen2(file.get(), "/", H5P_DEFAULT), H5Gclose);
  if (!root.handle_) refuse("cannot be opened as HDF5: the file is truncated, damaged or being written");
  return root;
}

MemoryFile::MemoryFile(const std::filesystem::path& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr hbool_t save_on_close = false;
  H5Pset_fapl_core(access.get(), memory_increment, save_on_close);
  // The format of HDF5 1.8 has checksums in its headers. Without them, HDF5 1.10 crashes on some damaged attributes.
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_V18);
  const Handle timeless = without_times(H5P_FILE_CREATE);
  file_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, timeless.get(), access.get()), H5Fclose);
  if (file_) root_.handle_ = Handle(H5Gopen2(file_.get(), "/", H5P_DEFAULT), H5Gclose);
  root_.file_ = path.string();
  if (!root_.handle_) root_.fail("cannot be built in memory");
}

std::span<const std::byte> MemoryFile::bytes() const {
  if (H5Fflush(file_.get(), H5F_SCOPE_GLOBAL) < 0) root_.fail("cannot be built in memory");
  const ssize_t size = H5Fget_file_image(file_.get(), nullptr, 0);  // the file proper; the driver's buffer is longer
  void** memory = nullptr;                                          // the driver hands out the address of its buffer
  if (size < 0 || H5Fget_vfd_handle(file_.get(), H5P_DEFAULT, reinterpret_cast<void**>(&memory)) < 0)
    root_.fail("cannot be built in memory");
  return {static_cast<const std::byte*>(*memory), static_cast<std::size_t>(size)};
}

}  // namespace signorini::hdf5
