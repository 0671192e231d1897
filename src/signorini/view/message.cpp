#include "signorini/view/message.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace signorini::view {
namespace {

constexpr std::size_t alignment = 8;
constexpr double largest_number = 65535;

std::size_t padding(std::size_t size) { return (alignment - size % alignment) % alignment; }

struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
  double offset() const { return least <= most ? least : 0; }
  double scale() const { return least < most ? (most - least) / largest_number : 0; }
};

std::vector<Range> ranges(std::span<const double> values, std::size_t components) {
  std::vector<Range> found(components);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) continue;
    Range& range = found[k % components];
    range.least = std::min(range.least, values[k]);
    range.most = std::max(range.most, values[k]);
  }
  return found;
}

std::uint16_t in_range(double value, const Range& range) {
  if (!(range.scale() > 0) || !std::isfinite(value)) return 0;
  return static_cast<std::uint16_t>(
      std::lround(std::clamp((value - range.offset()) / range.scale(), 0.0, largest_number)));
}

/// The upper half of the float, rounded to even.
std::uint16_t upper_half(double value) {
  const auto narrow = static_cast<float>(value);
  if (std::isnan(narrow)) return 0x7fc0;
  const auto bits = std::bit_cast<std::uint32_t>(narrow);
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

void take_differences(std::vector<std::uint16_t>& numbers, std::size_t distance) {
  for (std::size_t k = numbers.size(); k-- > distance;)
    numbers[k] = static_cast<std::uint16_t>(numbers[k] - numbers[k - distance]);
}

/// What is left of each number when a straight line through the two before it, `distance` and twice that back, is
/// taken away; the second takes the first away, the first nothing. The sign goes to the lowest bit.
std::vector<std::uint32_t> bends(const std::vector<std::int32_t>& numbers, std::size_t distance) {
  std::vector<std::uint32_t> left(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto at = [&](std::size_t back) { return std::int64_t{numbers[k - back * distance]}; };
    const std::int64_t line = k >= 2 * distance ? 2 * at(1) - at(2) : k >= distance ? at(1) : 0;
    const auto bend = static_cast<std::int32_t>(static_cast<std::uint32_t>(at(0) - line));  // modulo 2^32
    left[k] = (static_cast<std::uint32_t>(bend) << 1) ^ static_cast<std::uint32_t>(bend >> 31);
  }
  return left;
}

}  // namespace

nlohmann::ordered_json& Message::describe(std::string_view name, std::string_view type, std::size_t components,
                                          std::size_t count) {
  arrays_.push_back({{"name", name}, {"type", type}, {"components", components}, {"count", count}});
  return arrays_.back();
}

template <class Number>
void Message::append(const std::vector<Number>& numbers) {
  static_assert(std::endian::native == std::endian::little);
  const std::size_t size = numbers.size() * sizeof(Number);
  data_.append(reinterpret_cast<const char*>(numbers.data()), size);
  data_.append(padding(size), '\0');
}

void Message::add(std::string_view name, std::span<const double> values, std::size_t components, Coding coding,
                  std::size_t period) {
  const std::size_t count = components == 0 ? 0 : values.size() / components;
  if (coding == Coding::exact) {
    describe(name, "f32", components, count);
    append(std::vector<float>(values.begin(), values.end()));
    return;
  }
  nlohmann::ordered_json& about = describe(name, coding == Coding::ranged ? "u16" : "b16", components, count);
  std::vector<std::uint16_t> numbers;
  numbers.reserve(values.size());
  if (coding == Coding::ranged) {
    const std::vector<Range> range = ranges(values, components);
    for (const Range& each : range) {
      about["offset"].push_back(each.offset());
      about["scale"].push_back(each.scale());
    }
    for (std::size_t k = 0; k < values.size(); ++k) numbers.push_back(in_range(values[k], range[k % components]));
  } else {
    for (const double value : values) numbers.push_back(upper_half(value));
  }
  about["delta"] = period;
  if (period > 0) take_differences(numbers, period * components);
  append(numbers);
}

void Message::add_in_steps(std::string_view name, std::span<const double> values, std::size_t components, double step,
                           std::size_t period) {
  constexpr double most_steps = 1 << 29;
  const bool fits = std::ranges::all_of(values, [&](double value) { return std::abs(value) < most_steps * step; });
  if (!fits || components == 0) return add(name, values, components, Coding::exact);
  std::vector<std::int32_t> numbers;
  numbers.reserve(values.size());
  for (const double value : values) numbers.push_back(static_cast<std::int32_t>(std::lround(value / step)));
  const std::vector<std::uint32_t> left = bends(numbers, period * components);
  nlohmann::ordered_json& about = describe(name, "s32", components, values.size() / components);
  about["step"] = step;
  about["delta"] = period;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * left.size());
  for (int shift = 0; shift < 32; shift += 8)
    for (std::size_t c = 0; c < components; ++c)
      for (std::size_t k = c; k < left.size(); k += components)
        bytes.push_back(static_cast<std::uint8_t>(left[k] >> shift));
  append(bytes);
}

void Message::add(std::string_view name, std::span<const std::uint32_t> values, std::size_t components) {
  describe(name, "u32", components, components == 0 ? 0 : values.size() / components);
  append(std::vector<std::uint32_t>(values.begin(), values.end()));
}

void Message::add(std::string_view name, std::span<const std::uint8_t> values) {
  describe(name, "u8", 1, values.size());
  append(std::vector<std::uint8_t>(values.begin(), values.end()));
}

std::string Message::bytes() const {
  nlohmann::ordered_json whole = head;
  whole["arrays"] = arrays_;
  std::string text = whole.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text.append(padding(text.size()), ' ');
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string out = "SGV1";
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  return out + text + data_;
}

}  // namespace signorini::view
