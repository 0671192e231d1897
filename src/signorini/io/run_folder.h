#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "signorini/dynamics/step_record.h"
#include "signorini/io/checkpoint.h"
#include "signorini/io/fclib.h"
#include "signorini/io/run_folder_inputs.h"
#include "signorini/io/run_folder_summary.h"
#include "signorini/model/model.h"

namespace signorini {

/// The folder that a run writes to, one process at a time:
///
///     scene.yaml  settings.json         what was run
///     inputs/                           copies of the robots and meshes that the scene names
///     played.json                       what somebody did while it ran, see Recording
///     manifest.txt                      which of the files are the run's own, see Manifest
///     trajectory.h5  trajectory.parts/  see TrajectoryWriter
///     energy.csv                        a line per step, written every second
///     joints.csv springs.csv pairs.csv  by OutputSettings
///     summary.json                      at every checkpoint and at the end
///     checkpoint.h5                     where to go on
///     vtk/  problems/                   by OutputSettings
///
/// checkpoint() first puts on disk everything up to its step, then replaces checkpoint.h5 by one rename: that rename is
/// the moment from which the step counts as done. resume() drops whatever is newer. It goes on only when everything
/// that the run wrote is as it was written. Files of others in the folder are never touched.
///
/// What cannot be written throws InputError with path and reason, and leaves what was written before.
class RunFolder {
 public:
  enum class Existing { refuse, overwrite };

  /// `start`: the state and energies at step 0. Refuses a folder that holds (parts of) a run unless told to overwrite,
  /// and one where files that no run wrote are in the way; other files in it stay.
  static RunFolder create(const std::filesystem::path& folder, const RunInputs& inputs, const Model& model,
                          const State& start, const Energies& energies, Existing existing = Existing::refuse);
  /// `inputs` as read_run_inputs() gave them; duration and output may differ. Go on from checkpoint().
  static RunFolder resume(const std::filesystem::path& folder, const RunInputs& inputs, const Model& model,
                          const State& start);
  RunFolder(RunFolder&&) noexcept;
  ~RunFolder();

  /// Where the run stands: the one loaded by resume() or last saved; the start otherwise.
  const Checkpoint& checkpoint() const;

  /// Every step, in order; of one that failed only the summary says something. Fills in the record's output time: what
  /// writing took here since the step before. What steps write waits in memory for a second at most, and the files that
  /// it belongs to are looked for then.
  void record(StepRecord record);
  bool wants_problem(std::int64_t step) const;
  /// Into problems/step_000123.hdf5.
  void save_problem(std::int64_t step, const FclibFile& problem);

  /// Whether the step just recorded is one after which to save(): when the last save was long ago, or every so many
  /// steps.
  bool checkpoint_due() const;
  /// `checkpoint` of the step just recorded; its digest and summary are filled in here.
  void save(Checkpoint checkpoint);
  /// save(), and all steps into one trajectory.h5. `complete`: whether the run reached its end, for summary.json; a run
  /// that the user stopped did not.
  void finish(Checkpoint checkpoint, bool complete = true);

  const RunSummary& summary() const;
  /// What summary.json says now.
  std::string summary_json() const;
  const std::filesystem::path& path() const;

 private:
  struct Parts;
  explicit RunFolder(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace signorini
