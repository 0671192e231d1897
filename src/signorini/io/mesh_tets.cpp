#include "signorini/io/mesh_tets.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/fem/mesh_sides.h"
#include "signorini/io/mesh_tets_draft.h"

namespace signorini {
namespace {

/// The file's numbers of nodes and ours.
class NodeNumbers {
 public:
  NodeNumbers(const TetDraft& draft, const std::string& file) : file_(file) {
    for (std::size_t k = 0; k < draft.nodes.size(); ++k) ours_.emplace_back(draft.nodes[k].first, static_cast<int>(k));
    std::sort(ours_.begin(), ours_.end());
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    const auto twice = std::adjacent_find(ours_.begin(), ours_.end(), same);
    if (twice != ours_.end()) throw InputError(fmt::format("{}: node {} is there twice", file, twice->first));
  }
  int of(std::int64_t number, const std::string& where) const {
    const auto found = std::lower_bound(ours_.begin(), ours_.end(), std::pair(number, -1));
    if (found == ours_.end() || found->first != number)
      throw InputError(fmt::format("{}:{}: there is no node {}", file_, where, number));
    return found->second;
  }

 private:
  const std::string& file_;
  std::vector<std::pair<std::int64_t, int>> ours_;
};

/// Finds sides of elements by their corners.
class SideIndex {
 public:
  explicit SideIndex(const TetMesh& mesh) {
    for (const MeshSide& side : mesh_sides(mesh)) sides_.emplace_back(corners_of(mesh, side.first), side.first);
    std::sort(sides_.begin(), sides_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  const TetMesh::Face* find(std::array<int, 3> corners) const {
    std::sort(corners.begin(), corners.end());
    const auto found = std::lower_bound(sides_.begin(), sides_.end(), corners,
                                        [](const auto& side, const auto& wanted) { return side.first < wanted; });
    return found != sides_.end() && found->first == corners ? &found->second : nullptr;
  }

 private:
  static std::array<int, 3> corners_of(const TetMesh& mesh, const TetMesh::Face& face) {
    const std::array<int, 6> nodes = face_nodes(mesh, face);
    std::array<int, 3> corners{nodes[0], nodes[1], nodes[2]};
    std::sort(corners.begin(), corners.end());
    return corners;
  }
  std::vector<std::pair<std::array<int, 3>, TetMesh::Face>> sides_;
};

std::string group_name(const TetDraft& draft, const TetDraft::Group& group) {
  const auto found = draft.names.find(group);
  return found != draft.names.end() ? found->second : std::to_string(group.second);
}

void make_groups(const TetDraft& draft, const NodeNumbers& numbers, const std::string& file, TetMesh& mesh) {
  const SideIndex sides(mesh);
  for (const TetDraft::Triangle& triangle : draft.triangles) {
    std::array<int, 3> corners{};
    for (int k = 0; k < 3; ++k) corners[k] = numbers.of(triangle.corners[k], triangle.where);
    const TetMesh::Face* face = sides.find(corners);
    if (face == nullptr)
      throw InputError(fmt::format("{}:{}: a triangle is no side of a tetrahedron: mesh the volume behind it", file,
                                   triangle.where));
    for (const TetDraft::Group& group : triangle.groups) mesh.face_groups[group_name(draft, group)].push_back(*face);
  }
  for (auto& [name, faces] : mesh.face_groups) {
    std::sort(faces.begin(), faces.end(), [](const TetMesh::Face& a, const TetMesh::Face& b) {
      return std::pair(a.element, a.side) < std::pair(b.element, b.side);
    });
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    mesh.node_groups[name] = nodes_of(mesh, faces);
  }
  for (const auto& [group, members] : draft.members) {
    std::vector<int>& nodes = mesh.node_groups[group_name(draft, group)];
    for (std::int64_t node : members.nodes) nodes.push_back(numbers.of(node, members.where));
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }
}

}  // namespace

TetMesh TetDraft::finish(const std::string& file) const {
  if (elements.empty()) throw InputError(fmt::format("{}: holds no tetrahedra: mesh the volume, in 3D", file));
  TetMesh mesh;
  mesh.nodes_per_element = nodes_per_element;
  for (const auto& [number, place] : nodes) mesh.nodes.push_back(place);
  const NodeNumbers numbers(*this, file);
  for (std::size_t k = 0; k < elements.size(); ++k)
    mesh.elements.push_back(numbers.of(elements[k], where[k / static_cast<std::size_t>(nodes_per_element)]));
  make_groups(*this, numbers, file, mesh);
  const std::vector<std::string> lines = faults(mesh);
  if (!lines.empty()) throw InputError(fmt::format("{}: counted from 0 in the order of the file, {}", file, lines[0]));
  return mesh;
}

TetMesh read_tet_mesh(const std::filesystem::path& path) {
  InputFiles files;
  return read_tet_mesh(path, files);
}

TetMesh read_tet_mesh(const std::filesystem::path& path, InputFiles& files) {
  const std::string file = path.string();
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  using Parse = TetDraft (*)(const std::string&, const std::string&);
  const std::pair<std::string_view, Parse> kinds[] = {{".msh", parse_gmsh}, {".vtk", parse_vtk}, {".vtu", parse_vtu}};
  for (const auto& [known, parse] : kinds)
    if (ending == known) return parse(files.read(path, "a mesh file"), file).finish(file);
  throw InputError(fmt::format("{}: a file of tetrahedra ends in .msh, .vtk or .vtu, not '{}'", file, ending));
}

}  // namespace signorini
