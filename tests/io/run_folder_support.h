#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "io/small_disk.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/io/checkpoint.h"
#include "signorini/io/run_folder_inputs.h"

namespace signorini::testing {

inline Quaternion turned(double w, double x, double y, double z) { return Quaternion(w, x, y, z).normalized(); }

/// A body for every kind of shape, the first two moving.
inline Model sample_model() {
  const auto hull = std::make_shared<const ConvexHull>(
      ConvexHull{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}});
  const auto mesh = std::make_shared<const TriangleMesh>(
      TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}});
  Model model;
  model.materials.push_back({"steel", 0.2, 0.1, 0.0});
  model.bodies.resize(3);
  model.bodies[0].name = "ball";
  model.bodies[0].mass = 2.5;
  model.bodies[0].pose.position = {0, 0, 3};
  model.bodies[0].shapes = {{Sphere{0.5}, {}, 1}};
  model.bodies[1].name = "röhre";
  model.bodies[1].shapes = {{Box{{0.1, 0.2, 0.3}}, {{1, 0, 0}, turned(1, 2, 3, 4)}, 0},
                            {Capsule{0.2, 0.4}, {}, 0},
                            {Cylinder{0.3, 0.5}, {}, 0},
                            {hull, {}, 0}};
  model.bodies[2].name = "ground";
  model.bodies[2].fixed = true;
  model.bodies[2].shapes = {{Plane{}, {}, 0},
                            {mesh, {}, 0},
                            {BoxInside{{1, 2, 3}, true}, {}, 0},
                            {CylinderInside{2, 3, false}, {}, 0},
                            {ConeInside{1, 2, 3, true}, {}, 0}};
  model.joints = {{.name = "hinge, \"left\"", .kind = JointKind::revolute, .body_a = 2, .body_b = 0},
                  {.kind = JointKind::spherical, .body_a = -1, .body_b = 1, .frame_b = {{0, 0, 1}, {}}}};
  model.springs = {{.name = "coil", .body_a = 0, .body_b = 1, .stiffness = 1}};
  model.torsion_springs = {{.name = "wire", .body_b = 1, .stiffness = 1}};
  return model;
}

inline State sample_start(const Model& model) {
  State state;
  int moving = 0;
  for (const Body& body : model.bodies) {
    state.poses.push_back(body.pose);
    moving += body.fixed ? 0 : 1;
  }
  state.v = Vector::LinSpaced(6 * moving, 0.1, 0.9);
  return state;
}

/// No mechanics, but like a simulation each step depends on all that a checkpoint carries, in every bit.
class SampleRun {
 public:
  explicit SampleRun(const Checkpoint& from) : now_(from) {}

  StepRecord step() {
    const auto scramble = [](double x) { return std::sin(10 * x + 1) + 1e-3 * x; };
    double carried = 0.5;
    for (const auto& [key, impulse] : now_.contact_impulses) carried = scramble(carried + impulse.sum() + key.feature);
    for (const double impulse : now_.joint_impulses) carried = scramble(carried + impulse);

    StepRecord record;
    record.step = ++now_.step;
    now_.state.time += 0.1;
    for (double& v : now_.state.v) v = scramble(v + carried);
    now_.state.poses[0].position += now_.state.v.head<3>();
    now_.state.poses[1].orientation = turned(1, carried, carried * carried, now_.state.v[3]);
    record.state = now_.state;
    now_.contact_impulses.clear();
    for (int k = 0; k < now_.step % 4; ++k) {
      const Contact contact{{0, 2, 0, static_cast<std::int16_t>(k), 7 * k},
                            {scramble(carried), scramble(k), 0},
                            Vector3(1, k, 0.5).normalized(),
                            1e-3 * k,
                            0,
                            0};
      record.contacts.push_back(contact);
      record.impulses.push_back({scramble(carried + k), 1.0 / 3.0, -0.0});
      now_.contact_impulses.emplace_back(contact.key, record.impulses.back());
    }
    for (const Contact& contact : record.contacts)
      record.pairs = {{contact.key.body_a, contact.key.body_b, static_cast<int>(record.contacts.size()),
                       record.impulses.back(), contact.point}};
    now_.joint_impulses = {carried, -carried / 3};
    record.joints.resize(2);
    for (std::size_t k = 0; k < 2; ++k) {
      JointForce& joint = record.joints[k];
      joint.force = {carried, 1.0 / 3, scramble(k)};
      joint.torque = {scramble(carried), -0.0, 1e-300};
      joint.local_force = scramble(3) * joint.torque, joint.local_torque = scramble(4) * joint.force;
      joint.motor = scramble(carried + 7);
      if (k == 0) joint.coordinate = scramble(carried + 8), joint.speed = scramble(carried + 9);
    }
    record.springs = {{scramble(carried + 10), scramble(carried + 11)}};
    record.torsion_springs = {{scramble(carried + 12), scramble(carried + 13)}};
    record.status = now_.step % 5 == 0 ? Status::inaccurate : Status::solved;
    if (record.status != Status::solved) record.message = "stalled at step " + std::to_string(now_.step);
    record.certificate = {1e-9 * now_.step, 1e-10, 1e-11, 1e-12, 1e-13};
    record.iterations = 10 + now_.step % 3;
    record.energies = {carried, 1.0 / now_.step, 0.25};
    record.deepest_penetration = 1e-4 * now_.step;
    const double wall_clock = std::fmod(static_cast<double>(std::clock()), 1000.0);
    record.times = {wall_clock, wall_clock + 1, wall_clock + 2, wall_clock + 3, wall_clock + 4};
    return record;
  }
  const Checkpoint& now() const { return now_; }

 private:
  Checkpoint now_;
};

inline RunInputs sample_inputs() {
  RunInputs inputs;
  inputs.scene_path = "/scenes/sample.yaml";
  inputs.files = {{"/scenes/sample.yaml", "bodies: [ball, röhre, ground]\n"}, {"/scenes/arm.urdf", "<robot/>\n"}};
  inputs.parameters = {{"radius", "0.1"}};
  inputs.settings.step = 0.1;
  inputs.settings.duration = 1.7;
  inputs.settings.solver_options = {{"relaxation", "0.3"}};
  inputs.settings.tolerance = 1.0 / 3.0 * 1e-8;
  inputs.output.every = 2;
  inputs.output.checkpoint_every = 5;
  inputs.output.csv = {"joints", "springs", "pairs"};
  return inputs;
}

}  // namespace signorini::testing
