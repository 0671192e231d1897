#include "signorini/io/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/base/stopwatch.h"
#include "signorini/io/fclib_writer.h"
#include "signorini/io/manifest.h"
#include "signorini/io/run_folder_claim.h"
#include "signorini/io/run_folder_energy.h"
#include "signorini/io/run_folder_loads.h"
#include "signorini/io/trajectory.h"
#include "signorini/io/vtk_folder.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

/// So long what steps write may wait: short for someone who looks on, long for a step.
constexpr double seconds_between_writes = 1;

void require_match(const fs::path& path, const Checkpoint& checkpoint, const RunInputs& inputs, const State& start) {
  const auto fail = [&](const std::string& reason) { throw InputError(fmt::format("{}: {}", path.string(), reason)); };
  if (checkpoint.digest != run_digest(inputs))
    fail(fmt::format("/digest: {} belongs to another scene or other settings than those of this run ({})",
                     checkpoint.digest, run_digest(inputs)));
  if (checkpoint.state.poses.size() != start.poses.size())
    fail(fmt::format("/state/poses: of {} bodies, but the scene has {}", checkpoint.state.poses.size(),
                     start.poses.size()));
  if (inputs.settings.duration < (checkpoint.step - 0.5) * inputs.settings.step)
    fail(fmt::format("the run is at {:g} s already, a duration of {:g} s is shorter: give a longer one, or none",
                     checkpoint.state.time, inputs.settings.duration));
  if (checkpoint.state.v.size() != start.v.size())
    fail(fmt::format("/state/velocity: has {} entries, but the scene makes {}", checkpoint.state.v.size(),
                     start.v.size()));
  if (checkpoint.state.nodes.size() != start.nodes.size())
    fail(fmt::format("/state/nodes: {} nodes, but the scene makes {}", checkpoint.state.nodes.size(),
                     start.nodes.size()));
}

}  // namespace

struct RunFolder::Parts {
  fs::path path;
  FolderLock lock;
  std::shared_ptr<Manifest> manifest;
  RunInputs inputs;
  Checkpoint checkpoint;
  TrajectoryWriter trajectory;
  EnergyLog energy;
  LoadLogs loads;
  std::optional<VtkFolder> vtk = std::nullopt;
  RunSummary summary = checkpoint.summary;
  std::int64_t step = checkpoint.step;  ///< the last one recorded
  bool complete = false;
  double writing = 0;  ///< seconds since the last record
  Stopwatch since_checkpoint = {}, since_write = {};

  static std::unique_ptr<Parts> begin(const fs::path& path, FolderLock lock, const RunInputs& inputs,
                                      const Model& model, const State& start, const Energies& energies);
  static std::unique_ptr<Parts> go_on(const fs::path& path, FolderLock lock, const RunInputs& inputs,
                                      const Model& model, const State& start);
  std::string summary_json() const { return to_json(summary, inputs.scene_path.string(), path, complete); }
  /// All but the summary, with which the user is told.
  void save(Checkpoint next);
  /// What waits into the files of lines; and whoever removed the trajectory is told soon.
  void write_lines() {
    manifest->require_there(trajectory.path());
    energy.flush();
    loads.flush();
    since_write = Stopwatch();
  }
  void write_summary() const { manifest->write(path / "summary.json", summary_json()); }
  FileWriter writer() const {
    return [files = manifest](const fs::path& file, auto bytes) { files->write(file, bytes); };
  }
};

std::unique_ptr<RunFolder::Parts> RunFolder::Parts::begin(const fs::path& path, FolderLock lock,
                                                          const RunInputs& inputs, const Model& model,
                                                          const State& start, const Energies& energies) {
  const auto manifest = std::make_shared<Manifest>(Manifest::create(path));
  manifest->remove_temporaries(path);
  manifest->defer();
  write_run_files(path, inputs, *manifest);
  Checkpoint checkpoint;
  checkpoint.state = start;
  checkpoint.summary.time = start.time;
  checkpoint.summary.energy_start = checkpoint.summary.energy_end = energies;
  checkpoint.summary.free_fall = free_fall_energy(model, inputs.settings.step);
  checkpoint.summary.gentle_push = gentle_push_energy(model, inputs.settings);
  checkpoint.digest = run_digest(inputs);
  std::unique_ptr<Parts> parts(new Parts{
      path, std::move(lock), manifest, inputs, checkpoint,
      TrajectoryWriter::create(path / "trajectory.h5", manifest, model, inputs.settings, inputs.output, start),
      EnergyLog::create(path / "energy.csv", start.time, energies, *manifest),
      LoadLogs::create(path, inputs.output.csv, model, *manifest)});
  if (inputs.output.vtk_every > 0) {
    parts->vtk.emplace(path / "vtk", manifest, model, inputs.settings.step);
    parts->vtk->write_start(start);
  }
  // From here on there is always a checkpoint: a folder that lacks it has lost it.
  save_checkpoint(path / "checkpoint.h5", checkpoint, parts->writer());
  manifest->settle();
  write_run_settings(path, inputs, *manifest);
  return parts;
}

