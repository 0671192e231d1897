#include "signorini/io/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "signorini/io/hdf5.h"

namespace signorini {
namespace {

using hdf5::Group;

/// Raised when the meaning of what is in the file changes.
constexpr int latest_format = 5;

/// Columns of /contacts/keys and /state/poses as they follow each other in a row.
constexpr std::size_t key_size = 5;   // body_a, body_b, shape_a, shape_b, feature
constexpr std::size_t pose_size = 7;  // position, orientation w, x, y, z

std::vector<double> read_reals(const Group& group, const std::string& name) {
  const hdf5::Dataset data = group.reals(name);
  std::vector<double> out(static_cast<std::size_t>(data.size()));
  data.read(out.data(), 0, data.size());
  return out;
}

std::vector<int> read_integers(const Group& group, const std::string& name) {
  const hdf5::Dataset data = group.integers(name);
  std::vector<int> out(static_cast<std::size_t>(data.size()));
  data.read(out.data(), 0, data.size());
  return out;
}

double read_real(const Group& group, const std::string& name) {
  const std::vector<double> values = read_reals(group, name);
  if (values.size() != 1) group.fail(name, fmt::format("has {} entries where one is expected", values.size()));
  return values[0];
}

void require_multiple(const Group& group, const std::string& name, std::size_t size, std::size_t of) {
  if (size % of != 0) group.fail(name, fmt::format("has {} entries, not a multiple of {}", size, of));
}

void write_state(const Group& group, const State& state) {
  group.write("time", std::span(&state.time, 1));
  std::vector<double> poses;
  for (const Pose& pose : state.poses) {
    const Vector3& p = pose.position;
    const Quaternion& q = pose.orientation;
    poses.insert(poses.end(), {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()});
  }
  group.write("poses", poses);
  group.write("velocity", std::span(state.v.data(), static_cast<std::size_t>(state.v.size())));
  std::vector<double> nodes;
  for (const Vector3& node : state.nodes) nodes.insert(nodes.end(), {node.x(), node.y(), node.z()});
  if (!nodes.empty()) group.write("nodes", nodes);
}

State read_state(const Group& group) {
  State state;
  state.time = read_real(group, "time");
  const std::vector<double> poses = read_reals(group, "poses");
  require_multiple(group, "poses", poses.size(), pose_size);
  for (std::size_t k = 0; k < poses.size(); k += pose_size)
    state.poses.push_back({Vector3(poses[k], poses[k + 1], poses[k + 2]),
                           Quaternion(poses[k + 3], poses[k + 4], poses[k + 5], poses[k + 6])});
  const std::vector<double> v = read_reals(group, "velocity");
  state.v = Eigen::Map<const Vector>(v.data(), static_cast<Eigen::Index>(v.size()));
  if (!group.has("nodes")) return state;
  const std::vector<double> nodes = read_reals(group, "nodes");
  require_multiple(group, "nodes", nodes.size(), 3);
  for (std::size_t k = 0; k < nodes.size(); k += 3) state.nodes.emplace_back(nodes[k], nodes[k + 1], nodes[k + 2]);
  return state;
}

void write_contacts(const Group& group, const std::vector<std::pair<ContactKey, Vector3>>& contacts) {
  std::vector<int> keys;
  std::vector<double> impulses;
  for (const auto& [key, impulse] : contacts) {
    keys.insert(keys.end(), {key.body_a, key.body_b, key.shape_a, key.shape_b, key.feature});
    impulses.insert(impulses.end(), {impulse.x(), impulse.y(), impulse.z()});
  }
  group.write("keys", keys);
  group.write("impulses", impulses);
}

void write_pairs(const Group& group, const std::vector<std::pair<int, int>>& pairs) {
  std::vector<int> bodies;
  for (const auto& [a, b] : pairs) bodies.insert(bodies.end(), {a, b});
  group.write("overlapping", bodies);
}

std::vector<std::pair<int, int>> read_pairs(const Group& group, std::size_t bodies) {
  const std::vector<int> numbers = read_integers(group, "overlapping");
  require_multiple(group, "overlapping", numbers.size(), 2);
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t k = 0; k < numbers.size(); k += 2) {
    const int a = numbers[k], b = numbers[k + 1];
    if (a < 0 || b <= a || static_cast<std::size_t>(b) >= bodies)
      group.fail("overlapping", fmt::format("has the bodies {} and {}, which are no pair", a, b));
    pairs.emplace_back(a, b);
  }
  return pairs;
}

std::int16_t narrow(const Group& group, int value) {
  if (value < std::numeric_limits<std::int16_t>::min() || value > std::numeric_limits<std::int16_t>::max())
    group.fail("keys", fmt::format("has a shape {}, which cannot be", value));
  return static_cast<std::int16_t>(value);
}

/// Counts are kept as doubles, which hold all of them up to here.
constexpr double largest_count = 9007199254740992.0;  // 2⁵³

std::vector<std::pair<ContactKey, Vector3>> read_contacts(const Group& group) {
  const std::vector<int> keys = read_integers(group, "keys");
  const std::vector<double> impulses = read_reals(group, "impulses");
  require_multiple(group, "keys", keys.size(), key_size);
  const std::size_t count = keys.size() / key_size;
  if (impulses.size() != 3 * count)
    group.fail("impulses", fmt::format("has {} entries, but keys make {}", impulses.size(), 3 * count));
  std::vector<std::pair<ContactKey, Vector3>> contacts;
  for (std::size_t k = 0; k < count; ++k) {
    const int* key = &keys[key_size * k];
    contacts.emplace_back(ContactKey{key[0], key[1], narrow(group, key[2]), narrow(group, key[3]), key[4]},
                          Vector3(&impulses[3 * k]));
  }
  return contacts;
}

void write_points(const Group& group, const std::vector<Vector3>& points) {
  std::vector<double> numbers;
  for (const Vector3& point : points) numbers.insert(numbers.end(), point.data(), point.data() + 3);
  group.write("points", numbers);
}

std::vector<Vector3> read_points(const Group& group, std::size_t contacts) {
  const std::vector<double> numbers = read_reals(group, "points");
  if (numbers.size() != 3 * contacts && !numbers.empty())
    group.fail("points", fmt::format("has {} entries, but keys make {}", numbers.size(), 3 * contacts));
  std::vector<Vector3> points;
  for (std::size_t k = 0; k < numbers.size(); k += 3) points.emplace_back(&numbers[k]);
  return points;
}

/// Of runs whose steps are done in pieces.
void write_pieces(const Group& group, const RunSummary& summary) {
  group.write("sum", std::span<const std::int64_t>(&summary.pieces_sum, 1));
  group.write("shortest", std::span(&summary.shortest_piece, 1));
  group.write("too_coarse", std::span<const std::int64_t>(&summary.too_coarse, 1));
  group.write_attribute("first_too_coarse", summary.first_too_coarse);
}

void read_pieces(const Group& group, RunSummary& summary) {
  summary.pieces_sum = group.integer("sum");
  summary.shortest_piece = read_real(group, "shortest");
  summary.too_coarse = group.integer("too_coarse");
  summary.first_too_coarse = group.text_attribute("first_too_coarse");
  if (summary.pieces_sum < 0) group.fail("sum", fmt::format("is {}", summary.pieces_sum));
  if (summary.too_coarse < 0) group.fail("too_coarse", fmt::format("is {}", summary.too_coarse));
}

/// Of runs with flexible bodies.
void write_flexible(const Group& group, const RunSummary& summary) {
  group.write("unbalanced", std::span(&summary.unbalanced, 1));
  group.write("inverted_elements", std::span<const std::int64_t>(&summary.inverted_elements, 1));
  group.write_attribute("first_inverted", summary.first_inverted);
}

void read_flexible(const Group& group, RunSummary& summary) {
  summary.unbalanced = read_real(group, "unbalanced");
  summary.inverted_elements = group.integer("inverted_elements");
  summary.first_inverted = group.text_attribute("first_inverted");
  if (summary.inverted_elements < 0) group.fail("inverted_elements", fmt::format("is {}", summary.inverted_elements));
}

}  // namespace

