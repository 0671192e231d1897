#include "signorini/io/mesh.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh_builder.h"

namespace signorini {

TriangleMesh read_mesh(const std::filesystem::path& path) {
  const std::string file = path.string();
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending != ".obj" && ending != ".stl")
    throw InputError(fmt::format("{}: a mesh file ends in .obj or .stl, not '{}'", file, ending));
  if (std::filesystem::is_directory(path)) throw InputError(fmt::format("{}: is a directory, not a mesh file", file));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};

  TriangleMesh mesh = ending == ".obj" ? parse_obj(bytes, file) : parse_stl(bytes, file);
  if (mesh.triangles.empty()) throw InputError(fmt::format("{}: holds no triangles", file));
  return mesh;
}

}  // namespace signorini
