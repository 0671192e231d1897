#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "signorini/dynamics/step_record.h"
#include "signorini/io/manifest.h"
#include "signorini/io/vtk.h"
#include "signorini/io/vtk_flexible.h"
#include "signorini/model/model.h"

namespace signorini {

/// vtk/ of a run's folder: bodies, contacts and, where the model has some, joints and flexible bodies, a file each per
/// step, and the series that ParaView opens.
class VtkFolder {
 public:
  /// `step` in s.
  VtkFolder(std::filesystem::path folder, std::shared_ptr<Manifest> manifest, const Model& model, double step);
  /// Takes up the files of the steps whose times are given.
  void reopen(const std::vector<double>& times);
  /// The start, before any step.
  void write_start(const State& state);
  void write(const StepRecord& record);
  /// Not with every step: each time it is the whole list.
  void write_series() const;

 private:
  struct Series {
    const char* name;    ///< "bodies": of bodies.pvd and bodies_000123.vtp
    const char* ending;  ///< "vtp"
    std::vector<VtkSeriesEntry> entries;
  };
  std::filesystem::path file(const char* name, std::int64_t step, const char* ending = "vtp") const;
  void add(std::int64_t step, double time);

  std::filesystem::path folder_;
  FileWriter writer_;
  VtkBodies bodies_;
  std::optional<VtkFlexible> flexible_;
  std::vector<Joint> joints_;
  double step_;
  std::vector<Series> series_;
};

}  // namespace signorini
