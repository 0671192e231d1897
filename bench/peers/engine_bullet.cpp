#include <algorithm>
#include <cmath>

#include <btBulletDynamicsCommon.h>

#include "peers/engine.h"

namespace signorini::bench::peers {

namespace {

btVector3 to_bullet(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
btTransform to_bullet(const Pose& pose) {
  const Quaternion& q = pose.orientation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(pose.position));
}

/// A box, of the size that was asked for: the margin is taken from its inside.
std::unique_ptr<btCollisionShape> box(const Vector3& half) {
  constexpr double default_margin = 0.04;  // m; too much for small boxes
  auto shape = std::make_unique<btBoxShape>(to_bullet(half));
  shape->setMargin(std::min(default_margin, 0.1 * half.minCoeff()));
  return shape;
}

std::unique_ptr<btCollisionShape> shape_of(const PeerBody& body) {
  switch (body.form) {
    case Form::sphere:
      return std::make_unique<btSphereShape>(body.half.x());
    case Form::capsule:
      return std::make_unique<btCapsuleShapeZ>(body.half.x(), 2 * body.half.z());
    default:
      return box(body.half);
  }
}

class BulletEngine : public Engine {
 public:
  BulletEngine(const PeerScene& scene, int iterations)
      : scene_(scene), dispatcher_(&configuration_), world_(&dispatcher_, &broad_phase_, &solver_, &configuration_) {
    world_.setGravity(btVector3(0, 0, -gravity));
    world_.getSolverInfo().m_numIterations = iterations;
    // With one direction, its default, a box between two fingers falls.
    world_.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    for (const PeerPlane& plane : scene.planes) {
      const btVector3 normal = to_bullet(plane.normal);
      add(0, Pose{}, std::make_unique<btStaticPlaneShape>(normal, normal.dot(to_bullet(plane.point))), {0, 0, 0});
    }
    for (const PeerBody& body : scene.bodies) {
      const double mass = body.fixed ? 0 : body.mass;
      const Vector3 moments = body.fixed ? Vector3::Zero() : inertia(body);
      btRigidBody& added = add(mass, body.pose, shape_of(body), to_bullet(moments));
      added.setLinearVelocity(to_bullet(body.velocity));
      added.setAngularVelocity(to_bullet(body.angular_velocity));
      moving_.push_back(&added);
    }
    for (const PeerJoint& joint : scene.joints) add(joint);
  }
  ~BulletEngine() override {
    for (const auto& joint : joints_) world_.removeConstraint(joint.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step() override {
    for (std::size_t k = 0; k < moving_.size(); ++k) {
      if (!scene_.bodies[k].force.isZero()) moving_[k]->applyCentralForce(to_bullet(scene_.bodies[k].force));
    }
    world_.stepSimulation(scene_.step, 0);  // 0: one step of exactly this length
  }

  std::vector<Pose> poses() override {
    std::vector<Pose> poses;
    for (const btRigidBody* body : moving_) {
      const btVector3& p = body->getWorldTransform().getOrigin();
      const btQuaternion q = body->getWorldTransform().getRotation();
      poses.push_back({{p.x(), p.y(), p.z()}, Quaternion(q.w(), q.x(), q.y(), q.z())});
    }
    return poses;
  }

 private:
  btRigidBody& add(double mass, const Pose& pose, std::unique_ptr<btCollisionShape> shape, const btVector3& moments) {
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), moments);
    info.m_startWorldTransform = to_bullet(pose);
    info.m_friction = std::sqrt(scene_.friction);  // of a pair: the product
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    btRigidBody& body = *bodies_.back();
    body.setActivationState(DISABLE_DEACTIVATION);
    constexpr int everything = -1;
    world_.addRigidBody(&body, 1, scene_.contacts ? everything : 0);
    shapes_.push_back(std::move(shape));
    return body;
  }

  void add(const PeerJoint& joint) {
    const Pose place{joint.at, turn_to(joint.axis)};
    // A hinge turns about z of its frames, a slider moves along x.
    const Pose slider{joint.at, Quaternion::FromTwoVectors(Vector3::UnitX(), joint.axis)};
    const auto local = [&](int body, const Pose& pose) {
      return to_bullet(body < 0 ? pose : scene_.bodies[body].pose.inverse() * pose);
    };
    btRigidBody& a = joint.a < 0 ? btTypedConstraint::getFixedBody() : *moving_[joint.a];
    btRigidBody& b = *moving_[joint.b];
    std::unique_ptr<btTypedConstraint> made;
    if (joint.kind == PeerJointKind::hinge) {
      made = std::make_unique<btHingeConstraint>(a, b, local(joint.a, place), local(joint.b, place));
    } else if (joint.kind == PeerJointKind::slider) {
      auto guide = std::make_unique<btSliderConstraint>(a, b, local(joint.a, slider), local(joint.b, slider), true);
      guide->setLowerLinLimit(1);  // lower above upper: free
      guide->setUpperLinLimit(-1);
      guide->setLowerAngLimit(0);
      guide->setUpperAngLimit(0);
      made = std::move(guide);
    } else {
      made = std::make_unique<btPoint2PointConstraint>(a, b, local(joint.a, place).getOrigin(),
                                                       local(joint.b, place).getOrigin());
    }
    world_.addConstraint(made.get(), true);
    joints_.push_back(std::move(made));
  }

  PeerScene scene_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btTypedConstraint>> joints_;
  std::vector<btRigidBody*> moving_;  ///< those of the scene, in its order
};

}  // namespace

std::vector<Contender> bullet_contenders() {
  std::vector<Contender> contenders;
  for (const int iterations : {10, 200}) {
    contenders.push_back({"bullet-" + std::to_string(iterations), 5000, [iterations](const PeerScene& scene) {
                            return std::make_unique<BulletEngine>(scene, iterations);
                          }});
  }
  return contenders;
}

}  // namespace signorini::bench::peers
