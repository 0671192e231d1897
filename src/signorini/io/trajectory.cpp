#include "signorini/io/trajectory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/io/trajectory_bodies.h"
#include "signorini/io/trajectory_file.h"
#include "signorini/io/trajectory_flexible.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

/// Raised when the meaning of what is in the file changes.
constexpr int latest_format = 1;
/// Large scenes are saved before the caller asks, so as not to fill the memory.
constexpr std::size_t most_bytes_waiting = std::size_t{64} << 20;

fs::path parts_folder_of(const fs::path& path) { return fs::path(path).replace_extension(".parts"); }

TrajectoryColumns columns_for(const Model& model, const OutputSettings& output) {
  const std::vector<int> nodes = node_places(model);
  const auto free = static_cast<std::size_t>(std::ranges::count_if(nodes, [](int place) { return place >= 0; }));
  return {static_cast<int>(model.bodies.size()),
          rigid_velocities(model),
          output.contacts,
          load_tables(model),
          nodes.size(),
          free};
}

/// Rows that a column may come to have in a run as long as the settings say; those who resume it may make it longer.
std::size_t likely_rows(const TrajectoryColumn& column, const Model& model, const Settings& settings) {
  constexpr double fewest = 512, contacts_per_body = 4;
  const bool many = column.path.starts_with("/contacts/") || column.path.starts_with("/pairs/");
  const double per_step = many ? contacts_per_body * static_cast<double>(model.bodies.size()) : 1;
  const double rows = per_step * (settings.duration / settings.step + 1);
  return static_cast<std::size_t>(std::clamp(rows, fewest, double{TrajectoryFile::max_chunk_rows}));
}

std::string status_names() {
  std::string names;
  for (int k = 0; k <= static_cast<int>(Status::numerical_failure); ++k)
    names += fmt::format("{}{}={}", k > 0 ? ", " : "", k, to_string(static_cast<Status>(k)));
  return names + fmt::format(", {}=relaxed", status_count);
}

