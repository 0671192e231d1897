#include "signorini/io/mesh.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh_builder.h"

namespace signorini {

TriangleMesh read_mesh(const std::filesystem::path& path) {
  InputFiles files;
  return read_mesh(path, files);
}

TriangleMesh read_mesh(const std::filesystem::path& path, InputFiles& files) {
  const std::string file = path.string();
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending != ".obj" && ending != ".stl")
    throw InputError(fmt::format("{}: a mesh file ends in .obj or .stl, not '{}'", file, ending));
  const std::string& bytes = files.read(path, "a mesh file");

  TriangleMesh mesh = ending == ".obj" ? parse_obj(bytes, file) : parse_stl(bytes, file);
  if (mesh.triangles.empty()) throw InputError(fmt::format("{}: holds no triangles", file));
  return mesh;
}

}  // namespace signorini
