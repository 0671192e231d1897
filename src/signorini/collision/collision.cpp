#include "signorini/collision/collision.h"

#include <cmath>
#include <string>

#include "signorini/base/error.h"
#include "signorini/collision/broad_phase.h"
#include "signorini/collision/narrow_phase.h"
#include "signorini/collision/sphere_pairs.h"

namespace signorini {

using namespace collision;

struct Collision::Workspace {
  Workspace(const Model& model, double margin_)
      : margin(margin_),
        bodies(model.bodies.size()),
        shapes(describe_shapes(model)),
        tags(shapes.size()),
        balls(shapes.size()),
        boxes(shapes.size()),
        placed(shapes.size()),
        without_contact(pairs_without_contact(model)),
        broad_phase(shapes, without_contact, margin_) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      tags[i] = shapes[i].tag;
      placed[i].info = &shapes[i];
      balls[i].radius = shapes[i].ball.radius;
    }
  }

  void place(const std::vector<Pose>& poses);
  void append(const ShapePair& pair, std::vector<Contact>& contacts) const;

  double margin;
  std::size_t bodies;
  std::vector<ShapeInfo> shapes;
  std::vector<ShapeTag> tags;  ///< of the shapes
  std::vector<Ball> balls;
  std::vector<Aabb> boxes;
  std::vector<PlacedShape> placed;                   ///< out of date for spheres: their balls tell
  std::vector<std::pair<int, int>> without_contact;  ///< bodies
  BroadPhase broad_phase;
  NarrowScratch scratch;
  Manifold manifold;
};

void Collision::Workspace::place(const std::vector<Pose>& poses) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const ShapeTag& tag = tags[i];
    const Pose& body = poses[tag.body];
    if (tag.kind == Kind::sphere) {  // how it is turned does not matter
      balls[i].centre = tag.centred ? body.position : body.to_world(shapes[i].pose.position);
      continue;
    }
    const ShapeInfo& info = shapes[i];
    const Pose pose = tag.centred ? body : body * info.pose;
    placed[i].position = pose.position;
    placed[i].rotation = pose.rotation();
    balls[i].centre = placed[i].to_world(info.ball.centre);
    if (!is_boundary(info.kind) || info.kind == Kind::mesh) boxes[i] = placed[i].aabb();
  }
}

void Collision::Workspace::append(const ShapePair& pair, std::vector<Contact>& contacts) const {
  const ShapeTag &a = tags[pair.first], &b = tags[pair.second];
  for (const ManifoldPoint& point : manifold)
    contacts.push_back({{a.body, b.body, a.shape, b.shape, point.feature},
                        point.point,
                        point.normal,
                        point.gap,
                        a.material,
                        b.material});
}

namespace {

void require_margin(double margin) {
  if (!(margin > 0) || !std::isfinite(margin))
    throw InputError("collision margin " + std::to_string(margin) + " m: must be positive");
}

}  // namespace

Collision::Collision(const Model& model, double margin) {
  require_margin(margin);
  work_ = std::make_unique<Workspace>(model, margin);
}
Collision::~Collision() = default;
Collision::Collision(Collision&&) noexcept = default;

double Collision::margin() const { return work_->margin; }
void Collision::set_margin(double margin) {
  require_margin(margin);
  if (margin == work_->margin) return;
  work_->margin = margin;
  work_->broad_phase = BroadPhase(work_->shapes, work_->without_contact, margin);
}

void Collision::find(const std::vector<Pose>& poses, std::vector<Contact>& contacts) {
  Workspace& work = *work_;
  if (poses.size() != work.bodies)
    throw InputError("collision: " + std::to_string(poses.size()) + " poses for " + std::to_string(work.bodies) +
                     " bodies");
  contacts.clear();
  work.place(poses);
  for (const ShapePair& pair : work.broad_phase.find(work.balls, work.boxes, work.placed)) {
    const bool first_is_sphere = work.tags[pair.first].kind == Kind::sphere;
    const bool second_is_sphere = work.tags[pair.second].kind == Kind::sphere;
    if (first_is_sphere && second_is_sphere) {
      work.manifold.clear();
      sphere_sphere(work.balls[pair.first], work.balls[pair.second], work.margin, work.manifold);
    } else {
      if (first_is_sphere) work.placed[pair.first].position = work.balls[pair.first].centre;
      if (second_is_sphere) work.placed[pair.second].position = work.balls[pair.second].centre;
      touch(work.placed[pair.first], work.placed[pair.second], work.margin, work.scratch, work.manifold);
    }
    work.append(pair, contacts);
  }
}

}  // namespace signorini
