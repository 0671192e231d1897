#pragma once

#include <string>
#include <utility>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/model/flexible_body.h"
#include "signorini/model/force.h"
#include "signorini/model/joint.h"
#include "signorini/model/mass_properties.h"
#include "signorini/model/material.h"
#include "signorini/model/shape.h"

namespace SIGNORINI_PUBLIC signorini {

/// The body's frame sits in its centre of mass. A body that moves needs mass and inertia: set_mass_from_shapes() finds
/// them, or write them here. A fixed body needs none.
struct Body {
  std::string name = {};
  double mass = 0;                    ///< kg, > 0; without meaning when fixed
  Matrix3 inertia = Matrix3::Zero();  ///< about the centre of mass, along the body's axes, kg m²
  bool fixed = false;
  std::vector<Shape> shapes = {};
  /// At the start.
  Pose pose = {};
  Vector3 velocity = Vector3::Zero();          ///< of the centre of mass, along the world's axes, m/s
  Vector3 angular_velocity = Vector3::Zero();  ///< along the body's axes, rad/s
  /// Where the file that describes the body (a scene, a robot) has its origin, in the body's frame, m. For output
  /// alone.
  Vector3 origin = Vector3::Zero();
};

/// What stays the same while a simulation runs.
struct Model {
  std::vector<Body> bodies;
  std::vector<Material> materials{Material{"default"}};
  Combine combine_friction = Combine::geometric_mean;
  Combine combine_restitution = Combine::maximum;
  std::vector<Joint> joints;
  std::vector<AppliedForce> forces;
  std::vector<Spring> springs;
  std::vector<TorsionSpring> torsion_springs;
  std::vector<Bushing> bushings = {};
  std::vector<FlexibleBody> flexible_bodies = {};
  /// Pairs of bodies that never touch, besides those that joints connect: see pairs_without_contact().
  std::vector<std::pair<int, int>> ignored_pairs;
  Vector3 gravity{0, 0, -9.81};  ///< m/s²

  /// Every inconsistency found, each in a line that names body or joint, field and value; empty when sound.
  std::vector<std::string> validate() const;
};

/// What changes. Moving bodies have six velocities each in v, in the order of their indices: linear along the world's
/// axes, angular along the body's. Behind them are three for each free node of the flexible bodies.
struct State {
  double time = 0;                  ///< s
  std::vector<Pose> poses;          ///< of all rigid bodies
  Vector v;                         ///< 6 × moving bodies + 3 × free nodes
  std::vector<Vector3> nodes = {};  ///< places of the nodes of all flexible bodies, one body after the other, m
};

/// The index of the first body, or joint, of that name. Throws InputError with the nearest name.
int body_index(const Model& model, const std::string& name);
int joint_index(const Model& model, const std::string& name);

/// The pairs of bodies that never touch, smaller index first, in order, each once: the ignored ones, and those with a
/// joint that does not allow contact.
std::vector<std::pair<int, int>> pairs_without_contact(const Model& model);

/// Gives the body this mass and inertia, and moves its frame into the centre of mass: the shapes stay where they are in
/// the world, and so does `origin`. Joints, springs and forces name points of the moved frame: add them later.
void set_mass(Body& body, const MassProperties& properties);
/// The same for shapes of uniform density, kg/m³. Throws InputError where they have no mass: none, or boundaries.
void set_mass_from_shapes(Body& body, double density);

/// Half of a body's least width: of its thinnest solid shape, m. Infinite without solid shapes.
double half_width(const Body& body);

/// How far from its centre of mass turning moves a body's surface, m: the distance of its furthest point; 0 for a
/// sphere about the centre, which looks the same when it turns.
double turning_radius(const Body& body);

/// Whether a boundary of the model is hollow along a curve, or may be: a cylinder or cone from inside, a mesh.
bool has_hollow(const Model& model);

/// The first velocity of each body in v; -1 for fixed ones.
std::vector<int> velocity_places(const Model& model);
/// The same for each node of the flexible bodies; -1 for nodes that are held.
std::vector<int> node_places(const Model& model);
/// How many velocities rigid bodies have.
int rigid_velocities(const Model& model);
State initial_state(const Model& model);

}  // namespace signorini
