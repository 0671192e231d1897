#include "signorini/io/trajectory_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "signorini/base/error.h"

namespace signorini {
namespace {

using hdf5::Handle;

/// Of a chunk before compression: large enough to compress well, small enough for many to stay in HDF5's cache.
constexpr std::size_t chunk_bytes = std::size_t{1} << 18;
/// 1 (fast) to 9 (small). The last digits of moving bodies do not compress; higher levels take longer for nothing.
constexpr unsigned deflate_level = 1;
/// In-memory files grow in steps of this many bytes.
constexpr std::size_t memory_increment = std::size_t{1} << 20;

template <class Number>
hid_t type_of() {
  if constexpr (std::is_same_v<Number, int>) return H5T_NATIVE_INT32;
  if constexpr (std::is_same_v<Number, std::int64_t>) return H5T_NATIVE_INT64;
  if constexpr (std::is_same_v<Number, double>) return H5T_NATIVE_DOUBLE;
}

hid_t type_of(const TrajectoryColumn& column) {
  return std::visit([](const auto& values) { return type_of<typename std::decay_t<decltype(values)>::value_type>(); },
                    column.values);
}

const void* data_of(const TrajectoryColumn& column) {
  return std::visit([](const auto& values) { return static_cast<const void*>(values.data()); }, column.values);
}

/// Leaves the clock out: the same content gives the same bytes.
Handle without_times(hid_t kind) {
  Handle properties(H5Pcreate(kind), H5Pclose);
  H5Pset_obj_track_times(properties.get(), false);
  return properties;
}

/// The format of HDF5 1.8, whose metadata have checksums and which every reader knows.
Handle access_properties() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_V18);
  return access;
}

std::vector<hsize_t> shape_of(std::size_t rows, const TrajectoryColumn& column) {
  std::vector<hsize_t> shape{rows};
  shape.insert(shape.end(), column.row_shape.begin(), column.row_shape.end());
  return shape;
}

std::vector<hsize_t> shape_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space.get()))));
  H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr);
  return shape;
}

Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(size, 1));
  if (size != H5T_VARIABLE) H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

}  // namespace

TrajectoryFile TrajectoryFile::in_memory(const std::filesystem::path& path, Packing packing) {
  TrajectoryFile out;
  out.packing_ = packing;
  out.name_ = path.string();
  const Handle access = access_properties();
  constexpr hbool_t save_on_close = false;
  H5Pset_fapl_core(access.get(), memory_increment, save_on_close);
  const Handle timeless = without_times(H5P_FILE_CREATE);
  out.file_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, timeless.get(), access.get()), H5Fclose);
  if (!out.file_) out.fail("/", "cannot be built in memory");
  return out;
}

TrajectoryFile TrajectoryFile::open(const std::filesystem::path& path) {
  hdf5::open_file(path);  // for its messages
  TrajectoryFile out;
  out.name_ = path.string();
  out.file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!out.file_) out.fail("/", "cannot be opened");
  return out;
}

TrajectoryFile TrajectoryFile::open_for_appending(const std::filesystem::path& path) {
  hdf5::open_file(path);
  TrajectoryFile out;
  out.name_ = path.string();
  const Handle access = access_properties();
  out.file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose);
  if (!out.file_) out.fail("/", "cannot be opened for writing");
  return out;
}

void TrajectoryFile::fail(const std::string& path, const std::string& reason) const {
  throw InputError(fmt::format("{}: {}: {}", name_, path, reason));
}

