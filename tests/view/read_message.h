#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace signorini::testing {

struct ReadMessage {
  nlohmann::json head;
  std::map<std::string, std::vector<double>> arrays;
};

/// A reader of its own, from the description in view/message.h.
inline ReadMessage read_message(const std::string& bytes) {
  std::uint32_t length = 0;
  if (bytes.size() < 8 || bytes.substr(0, 4) != "SGV1") throw std::runtime_error("no message");
  std::memcpy(&length, bytes.data() + 4, 4);
  ReadMessage message{nlohmann::json::parse(bytes.substr(8, length)), {}};
  std::size_t place = 8 + length;
  for (const auto& about : message.head["arrays"]) {
    const std::string type = about["type"];
    const std::size_t width = about["components"], count = width * about["count"].get<std::size_t>();
    const std::size_t size = type == "u8" ? 1 : type == "u16" || type == "b16" ? 2 : 4;
    std::vector<double>& values = message.arrays[about["name"]];
    std::vector<std::uint32_t> numbers(count);
    for (std::size_t k = 0; k < count; ++k) std::memcpy(&numbers[k], bytes.data() + place + k * size, size);
    if (type == "s32") {
      const std::size_t back = about["delta"].get<std::size_t>() * width, entries = count / width;
      std::vector<std::int64_t> whole(count);
      for (std::size_t k = 0; k < count; ++k) {
        std::uint32_t left = 0;
        for (std::size_t plane = 0; plane < 4; ++plane)
          left |= std::uint32_t{static_cast<unsigned char>(
                      bytes[place + plane * count + (k % width) * entries + k / width])}
                  << (8 * plane);
        whole[k] = left % 2 == 0 ? std::int64_t{left / 2} : -1 - std::int64_t{left / 2};
        if (k >= back) whole[k] += k < 2 * back ? whole[k - back] : 2 * whole[k - back] - whole[k - 2 * back];
        values.push_back(about["step"].get<double>() * static_cast<double>(whole[k]));
      }
      place += (count * size + 7) / 8 * 8;
      continue;
    }
    const std::size_t back = size == 2 ? about["delta"].get<std::size_t>() * width : 0;
    for (std::size_t k = back; back > 0 && k < count; ++k) numbers[k] = (numbers[k] + numbers[k - back]) & 0xffff;
    for (std::size_t k = 0; k < count; ++k) {
      float narrow = 0;
      const std::uint32_t bits = type == "b16" ? numbers[k] << 16 : numbers[k];
      std::memcpy(&narrow, &bits, 4);
      if (type == "u16")
        values.push_back(about["offset"][k % width].get<double>() +
                         about["scale"][k % width].get<double>() * numbers[k]);
      else
        values.push_back(type == "f32" || type == "b16" ? static_cast<double>(narrow) : numbers[k]);
    }
    place += (count * size + 7) / 8 * 8;
  }
  if (place != bytes.size()) throw std::runtime_error("the message ends elsewhere");
  return message;
}

}  // namespace signorini::testing
