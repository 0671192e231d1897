#pragma once

#include <cstdint>
#include <random>

#include "signorini/math/types.h"

namespace signorini {

/// Random numbers that are the same with every standard library: the engine is fixed by the standard, its distributions
/// are not, so the mappings are our own and use additions and multiplications only.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [0, 1), on the 2⁵³ grid of doubles.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// Mean 0, standard deviation 1, never beyond ±6: the sum of twelve uniform numbers (Irwin-Hall). The bounded tails
  /// keep a perturbed packing free of freak overlaps.
  double normal() {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  struct Place {
    double x, y;
  };
  /// Uniform in the square |x|, |y| ≤ half_width.
  Place in_square(double half_width) {
    const double x = uniform(-half_width, half_width), y = uniform(-half_width, half_width);
    return {x, y};
  }
  /// Uniform in the disc x² + y² ≤ radius².
  Place in_disc(double radius) {
    Place place;
    do {
      place = in_square(radius);
    } while (place.x * place.x + place.y * place.y > radius * radius);
    return place;
  }
  Vector3 normal3() {
    const double x = normal(), y = normal(), z = normal();
    return {x, y, z};
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace signorini
