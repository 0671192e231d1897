#include "signorini/io/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/base/stopwatch.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/run_folder_energy.h"
#include "signorini/io/trajectory.h"
#include "signorini/io/vtk.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

/// What a run puts into its folder, checkpoint.h5 first: without it, what is left is not gone on with.
constexpr const char* names[] = {"checkpoint.h5", "settings.json", "scene.yaml", "trajectory.h5", "trajectory.parts",
                                 "energy.csv",    "summary.json",  "vtk",        "problems"};

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

/// Held for as long as a process works in a folder; the system lets go of it however the process ends.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw InputError(fmt::format("{}: {}", folder.string(), std::strerror(errno)));
    // File systems without locks answer with other errors, and go without.
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(descriptor_);
      throw InputError(fmt::format("{}: another run is writing there", folder.string()));
    }
  }
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  int descriptor_;
};

/// The step in "bodies_000123.vtp".
std::optional<std::int64_t> step_in_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  const char* start = stem.data() + (stem.rfind('_') == std::string::npos ? stem.size() : stem.rfind('_') + 1);
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(start, stem.data() + stem.size(), step);
  if (error != std::errc() || end != stem.data() + stem.size()) return std::nullopt;
  return step;
}

void remove_newer(const fs::path& folder, std::int64_t step) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (step_in_name(entry.path()).value_or(0) > step) fs::remove(entry.path(), error);
}

/// What writes that were killed leave behind, see write_atomically().
void remove_temporaries(const fs::path& folder, bool all_ours) {
  const auto ours = [&](const std::string& hidden) {
    return all_ours ||
           std::ranges::any_of(names, [&](const char* name) { return hidden.starts_with(fmt::format(".{}.", name)); });
  };
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") && name.ends_with(".tmp") && ours(name)) fs::remove(entry.path(), error);
  }
}

void require_match(const fs::path& path, const Checkpoint& checkpoint, const RunInputs& inputs, const State& start) {
  const auto fail = [&](const std::string& reason) { throw InputError(fmt::format("{}: {}", path.string(), reason)); };
  if (checkpoint.digest != run_digest(inputs))
    fail(fmt::format("/digest: {} belongs to another scene or other settings than those of this run ({})",
                     checkpoint.digest, run_digest(inputs)));
  if (checkpoint.state.poses.size() != start.poses.size())
    fail(fmt::format("/state/poses: of {} bodies, but the scene has {}", checkpoint.state.poses.size(),
                     start.poses.size()));
  if (checkpoint.state.v.size() != start.v.size())
    fail(fmt::format("/state/velocity: has {} entries, but the scene makes {}", checkpoint.state.v.size(),
                     start.v.size()));
}

/// vtk/ with its files and series.
class VtkFolder {
 public:
  VtkFolder(fs::path folder, const Model& model, double step)
      : folder_(std::move(folder)), bodies_(model), step_(step) {
    make_folder(folder_);
  }
  /// Takes up the files of the steps whose times are given.
  void reopen(const std::vector<double>& times) {
    for (std::size_t k = 0; k < times.size(); ++k)
      if (const auto step = static_cast<std::int64_t>(k); fs::exists(folder_ / name("bodies", step)))
        add(step, times[k]);
  }
  void write(std::int64_t step, const State& state, std::span<const Contact> contacts,
             std::span<const Vector3> impulses) {
    bodies_.write(folder_ / name("bodies", step), state);
    write_vtk_contacts(folder_ / name("contacts", step), contacts, impulses, step_);
    add(step, state.time);
  }
  /// Not with every step: each time it is the whole list.
  void write_series() const {
    write_vtk_series(folder_ / "bodies.pvd", bodies_series_);
    write_vtk_series(folder_ / "contacts.pvd", contacts_series_);
  }

 private:
  static std::string name(const char* what, std::int64_t step) { return fmt::format("{}_{:06d}.vtp", what, step); }
  void add(std::int64_t step, double time) {
    bodies_series_.push_back({time, name("bodies", step)});
    contacts_series_.push_back({time, name("contacts", step)});
  }

