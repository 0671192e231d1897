#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "peers/peer_scene.h"

namespace signorini::bench::peers {

/// A scene in motion in one of the engines.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;
  virtual void step() = 0;
  /// Of all bodies of the scene, in its order.
  virtual std::vector<Pose> poses() = 0;
};

/// An engine with its settings.
struct Contender {
  std::string name;  ///< "bullet-10": the part before the first hyphen is the engine
  /// More bodies would take it too long or too much memory.
  std::size_t most_bodies = 0;
  std::function<std::unique_ptr<Engine>(const PeerScene&)> start;

  std::string engine() const { return name.substr(0, name.find('-')); }
};

/// The first one has no solver, law or tolerance named.
std::vector<Contender> signorini_contenders();
/// With the solver, law and tolerance named.
Contender signorini_contender(const std::string& solver, const std::string& law, double tolerance);
std::vector<Contender> bullet_contenders();
std::vector<Contender> ode_contenders();
std::vector<Contender> mujoco_contenders();

}  // namespace signorini::bench::peers
