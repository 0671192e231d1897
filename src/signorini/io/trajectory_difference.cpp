#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "signorini/io/trajectory.h"
#include "signorini/io/trajectory_file.h"

namespace signorini {
namespace {

using hdf5::Handle;

/// Datasets are compared in pieces of about this many bytes.
constexpr std::size_t block_bytes = std::size_t{8} << 20;

herr_t note_dataset(hid_t, const char* name, const H5O_info_t* info, void* out) {
  if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(out)->push_back(std::string("/") + name);
  return 0;
}

bool is_wall_clock(const std::string& path) { return path.find("/seconds_") != std::string::npos; }

std::vector<std::string> compared_datasets(const TrajectoryFile& file) {
  std::vector<std::string> paths;
  H5Ovisit2(file.id(), H5_INDEX_NAME, H5_ITER_INC, note_dataset, &paths, H5O_INFO_BASIC);
  std::erase_if(paths, is_wall_clock);
  return paths;
}

struct OpenDataset {
  OpenDataset(const TrajectoryFile& file, const std::string& path)
      : id(H5Dopen2(file.id(), path.c_str(), H5P_DEFAULT), H5Dclose),
        type(H5Dget_type(id.get()), H5Tclose),
        space(H5Dget_space(id.get()), H5Sclose),
        shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space.get())))) {
    H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr);
  }
  std::size_t row_bytes() const {
    std::size_t bytes = H5Tget_size(type.get());
    for (std::size_t k = 1; k < shape.size(); ++k) bytes *= shape[k];
    return bytes;
  }
  bool read_rows(hsize_t first, hsize_t count, std::vector<std::byte>& out) const {
    std::vector<hsize_t> start(shape.size(), 0), block = shape;
    start[0] = first;
    block[0] = count;
    const Handle memory(H5Screate_simple(static_cast<int>(block.size()), block.data(), nullptr), H5Sclose);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr);
    out.resize(count * row_bytes());
    return H5Dread(id.get(), type.get(), memory.get(), space.get(), H5P_DEFAULT, out.data()) >= 0;
  }

  Handle id, type, space;
  std::vector<hsize_t> shape;
};

std::string dataset_difference(const std::string& path, const OpenDataset& a, const OpenDataset& b) {
  if (a.shape != b.shape)
    return fmt::format("{} has shape ({}) in one, ({}) in the other", path, fmt::join(a.shape, ", "),
                       fmt::join(b.shape, ", "));
  if (H5Tequal(a.type.get(), b.type.get()) <= 0) return fmt::format("{} has different types", path);
  if (a.shape.empty() || a.row_bytes() == 0) return {};
  const hsize_t rows_at_once = std::max<std::size_t>(1, block_bytes / a.row_bytes());
  std::vector<std::byte> one, other;
  for (hsize_t first = 0; first < a.shape[0]; first += rows_at_once) {
    const hsize_t count = std::min(rows_at_once, a.shape[0] - first);
    if (!a.read_rows(first, count, one) || !b.read_rows(first, count, other))
      return fmt::format("{} cannot be read", path);
    if (const auto [at, _] = std::ranges::mismatch(one, other); at != one.end())
      return fmt::format("{} differs in row {}", path,
                         first + static_cast<std::size_t>(at - one.begin()) / a.row_bytes());
  }
  return {};
}

}  // namespace

std::string trajectory_difference(const std::filesystem::path& a, const std::filesystem::path& b) {
  const hdf5::Quiet quiet;
  const TrajectoryFile one = TrajectoryFile::open(a), other = TrajectoryFile::open(b);
  const std::vector<std::string> paths = compared_datasets(one);
  const std::vector<std::string> other_paths = compared_datasets(other);
  for (const std::string& path : paths)
    if (!std::ranges::binary_search(other_paths, path)) return fmt::format("{} is in one only", path);
  for (const std::string& path : other_paths)
    if (!std::ranges::binary_search(paths, path)) return fmt::format("{} is in the other only", path);
  for (const std::string& path : paths) {
    std::string difference = dataset_difference(path, OpenDataset(one, path), OpenDataset(other, path));
    if (!difference.empty()) return difference;
  }
  return {};
}

}  // namespace signorini