void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint, const FileWriter& writer) {
  const hdf5::Quiet quiet;
  const hdf5::MemoryFile memory(path);
  const Group& root = memory.root();
  root.write_attribute("format", latest_format);
  root.write_attribute("digest", checkpoint.digest);
  root.write_attribute("first_miss", checkpoint.summary.first_miss);
  root.write("step", std::span<const std::int64_t>(&checkpoint.step, 1));
  write_state(root.make_group("state"), checkpoint.state);
  {
    const Group contacts = root.make_group("contacts");
    write_contacts(contacts, checkpoint.contact_impulses);
    write_points(contacts, checkpoint.contact_points);
  }
  root.write("joint_impulses", checkpoint.joint_impulses);
  if (checkpoint.contact_energy != 0) root.write("contact_energy", std::span(&checkpoint.contact_energy, 1));
  if (checkpoint.summary.pieces_sum > 0) write_pieces(root.make_group("pieces"), checkpoint.summary);
  if (checkpoint.summary.unbalanced > 0 || checkpoint.summary.inverted_elements > 0)
    write_flexible(root.make_group("flexible"), checkpoint.summary);
  if (checkpoint.summary.stabilisation_share_most > 0)
    root.write("stabilisation_share_most", std::span(&checkpoint.summary.stabilisation_share_most, 1));
  if (checkpoint.summary.impacts_cut_off > 0)
    root.write("impacts_cut_off", std::span<const std::int64_t>(&checkpoint.summary.impacts_cut_off, 1));
  root.write("motor_shifts", checkpoint.motor_shifts);
  if (!checkpoint.overlapping.empty()) write_pairs(root, checkpoint.overlapping);
  {
    const Group summary = root.make_group("summary");
    each_figure(checkpoint.summary, [&](const std::string& name, auto value) {
      const double figure = static_cast<double>(value);
      summary.write(name, std::span(&figure, 1));
    });
  }
  writer(path, memory.bytes());
}

