#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "peers/peer_scene.h"

namespace signorini::bench::peers {

/// Places of all bodies at the end of each step; the start is in front.
using History = std::vector<std::vector<Pose>>;

/// What a run is worth.
struct Quality {
  double value = 0;
  std::string remark = {};  ///< a word where the result is not sensible: "escaped", "fell"
};

/// Steps whose times are reported together.
struct Phase {
  std::string name;
  int from = 0, to = 0;
};

/// A scene, how long it runs, and what its results are judged by.
struct Trial {
  PeerScene scene;
  int steps = 0;
  std::vector<Phase> phases = {};
  std::string measure = {};  ///< what Quality::value is, with its unit
  /// Of the states after the steps of a phase.
  std::function<Quality(const PeerScene&, const History&, const Phase&)> judge = {};
};

/// How much of it is run.
struct Extent {
  bool quick = false;  ///< few sizes and steps
  bool large = false;  ///< 20,000 spheres as well
};

/// Trials by the names that the command line has: "balls", "wall", …
struct Family {
  std::string name;
  std::vector<Trial> (*trials)(Extent extent);
};

std::vector<Trial> ball_trials(Extent extent);
std::vector<Trial> incline_trials(Extent extent);
std::vector<Trial> grip_trials(Extent extent);
std::vector<Trial> wall_trials(Extent extent);
std::vector<Trial> stack_trials(Extent extent);
std::vector<Trial> hit_trials(Extent extent);
std::vector<Trial> domino_trials(Extent extent);
std::vector<Trial> chain_trials(Extent extent);
std::vector<Trial> slider_crank_trials(Extent extent);

}  // namespace signorini::bench::peers