bool TrajectoryFile::has(const std::string& path) const {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    if (H5Lexists(file_.get(), path.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

void TrajectoryFile::make_group(const std::string& path) {
  if (path.empty() || path == "/" || has(path)) return;
  make_parents(path);
  const Handle timeless = without_times(H5P_GROUP_CREATE);
  const Handle group(H5Gcreate2(file_.get(), path.c_str(), H5P_DEFAULT, timeless.get(), H5P_DEFAULT), H5Gclose);
  if (!group) fail(path, "the group cannot be written");
}

void TrajectoryFile::make_parents(const std::string& path) { make_group(path.substr(0, path.rfind('/'))); }

Handle TrajectoryFile::open_dataset(const std::string& path) const {
  if (!has(path)) fail(path, "the dataset is missing");
  Handle dataset(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset) fail(path, "is not a readable dataset");
  return dataset;
}

Handle TrajectoryFile::create_dataset(const TrajectoryColumn& column, std::size_t longest_chunk) {
  make_parents(column.path);
  std::vector<hsize_t> shape = shape_of(0, column);
  std::vector<hsize_t> largest = shape;
  largest[0] = H5S_UNLIMITED;
  const int rank = static_cast<int>(shape.size());
  const Handle space(H5Screate_simple(rank, shape.data(), largest.data()), H5Sclose);
  const std::size_t row_bytes = column.row_size() * H5Tget_size(type_of(column));
  shape[0] = std::clamp<std::size_t>(chunk_bytes / row_bytes, 1, std::max<std::size_t>(1, longest_chunk));
  const Handle properties = without_times(H5P_DATASET_CREATE);
  H5Pset_chunk(properties.get(), rank, shape.data());
  if (packing_ == Packing::compressed) {
    H5Pset_shuffle(properties.get());
    H5Pset_deflate(properties.get(), deflate_level);
  }
  Handle dataset(H5Dcreate2(file_.get(), column.path.c_str(), type_of(column), space.get(), H5P_DEFAULT,
                            properties.get(), H5P_DEFAULT),
                 H5Dclose);
  if (!dataset) fail(column.path, "the dataset cannot be written");
  return dataset;
}

void TrajectoryFile::append(const TrajectoryColumn& column, std::size_t longest_chunk) {
  if (column.row_size() == 0) return;  // nothing moves: HDF5 has no chunks of nothing
  Handle& dataset = appended_[column.path];
  if (!dataset) dataset = has(column.path) ? open_dataset(column.path) : create_dataset(column, longest_chunk);
  append_to(dataset.get(), column);
}

void TrajectoryFile::write(const TrajectoryColumn& column) {
  if (column.row_size() == 0) return;
  const Handle dataset = create_dataset(column, std::min(max_chunk_rows, column.rows()));
  append_to(dataset.get(), column);
}

void TrajectoryFile::append_to(hid_t dataset, const TrajectoryColumn& column) {
  const std::size_t added = column.rows();
  if (added == 0) return;
  std::vector<hsize_t> shape = shape_of(dataset);
  if (shape.size() != column.row_shape.size() + 1 || shape != shape_of(shape[0], column))
    fail(column.path, fmt::format("has rows of shape ({}) where ({}) is expected",
                                  fmt::join(shape.begin() + 1, shape.end(), ", "), fmt::join(column.row_shape, ", ")));
  std::vector<hsize_t> start(shape.size(), 0);
  start[0] = shape[0];
  shape[0] += added;
  const std::vector<hsize_t> block = shape_of(added, column);
  if (H5Dset_extent(dataset, shape.data()) < 0) fail(column.path, "cannot be extended");
  const Handle memory(H5Screate_simple(static_cast<int>(block.size()), block.data(), nullptr), H5Sclose);
  const Handle place(H5Dget_space(dataset), H5Sclose);
  H5Sselect_hyperslab(place.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr);
  if (H5Dwrite(dataset, type_of(column), memory.get(), place.get(), H5P_DEFAULT, data_of(column)) < 0)
    fail(column.path, "cannot be written");
}

void TrajectoryFile::read(TrajectoryColumn& column) const {
  if (column.row_size() == 0) return;
  const Handle dataset = open_dataset(column.path);
  const std::vector<hsize_t> shape = shape_of(dataset.get());
  if (shape.empty() || shape != shape_of(shape[0], column))
    fail(column.path, fmt::format("has shape ({}) where (any, {}) is expected", fmt::join(shape, ", "),
                                  fmt::join(column.row_shape, ", ")));
  std::visit(
      [&](auto& values) {
        values.resize(shape[0] * column.row_size());
        if (!values.empty() &&
            H5Dread(dataset.get(), type_of(column), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
          fail(column.path, "cannot be read: the file is damaged");
      },
      column.values);
}

void TrajectoryFile::read(TrajectoryColumn& column, std::size_t first, std::size_t count) const {
  if (column.row_size() == 0) return;
  const Handle dataset = open_dataset(column.path);
  const std::vector<hsize_t> shape = shape_of(dataset.get());
  if (shape.empty() || shape != shape_of(shape[0], column) || first > shape[0] || count > shape[0] - first)
    fail(column.path, fmt::format("has shape ({}) where rows {} to {} of ({}) are expected", fmt::join(shape, ", "),
                                  first, first + count, fmt::join(column.row_shape, ", ")));
  std::vector<hsize_t> start(shape.size(), 0);
  start[0] = first;
  const std::vector<hsize_t> block = shape_of(count, column);
  const Handle memory(H5Screate_simple(static_cast<int>(block.size()), block.data(), nullptr), H5Sclose);
  const Handle place(H5Dget_space(dataset.get()), H5Sclose);
  std::visit(
      [&](auto& values) {
        values.resize(count * column.row_size());
        if (values.empty()) return;
        H5Sselect_hyperslab(place.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr);
        if (H5Dread(dataset.get(), type_of(column), memory.get(), place.get(), H5P_DEFAULT, values.data()) < 0)
          fail(column.path, "cannot be read: the file is damaged");
      },
      column.values);
}

std::size_t TrajectoryFile::rows(const std::string& path) const {
  if (!has(path)) return 0;
  const std::vector<hsize_t> shape = shape_of(open_dataset(path).get());
  return shape.empty() ? 0 : shape[0];
}

std::optional<std::int64_t> TrajectoryFile::last(const std::string& path) const {
  if (!has(path)) return std::nullopt;
  const Handle dataset = open_dataset(path);
  const std::vector<hsize_t> shape = shape_of(dataset.get());
  if (shape.size() != 1) fail(path, "is not a list");
  if (shape[0] == 0) return std::nullopt;
  const hsize_t start = shape[0] - 1, count = 1;
  const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle place(H5Dget_space(dataset.get()), H5Sclose);
  H5Sselect_hyperslab(place.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
  std::int64_t value = 0;
  if (H5Dread(dataset.get(), H5T_NATIVE_INT64, memory.get(), place.get(), H5P_DEFAULT, &value) < 0)
    fail(path, "cannot be read: the file is damaged");
  return value;
}

void TrajectoryFile::write_texts(const std::string& path, const std::vector<std::string>& texts) {
  make_parents(path);
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string flat;
  for (const std::string& text : texts) flat.append(text).append(width - text.size(), '\0');
  const hsize_t count = texts.size();
  const Handle type = text_type(width);
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle timeless = without_times(H5P_DATASET_CREATE);
  const Handle dataset(
      H5Dcreate2(file_.get(), path.c_str(), type.get(), space.get(), H5P_DEFAULT, timeless.get(), H5P_DEFAULT),
      H5Dclose);
  if (!dataset || (count > 0 && H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, flat.data()) < 0))
    fail(path, "the texts cannot be written");
}

std::vector<std::string> TrajectoryFile::read_texts(const std::string& path) const {
  const Handle dataset = open_dataset(path);
  const Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const std::vector<hsize_t> shape = shape_of(dataset.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0 || shape.size() != 1)
    fail(path, "is not a list of texts");
  const std::size_t width = H5Tget_size(type.get());
  std::string flat(shape[0] * width, '\0');
  if (!flat.empty() && H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, flat.data()) < 0)
    fail(path, "cannot be read: the file is damaged");
  std::vector<std::string> out;
  for (std::size_t k = 0; k < shape[0]; ++k) {
    std::string text = flat.substr(k * width, width);
    text.resize(std::min(text.size(), text.find('\0')));
    out.push_back(std::move(text));
  }
  return out;
}

void TrajectoryFile::write_attribute(const std::string& group, const std::string& name, hid_t type, hid_t space,
                                     const void* value) {
  make_group(group);
  const Handle attribute(
      H5Acreate_by_name(file_.get(), group.c_str(), name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  if (!attribute || H5Awrite(attribute.get(), type, value) < 0)
    fail(group, fmt::format("the attribute {} cannot be written", name));
}

void TrajectoryFile::write_attribute(const std::string& group, const std::string& name, const std::string& text) {
  const Handle type = text_type(H5T_VARIABLE);  // h5py turns these, and not texts of fixed length, into Python's str
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const char* start = text.c_str();
  write_attribute(group, name, type.get(), space.get(), &start);
}

void TrajectoryFile::write_attribute(const std::string& group, const std::string& name,
                                     std::span<const double> values) {
  const hsize_t count = values.size();
  const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
  write_attribute(group, name, H5T_NATIVE_DOUBLE, space.get(), values.data());
}

void TrajectoryFile::write_attribute(const std::string& group, const std::string& name, int value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  write_attribute(group, name, H5T_NATIVE_INT32, space.get(), &value);
}

std::string TrajectoryFile::read_text_attribute(const std::string& group, const std::string& name) const {
  const Handle place(H5Oopen(file_.get(), group.c_str(), H5P_DEFAULT), H5Oclose);
  const Handle attribute(place ? H5Aopen(place.get(), name.c_str(), H5P_DEFAULT) : H5I_INVALID_HID, H5Aclose);
  if (!attribute) fail(group, fmt::format("the attribute {} is missing", name));
  const Handle own(H5Aget_type(attribute.get()), H5Tclose);
  if (H5Tis_variable_str(own.get()) <= 0) fail(group, fmt::format("the attribute {} is not a text", name));
  const Handle type = text_type(H5T_VARIABLE);
  char* text = nullptr;
  if (H5Aread(attribute.get(), type.get(), &text) < 0 || text == nullptr)
    fail(group, fmt::format("the attribute {} cannot be read", name));
  std::string out(text);
  H5free_memory(text);
  return out;
}

std::vector<double> TrajectoryFile::read_numbers_attribute(const std::string& group, const std::string& name) const {
  const Handle place(H5Oopen(file_.get(), group.c_str(), H5P_DEFAULT), H5Oclose);
  const Handle attribute(place ? H5Aopen(place.get(), name.c_str(), H5P_DEFAULT) : H5I_INVALID_HID, H5Aclose);
  if (!attribute) fail(group, fmt::format("the attribute {} is missing", name));
  constexpr hssize_t most = 64;  // nothing of ours has more; a foreign file may say anything
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  std::vector<double> values(static_cast<std::size_t>(std::clamp<hssize_t>(count, 0, most)));
  if (count < 1 || count > most || H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, values.data()) < 0)
    fail(group, fmt::format("the attribute {} cannot be read", name));
  return values;
}

std::span<const std::byte> TrajectoryFile::bytes() const {
  if (H5Fflush(file_.get(), H5F_SCOPE_GLOBAL) < 0) fail("/", "cannot be built in memory");
  const ssize_t size = H5Fget_file_image(file_.get(), nullptr, 0);  // the file proper; the driver's buffer is longer
  void** memory = nullptr;                                          // the driver hands out the address of its buffer
  if (size < 0 || H5Fget_vfd_handle(file_.get(), H5P_DEFAULT, reinterpret_cast<void**>(&memory)) < 0)
    fail("/", "cannot be built in memory");
  return {static_cast<const std::byte*>(*memory), static_cast<std::size_t>(size)};
}

void TrajectoryFile::close() {
  appended_.clear();
  const bool complete = H5Fflush(file_.get(), H5F_SCOPE_GLOBAL) >= 0;
  file_ = Handle();
  if (!complete) fail("/", "cannot be written completely");
}

}  // namespace signorini