void write_settings(TrajectoryFile& file, const Model& model, const Settings& settings, const OutputSettings& output) {
  file.write_attribute("/", "format", latest_format);
  file.write_attribute("/", "time_step", std::span(&settings.step, 1));
  file.write_attribute("/", "law", std::string(to_string(settings.law)));
  file.write_attribute("/", "solver", settings.solver);
  file.write_attribute("/", "tolerance", std::span(&settings.tolerance, 1));
  file.write_attribute("/", "gravity", std::span<const double>(model.gravity.data(), 3));
  file.write_attribute("/", "every", output.every);
  file.write_attribute("/steps", "status_names", status_names());
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

/// Those that the run wrote.
std::vector<TrajectoryPart> own_parts(const fs::path& folder, const Manifest& manifest) {
  std::vector<TrajectoryPart> parts = trajectory_parts(folder);
  std::erase_if(parts, [&](const TrajectoryPart& part) { return !manifest.lists(part.path); });
  return parts;
}

/// Which joints and springs the rows of their groups are about.
void write_load_names(TrajectoryFile& file, const Model& model) {
  for (const LoadTable& table : load_tables(model)) {
    const std::string group = table.group;
    TrajectoryColumn a{group + "/body_a", {}, std::vector<int>{}}, b{group + "/body_b", {}, std::vector<int>{}};
    for (const auto& [body_a, body_b] : table.bodies) {
      std::get<std::vector<int>>(a.values).push_back(body_a);
      std::get<std::vector<int>>(b.values).push_back(body_b);
    }
    file.write_texts(group + "/name", table.names);
    file.write(a);
    file.write(b);
  }
}

void check_layout(const fs::path& path, const TrajectoryFile& file, const Model& model, bool contacts,
                  const TrajectoryColumns& columns) {
  const std::vector<std::string> names = file.read_texts("/bodies/name");
  if (!std::ranges::equal(names, model.bodies, {}, {}, &Body::name))
    throw InputError(fmt::format("{}: /bodies/name: these {} bodies are not the {} of the scene", path.string(),
                                 names.size(), model.bodies.size()));
  if (file.has(contact_starts_path) != contacts)
    throw InputError(fmt::format("{}: {}: contacts were {} so far, and that cannot change within a file", path.string(),
                                 contact_starts_path, contacts ? "left out" : "written"));
  for (const TrajectoryColumn& column : columns.columns())
    if (column.row_size() > 0 && !file.has(column.path))
      throw InputError(
          fmt::format("{}: {}: the dataset is missing: another version of the program wrote the file; "
                      "start the run anew, or go on with that version",
                      path.string(), column.path));
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(fs::path path, std::shared_ptr<Manifest> manifest, TrajectoryColumns columns,
                                   const OutputSettings& output, std::int64_t merged_step, std::int64_t last_step)
    : path_(std::move(path)),
      manifest_(std::move(manifest)),
      columns_(std::move(columns)),
      every_(output.every),
      merged_step_(merged_step),
      saved_step_(last_step),
      appended_step_(last_step) {}

fs::path TrajectoryWriter::parts_folder() const { return parts_folder_of(path_); }

TrajectoryWriter TrajectoryWriter::create(const fs::path& path, std::shared_ptr<Manifest> manifest, const Model& model,
                                          const Settings& settings, const OutputSettings& output, const State& start) {
  const hdf5::Quiet quiet;
  for (const TrajectoryPart& part : own_parts(parts_folder_of(path), *manifest)) manifest->remove(part.path);
  TrajectoryWriter writer(path, std::move(manifest), columns_for(model, output), output, 0, 0);
  writer.columns_.add_start(start);
  TrajectoryFile file = TrajectoryFile::in_memory(path);
  write_settings(file, model, settings, output);
  write_trajectory_bodies(file, model);
  write_trajectory_flexible(file, model);
  write_load_names(file, model);
  for (const TrajectoryColumn& column : writer.columns_.columns())
    file.append(column, likely_rows(column, model, settings));
  writer.manifest_->write(path, file.bytes());
  writer.columns_.clear();
  make_folder(writer.parts_folder());
  return writer;
}

TrajectoryWriter TrajectoryWriter::reopen(const fs::path& path, std::shared_ptr<Manifest> manifest, const Model& model,
                                          const OutputSettings& output, std::int64_t last_step) {
  const hdf5::Quiet quiet;
  manifest->verify(path);
  std::int64_t reached = 0;
  {
    const TrajectoryFile file = TrajectoryFile::open(path);
    check_layout(path, file, model, output.contacts, columns_for(model, output));
    reached = file.last("/steps/step").value_or(0);
  }
  if (reached > last_step)
    throw InputError(
        fmt::format("{}: /steps/step: ends with {}, after step {} to go on from", path.string(), reached, last_step));
  TrajectoryWriter writer(path, std::move(manifest), columns_for(model, output), output, reached, last_step);
  const fs::path folder = writer.parts_folder();
  make_folder(folder);
  writer.manifest_->remove_temporaries(folder);
  for (const TrajectoryPart& part : own_parts(folder, *writer.manifest_)) {
    writer.manifest_->verify(part.path);
    if (part.last <= reached || part.last > last_step) {  // merged already; or newer than where we go on
      writer.manifest_->remove(part.path);
    } else if (part.first == reached + 1) {
      reached = part.last;
      writer.parts_.push_back(part);
    } else {
      break;
    }
  }
  if (reached != last_step)
    throw InputError(fmt::format("{}: steps {} to {} are missing", folder.string(), reached + 1, last_step));
  return writer;
}

void TrajectoryWriter::append(const StepRecord& record) {
  assert(record.step == appended_step_ + 1);
  if (record.step % every_ == 0) columns_.add_frame(record);
  columns_.add_step(record);
  appended_step_ = record.step;
  if (columns_.bytes() > most_bytes_waiting) save();
}

void TrajectoryWriter::save() {
  manifest_->require_there(path_);
  if (appended_step_ == saved_step_) return;
  parts_.push_back(trajectory_part(parts_folder(), saved_step_ + 1, appended_step_));
  try {
    write_trajectory_part(parts_.back(), columns_, *manifest_);
  } catch (...) {
    parts_.pop_back();
    throw;
  }
  columns_.clear();
  saved_step_ = appended_step_;
}

void TrajectoryWriter::merge() {
  if (parts_.empty()) return;
  TrajectoryColumns buffer = columns_;
  merge_trajectory_parts(path_, parts_, std::move(buffer), *manifest_);
  merged_step_ = parts_.back().last;
  // Killed in between, parts that are in the file already stay; reopen() knows them by their steps.
  for (const TrajectoryPart& part : std::exchange(parts_, {})) {
    std::error_code error;
    fs::remove(part.path, error);  // as it was written: so merging found it
    if (error) throw InputError(fmt::format("{}: cannot be removed: {}", part.path.string(), error.message()));
  }
}

void TrajectoryWriter::merge_when_large() {
  if (saved_step_ - merged_step_ < merged_step_) return;
  try {
    merge();
  } catch (const NoRoom&) {
    // The parts hold everything; the merge at the end complains when there is still no room.
  }
}

}  // namespace signorini