Checkpoint load_checkpoint(const std::filesystem::path& path) {
  const hdf5::Quiet quiet;
  const Group root = hdf5::open_file(path);
  const std::int64_t format = root.integer_attribute("format");
  if (format >= 1 && format < latest_format)
    root.fail("format", fmt::format("is {}, of a version that took other steps: run the scene again", format));
  if (format < 1 || format > latest_format)
    root.fail("format", fmt::format("is {}, but this program reads formats up to {}", format, latest_format));
  Checkpoint checkpoint;
  checkpoint.digest = root.text_attribute("digest");
  checkpoint.summary.first_miss = root.text_attribute("first_miss");
  const std::int64_t step = root.integer("step");
  if (step < 0) root.fail("step", fmt::format("is {}", step));
  checkpoint.step = step;
  checkpoint.state = read_state(root.group("state"));
  const Group contacts = root.group("contacts");
  checkpoint.contact_impulses = read_contacts(contacts);
  checkpoint.contact_points = read_points(contacts, checkpoint.contact_impulses.size());
  checkpoint.joint_impulses = read_reals(root, "joint_impulses");
  if (root.has("contact_energy")) checkpoint.contact_energy = read_real(root, "contact_energy");
  if (root.has("pieces")) read_pieces(root.group("pieces"), checkpoint.summary);
  if (root.has("flexible")) read_flexible(root.group("flexible"), checkpoint.summary);
  if (root.has("stabilisation_share_most"))
    checkpoint.summary.stabilisation_share_most = read_real(root, "stabilisation_share_most");
  if (root.has("impacts_cut_off")) checkpoint.summary.impacts_cut_off = root.integer("impacts_cut_off");
  if (checkpoint.summary.impacts_cut_off < 0)
    root.fail("impacts_cut_off", fmt::format("is {}", checkpoint.summary.impacts_cut_off));
  checkpoint.motor_shifts = read_reals(root, "motor_shifts");
  if (root.has("overlapping")) checkpoint.overlapping = read_pairs(root, checkpoint.state.poses.size());
  const Group summary = root.group("summary");
  each_figure(checkpoint.summary, [&](const std::string& name, auto& value) {
    using Figure = std::decay_t<decltype(value)>;
    const double figure = read_real(summary, name);
    if constexpr (std::is_integral_v<Figure>)
      if (!(std::abs(figure) <= std::min(largest_count, static_cast<double>(std::numeric_limits<Figure>::max()))))
        summary.fail(name, fmt::format("is {}, which is no count", figure));
    value = static_cast<Figure>(figure);
  });
  return checkpoint;
}

}  // namespace signorini