namespace {

/// Everything in the folder that the run wrote is as written; trajectory and files of lines are looked at when they are
/// opened.
void verify_files(const fs::path& path, const Manifest& manifest) {
  std::error_code error;
  if (!fs::exists(path / "checkpoint.h5", error))
    throw InputError(
        fmt::format("{}: is missing, so nobody knows where to go on: put it back, or start the run anew "
                    "with --overwrite",
                    (path / "checkpoint.h5").string()));
  for (const fs::path& file : manifest.files())
    if (file.extension() != ".csv" && file.filename() != "trajectory.h5" &&
        file.parent_path().filename() != "trajectory.parts")
      manifest.verify(file);
}

/// Files of steps that are done again.
void remove_newer(const fs::path& folder, std::int64_t step, const Manifest& manifest) {
  for (const fs::path& file : manifest.files())
    if (file.parent_path() == folder && step_in_name(file).value_or(0) > step) manifest.remove(file);
  manifest.remove_temporaries(folder);
}

}  // namespace

std::unique_ptr<RunFolder::Parts> RunFolder::Parts::go_on(const fs::path& path, FolderLock lock,
                                                          const RunInputs& inputs, const Model& model,
                                                          const State& start) {
  const auto manifest = std::make_shared<Manifest>(Manifest::open(path));
  verify_files(path, *manifest);
  Checkpoint checkpoint = load_checkpoint(path / "checkpoint.h5");
  checkpoint.summary.free_fall = free_fall_energy(model, inputs.settings.step);
  checkpoint.summary.gentle_push = gentle_push_energy(model, inputs.settings);
  require_match(path / "checkpoint.h5", checkpoint, inputs, start);
  manifest->remove_temporaries(path);
  std::unique_ptr<Parts> parts(
      new Parts{path, std::move(lock), manifest, inputs, checkpoint,
                TrajectoryWriter::reopen(path / "trajectory.h5", manifest, model, inputs.output, checkpoint.step),
                EnergyLog::reopen(path / "energy.csv", checkpoint.step, *manifest),
                LoadLogs::reopen(path, inputs.output.csv, model, checkpoint.step, *manifest)});
  for (const char* folder : {"vtk", "problems"}) remove_newer(path / folder, checkpoint.step, *manifest);
  if (inputs.output.vtk_every > 0) {
    parts->vtk.emplace(path / "vtk", manifest, model, inputs.settings.step);
    parts->vtk->reopen(parts->energy.times());
  }
  write_run_settings(path, inputs, *manifest);
  return parts;
}

RunFolder::RunFolder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder::~RunFolder() = default;

RunFolder RunFolder::create(const fs::path& folder, const RunInputs& inputs, const Model& model, const State& start,
                            const Energies& energies, Existing existing) {
  make_folder(folder);
  FolderLock lock(folder);
  if (Manifest::exists(folder)) {
    if (existing == Existing::refuse)
      throw InputError(
          fmt::format("{0}: holds a run already: go on with it by --resume {0}, replace it by --overwrite, or choose "
                      "another folder",
                      folder.string()));
    remove_run(folder);
  }
  require_free(folder, inputs.output.csv);
  return RunFolder(Parts::begin(folder, std::move(lock), inputs, model, start, energies));
}

RunFolder RunFolder::resume(const fs::path& folder, const RunInputs& inputs, const Model& model, const State& start) {
  FolderLock lock(folder);
  std::error_code error;
  if (!fs::exists(folder / "settings.json", error))
    throw InputError(fmt::format("{}: holds no run: there is no settings.json", folder.string()));
  return RunFolder(Parts::go_on(folder, std::move(lock), inputs, model, start));
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
  if (parts_->vtk && record.step % parts_->inputs.output.vtk_every == 0) parts_->vtk->write(record);
  parts_->summary.add(record);
  parts_->energy.append(record.step, record.state.time, record.energies, parts_->summary.changes);
  parts_->loads.append(record);
  parts_->step = record.step;
  if (parts_->since_write.seconds() >= seconds_between_writes) parts_->write_lines();
}

bool RunFolder::wants_problem(std::int64_t step) const {
  const std::vector<std::int64_t>& wanted = parts_->inputs.output.save_problems;
  return std::ranges::find(wanted, step) != wanted.end();
}

void RunFolder::save_problem(std::int64_t step, const FclibFile& problem) {
  const Timed timed(parts_->writing);
  const fs::path folder = parts_->path / "problems";
  make_folder(folder);
  write_fclib(folder / fmt::format("step_{:06d}.hdf5", step), problem, MatrixStorage::csc, parts_->writer());
}

bool RunFolder::checkpoint_due() const {
  const OutputSettings& output = parts_->inputs.output;
  if (output.checkpoint_every > 0 && parts_->step % output.checkpoint_every == 0) return true;
  return parts_->since_checkpoint.seconds() >= output.checkpoint_seconds;
}

void RunFolder::save(Checkpoint checkpoint) {
  parts_->save(std::move(checkpoint));
  const Timed timed(parts_->writing);
  parts_->write_summary();
  parts_->trajectory.merge_when_large();
  parts_->since_checkpoint = Stopwatch();
}

void RunFolder::Parts::save(Checkpoint next) {
  assert(next.step == step);
  const Timed timed(writing);
  next.summary = summary;
  next.digest = checkpoint.digest;
  trajectory.save();
  energy.sync(*manifest);
  loads.sync(*manifest);
  if (vtk) vtk->write_series();
  save_checkpoint(path / "checkpoint.h5", next, writer());
  checkpoint = std::move(next);
}

void RunFolder::finish(Checkpoint checkpoint, bool complete) {
  parts_->save(std::move(checkpoint));
  {
    const Timed timed(parts_->writing);
    try {
      parts_->trajectory.merge();
    } catch (const InputError&) {  // the run stands at its checkpoint
      parts_->write_summary();
      throw;
    }
  }
  parts_->summary.seconds.output += std::exchange(parts_->writing, 0.0);
  parts_->complete = complete;
  parts_->write_summary();
}

}  // namespace signorini
