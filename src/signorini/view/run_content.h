#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "signorini/fem/elastic_body.h"
#include "signorini/model/model.h"
#include "signorini/view/message.h"
#include "signorini/view/run_files.h"
#include "signorini/view/run_view.h"

namespace signorini::view {

/// The surface of a flexible body at some frames.
struct MovingSurface {
  std::string name;
  std::vector<std::uint32_t> triangles;         ///< three nodes each, from 0
  std::vector<std::vector<float>> shapes = {};  ///< places of the nodes at each of the frames, m
};

/// What RunView shows; see there. Kept apart because it sees HDF5.
class RunContent {
 public:
  explicit RunContent(const std::filesystem::path& folder, const Sampling& sampling);

  std::size_t frame_count() const { return frames_; }
  std::size_t chunk_count() const { return (frames_ + chunk_frames_ - 1) / chunk_frames_; }
  std::string description() const;
  std::string geometry() const;
  std::string steps() const;
  std::vector<double> step_column(const std::string& name) const;
  std::string frames(std::size_t chunk) const;
  std::string contacts(std::size_t chunk) const;
  std::string gltf() const;

 private:
  void read_scene_copy();
  void read_bodies();
  void read_flexible();
  void choose_coding();
  nlohmann::ordered_json shapes() const;
  nlohmann::ordered_json connections() const;
  nlohmann::ordered_json settings() const;
  struct Span {
    std::size_t first, count;
  };
  Span chunk_span(std::size_t chunk) const;
  std::vector<double> sampled_frames(const std::string& path, const std::vector<std::size_t>& shape,
                                     const Span& span) const;
  std::vector<MovingSurface> moving_surfaces(const std::vector<std::size_t>& frames) const;
  void add_nodes(const Span& span, Message& message) const;
  void add_loads(const Span& span, Message& message) const;

  std::filesystem::path folder_;
  Sampling sampling_;
  RunFiles files_;
  std::optional<Model> model_;  ///< from the copy of the scene; none where that cannot be read
  std::string scene_name_, scene_fault_;
  bool played_ = false;
  std::vector<std::string> names_;
  std::vector<int> moving_;  ///< bodies that are not fixed
  std::size_t frames_ = 0, chunk_frames_ = 1;
  Coding position_coding_ = Coding::ranged;
  double position_step_ = 0;  ///< m, of a file that should be small; 0: there is no smallest shape
  // Of flexible bodies: nodes on the surface, in the order in which they are sent.
  std::vector<int> surface_nodes_, node_start_;
  std::vector<std::uint32_t> surface_triangles_, surface_triangle_start_;
  std::vector<ElasticBody> elastic_;
};

}  // namespace signorini::view
