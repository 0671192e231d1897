#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include "peers/engine.h"
#include "signorini/base/error.h"

namespace signorini::bench::peers {

namespace {

std::string text(const Vector3& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z()); }
std::string text(const Quaternion& q) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

/// The scene in its XML. Bodies hang on the first joint that names them as B; what closes a loop is an equality.
class SceneText {
 public:
  SceneText(const PeerScene& scene, const std::string& solver) : scene_(scene), carrier_(scene.bodies.size(), -1) {
    for (std::size_t k = 0; k < scene.joints.size(); ++k) {
      int& carrier = carrier_[scene.joints[k].b];
      if (carrier < 0)
        carrier = static_cast<int>(k);
      else
        loops_.push_back(static_cast<int>(k));
    }
    // Room for rows beyond what the scenes have: its data hold a dense matrix of rows times rows, below 2 GB in all.
    const std::size_t contacts = (scene.bodies.size() > 500 ? 3 : 4) * scene.bodies.size() + 400;
    xml_ = fmt::format(
        "<mujoco><compiler angle=\"radian\" boundmass=\"0\"/>"
        "<option timestep=\"{:.17g}\" gravity=\"0 0 {:.17g}\" cone=\"elliptic\" solver=\"{}\"/>"
        "<size nconmax=\"{}\" njmax=\"{}\" nstack=\"{}\"/>"
        "<default><geom friction=\"{:.17g} 0.005 0.0001\" condim=\"3\" {}/></default><worldbody>",
        scene.step, -gravity, solver, contacts, 3 * contacts + 100, stack_numbers(), scene.friction,
        scene.contacts ? "" : "contype=\"0\" conaffinity=\"0\"");
    for (const PeerPlane& plane : scene.planes) {
      xml_ += fmt::format("<geom type=\"plane\" size=\"10 10 1\" pos=\"{}\" quat=\"{}\"/>", text(plane.point),
                          text(turn_to(plane.normal)));
    }
    for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
      if (parent(k) < 0) write_body(k);
    }
    xml_ += "</worldbody><equality>";
    for (const int k : loops_) write_loop(scene.joints[k]);
    xml_ += "</equality></mujoco>";
  }
  const std::string& xml() const { return xml_; }
  /// The joint of the scene that a body hangs on, or -1.
  int carrier(std::size_t body) const { return carrier_[body]; }

 private:
  /// Numbers of 8 bytes: 8 MB, and a dense matrix of the velocities where few bodies may have one.
  std::size_t stack_numbers() const {
    const std::size_t velocities = 6 * scene_.bodies.size();
    return (std::size_t{1} << 20) + 40000 * scene_.bodies.size() +
           (scene_.bodies.size() <= 300 ? 4 * velocities * velocities : 0);
  }
  int parent(std::size_t body) const { return carrier_[body] < 0 ? -1 : scene_.joints[carrier_[body]].a; }

  void write_geometry(const PeerBody& body) {
    const char* type = body.form == Form::sphere ? "sphere" : body.form == Form::capsule ? "capsule" : "box";
    const Vector3 size = body.form == Form::capsule ? Vector3(body.half.x(), body.half.z(), 0) : body.half;
    xml_ += fmt::format("<geom type=\"{}\" size=\"{}\"/>", type, text(size));
  }

  void write_body(std::size_t k) {
    const PeerBody& body = scene_.bodies[k];
    const Pose pose = parent(k) < 0 ? body.pose : scene_.bodies[parent(k)].pose.inverse() * body.pose;
    xml_ += fmt::format("<body name=\"b{}\" pos=\"{}\" quat=\"{}\">", k, text(pose.position), text(pose.orientation));
    if (!body.fixed) {
      xml_ +=
          fmt::format("<inertial pos=\"0 0 0\" mass=\"{:.17g}\" diaginertia=\"{}\"/>", body.mass, text(inertia(body)));
      if (carrier_[k] < 0)
        xml_ += fmt::format("<joint name=\"j{}\" type=\"free\"/>", k);
      else
        write_joint(k, scene_.joints[carrier_[k]]);
    }
    write_geometry(body);
    for (std::size_t child = k + 1; child < scene_.bodies.size(); ++child) {
      if (parent(child) == static_cast<int>(k)) write_body(child);
    }
    xml_ += "</body>";
  }

