#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace signorini::view {

/// What of a run is shown.
struct Sampling {
  std::size_t stride = 1;  ///< every so many-th frame, ≥ 1
  bool contacts = true;
  /// For files that should be small: places in steps that cannot be seen, no velocities, impulses and gaps in 16 bits.
  bool compact = false;
};

class RunContent;

/// A run as the page gets it: a description in JSON, and messages (message.h) with everything that is many numbers.
/// The page of the server, exported pages and whoever else shows a run read the same. One thread at a time.
///
///     description()  bodies, shapes, materials, joints, springs, how many frames and chunks
///     geometry()     corners and triangles of hulls and meshes, surfaces of flexible bodies
///     steps()        what there is about each step: energies, certificate, times of the stages
///     frames(k)      chunk k: poses and velocities of moving bodies, nodes of flexible surfaces, loads of joints
///     contacts(k)    chunk k: contacts with their impulses
class RunView {
 public:
  /// Throws InputError where the folder has no run that can be read.
  explicit RunView(const std::filesystem::path& folder, const Sampling& sampling = {});
  RunView(RunView&&) noexcept;
  ~RunView();

  std::size_t frame_count() const;
  std::size_t chunk_count() const;
  std::string description() const;
  std::string geometry() const;
  std::string steps() const;
  /// One of them by its name in /steps of the trajectory; empty where there is none.
  std::vector<double> step_column(const std::string& name) const;
  /// Throws InputError for a chunk that is not there.
  std::string frames(std::size_t chunk) const;
  std::string contacts(std::size_t chunk) const;
  /// The whole run as binary glTF 2.0 with an animation, without contacts. Throws InputError where the copy of the
  /// scene cannot be read.
  std::string gltf() const;

 private:
  std::unique_ptr<RunContent> content_;
};

}  // namespace signorini::view
