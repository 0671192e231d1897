#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "signorini/io/limits.h"
#include "signorini/io/scene_body.h"
#include "signorini/io/scene_fill.h"
#include "signorini/math/random.h"

/// Fills: many bodies from one template. The same file gives the same bodies, to the last bit.
namespace signorini {

FillRegion read_region(const SceneNode& node) {
  const SceneObject object(node, "region");
  FillRegion region;
  region.from = object.at("from").vector();
  if (const auto shape = object.find("shape")) region.round = shape->word({"box", "cylinder"}) == "cylinder";
  const SceneNode to = object.at("to");
  const std::vector<double> corner = to.numbers();
  if (corner.size() != 2 && corner.size() != 3)
    to.refuse(fmt::format("has {} entries, expected [x, y, z], or [x, y] for as high as needed", corner.size()));
  region.open_top = corner.size() == 2;
  region.to = Vector3(corner[0], corner[1], region.open_top ? region.from.z() : corner[2]);
  for (int k = 0; k < (region.open_top ? 2 : 3); ++k)
    if (region.to[k] <= region.from[k])
      to.refuse(fmt::format("has [{}] = {}, expected more than the {} of from", k, region.to[k], region.from[k]));
  if (!(region.to - region.from).allFinite()) to.refuse("is too far from the from of the region");
  return region;
}

namespace {

int read_count(const SceneNode& node) {
  const int count = node.integer(0);
  if (count > limits::bodies) node.refuse(fmt::format("is {}, expected at most {}", count, limits::bodies));
  return count;
}

std::uint64_t read_seed(const SceneObject& fill) { return static_cast<std::uint64_t>(fill.integer("seed", 0, 1)); }

/// What the bodies are drawn from: the entries of one_of, or the template's own shapes.
std::vector<std::vector<Shape>> read_choices(const SceneObject& fill, const BodyTemplate& from, SceneDraft& draft) {
  for (const char* key : {"inertia", "centre_of_mass"}) from.object.forbid(key, "is for single bodies, not for fills");
  const auto list = fill.find("one_of");
  if (!list) return {read_shapes(from, draft)};
  std::vector<std::vector<Shape>> choices;
  for (const SceneNode& shape : list->items()) choices.push_back({read_shape(shape, from.material, draft)});
  if (choices.empty()) list->refuse("is empty, expected shapes");
  for (const char* key : {"shape", "shapes"}) from.object.forbid(key, "is given together with one_of");
  return choices;
}

const std::vector<Shape>& draw(const std::vector<std::vector<Shape>>& choices, Random& random) {
  const double place = choices.size() == 1 ? 0.0 : random.uniform() * static_cast<double>(choices.size());
  return choices[static_cast<std::size_t>(place)];
}

/// Uniform over all turns: a point in the ball of four dimensions, pushed to its surface.
Quaternion draw_orientation(Random& random) {
  for (;;) {
    Eigen::Vector4d q;
    for (double& x : q) x = random.uniform(-1, 1);
    const double square = q.squaredNorm();
    if (square <= 1 && square > 0.01) return Quaternion(q / std::sqrt(square));
  }
}

/// Before the places are made, of which a slip in a unit makes more than any memory holds. With a `count` no more than
/// that are made, but a round region is searched for them layer by layer.
void check_cells(const SceneNode& node, FillRegion region, const Vector3& cell, std::optional<int> count) {
  if (count && !region.round) return;
  if (count) region.open_top = true;
  const double cells = cells_in(region, cell);
  if (cells <= static_cast<double>(limits::cells)) return;
  node.refuse(fmt::format("has {:.10g} places of {:g} m{}, expected at most {}: make it smaller, or the places larger",
                          cells, cell.x(), region.open_top ? " in a layer" : "", limits::cells));
}

[[noreturn]] void refuse_room(const SceneNode& region, std::size_t room, int count) {
  region.refuse(fmt::format("has room for {} of {} bodies: make it larger, or leave out the z of to", room, count));
}

/// The lattice that starts at the template's position.
std::vector<Vector3> counted_places(const SceneObject& lattice, const Vector3& spacing, const Vector3& first) {
  const SceneNode node = lattice.at("counts");
  if (!node.is_list() || node.items().size() != 3) node.expected("three counts [nx, ny, nz]");
  int counts[3];
  double total = 1;
  for (std::size_t k = 0; k < 3; ++k) total *= counts[k] = node.items()[k].integer(1);
  if (total > static_cast<double>(limits::bodies))
    node.refuse(fmt::format("makes {:.10g} bodies, expected at most {}", total, limits::bodies));
  const auto limit = lattice.find("count");
  const std::size_t wanted = limit ? static_cast<std::size_t>(read_count(*limit)) : static_cast<std::size_t>(total);
  std::vector<Vector3> places;
  for (int k = 0; k < counts[2]; ++k)
    for (int j = 0; j < counts[1]; ++j)
      for (int i = 0; i < counts[0] && places.size() < wanted; ++i)
        places.push_back(first + spacing.cwiseProduct(Vector3(i, j, k)));
  if (limit && places.size() < wanted)
    limit->refuse(fmt::format("is {}, but counts makes {} places", wanted, places.size()));
  return places;
}

std::vector<Vector3> region_places(const SceneObject& lattice, const Vector3& spacing, const BodyTemplate& from) {
  from.object.forbid("position", "is given together with a region");
  const SceneNode node = lattice.at("region");
  const FillRegion region = read_region(node);
  const auto limit = lattice.find("count");
  if (region.open_top && !limit) lattice.node().refuse("has no count, which a region without a top needs");
  const std::optional<int> count = limit ? std::optional(read_count(*limit)) : std::nullopt;
  check_cells(node, region, spacing, count);
  std::vector<Vector3> places = fill_cells(region, spacing, count);
  if (count && places.size() < static_cast<std::size_t>(*count)) refuse_room(node, places.size(), *count);
  return places;
}

}  // namespace

void read_lattice(const SceneNode& node, const BodyTemplate& from, const std::string& name, SceneDraft& draft) {
  const SceneObject lattice(node, "lattice");
  const SceneNode spacing_node = lattice.at("spacing");
  const Vector3 spacing = spacing_node.is_list() ? spacing_node.vector(Bounds::positive)
                                                 : Vector3::Constant(spacing_node.number(Bounds::positive));
  const double jitter = lattice.number("jitter", Bounds::not_negative, 0.0);
  Random random(read_seed(lattice));
  const auto choices = read_choices(lattice, from, draft);
  Pose pose = from.object.pose();
  const bool counted = lattice.only_one_of({"counts", "region"}) == "counts";
  const std::vector<Vector3> places =
      counted ? counted_places(lattice, spacing, pose.position) : region_places(lattice, spacing, from);
  check_body_count(node, draft, places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    pose.position = places[k];
    for (double& x : pose.position) x += random.uniform(-jitter, jitter);
    place_body(from, fmt::format("{}_{}", name, k), draw(choices, random), pose, draft);
  }
}

void read_rings(const SceneNode& node, const BodyTemplate& from, const std::string& name, SceneDraft& draft) {
  const SceneObject rings(node, "rings");
  from.object.forbid("position", "is given together with rings");
  const int count = read_count(rings.at("count"));
  check_body_count(node, draft, static_cast<std::size_t>(count));
  const SceneNode region_node = rings.at("region");
  FillRegion region = read_region(region_node);
  region.round = true;
  const double spacing = rings.at("spacing").number(Bounds::positive);
  check_cells(region_node, region, Vector3::Constant(spacing), count);
  const auto choices = read_choices(rings, from, draft);
  const std::vector<Ring> circles = fill_rings(region, spacing, count);
  std::size_t room = 0;
  for (const Ring& ring : circles) room += static_cast<std::size_t>(ring.places);
  if (room < static_cast<std::size_t>(count)) refuse_room(region_node, room, count);

  Random random(read_seed(rings));
  Pose pose = from.object.pose();
  int made = 0;
  for (const Ring& ring : circles) {
    const double sector = 2 * M_PI / ring.places, play = 0.5 * (sector - ring.least_angle);
    const double turn = random.uniform(0, 2 * M_PI);
    for (int k = 0; k < ring.places && made < count; ++k, ++made) {
      const double angle = turn + sector * k + random.uniform(-play, play);
      pose.position = ring.centre + ring.radius * Vector3(std::cos(angle), std::sin(angle), 0);
      place_body(from, fmt::format("{}_{}", name, made), draw(choices, random), pose, draft);
    }
  }
}

void read_random(const SceneNode& node, const BodyTemplate& from, const std::string& name, SceneDraft& draft) {
  const SceneObject fill(node, "random");
  from.object.forbid("position", "is given together with a random fill");
  const int count = read_count(fill.at("count"));
  check_body_count(node, draft, static_cast<std::size_t>(count));
  const SceneNode region_node = fill.at("region");
  const FillRegion region = read_region(region_node);
  double smallest = 1, largest = 1;
  if (const auto scale = fill.find("scale")) {
    const std::vector<double> ends = scale->numbers(2);
    if (ends[0] <= 0 || ends[1] < ends[0])
      scale->refuse(fmt::format("is [{}, {}], expected 0 < low <= high", ends[0], ends[1]));
    from.object.forbid("mass", "is given together with scale: give density, so that mass follows size");
    smallest = ends[0];
    largest = ends[1];
  }
  const auto choices = read_choices(fill, from, draft);
  double radius = 0;
  for (const auto& shapes : choices) radius = std::max(radius, largest * bounding_radius(shapes));
  if (radius == 0) from.object.node().refuse("has no solid shape to fill the region with");

  // One body in a cell that holds the largest, however it is turned: no two overlap.
  const double gap = fill.number("gap", Bounds::not_negative, 0.0);
  const double cell = 2 * radius + gap;
  const auto enough = region.open_top ? std::optional(count) : std::nullopt;
  check_cells(region_node, region, Vector3::Constant(cell), enough);
  std::vector<Vector3> cells = fill_cells(region, Vector3::Constant(cell), enough);
  if (cells.size() < static_cast<std::size_t>(count)) refuse_room(region_node, cells.size(), count);

  Random random(read_seed(fill));
  const auto given_orientation = from.object.find("orientation");
  for (int k = 0; k < count; ++k) {
    const auto place = static_cast<std::size_t>(k);
    // Any of the cells that are left.
    const auto left = static_cast<double>(cells.size() - place);
    std::swap(cells[place], cells[place + static_cast<std::size_t>(random.uniform() * left)]);
    const std::vector<Shape>& shapes = draw(choices, random);
    const double factor = random.uniform(smallest, largest);
    std::vector<Shape> sized = smallest == largest && largest == 1 ? shapes : scaled(shapes, factor);
    const double play = 0.5 * (cell - gap) - bounding_radius(sized);
    Pose pose{cells[place], given_orientation ? given_orientation->orientation() : draw_orientation(random)};
    for (double& x : pose.position) x += random.uniform(-play, play);
    place_body(from, fmt::format("{}_{}", name, k), std::move(sized), pose, draft);
  }
}

}  // namespace signorini
