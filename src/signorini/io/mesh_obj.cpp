#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh_builder.h"
#include "signorini/io/mesh_text.h"

namespace signorini {
namespace {

/// Corner of a face, "7", "7/1", "7//2" or "7/1/2": counted from 1, or from the end when negative.
int corner_index(std::string_view word, std::size_t corners) {
  int index = 0;
  if (!parse_whole(word.substr(0, word.find('/')), index)) return -1;
  const int count = static_cast<int>(corners);
  if (index < 0) index += count + 1;
  return index >= 1 && index <= count ? index - 1 : -1;
}

}  // namespace

TriangleMesh parse_obj(const std::string& text, const std::string& file) {
  MeshBuilder builder;
  std::vector<int> corners;  // in the file's count, which may repeat places
  std::string_view rest = text;
  for (int line = 1; !rest.empty(); ++line) {
    const auto refuse = [&](const std::string& what) { throw InputError(fmt::format("{}:{}: {}", file, line, what)); };
    std::string_view words = next_line(rest);
    words = words.substr(0, words.find('#'));
    const std::string_view first = next_word(words);
    if (first == "v") {
      Vector3 point;
      for (double& x : point) {
        const std::string_view word = next_word(words);
        if (!parse_whole(word, x)) refuse(fmt::format("a corner has the coordinate '{}', expected a number", word));
      }
      corners.push_back(builder.corner(point));
    } else if (first == "f") {
      std::vector<int> face;
      for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) {
        const int index = corner_index(word, corners.size());
        if (index < 0) refuse(fmt::format("a face has the corner '{}', expected one of 1..{}", word, corners.size()));
        face.push_back(corners[static_cast<std::size_t>(index)]);
      }
      if (face.size() < 3) refuse(fmt::format("a face has {} corners, expected at least 3", face.size()));
      for (std::size_t k = 2; k < face.size(); ++k) builder.triangle(face[0], face[k - 1], face[k]);
    }
  }
  return builder.take();
}

}  // namespace signorini