  void write_joint(std::size_t k, const PeerJoint& joint) {
    const Pose& pose = scene_.bodies[k].pose;
    xml_ += fmt::format("<joint name=\"j{}\" type=\"{}\" pos=\"{}\" axis=\"{}\"/>", k,
                        joint.kind == PeerJointKind::slider ? "slide" : "hinge", text(pose.to_local(joint.at)),
                        text(pose.orientation.conjugate() * joint.axis));
  }

  void write_loop(const PeerJoint& joint) {
    xml_ += fmt::format("<connect body1=\"b{}\" body2=\"b{}\" anchor=\"{}\"/>", joint.a, joint.b,
                        text(scene_.bodies[joint.a].pose.to_local(joint.at)));
  }

  const PeerScene& scene_;
  std::vector<int> carrier_, loops_;
  std::string xml_;
};

mjModel* compiled(const std::string& xml) {
  const auto files = std::make_unique<mjVFS>();  // megabytes
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(xml.size()));
  std::memcpy(files->filedata[0], xml.data(), xml.size());
  std::array<char, 1000> error{};
  mjModel* model = mj_loadXML("scene.xml", files.get(), error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(files.get());
  if (model == nullptr) throw InputError(fmt::format("MuJoCo: {}", error.data()));
  return model;
}

class MujocoEngine : public Engine {
 public:
  MujocoEngine(const PeerScene& scene, const std::string& solver) : count_(scene.bodies.size()) {
    mju_user_warning = [](const char*) {};  // else a file in the working folder; the judge sees what went wrong
    const SceneText written(scene, solver);
    model_ = compiled(written.xml());
    data_ = mj_makeData(model_);
    for (std::size_t k = 0; k < count_; ++k) {
      const std::string number = std::to_string(k);
      places_.push_back(mj_name2id(model_, mjOBJ_BODY, ("b" + number).c_str()));
      const Vector3& force = scene.bodies[k].force;
      std::copy(force.begin(), force.end(), data_->xfrc_applied + 6 * places_.back());
      if (scene.bodies[k].fixed) continue;
      const int joint = mj_name2id(model_, mjOBJ_JOINT, ("j" + number).c_str());
      set_velocity(scene, k, written.carrier(k), data_->qvel + model_->jnt_dofadr[joint]);
    }
  }
  ~MujocoEngine() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void step() override { mj_step(model_, data_); }

  std::vector<Pose> poses() override {
    mj_kinematics(model_, data_);  // a step leaves the poses of its start
    std::vector<Pose> poses;
    for (const int place : places_) {
      const mjtNum *p = data_->xpos + 3 * place, *q = data_->xquat + 4 * place;
      poses.push_back({{p[0], p[1], p[2]}, Quaternion(q[0], q[1], q[2], q[3])});
    }
    return poses;
  }

 private:
  static void set_velocity(const PeerScene& scene, std::size_t k, int carrier, mjtNum* velocity) {
    const PeerBody& body = scene.bodies[k];
    if (carrier < 0) {
      const Vector3 turn = body.pose.orientation.conjugate() * body.angular_velocity;
      std::copy(body.velocity.begin(), body.velocity.end(), velocity);
      std::copy(turn.begin(), turn.end(), velocity + 3);
      return;
    }
    const PeerJoint& joint = scene.joints[carrier];
    const bool slides = joint.kind == PeerJointKind::slider;
    const Vector3 relative =
        (slides ? body.velocity : body.angular_velocity) - (joint.a < 0 ? Vector3::Zero()
                                                            : slides    ? scene.bodies[joint.a].velocity
                                                                        : scene.bodies[joint.a].angular_velocity);
    *velocity = relative.dot(joint.axis);
  }

  std::size_t count_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  std::vector<int> places_;  ///< of the scene's bodies among MuJoCo's
};

Contender contender(const std::string& name, const std::string& solver, std::size_t most_bodies) {
  return {name, most_bodies,
          [solver](const PeerScene& scene) { return std::make_unique<MujocoEngine>(scene, solver); }};
}

}  // namespace

std::vector<Contender> mujoco_contenders() {
  // Its Newton method factors a dense matrix of all velocities.
  return {contender("mujoco-cg", "CG", 5000), contender("mujoco-newton", "Newton", 300)};
}

}  // namespace signorini::bench::peers
