#include "signorini/model/validate_flexible.h"

#include <cmath>

#include <fmt/format.h>

#include "signorini/model/limits.h"

namespace signorini {
namespace {

constexpr double direction_tolerance = 1e-6;

class FlexibleFindings {
 public:
  FlexibleFindings(const Model& model, const FlexibleBody& body) : model_(model), body_(body) {}

  void check() {
    lines_ = faults(body_.mesh);
    for (std::string& line : body_.elastic.validate()) lines_.push_back(std::move(line));
    if (body_.mesh.nodes.empty()) lines_.push_back("its mesh has no nodes");
    if (body_.material < 0 || body_.material >= static_cast<int>(model_.materials.size()))
      add("material is {}, but there are {} materials", body_.material, model_.materials.size());
    finite("velocity", body_.velocity);
    finite("angular_velocity", body_.angular_velocity);
    check_holds();
    for (std::size_t k = 0; k < body_.node_forces.size(); ++k) {
      const NodeForce& load = body_.node_forces[k];
      nodes(fmt::format("node_forces[{}]", k), load.nodes);
      finite(fmt::format("node_forces[{}].force", k), load.force);
      motion(fmt::format("node_forces[{}].factor", k), load.factor);
    }
    for (std::size_t k = 0; k < body_.face_loads.size(); ++k) check_face_load(k);
  }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    lines_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }
  void finite(std::string_view field, const Vector3& x) {
    if (!(x.array().abs() <= largest_quantity).all())
      add("{} is ({}, {}, {}), not finite and at most 1e100", field, x.x(), x.y(), x.z());
  }
  void motion(std::string_view field, const std::optional<Motion>& motion) {
    if (!motion) return;
    if (const std::string defect = motion_defect(*motion); !defect.empty()) add("{}: {}", field, defect);
  }
  bool nodes(std::string_view field, const std::vector<int>& nodes) {
    const int count = static_cast<int>(body_.mesh.nodes.size());
    if (nodes.empty()) add("{} names no nodes", field);
    for (const int node : nodes)
      if (node < 0 || node >= count) {
        add("{} names node {}, but there are {} nodes", field, node, count);
        return false;
      }
    return true;
  }
  void check_holds() {
    std::vector<int> held_by(body_.mesh.nodes.size(), -1);
    for (std::size_t k = 0; k < body_.holds.size(); ++k) {
      const NodeHold& hold = body_.holds[k];
      const std::string field = fmt::format("holds[{}]", k);
      if (hold.body < -1 || hold.body >= static_cast<int>(model_.bodies.size()))
        add("{}.body is {}, but there are {} bodies (-1 is the world)", field, hold.body, model_.bodies.size());
      if (hold.travel && hold.body >= 0) add("{} has a body and a travel: nodes are driven in the world alone", field);
      motion(field + ".travel", hold.travel);
      if (hold.travel && !(std::abs(hold.direction.norm() - 1) <= direction_tolerance))
        add("{}.direction is ({}, {}, {}), but must be a unit vector", field, hold.direction.x(), hold.direction.y(),
            hold.direction.z());
      if (!nodes(field, hold.nodes)) continue;
      for (const int node : hold.nodes) {
        int& by = held_by[static_cast<std::size_t>(node)];
        if (by >= 0) {
          add("{} and holds[{}] both hold node {}: leave it out of one", field, by, node);
          break;
        }
        by = static_cast<int>(k);
      }
    }
  }
  void check_face_load(std::size_t k) {
    const FaceLoad& load = body_.face_loads[k];
    if (load.faces.empty()) add("face_loads[{}] names no faces", k);
    for (const TetMesh::Face& face : load.faces)
      if (face.element < 0 || face.element >= body_.mesh.element_count() || face.side < 0 || face.side > 3) {
        add("face_loads[{}] names side {} of element {}, but there are {} elements with sides 0 to 3", k, face.side,
            face.element, body_.mesh.element_count());
        break;
      }
    finite(fmt::format("face_loads[{}].traction", k), load.traction);
    if (!(std::abs(load.pressure) <= largest_quantity))
      add("face_loads[{}].pressure is {}, not finite and at most 1e100", k, load.pressure);
    motion(fmt::format("face_loads[{}].factor", k), load.factor);
  }

  const Model& model_;
  const FlexibleBody& body_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> flexible_faults(const Model& model, const FlexibleBody& body) {
  FlexibleFindings findings(model, body);
  findings.check();
  return findings.take();
}

}  // namespace signorini
