#include "signorini/io/urdf.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/io/scene_axis.h"
#include "signorini/io/urdf_parts.h"

namespace signorini {
namespace {

/// Walks the tree of links from its root and makes bodies and joints.
class Assembly {
 public:
  Assembly(const UrdfParts& parts, const UrdfOptions& options) : parts_(parts), options_(options) {}

  Model build() {
    index_links();
    const UrdfLink* root = find_root();
    if (root->name == "world") {
      if (!root->shapes.empty())
        root->element.refuse("is the world and has collision shapes: put them on a link fixed to it");
      places_[root->name] = {-1, options_.pose};
    } else if (options_.fixed || root->inertial) {
      add_link(*root, options_.pose, options_.fixed);
    } else {
      begin_below(*root);
    }
    visit_below(root->name);
    for (const UrdfLink& link : parts_.links)
      if (!places_.contains(link.name)) link.element.refuse("hangs in a loop of joints, expected a tree");
    return std::move(robot_);
  }

 private:
  /// Which body a link belongs to (-1: the world) and where the link is at the start.
  struct Place {
    int body;
    Pose pose;
  };

  void index_links() {
    for (const UrdfLink& link : parts_.links)
      if (!links_.emplace(link.name, &link).second) link.element.refuse("is there twice");
    std::map<std::string, int> names;
    for (const UrdfJoint& joint : parts_.joints) {
      if (!names.emplace(joint.name, 0).second) joint.element.refuse("is there twice");
      for (const auto* link : {&joint.parent, &joint.child})
        if (!links_.contains(*link))
          joint.element.refuse(fmt::format("names an {}", unknown_name_message("link", *link, link_names())));
      if (!above_.emplace(joint.child, &joint).second)
        joint.element.refuse(fmt::format("leads to the link '{}', as another joint does", joint.child));
      below_[joint.parent].push_back(&joint);
    }
  }

  std::vector<std::string> link_names() const {
    std::vector<std::string> names;
    for (const UrdfLink& link : parts_.links) names.push_back(link.name);
    return names;
  }

  const UrdfLink* find_root() const {
    const UrdfLink* root = nullptr;
    for (const UrdfLink& link : parts_.links) {
      if (above_.contains(link.name)) continue;
      if (root != nullptr)
        link.element.refuse(fmt::format("hangs on no joint, as '{}': expected one root", root->name));
      root = &link;
    }
    if (root == nullptr) throw InputError(fmt::format("{}: has no root link: its joints form a loop", parts_.file));
    return root;
  }

  /// A root without mass is a name for the link that is fixed to it.
  void begin_below(const UrdfLink& root) {
    const auto joints = below_.find(root.name);
    const UrdfJoint* joint = joints != below_.end() && joints->second.size() == 1 ? joints->second.front() : nullptr;
    const UrdfLink* real = joint != nullptr && joint->type == "fixed" ? links_.at(joint->child) : nullptr;
    if (real == nullptr || !real->inertial)
      root.element.refuse("has no <inertial>: give it one, or import the robot fixed");
    const int body = add_link(*real, options_.pose * joint->origin, false);
    places_[root.name] = {body, options_.pose};
    add_shapes(root, {body, options_.pose});
  }

  /// Each link before those below it, in the order of the file; a list instead of recursion, because chains are long.
  void visit_below(const std::string& root) {
    std::vector<const UrdfJoint*> waiting;
    const auto add_below = [&](const std::string& link) {
      if (const auto joints = below_.find(link); joints != below_.end())
        waiting.insert(waiting.end(), joints->second.rbegin(), joints->second.rend());
    };
    add_below(root);
    while (!waiting.empty()) {
      const UrdfJoint& joint = *waiting.back();
      waiting.pop_back();
      if (!places_.contains(joint.child)) descend(joint, places_.at(joint.parent));
      add_below(joint.child);
    }
  }

  void descend(const UrdfJoint& joint, const Place& parent) {
    const UrdfLink& link = *links_.at(joint.child);
    const Pose pose = parent.pose * joint.origin;
    const bool parent_fixed = parent.body < 0 || body(parent.body).fixed;
    if (joint.type == "fixed" && parent_fixed) {
      add_link(link, pose, true);
    } else if (joint.type == "fixed" && !link.inertial) {
      places_[link.name] = {parent.body, pose};
      add_shapes(link, {parent.body, pose});
    } else {
      if (!link.inertial) link.element.refuse("moves but has no <inertial>");
      const int child = add_link(link, pose, false);
      if (joint.type != "floating") add_joint(joint, parent.body, child, pose);
    }
  }

  int add_link(const UrdfLink& link, const Pose& pose, bool fixed) {
    Body made;
    made.name = options_.prefix + link.name;
    made.fixed = fixed;
    made.pose = pose;
    if (!fixed) set_mass(made, *link.inertial);
    const int index = static_cast<int>(robot_.bodies.size());
    robot_.bodies.push_back(std::move(made));
    places_[link.name] = {index, pose};
    add_shapes(link, places_[link.name]);
    return index;
  }

  void add_shapes(const UrdfLink& link, const Place& place) {
    Body& owner = robot_.bodies[static_cast<std::size_t>(place.body)];
    const Pose link_in_body = owner.pose.inverse() * place.pose;
    for (Shape shape : link.shapes) {
      const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape.geometry);
      if (mesh != nullptr && !owner.fixed) shape.geometry = hull_of(link, **mesh);
      shape.pose = link_in_body * shape.pose;
      owner.shapes.push_back(std::move(shape));
    }
  }

  static Geometry hull_of(const UrdfLink& link, const TriangleMesh& mesh) {
    try {
      return std::make_shared<const ConvexHull>(convex_hull(mesh.corners));
    } catch (const InputError& error) {
      link.element.refuse(fmt::format("has a collision mesh without a hull: {}", error.what()));
    }
  }

  void add_joint(const UrdfJoint& from, int parent, int child, const Pose& pose) {
    Joint joint;
    joint.name = options_.prefix + from.name;
    joint.kind = from.type == "fixed"       ? JointKind::weld
                 : from.type == "prismatic" ? JointKind::prismatic
                 : from.type == "planar"    ? JointKind::planar
                                            : JointKind::revolute;
    joint.body_a = parent;
    joint.body_b = child;
    const Pose frame = pose * Pose{Vector3::Zero(), axis_frame(from.axis)};
    joint.frame_a = (parent < 0 ? Pose{} : body(parent).pose.inverse()) * frame;
    joint.frame_b = body(child).pose.inverse() * frame;
    joint.lower = from.lower;
    joint.upper = from.upper;
    robot_.joints.push_back(std::move(joint));
  }

  const Body& body(int index) const { return robot_.bodies[static_cast<std::size_t>(index)]; }

  const UrdfParts& parts_;
  const UrdfOptions& options_;
  std::map<std::string, const UrdfLink*> links_;
  std::map<std::string, const UrdfJoint*> above_;
  std::map<std::string, std::vector<const UrdfJoint*>> below_;
  std::map<std::string, Place> places_;
  Model robot_;
};

}  // namespace

Model read_urdf(const std::filesystem::path& path, const UrdfOptions& options, InputFiles& files) {
  const auto parts = take_urdf_apart(path, files);
  return Assembly(*parts, options).build();
}

Model read_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  InputFiles files;
  return read_urdf(path, options, files);
}

}  // namespace signorini
