#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tinyxml2.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh_number_stream.h"
#include "signorini/io/mesh_tets_draft.h"

/// VTK's file formats: "VTK File Formats" of its user's guide. Both kinds list points, and cells by type, nodes and
/// offsets. Nodes are counted from 0; the order of nodes is TetMesh's.
namespace signorini {
namespace {

struct VtkGrid {
  std::vector<Vector3> points;
  std::vector<std::int64_t> nodes;  ///< of all cells
  std::vector<std::int64_t> ends;   ///< where each cell ends in `nodes`
  std::vector<int> types;
};

constexpr int vtk_tetrahedron = 10, vtk_quadratic_tetrahedron = 24;
/// Points, lines and faces, linear and quadratic: they are passed over.
constexpr std::array vtk_flat_types = {1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22, 23};

TetDraft tets_of(const VtkGrid& grid, const std::string& file) {
  if (grid.types.size() != grid.ends.size())
    throw InputError(fmt::format("{}: {} cells have {} types", file, grid.ends.size(), grid.types.size()));
  TetDraft draft;
  for (std::size_t k = 0; k < grid.points.size(); ++k)
    draft.nodes.emplace_back(static_cast<std::int64_t>(k), grid.points[k]);
  std::int64_t begin = 0;
  for (std::size_t k = 0; k < grid.types.size(); begin = grid.ends[k++]) {
    const int type = grid.types[k];
    const auto refuse = [&](const std::string& what) {
      throw InputError(fmt::format("{}: cell {} {}", file, k, what));
    };
    const std::int64_t end = grid.ends[k];
    if (end < begin || end > static_cast<std::int64_t>(grid.nodes.size()))
      refuse(
          fmt::format("ends at {} in a list of {}: the file is cut, or its offsets are wrong", end, grid.nodes.size()));
    if (std::find(vtk_flat_types.begin(), vtk_flat_types.end(), type) != vtk_flat_types.end()) continue;
    if (type != vtk_tetrahedron && type != vtk_quadratic_tetrahedron)
      refuse(fmt::format("has type {}: only tetrahedra (10) and quadratic tetrahedra (24) are known", type));
    const int count = type == vtk_tetrahedron ? 4 : 10;
    if (end - begin != count) refuse(fmt::format("has {} nodes, expected {}", end - begin, count));
    if (draft.nodes_per_element != 0 && draft.nodes_per_element != count)
      refuse("has another number of nodes than those before: mesh with one order");
    draft.nodes_per_element = count;
    draft.elements.insert(draft.elements.end(), grid.nodes.begin() + begin, grid.nodes.begin() + end);
    draft.where.push_back(fmt::format("cell {}", k));
  }
  return draft;
}

/// "CELLS", "12" of "CELLS 12 60".
std::int64_t count_after(const NumberStream& in, std::string_view& words, std::size_t most) {
  const std::string_view word = next_word(words);
  std::int64_t count = 0;
  if (!parse_whole(word, count) || count < 0 || static_cast<std::uint64_t>(count) > most)
    in.refuse(fmt::format("a count is '{}': the file is too short for it", word.substr(0, 30)));
  return count;
}

void read_vtk_cells(NumberStream& in, std::int64_t cells, std::int64_t numbers, bool offsets, VtkGrid& grid) {
  if (offsets) {  // format 5.1: CELLS (cells + 1) (nodes), then both lists under their names
    in.full_line();
    for (std::int64_t k = 0; k < cells; ++k)
      if (const std::int64_t end = in.large(); k > 0) grid.ends.push_back(end);
    in.text_line();
    in.full_line();
    for (std::int64_t k = 0; k < numbers; ++k) grid.nodes.push_back(in.large());
    return;
  }
  for (std::int64_t k = 0; k < cells; ++k) {
    for (std::int64_t left = in.count(); left > 0; --left) grid.nodes.push_back(in.large());
    grid.ends.push_back(static_cast<std::int64_t>(grid.nodes.size()));
  }
}

/// The numbers of <DataArray> below <name>, which has the name `array` or is the only one.
NumberStream vtu_array(const tinyxml2::XMLElement* piece, const char* section, const char* array,
                       const std::string& file) {
  const tinyxml2::XMLElement* parent = piece->FirstChildElement(section);
  const tinyxml2::XMLElement* found = parent == nullptr ? nullptr : parent->FirstChildElement("DataArray");
  while (found != nullptr && array != nullptr && !found->Attribute("Name", array))
    found = found->NextSiblingElement("DataArray");
  if (found == nullptr)
    throw InputError(fmt::format("{}:{}: the piece has no {} {}", file, piece->GetLineNum(), section,
                                 array == nullptr ? "" : array));
  if (!found->Attribute("format", "ascii"))
    throw InputError(
        fmt::format("{}:{}: the numbers are not text: save the file as ASCII, or as .msh", file, found->GetLineNum()));
  const char* text = found->GetText();
  return {text == nullptr ? "" : text, file, found->GetLineNum()};
}

}  // namespace

TetDraft parse_vtk(const std::string& text, const std::string& file) {
  NumberStream in(text, file);
  if (!in.text_line().starts_with("# vtk DataFile Version")) in.refuse("expected '# vtk DataFile Version'");
  in.text_line();  // title
  if (in.full_line() != "ASCII") in.refuse("expected ASCII: save the file as text, or as .msh");
  if (in.full_line() != "DATASET UNSTRUCTURED_GRID") in.refuse("expected DATASET UNSTRUCTURED_GRID");
  VtkGrid grid;
  while (!in.at_end()) {
    std::string_view words = in.full_line();
    const std::string_view key = next_word(words);
    if (key == "POINTS") {
      for (std::int64_t left = count_after(in, words, text.size()); left > 0; --left) {
        const double x = in.real(), y = in.real(), z = in.real();
        grid.points.emplace_back(x, y, z);
      }
    } else if (key == "CELLS") {
      const std::int64_t cells = count_after(in, words, text.size()), numbers = count_after(in, words, text.size());
      read_vtk_cells(in, cells, numbers, in.next_line_starts_with("OFFSETS"), grid);
    } else if (key == "CELL_TYPES") {
      for (std::int64_t left = count_after(in, words, text.size()); left > 0; --left) grid.types.push_back(in.whole());
    } else if (key == "CELL_DATA" || key == "POINT_DATA") {
      break;  // values at cells and points are not needed
    }
  }
  return tets_of(grid, file);
}

TetDraft parse_vtu(const std::string& text, const std::string& file) {
  tinyxml2::XMLDocument document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
    throw InputError(fmt::format("{}:{}: not XML that can be read: {}", file, document.ErrorLineNum(),
                                 tinyxml2::XMLDocument::ErrorIDToName(document.ErrorID())));
  const tinyxml2::XMLElement* root = document.FirstChildElement("VTKFile");
  const tinyxml2::XMLElement* body = root == nullptr ? nullptr : root->FirstChildElement("UnstructuredGrid");
  const tinyxml2::XMLElement* piece = body == nullptr ? nullptr : body->FirstChildElement("Piece");
  if (piece == nullptr) throw InputError(fmt::format("{}: expected VTKFile, UnstructuredGrid, Piece", file));
  if (piece->NextSiblingElement("Piece") != nullptr)
    throw InputError(fmt::format("{}: has several pieces: save the mesh as one", file));
  VtkGrid grid;
  for (NumberStream in = vtu_array(piece, "Points", nullptr, file); in.has_more();) {
    const double x = in.real(), y = in.real(), z = in.real();
    grid.points.emplace_back(x, y, z);
  }
  for (NumberStream in = vtu_array(piece, "Cells", "connectivity", file); in.has_more();)
    grid.nodes.push_back(in.large());
  for (NumberStream in = vtu_array(piece, "Cells", "offsets", file); in.has_more();) grid.ends.push_back(in.large());
  for (NumberStream in = vtu_array(piece, "Cells", "types", file); in.has_more();) grid.types.push_back(in.whole());
  return tets_of(grid, file);
}

}  // namespace signorini
