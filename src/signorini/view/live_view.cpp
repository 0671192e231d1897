#include "signorini/view/live_view.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/io/trajectory_bodies.h"
#include "signorini/io/trajectory_flexible.h"
#include "signorini/view/message.h"
#include "signorini/view/model_description.h"

namespace signorini::view {
namespace {

using Json = nlohmann::ordered_json;

void push(std::vector<double>& all, const Vector3& v) { all.insert(all.end(), v.begin(), v.end()); }

void add_contacts(const StepRecord& record, Message& message) {
  std::vector<std::uint32_t> a, b;
  std::vector<double> point, normal, impulse, gap, error;
  std::vector<std::uint8_t> state;
  for (std::size_t k = 0; k < record.contacts.size(); ++k) {
    const Contact& contact = record.contacts[k];
    a.push_back(static_cast<std::uint32_t>(contact.key.body_a));
    b.push_back(static_cast<std::uint32_t>(contact.key.body_b));
    push(point, contact.point);
    push(normal, contact.normal);
    push(impulse, record.impulses[k]);
    gap.push_back(contact.gap);
    if (k >= record.contact_states.size()) continue;
    error.push_back(record.contact_states[k].error);
    state.push_back(static_cast<std::uint8_t>(record.contact_states[k].kind));
  }
  message.add("start", std::vector<std::uint32_t>{0, static_cast<std::uint32_t>(a.size())});
  message.add("body_a", a);
  message.add("body_b", b);
  message.add("point", point, 3, Coding::exact);
  message.add("normal", normal, 3, Coding::exact);
  message.add("impulse", impulse, 3, Coding::exact);
  message.add("gap", gap, 1, Coding::exact);
  if (error.size() != gap.size()) return;
  message.add("error", error, 1, Coding::exact);
  message.add("state", state);
}

void add_joints(const StepRecord& record, std::size_t joints, Message& message) {
  if (joints == 0) return;
  std::vector<double> force, torque, motor, coordinate, speed;
  const JointForce unknown;
  for (std::size_t k = 0; k < joints; ++k) {
    const JointForce& joint = k < record.joints.size() ? record.joints[k] : unknown;
    push(force, joint.force);
    push(torque, joint.torque);
    motor.push_back(joint.motor);
    coordinate.push_back(joint.coordinate);
    speed.push_back(joint.speed);
  }
  message.add("joint_force", force, 3, Coding::exact);
  message.add("joint_torque", torque, 3, Coding::exact);
  message.add("joint_motor", motor, 1, Coding::exact);
  message.add("joint_coordinate", coordinate, 1, Coding::exact);
  message.add("joint_speed", speed, 1, Coding::exact);
}

Json step_row(const Moment& moment) {
  const StepRecord& record = moment.record;
  return {{"step", moment.step},
          {"time", moment.state.time},
          {"status", static_cast<int>(record.status)},
          {"iterations", record.iterations},
          {"contacts", record.contacts.size()},
          {"natural", record.certificate.natural},
          {"dynamics", record.certificate.dynamics},
          {"kinetic", record.energies.kinetic},
          {"potential", record.energies.potential},
          {"elastic", record.energies.elastic},
          {"change_unexplained", record.changes.unexplained},
          {"deepest_penetration", record.deepest_penetration},
          {"seconds_collision", record.times.collision},
          {"seconds_assemble", record.times.assemble},
          {"seconds_solve", record.times.solve},
          {"seconds_integrate", record.times.integrate},
          {"seconds_output", record.times.output}};
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

LiveView::LiveView(const Model& model, const Settings& settings, std::string name)
    : model_(model), settings_(settings), name_(std::move(name)) {
  for (std::size_t body = 0; body < model_.bodies.size(); ++body)
    if (!model_.bodies[body].fixed) moving_.push_back(static_cast<int>(body));
  int first = 0;
  std::vector<int> triangles;
  triangle_start_.push_back(0);
  for (const FlexibleBody& body : model_.flexible_bodies) {
    elastic_.emplace_back(body.mesh, body.elastic, body.mass);
    std::ranges::copy(surface_triangles(body, first), std::back_inserter(triangles));
    triangle_start_.push_back(static_cast<std::uint32_t>(triangles.size() / 3));
    first += static_cast<int>(body.mesh.nodes.size());
  }
  std::map<int, std::uint32_t> place;
  for (const int node : triangles) place.emplace(node, 0);
  for (auto& [node, number] : place) {
    number = static_cast<std::uint32_t>(surface_nodes_.size());
    surface_nodes_.push_back(node);
  }
  for (const int node : triangles) triangles_.push_back(place[node]);
}

std::string LiveView::description() const {
  const Vector3& gravity = model_.gravity;
  Json all;
  all["format"] = 1;
  all["live"] = true;
  all["name"] = name_;
  all["scene_fault"] = "";
  all["complete"] = true;
  all["settings"] = {{"time_step", settings_.step},
                     {"tolerance", settings_.tolerance},
                     {"law", std::string(to_string(settings_.law))},
                     {"solver", settings_.solver.empty() ? default_step_solver : settings_.solver},
                     {"gravity", {gravity.x(), gravity.y(), gravity.z()}},
                     {"status_names", ""}};
  all["frames"] = all["frames_in_run"] = all["stride"] = all["chunk_frames"] = 1;
  all["steps"] = 0;
  all["has_contacts"] = true;
  all["contacts_left_out"] = false;
  all["bodies"] = describe_bodies(model_);
  all["shapes"] = describe_shapes(model_);
  all.update(describe_connections(model_));
  all["flexible"] = Json::array();
  for (const FlexibleBody& body : model_.flexible_bodies) all["flexible"].push_back(body.name);
  return text_of(all);
}

std::string LiveView::geometry() const {
  std::vector<double> corners, start;
  std::vector<std::uint32_t> triangles, corner_start{0}, triangle_start{0};
  for (const Body& body : model_.bodies)
    for (const Shape& shape : body.shapes) {
      const DrawnMesh mesh = drawn_mesh(shape.geometry);
      for (const Vector3& corner : mesh.corners) push(corners, corner);
      for (const auto& triangle : mesh.triangles)
        for (const int corner : triangle) triangles.push_back(static_cast<std::uint32_t>(corner));
      corner_start.push_back(static_cast<std::uint32_t>(corners.size() / 3));
      triangle_start.push_back(static_cast<std::uint32_t>(triangles.size() / 3));
    }
  Message message;
  message.add("corners", corners, 3, Coding::exact);
  message.add("triangles", triangles, 3);
  message.add("corner_start", corner_start);
  message.add("triangle_start", triangle_start);
  if (surface_nodes_.empty()) return message.bytes();
  message.add("surface_triangles", triangles_, 3);
  message.add("surface_triangle_start", triangle_start_);
  const State state = initial_state(model_);
  for (const int node : surface_nodes_) push(start, state.nodes[static_cast<std::size_t>(node)]);
  message.add("surface_start", start, 3, Coding::exact);
  message.add("surface_node", std::vector<std::uint32_t>(surface_nodes_.begin(), surface_nodes_.end()));
  return message.bytes();
}

std::string LiveView::moment(const Moment& moment) const {
  const State& state = moment.state;
  Message message;
  message.head = moment.head;
  message.head["step"] = step_row(moment);
  std::vector<double> position, orientation, velocity, node, stress;
  for (const int body : moving_) {
    const Pose& pose = state.poses[static_cast<std::size_t>(body)];
    push(position, pose.position);
    const Quaternion& q = pose.orientation;
    orientation.insert(orientation.end(), {q.w(), q.x(), q.y(), q.z()});
  }
  const auto rigid = static_cast<std::ptrdiff_t>(6 * moving_.size());
  velocity.assign(state.v.begin(), state.v.begin() + rigid);
  message.add("time", std::vector<double>{state.time}, 1, Coding::exact);
  message.add("position", position, 3, Coding::exact);
  message.add("orientation", orientation, 4, Coding::exact);
  if (!moving_.empty()) message.add("velocity", velocity, 6, Coding::exact);
  if (!surface_nodes_.empty()) {
    std::vector<double> all;
    Eigen::Index first = 0;
    for (const ElasticBody& body : elastic_) {
      const Vector x =
          Eigen::Map<const Vector>(state.nodes[static_cast<std::size_t>(first)].data(), 3 * body.node_count());
      for (const Matrix3& each : body.nodal_stresses(x)) all.push_back(von_mises(each));
      first += body.node_count();
    }
    for (const int each : surface_nodes_) {
      push(node, state.nodes[static_cast<std::size_t>(each)]);
      stress.push_back(all[static_cast<std::size_t>(each)]);
    }
    message.add("node", node, 3, Coding::exact);
    message.add("von_mises", stress, 1, Coding::exact);
  }
  add_joints(moment.record, model_.joints.size(), message);
  add_contacts(moment.record, message);
  return message.bytes();
}

}  // namespace signorini::view
