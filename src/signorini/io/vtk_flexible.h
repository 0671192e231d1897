#pragma once

#include <filesystem>
#include <vector>

#include "signorini/fem/elastic_body.h"
#include "signorini/io/atomic_file.h"
#include "signorini/model/model.h"

namespace signorini {

/// Writes the flexible bodies of a model as a VTK XML unstructured grid (.vtu), one file per state.
class VtkFlexible {
 public:
  explicit VtkFlexible(const Model& model);
  /// Point data: displacement from the start, m; von_mises, the mean of the elements around, Pa. Cell data: body (index
  /// into Model::flexible_bodies), von_mises of the element, Pa.
  void write(const std::filesystem::path& path, const State& state, const FileWriter& writer = write_atomically) const;

 private:
  std::vector<ElasticBody> bodies_;
  // What stays the same:
  std::vector<int> connectivity_, ends_, types_, body_of_cell_;
};

}  // namespace signorini
