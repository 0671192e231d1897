#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "signorini/dynamics/settings.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/fem/elastic_body.h"
#include "signorini/model/model.h"

namespace signorini::view {

/// What is shown of a simulation at a moment.
struct Moment {
  std::int64_t step = 0;  ///< 0: the start
  State state;
  StepRecord record = {};            ///< of the last step
  nlohmann::ordered_json head = {};  ///< more to tell
};

/// A simulation that goes on, as the page gets it: the same words as RunView has for a run, but of a model, and one
/// message for each moment.
class LiveView {
 public:
  LiveView(const Model& model, const Settings& settings, std::string name);

  std::string description() const;
  std::string geometry() const;
  /// The arrays of frames() and contacts() together; in the head `step`: a row of steps(), by name.
  std::string moment(const Moment& moment) const;

 private:
  Model model_;
  Settings settings_;
  std::string name_;
  std::vector<int> moving_;
  std::vector<ElasticBody> elastic_;
  std::vector<int> surface_nodes_;  ///< in the order in which they are sent
  std::vector<std::uint32_t> triangles_, triangle_start_;
};

}  // namespace signorini::view
