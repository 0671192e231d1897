#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace signorini::view {

/// How the numbers of an array travel.
enum class Coding {
  exact,   ///< 32 bits: floats, or integers
  ranged,  ///< 16 bits between the least and the largest of each component
  coarse,  ///< the upper 16 bits of a float, rounded: 0.4 % at most
};

/// What the page reads: a head in JSON that says which arrays follow, then their numbers, little endian.
///
///     "SGV1"  bytes of the head (32 bits)  head, filled up with blanks to 8 bytes  the arrays, each filled up to 8
///
/// The head has `arrays`: for each its name, type (f32, u32, u8, u16, b16, s32), components of an entry, count of
/// entries, for u16 `offset` and `scale` of each component (value = offset + scale · number), and `delta`: how many
/// entries back the one is to which an entry was taken as a difference (0: none; modulo 2^16 for u16 and b16).
///
/// s32 are whole multiples of `step`, as differences to where the two entries `delta` and 2 `delta` back lead on a
/// straight line; the signs are in the lowest bits (0, -1, 1, -2, …). First come the lowest bytes of all numbers,
/// component by component, then the next ones, and so on: most are zeros then, and compress to nothing.
class Message {
 public:
  /// `period`: entries of a frame; entries are sent as differences to the frame before, which compress well. 0: not.
  void add(std::string_view name, std::span<const double> values, std::size_t components, Coding coding,
           std::size_t period = 0);
  /// To the nearest multiple of `step` > 0; `period` as above, > 0. Exact where there are too many steps for 30 bits.
  void add_in_steps(std::string_view name, std::span<const double> values, std::size_t components, double step,
                    std::size_t period);
  void add(std::string_view name, std::span<const std::uint32_t> values, std::size_t components = 1);
  void add(std::string_view name, std::span<const std::uint8_t> values);
  /// More in the head.
  nlohmann::ordered_json head;
  std::string bytes() const;

 private:
  nlohmann::ordered_json& describe(std::string_view name, std::string_view type, std::size_t components,
                                   std::size_t count);
  template <class Number>
  void append(const std::vector<Number>& numbers);

  nlohmann::ordered_json arrays_ = nlohmann::ordered_json::array();
  std::string data_;
};

}  // namespace signorini::view