  fs::path folder_;
  VtkBodies bodies_;
  double step_;
  std::vector<VtkSeriesEntry> bodies_series_, contacts_series_;
};

}  // namespace

struct RunFolder::Parts {
  fs::path path;
  FolderLock lock;
  RunInputs inputs;
  Checkpoint checkpoint;
  TrajectoryWriter trajectory;
  EnergyLog energy;
  std::optional<VtkFolder> vtk = std::nullopt;
  RunSummary summary = checkpoint.summary;
  std::int64_t step = checkpoint.step;  ///< the last one recorded
  bool complete = false;
  double writing = 0;  ///< seconds since the last record
  Stopwatch since_checkpoint = {};

  static std::unique_ptr<Parts> begin(const fs::path& path, FolderLock lock, const RunInputs& inputs,
                                      const Model& model, const State& start, const Energies& energies);
  static std::unique_ptr<Parts> go_on(const fs::path& path, FolderLock lock, const RunInputs& inputs,
                                      const Model& model, const State& start);
  std::string summary_json() const { return to_json(summary, inputs.scene_path.string(), path, complete); }
  void write_summary() const {
    const std::string json = summary_json();
    write_atomically(path / "summary.json", std::as_bytes(std::span(json)));
  }
};

std::unique_ptr<RunFolder::Parts> RunFolder::Parts::begin(const fs::path& path, FolderLock lock,
                                                          const RunInputs& inputs, const Model& model,
                                                          const State& start, const Energies& energies) {
  std::error_code error;
  for (const char* name : names) fs::remove_all(path / name, error);
  write_run_inputs(path, inputs);
  Checkpoint checkpoint;
  checkpoint.state = start;
  checkpoint.summary.time = start.time;
  checkpoint.summary.energy_start = checkpoint.summary.energy_end = energies;
  checkpoint.digest = run_digest(inputs);
  std::unique_ptr<Parts> parts(
      new Parts{path, std::move(lock), inputs, checkpoint,
                TrajectoryWriter::create(path / "trajectory.h5", model, inputs.settings, inputs.output, start),
                EnergyLog::create(path / "energy.csv", start.time, energies)});
  if (inputs.output.vtk_every > 0) {
    parts->vtk.emplace(path / "vtk", model, inputs.settings.step);
    parts->vtk->write(0, start, {}, {});
  }
  return parts;
}

std::unique_ptr<RunFolder::Parts> RunFolder::Parts::go_on(const fs::path& path, FolderLock lock,
                                                          const RunInputs& inputs, const Model& model,
                                                          const State& start) {
  const Checkpoint checkpoint = load_checkpoint(path / "checkpoint.h5");
  require_match(path / "checkpoint.h5", checkpoint, inputs, start);
  std::unique_ptr<Parts> parts(
      new Parts{path, std::move(lock), inputs, checkpoint,
                TrajectoryWriter::reopen(path / "trajectory.h5", model, inputs.output, checkpoint.step),
                EnergyLog::reopen(path / "energy.csv", checkpoint.step)});
  for (const char* folder : {"vtk", "problems"}) {
    remove_newer(path / folder, checkpoint.step);
    remove_temporaries(path / folder, true);
  }
  if (inputs.output.vtk_every > 0) {
    parts->vtk.emplace(path / "vtk", model, inputs.settings.step);
    parts->vtk->reopen(parts->energy.times());
  }
  write_run_inputs(path, inputs);
  return parts;
}

RunFolder::RunFolder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder::~RunFolder() = default;

