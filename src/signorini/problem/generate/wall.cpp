#include "signorini/math/random.h"
#include "signorini/problem/generate/box_contacts.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/problem/generate/rigid_contacts.h"

namespace signorini {

using namespace generator;

namespace {

struct Course {
  int first;  ///< index of its leftmost brick
  int count;
};

bool has_half_bricks(int row) { return row % 2 == 1; }

/// The bricks of one course from left to right, at their exact place. Courses with half bricks are as long as the
/// others.
std::vector<Box> lay_course(const WallOptions& options, int row) {
  const double joint = options.joint * options.length;
  const bool halves = has_half_bricks(row);
  const int count = halves ? options.columns + 1 : options.columns;
  std::vector<Box> course;
  double x = 0.0;
  for (int i = 0; i < count; ++i) {
    const bool half = halves && (i == 0 || i == count - 1);
    const double length = half ? 0.5 * (options.length - joint) : options.length;
    course.push_back({.center = {x + 0.5 * length, 0.0, (row + 0.5) * options.height},
                      .half = {0.5 * length, 0.5 * options.width, 0.5 * options.height}});
    x += length + joint;
  }
  return course;
}

}  // namespace

ContactProblem generate_wall(const WallOptions& options) {
  options.validate();
  Random random(options.seed);
  std::vector<Box> boxes;
  std::vector<RigidBody> bodies;
  std::vector<Course> courses;
  for (int row = 0; row < options.rows; ++row) {
    const std::vector<Box> course = lay_course(options, row);
    courses.push_back({.first = static_cast<int>(boxes.size()), .count = static_cast<int>(course.size())});
    for (Box box : course) {
      box.center.x() += options.gap_spread * options.height * random.uniform(-1.0, 1.0);
      box.center.z() += options.gap_spread * options.height * random.uniform(-1.0, 1.0);
      boxes.push_back(box);
      RigidBody& body = bodies.emplace_back(box_body(box, options.density * 8.0 * box.half.prod()));
      body.velocity = options.agitation * random.normal3();
      body.angular_velocity = options.agitation / (0.5 * options.height) * random.normal3();
    }
  }

  std::vector<RigidContact> contacts;
  const auto touch = [&](int a, int b, int axis) { append_face_contacts(contacts, a, boxes[a], b, boxes[b], axis); };
  for (int row = 0; row < options.rows; ++row) {
    const auto [first, count] = courses[row];
    for (int i = 0; i < count; ++i) {
      if (row == 0) append_face_contacts(contacts, fixed, floor_box(), i, boxes[i], 2);
      if (i + 1 < count) touch(first + i, first + i + 1, 0);
      if (row + 1 == options.rows) continue;
      // Brick i of a course of whole bricks carries i and i + 1 of the next; half bricks at the ends shift the count by
      // one.
      const Course& above = courses[row + 1];
      const int left = has_half_bricks(row) ? i - 1 : i;
      for (const int j : {left, left + 1}) {
        if (j >= 0 && j < above.count) touch(first + i, above.first + j, 2);
      }
    }
  }
  return assemble(bodies, contacts,
                  {.step = options.step,
                   .friction = options.friction,
                   .recovery_speed = options.recovery_speed,
                   .law = options.law});
}

}  // namespace signorini
