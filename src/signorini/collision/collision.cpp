#include "signorini/collision/collision.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "signorini/base/error.h"
#include "signorini/base/parallel.h"
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
  void place(std::size_t shape, const Pose& body);
  /// What one thread needs at a time, and what it finds.
  struct Part {
    NarrowScratch scratch;
    Manifold manifold;
    std::vector<Contact> contacts;
  };
  void find(std::span<const ShapePair> pairs, Part& part) const;
  void append(const ShapePair& pair, const Manifold& manifold, std::vector<Contact>& contacts) const;

  double margin;
  std::size_t bodies;
  std::vector<ShapeInfo> shapes;
  std::vector<ShapeTag> tags;  ///< of the shapes
  std::vector<Ball> balls;
  std::vector<Aabb> boxes;
  std::vector<PlacedShape> placed;                   ///< of spheres the position alone is up to date
  std::vector<std::pair<int, int>> without_contact;  ///< bodies
  BroadPhase broad_phase;
  std::vector<Part> parts;
  std::vector<Pose> fixed_poses;  ///< by body, of those that are fixed, when they were placed; empty before that
  bool fixed_moved = true;        ///< whether one of them was placed anew
};

void Collision::Workspace::place(const std::vector<Pose>& poses) {
  fixed_moved = fixed_poses.empty();
  if (fixed_moved) fixed_poses = poses;
  const bool first = fixed_moved;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Pose& body = poses[tags[i].body];
    if (tags[i].fixed && !first) {
      const Pose& before = fixed_poses[tags[i].body];
      if (before.position == body.position && before.orientation.coeffs() == body.orientation.coeffs()) continue;
      fixed_moved = true;
    }
    place(i, body);
  }
  if (fixed_moved) fixed_poses = poses;
}

void Collision::Workspace::place(std::size_t i, const Pose& body) {
  const ShapeTag& tag = tags[i];
  if (tag.kind == Kind::sphere) {  // how it is turned does not matter
    placed[i].position = balls[i].centre = tag.centred ? body.position : body.to_world(shapes[i].pose.position);
    return;
  }
  const ShapeInfo& info = shapes[i];
  const Pose pose = tag.centred ? body : body * info.pose;
  placed[i].position = pose.position;
  placed[i].rotation = pose.rotation();
  balls[i].centre = placed[i].to_world(info.ball.centre);
  if (!is_boundary(info.kind) || info.kind == Kind::mesh) boxes[i] = placed[i].aabb();
}

void Collision::Workspace::append(const ShapePair& pair, const Manifold& manifold,
                                  std::vector<Contact>& contacts) const {
  const ShapeTag &a = tags[pair.first], &b = tags[pair.second];
  for (const ManifoldPoint& point : manifold)
    contacts.push_back({{a.body, b.body, a.shape, b.shape, point.feature},
                        point.point,
                        point.normal,
                        point.gap,
                        a.material,
                        b.material});
}

void Collision::Workspace::find(std::span<const ShapePair> pairs, Part& part) const {
  part.contacts.clear();
  for (const ShapePair& pair : pairs) {
    if (tags[pair.first].kind == Kind::sphere && tags[pair.second].kind == Kind::sphere) {
      part.manifold.clear();
      sphere_sphere(balls[pair.first], balls[pair.second], margin, part.manifold);
    } else {
      touch(placed[pair.first], placed[pair.second], margin, part.scratch, part.manifold);
    }
    append(pair, part.manifold, part.contacts);
  }
}

namespace {

/// Pairs whose contacts are found in one go: of hulls and meshes a part takes longer than to wake a thread, and of
/// spheres there are many.
constexpr std::size_t pairs_of_part = 64, most_parts = 64;

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
  work_->fixed_poses.clear();
}

void Collision::find(const std::vector<Pose>& poses, std::vector<Contact>& contacts) {
  Workspace& work = *work_;
  if (poses.size() != work.bodies)
    throw InputError("collision: " + std::to_string(poses.size()) + " poses for " + std::to_string(work.bodies) +
                     " bodies");
  contacts.clear();
  work.place(poses);
  // Parts do not depend on the number of threads, and what they find is put together in their order.
  const std::span<const ShapePair> pairs = work.broad_phase.find(work.balls, work.boxes, work.placed, work.fixed_moved);
  const std::size_t parts = std::clamp<std::size_t>(pairs.size() / pairs_of_part, 1, most_parts);
  work.parts.resize(std::max(work.parts.size(), parts));
  parallel_for(static_cast<int>(parts), [&](int k) {
    const auto part = static_cast<std::size_t>(k);
    const std::size_t begin = pairs.size() * part / parts, end = pairs.size() * (part + 1) / parts;
    work.find(pairs.subspan(begin, end - begin), work.parts[part]);
  });
  for (std::size_t part = 0; part < parts; ++part) {
    const std::vector<Contact>& found = work.parts[part].contacts;
    contacts.insert(contacts.end(), found.begin(), found.end());
  }
}

}  // namespace signorini