RunFolder RunFolder::create(const fs::path& folder, const RunInputs& inputs, const Model& model, const State& start,
                            const Energies& energies, Existing existing) {
  make_folder(folder);
  FolderLock lock(folder);
  std::error_code error;
  if (existing == Existing::refuse)
    for (const char* name : names)
      if (fs::exists(folder / name, error))
        throw InputError(
            fmt::format("{0}: holds a run already ({1}): go on with it by --resume {0}, or choose another "
                        "folder",
                        folder.string(), name));
  remove_temporaries(folder, false);
  return RunFolder(Parts::begin(folder, std::move(lock), inputs, model, start, energies));
}

RunFolder RunFolder::resume(const fs::path& folder, const RunInputs& inputs, const Model& model, const State& start,
                            const Energies& energies) {
  FolderLock lock(folder);
  std::error_code error;
  if (!fs::exists(folder / "settings.json", error))
    throw InputError(fmt::format("{}: holds no run: there is no settings.json", folder.string()));
  remove_temporaries(folder, false);
  return RunFolder(fs::exists(folder / "checkpoint.h5", error)
                       ? Parts::go_on(folder, std::move(lock), inputs, model, start)
                       : Parts::begin(folder, std::move(lock), inputs, model, start, energies));
}

const Checkpoint& RunFolder::checkpoint() const { return parts_->checkpoint; }
const RunSummary& RunFolder::summary() const { return parts_->summary; }
const fs::path& RunFolder::path() const { return parts_->path; }
std::string RunFolder::summary_json() const { return parts_->summary_json(); }

namespace {

/// Adds the time of its life to a sum.
class Timed {
 public:
  explicit Timed(double& sum) : sum_(sum) {}
  ~Timed() { sum_ += clock_.seconds(); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& sum_;
  Stopwatch clock_;
};

}  // namespace

void RunFolder::record(StepRecord record) {
  assert(record.step == parts_->step + 1);
  if (record.failed) return parts_->summary.add(record);
  record.times.output = std::exchange(parts_->writing, 0.0);
  const Timed timed(parts_->writing);
  parts_->trajectory.append(record);
  parts_->energy.append(record.step, record.state.time, record.energies);
  if (parts_->vtk && record.step % parts_->inputs.output.vtk_every == 0)
    parts_->vtk->write(record.step, record.state, record.contacts, record.impulses);
  parts_->summary.add(record);
  parts_->step = record.step;
}

bool RunFolder::wants_problem(std::int64_t step) const {
  const std::vector<std::int64_t>& wanted = parts_->inputs.output.save_problems;
  return std::ranges::find(wanted, step) != wanted.end();
}

void RunFolder::save_problem(std::int64_t step, const FclibFile& problem) {
  const Timed timed(parts_->writing);
  const fs::path folder = parts_->path / "problems";
  make_folder(folder);
  write_fclib(folder / fmt::format("step_{:06d}.hdf5", step), problem);
}

bool RunFolder::checkpoint_due() const {
  const OutputSettings& output = parts_->inputs.output;
  return parts_->step % output.checkpoint_every == 0 || parts_->since_checkpoint.seconds() >= output.checkpoint_seconds;
}

void RunFolder::save(Checkpoint checkpoint) {
  assert(checkpoint.step == parts_->step);
  const Timed timed(parts_->writing);
  checkpoint.summary = parts_->summary;
  checkpoint.digest = parts_->checkpoint.digest;
  parts_->trajectory.save();
  parts_->energy.sync();
  if (parts_->vtk) parts_->vtk->write_series();
  save_checkpoint(parts_->path / "checkpoint.h5", checkpoint);
  parts_->checkpoint = std::move(checkpoint);
  parts_->write_summary();
  parts_->trajectory.merge_when_large();
  parts_->since_checkpoint = Stopwatch();
}

void RunFolder::finish(Checkpoint checkpoint, bool complete) {
  save(std::move(checkpoint));
  {
    const Timed timed(parts_->writing);
    parts_->trajectory.merge();
  }
  parts_->summary.seconds.output += std::exchange(parts_->writing, 0.0);
  parts_->complete = complete;
  parts_->write_summary();
}

}  // namespace signorini
