#pragma once

namespace signorini {

/// No mass, length, speed or other quantity of a model may be larger, in SI units: products of three of them, as in an
/// inertia or an energy, still fit into a double (1.8e308).
inline constexpr double largest_quantity = 1e100;

}  // namespace signorini
