#include <array>

#include <ode/ode.h>

#include "peers/engine.h"

namespace signorini::bench::peers {

namespace {

class OdeEngine : public Engine {
 public:
  /// `iterations` of its quick step; 0: its direct one.
  OdeEngine(const PeerScene& scene, int iterations) : scene_(scene), direct_(iterations == 0) {
    static const bool started = dInitODE2(0) != 0;
    static_cast<void>(started);
    dRandSetSeed(0);  // its quick step shuffles the rows
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, -gravity);
    if (!direct_) dWorldSetQuickStepNumIterations(world_, iterations);
    for (const PeerPlane& plane : scene.planes) {
      const Vector3& n = plane.normal;
      dCreatePlane(space_, n.x(), n.y(), n.z(), n.dot(plane.point));
    }
    for (const PeerBody& body : scene.bodies) add(body);
    for (const PeerJoint& joint : scene.joints) add(joint);
  }
  ~OdeEngine() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }

  void step() override {
    if (scene_.contacts) dSpaceCollide(space_, this, &OdeEngine::near);
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Vector3& f = scene_.bodies[k].force;
      if (!f.isZero()) dBodyAddForce(bodies_[k], f.x(), f.y(), f.z());
    }
    if (direct_)
      dWorldStep(world_, scene_.step);
    else
      dWorldQuickStep(world_, scene_.step);
    dJointGroupEmpty(contacts_);
  }

  std::vector<Pose> poses() override {
    std::vector<Pose> poses;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      if (bodies_[k] == nullptr) {
        poses.push_back(scene_.bodies[k].pose);
        continue;
      }
      const dReal* p = dBodyGetPosition(bodies_[k]);
      const dReal* q = dBodyGetQuaternion(bodies_[k]);
      poses.push_back({{p[0], p[1], p[2]}, Quaternion(q[0], q[1], q[2], q[3])});
    }
    return poses;
  }

 private:
  dGeomID geometry(const PeerBody& body) {
    switch (body.form) {
      case Form::sphere:
        return dCreateSphere(space_, body.half.x());
      case Form::capsule:
        return dCreateCapsule(space_, body.half.x(), 2 * body.half.z());
      default:
        return dCreateBox(space_, 2 * body.half.x(), 2 * body.half.y(), 2 * body.half.z());
    }
  }

  void add(const PeerBody& from) {
    const Vector3& p = from.pose.position;
    const Quaternion& q = from.pose.orientation;
    const dQuaternion turn{q.w(), q.x(), q.y(), q.z()};
    const dGeomID geom = geometry(from);
    bodies_.push_back(from.fixed ? nullptr : dBodyCreate(world_));
    if (dBodyID body = bodies_.back()) {
      const Vector3 moments = inertia(from);
      dMass mass;
      dMassSetParameters(&mass, from.mass, 0, 0, 0, moments.x(), moments.y(), moments.z(), 0, 0, 0);
      dBodySetMass(body, &mass);
      dGeomSetBody(geom, body);
      dBodySetLinearVel(body, from.velocity.x(), from.velocity.y(), from.velocity.z());
      dBodySetAngularVel(body, from.angular_velocity.x(), from.angular_velocity.y(), from.angular_velocity.z());
    }
    dGeomSetPosition(geom, p.x(), p.y(), p.z());
    dGeomSetQuaternion(geom, turn);
  }

  void add(const PeerJoint& from) {
    const Vector3 &at = from.at, &axis = from.axis;
    const dBodyID a = from.a < 0 ? nullptr : bodies_[from.a], b = bodies_[from.b];
    if (from.kind == PeerJointKind::hinge) {
      const dJointID joint = dJointCreateHinge(world_, nullptr);
      dJointAttach(joint, a, b);
      dJointSetHingeAnchor(joint, at.x(), at.y(), at.z());
      dJointSetHingeAxis(joint, axis.x(), axis.y(), axis.z());
    } else if (from.kind == PeerJointKind::slider) {
      const dJointID joint = dJointCreateSlider(world_, nullptr);
      dJointAttach(joint, a, b);
      dJointSetSliderAxis(joint, axis.x(), axis.y(), axis.z());
    } else {
      const dJointID joint = dJointCreateBall(world_, nullptr);
      dJointAttach(joint, a, b);
      dJointSetBallAnchor(joint, at.x(), at.y(), at.z());
    }
  }

  static void near(void* self, dGeomID first, dGeomID second) {
    auto& engine = *static_cast<OdeEngine*>(self);
    const dBodyID a = dGeomGetBody(first), b = dGeomGetBody(second);
    if (a == nullptr && b == nullptr) return;
    constexpr int most = 8;  // two boxes have no more corners in their common face
    std::array<dContact, most> found;
    const int count = dCollide(first, second, most, &found[0].geom, sizeof(dContact));
    for (int k = 0; k < count; ++k) {
      found[k].surface = {};
      found[k].surface.mode = dContactApprox1;  // friction in proportion to the normal force
      found[k].surface.mu = engine.scene_.friction;
      dJointAttach(dJointCreateContact(engine.world_, engine.contacts_, &found[k]), a, b);
    }
  }

  PeerScene scene_;
  bool direct_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  std::vector<dBodyID> bodies_;  ///< null: fixed
};

Contender contender(const std::string& name, int iterations, std::size_t most_bodies) {
  return {name, most_bodies,
          [iterations](const PeerScene& scene) { return std::make_unique<OdeEngine>(scene, iterations); }};
}

}  // namespace

std::vector<Contender> ode_contenders() {
  // The direct step factors a dense matrix of all rows of an island.
  return {contender("ode-20", 20, 5000), contender("ode-500", 500, 5000), contender("ode-direct", 0, 30)};
}

}  // namespace signorini::bench::peers
