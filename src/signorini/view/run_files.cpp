#include "signorini/view/run_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "signorini/base/error.h"
#include "signorini/io/hdf5.h"
#include "signorini/io/trajectory_parts.h"

namespace signorini::view {
namespace fs = std::filesystem;
namespace {

/// Every number that is asked for fits a double: indices, states, times.
std::vector<double> rows_of(const TrajectoryFile& file, const std::string& path, std::vector<std::size_t> shape,
                            std::size_t first, std::size_t count) {
  TrajectoryColumn column{path, std::move(shape), std::vector<double>{}};
  file.read(column, first, count);
  return std::move(std::get<std::vector<double>>(column.values));
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void require_ours(const fs::path& path, const TrajectoryFile& file) {
  const char* places = file.has("/frames/node_position") ? "/frames/node_position" : "/frames/position";
  for (const char* dataset : {"/frames/step", "/frames/time", places, "/bodies/name", "/steps/step"})
    if (!file.has(dataset))
      throw InputError(
          fmt::format("{}: {}: the dataset is missing: this is not a trajectory of signorini", path.string(), dataset));
}

}  // namespace

RunFiles::RunFiles(const fs::path& folder) {
  const hdf5::Quiet quiet;
  const fs::path path = folder / "trajectory.h5";
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw InputError(fmt::format("{}: no such folder; expected one that 'signorini run --out' wrote", folder.string()));
  if (!fs::is_regular_file(path, error))
    throw InputError(fmt::format("{}: holds no run: there is no trajectory.h5 in it", folder.string()));
  if (const fs::path real = fs::canonical(path), inside = fs::canonical(folder); real.parent_path() != inside)
    throw InputError(fmt::format("{}: is a link out of the folder, to {}", path.string(), real.string()));
  TrajectoryFile file = TrajectoryFile::open(path);
  require_ours(path, file);
  add(std::move(file));
  std::int64_t reached = first().last("/steps/step").value_or(0);
  for (const TrajectoryPart& part : trajectory_parts(folder / "trajectory.parts")) {
    if (part.first != reached + 1) continue;  // in the file already, or not the next one
    add(TrajectoryFile::open(part.path));
    reached = part.last;
  }
}

void RunFiles::add(TrajectoryFile file) {
  Part part{std::move(file), frames_, 0, 0, {}};
  part.frames = part.file.rows("/frames/step");
  part.steps = part.file.rows("/steps/step");
  if (part.file.has(contact_starts_path)) {
    TrajectoryColumn starts{contact_starts_path, {}, std::vector<std::int64_t>{}};
    part.file.read(starts);
    part.contact_starts = std::move(std::get<std::vector<std::int64_t>>(starts.values));
  }
  frames_ += part.frames;
  steps_ += part.steps;
  files_.push_back(std::move(part));
}

std::vector<double> RunFiles::frame_rows(const std::string& path, std::vector<std::size_t> shape, std::size_t first,
                                         std::size_t count) const {
  std::vector<double> all;
  for (const Part& part : files_) {
    const std::size_t begin = std::max(first, part.first_frame),
                      end = std::min(first + count, part.first_frame + part.frames);
    if (begin < end) append(all, rows_of(part.file, path, shape, begin - part.first_frame, end - begin));
  }
  return all;
}

std::vector<double> RunFiles::step_rows(const std::string& path) const {
  std::vector<double> all;
  for (const Part& part : files_)
    if (part.steps > 0) append(all, rows_of(part.file, path, {}, 0, part.steps));
  return all;
}

/// The file that has the start (its frame 0) has one row less than frames; the parts have as many.
std::vector<double> RunFiles::load_rows(const std::string& path, std::vector<std::size_t> shape, std::size_t first,
                                        std::size_t count) const {
  std::vector<double> all;
  for (const Part& part : files_) {
    const std::size_t before = part.first_frame == 0 ? 1 : 0, start = part.first_frame + before;
    const std::size_t begin = std::max(first, start), end = std::min(first + count, part.first_frame + part.frames);
    if (begin < end) append(all, rows_of(part.file, path, shape, begin - start, end - begin));
  }
  return all;
}

RunFiles::Rows RunFiles::contacts_of(std::size_t frame) const {
  for (std::size_t k = 0; k < files_.size(); ++k) {
    const Part& part = files_[k];
    if (frame < part.first_frame || frame >= part.first_frame + part.frames) continue;
    const std::size_t here = frame - part.first_frame;
    if (here + 1 >= part.contact_starts.size()) return {};
    const std::int64_t begin = part.contact_starts[here], end = part.contact_starts[here + 1];
    if (begin < 0 || end < begin) throw InputError("trajectory: /contacts/start: is not in order");
    return {k, static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)};
  }
  return {};
}

std::vector<double> RunFiles::contact_rows(const std::string& path, std::vector<std::size_t> shape,
                                           const Rows& rows) const {
  if (rows.count == 0 || !files_[rows.file].file.has(path)) return {};
  return rows_of(files_[rows.file].file, path, std::move(shape), rows.begin, rows.count);
}

}  // namespace signorini::view
