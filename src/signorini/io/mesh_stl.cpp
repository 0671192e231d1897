#include <bit>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh_builder.h"
#include "signorini/io/mesh_text.h"

/// Text: solid, then facet normal, outer loop, three vertex lines, endloop, endfacet. Binary: 80 bytes of header, the
/// number of triangles, and 50 bytes for each: normal, three corners (12 little-endian floats), two bytes unused.
namespace signorini {
namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::size_t header_bytes = 80, start_bytes = 84, triangle_bytes = 50, corner_bytes = 12;

TriangleMesh parse_text(const std::string& text, const std::string& file) {
  MeshBuilder builder;
  std::vector<int> facet;
  bool inside = false, ended = false;
  std::string_view rest = text;
  int line = 1;
  const auto refuse = [&](const std::string& what) { throw InputError(fmt::format("{}:{}: {}", file, line, what)); };
  for (; !rest.empty(); ++line) {
    std::string_view words = next_line(rest);
    const std::string_view first = next_word(words);
    if (first == "facet") {
      if (inside) refuse("a facet begins before the last one has ended");
      inside = true;
      facet.clear();
    } else if (first == "vertex") {
      if (!inside) refuse("a vertex outside of any facet");
      Vector3 point;
      for (double& x : point) {
        const std::string_view word = next_word(words);
        if (!parse_whole(word, x)) refuse(fmt::format("a vertex has the coordinate '{}', expected a number", word));
      }
      facet.push_back(builder.corner(point));
    } else if (first == "endfacet") {
      if (facet.size() != 3) refuse(fmt::format("a facet has {} vertices, expected 3", facet.size()));
      builder.triangle(facet[0], facet[1], facet[2]);
      inside = false;
    } else if (first == "endsolid") {
      ended = true;
    } else if (!first.empty() && first != "solid" && first != "outer" && first != "endloop") {
      refuse(fmt::format("'{}' is not expected in an STL file", first.substr(0, 20)));
    }
  }
  if (inside || !ended) refuse("the file ends too early, expected endsolid");
  return builder.take();
}

TriangleMesh parse_binary(const std::string& bytes, const std::string& file, std::uint32_t count) {
  MeshBuilder builder;
  for (std::uint32_t t = 0; t < count; ++t) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t offset = start_bytes + t * triangle_bytes + (k + 1) * corner_bytes;
      std::array<float, 3> point{};
      std::memcpy(point.data(), bytes.data() + offset, corner_bytes);
      for (const float x : point)
        if (!std::isfinite(x))
          throw InputError(fmt::format("{}: byte {}: triangle {} has the coordinate {}", file, offset, t, x));
      corners[k] = builder.corner(Vector3(point[0], point[1], point[2]));
    }
    builder.triangle(corners[0], corners[1], corners[2]);
  }
  return builder.take();
}

}  // namespace

TriangleMesh parse_stl(const std::string& bytes, const std::string& file) {
  // Binary files may begin with "solid" too: what tells is whether the size fits the count.
  std::uint32_t count = 0;
  if (bytes.size() >= start_bytes) std::memcpy(&count, bytes.data() + header_bytes, sizeof count);
  const std::size_t size = start_bytes + std::size_t{count} * triangle_bytes;
  if (bytes.size() >= start_bytes && bytes.size() == size) return parse_binary(bytes, file, count);
  if (bytes.starts_with("solid")) return parse_text(bytes, file);
  if (bytes.size() < start_bytes)
    throw InputError(fmt::format("{}: {} bytes are too few for an STL file", file, bytes.size()));
  throw InputError(fmt::format("{}: byte {}: {} triangles need {} bytes, the file has {}", file, header_bytes, count,
                               size, bytes.size()));
}

}  // namespace signorini
