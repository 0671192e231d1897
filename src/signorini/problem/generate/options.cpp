#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/memory.h"
#include "signorini/base/names.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

/// More would not fit the 32-bit indices of H.
constexpr int most_bodies = 10'000'000;
/// Far outside any unit system, yet products of several such numbers are still doubles.
constexpr double smallest = 1e-30;
constexpr double largest = 1e30;

/// What generating and writing a problem takes at its peak, a body: spheres in a heap, and boxes with four contacts a
/// face.
constexpr double bytes_a_sphere = 4500, bytes_a_box = 13'000;

void require_count(std::string_view option, int value) {
  if (value < 1) throw InputError(fmt::format("{} = {}: must be at least 1", option, value));
  if (value > most_bodies) throw InputError(fmt::format("{} = {}: must be at most {}", option, value, most_bodies));
}

void require_memory(std::string_view option, int bodies, double bytes_a_body) {
  const double bytes = bodies * bytes_a_body, available = static_cast<double>(available_memory_bytes());
  if (bytes > available)
    throw InputError(fmt::format("{}: {} bodies take about {:.2g} GB, but {:.2g} GB are available; ask for fewer",
                                 option, bodies, 1e-9 * bytes, 1e-9 * available));
}

void require_positive(std::string_view option, double value) {
  if (!(value >= smallest && value <= largest)) {
    throw InputError(fmt::format("{} = {}: must be positive, from {} to {}", option, value, smallest, largest));
  }
}

void require_nonnegative(std::string_view option, double value) {
  if (!(value >= 0.0 && value <= largest)) {
    throw InputError(fmt::format("{} = {}: must not be negative, nor above {}", option, value, largest));
  }
}

void require_between(std::string_view option, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    throw InputError(fmt::format("{} = {}: must lie between {} and {}", option, value, low, high));
  }
}

/// What every generator's time step needs.
template <typename Options>
void require_time_step(const Options& options) {
  require_nonnegative("friction", options.friction);
  require_positive("density", options.density);
  require_positive("step", options.step);
  require_nonnegative("agitation", options.agitation);
  require_nonnegative("recovery_speed", options.recovery_speed);
}

template <typename Options>
void require_spheres(const Options& options) {
  require_count("spheres", options.spheres);
  require_memory("spheres", options.spheres, bytes_a_sphere);
  require_positive("radius", options.radius);
  require_between("radius_spread", options.radius_spread, 0.0, 0.5);
  require_between("gap_spread", options.gap_spread, 0.0, 0.01);
  require_between("margin", options.margin, 0.0, 0.5);
  require_nonnegative("settling", options.settling);
  require_time_step(options);
}

/// The position of `name` in `names`.
std::size_t index_of(std::string_view kind, std::string_view name, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return i;
  }
  throw InputError(unknown_name_message(kind, name, names));
}

}  // namespace

const std::vector<std::string>& container_names() {
  static const std::vector<std::string> names{"box", "cylinder"};
  return names;
}
std::string_view to_string(Container container) { return container_names()[static_cast<std::size_t>(container)]; }
Container container_from_string(std::string_view name) {
  return static_cast<Container>(index_of("container", name, container_names()));
}

const std::vector<std::string>& stack_shape_names() {
  static const std::vector<std::string> names{"sphere", "box"};
  return names;
}
std::string_view to_string(StackShape shape) { return stack_shape_names()[static_cast<std::size_t>(shape)]; }
StackShape stack_shape_from_string(std::string_view name) {
  return static_cast<StackShape>(index_of("shape", name, stack_shape_names()));
}

void PackingOptions::validate() const { require_spheres(*this); }

void PileOptions::validate() const {
  require_spheres(*this);
  require_between("slope", slope, 5.0, 35.0);
}

void StackOptions::validate() const {
  require_count("bodies", bodies);
  require_memory("bodies", bodies, shape == StackShape::box ? bytes_a_box : bytes_a_sphere);
  require_positive("mass_ratio", mass_ratio);
  require_positive("size", size);
  require_between("gap_spread", gap_spread, 0.0, 0.1);
  require_time_step(*this);
  // Solvers square the mass of the top body.
  const double digits = std::log10(density * size * size * size) + (bodies - 1) * std::log10(mass_ratio);
  constexpr double most_digits = std::numeric_limits<double>::max_exponent10 / 2;
  if (std::abs(digits) > most_digits) {
    throw InputError(
        fmt::format("mass_ratio = {}: the top of {} bodies would weigh 1e{:.0f} kg, beyond what doubles can hold well",
                    mass_ratio, bodies, digits));
  }
}

void WallOptions::validate() const {
  require_count("rows", rows);
  require_count("columns", columns);
  if (rows > most_bodies / columns) {
    throw InputError(fmt::format("rows = {} with columns = {}: must be at most {} bricks", rows, columns, most_bodies));
  }
  require_memory("rows * columns", rows * columns, bytes_a_box);
  require_positive("length", length);
  require_positive("width", width);
  require_positive("height", height);
  require_between("joint", joint, 0.0, 0.2);
  require_between("gap_spread", gap_spread, 0.0, 0.02);
  require_time_step(*this);
}

}  // namespace signorini
