#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "signorini/io/mesh_number_stream.h"
#include "signorini/io/mesh_tets_draft.h"

/// The formats are described in Gmsh's manual, "File formats". Sections begin with $Name and end with $EndName; those
/// that are not needed here are passed over.
namespace signorini {
namespace {

static_assert(std::endian::native == std::endian::little);

struct GmshKind {
  int type, dimension, nodes;
  std::string_view name;
};
constexpr GmshKind gmsh_kinds[] = {{15, 0, 1, "points"},
                                   {1, 1, 2, "lines"},
                                   {8, 1, 3, "lines"},
                                   {2, 2, 3, "triangles"},
                                   {9, 2, 6, "triangles"},
                                   {3, 2, 4, "quadrangles"},
                                   {10, 2, 9, "quadrangles"},
                                   {16, 2, 8, "quadrangles"},
                                   {4, 3, 4, "tetrahedra"},
                                   {11, 3, 10, "tetrahedra"},
                                   {5, 3, 8, "hexahedra"},
                                   {6, 3, 6, "prisms"},
                                   {7, 3, 5, "pyramids"},
                                   {12, 3, 27, "hexahedra"},
                                   {17, 3, 20, "hexahedra"},
                                   {13, 3, 18, "prisms"},
                                   {29, 3, 20, "tetrahedra of third order"}};

using Groups = std::vector<TetDraft::Group>;

class GmshReader {
 public:
  GmshReader(const std::string& bytes, const std::string& file) : in_(bytes, file) {}

  TetDraft read() {
    in_.expect("$MeshFormat");
    read_format();
    while (!in_.at_end()) {
      const std::string section(in_.full_line());
      if (section.empty()) break;
      if (section[0] != '$')
        in_.refuse(fmt::format("expected a section such as $Nodes, found '{}'", section.substr(0, 30)));
      read_section(section.substr(1));
    }
    if (draft_.nodes.empty()) in_.refuse("the file has no $Nodes: it is cut, or not a mesh");
    return std::move(draft_);
  }

 private:
  void read_format() {
    std::string_view words = in_.text_line();
    const std::string_view version = next_word(words), kind = next_word(words), bytes = next_word(words);
    if (version != "2.2" && version != "4.1")
      in_.refuse(
          fmt::format("the format is '{}', expected 2.2 or 4.1: save with gmsh -format msh41", version.substr(0, 30)));
    if ((kind != "0" && kind != "1") || bytes != "8")
      in_.refuse("expected 0 8 (text) or 1 8 (binary) after the number of the format");
    new_ = version == "4.1";
    binary_ = kind == "1";
    if (binary_) {
      in_.set_binary(true);
      if (in_.whole() != 1) in_.refuse("the bytes have another order (big endian): save the file on this machine");
      in_.set_binary(false);
    }
    in_.expect("$EndMeshFormat");
  }

  void read_section(const std::string& name) {
    in_.set_binary(binary_ && name != "PhysicalNames");
    if (name == "PhysicalNames")
      read_names();
    else if (name == "Entities" && new_)
      read_entities();
    else if (name == "Nodes")
      new_ ? read_nodes_41() : read_nodes_22();
    else if (name == "Elements")
      new_ ? read_elements_41() : read_elements_22();
    else
      return pass_over(name);
    in_.set_binary(false);
    in_.expect("$End" + name);
  }

  void pass_over(const std::string& name) {
    in_.set_binary(false);
    const std::string end = "$End" + name;
    while (!in_.at_end())
      if (in_.text_line() == end) return;
    in_.refuse(fmt::format("the section ${} does not end", name.substr(0, 30)));
  }

  void read_names() {
    for (std::int64_t left = in_.count(); left > 0; --left) {
      const int dimension = in_.whole(), number = in_.whole();
      const std::string_view rest = in_.text_line();
      const std::size_t begin = rest.find('"'), end = rest.rfind('"');
      if (begin == std::string_view::npos || end == begin) in_.refuse("a physical name is not in quotes");
      const std::string name(rest.substr(begin + 1, end - begin - 1));
      if (dimensions_.try_emplace(name, dimension).first->second != dimension)
        in_.refuse(fmt::format("the name '{}' is given to groups of two dimensions: rename one", name.substr(0, 30)));
      draft_.names[{dimension, number}] = name;
    }
  }

  void read_entities() {
    std::array<std::int64_t, 4> counts{};
    for (std::int64_t& count : counts) count = in_.count();
    for (int dimension = 0; dimension < 4; ++dimension)
      for (std::int64_t k = 0; k < counts[dimension]; ++k) {
        const int number = in_.whole();
        const int reals = dimension == 0 ? 3 : 6;
        for (int i = 0; i < reals; ++i) in_.real();
        Groups& groups = entities_[{dimension, number}];
        for (std::int64_t left = in_.count(); left > 0; --left) groups.emplace_back(dimension, in_.whole());
        if (dimension == 0) continue;
        for (std::int64_t left = in_.count(); left > 0; --left) in_.whole();
      }
  }

  void add_node(std::int64_t number) {
    const double x = in_.real(), y = in_.real(), z = in_.real();
    draft_.nodes.emplace_back(number, Vector3(x, y, z));
  }

  void read_nodes_22() {
    for (std::int64_t left = count_22(); left > 0; --left) add_node(in_.whole());
  }

  void read_nodes_41() {
    const std::int64_t blocks = in_.count();
    for (int k = 0; k < 3; ++k) in_.large();  // nodes, smallest and largest number
    for (std::int64_t block = 0; block < blocks; ++block) {
      const int dimension = in_.whole();
      in_.whole();  // entity
      const bool parametric = in_.whole() != 0;
      const std::int64_t count = in_.count();
      std::vector<std::int64_t> numbers;
      for (std::int64_t k = 0; k < count; ++k) numbers.push_back(in_.large());
      for (const std::int64_t number : numbers) {
        add_node(number);
        for (int k = 0; k < dimension && parametric; ++k) in_.real();
      }
    }
  }

  /// Format 2.2 has its counts in text, and binary files as well.
  std::int64_t count_22() {
    in_.set_binary(false);
    const std::int64_t count = in_.count();
    in_.text_line();
    in_.set_binary(binary_);
    return count;
  }

  void read_elements_22() {
    const std::int64_t count = count_22();
    for (std::int64_t done = 0; done < count;) {
      if (!binary_) in_.whole();  // number
      const GmshKind& kind = kind_of(in_.whole());
      const int together = binary_ ? in_.whole() : 1, tags = in_.whole();
      if (together < 1 || tags < 0) in_.refuse(fmt::format("{} elements with {} tags", together, tags));
      for (int k = 0; k < together; ++k, ++done) {
        if (binary_) in_.whole();  // number
        Groups groups;
        for (int tag = 0; tag < tags; ++tag) {
          const int number = in_.whole();
          if (tag == 0 && number != 0) groups.emplace_back(kind.dimension, number);
        }
        add_element(kind, groups, [this] { return std::int64_t{in_.whole()}; });
      }
    }
  }

  void read_elements_41() {
    const std::int64_t blocks = in_.count();
    for (int k = 0; k < 3; ++k) in_.large();  // elements, smallest and largest number
    for (std::int64_t block = 0; block < blocks; ++block) {
      const int dimension = in_.whole(), entity = in_.whole();
      const GmshKind& kind = kind_of(in_.whole());
      const auto found = entities_.find({dimension, entity});
      const Groups groups = found != entities_.end() ? found->second : Groups{};
      for (std::int64_t left = in_.count(); left > 0; --left) {
        in_.large();  // number
        add_element(kind, groups, [this] { return in_.large(); });
      }
    }
  }

  const GmshKind& kind_of(int type) const {
    for (const GmshKind& kind : gmsh_kinds) {
      if (kind.type != type) continue;
      if ((kind.dimension == 3 && type != 4 && type != 11) || kind.name == "quadrangles")
        in_.refuse(
            fmt::format("holds {} (type {}): only tetrahedra with 4 or 10 nodes are known, mesh without "
                        "recombination",
                        kind.name, type));
      return kind;
    }
    in_.refuse(fmt::format("elements of type {}: only tetrahedra with 4 or 10 nodes are known", type));
  }

  template <typename Next>
  void add_element(const GmshKind& kind, const Groups& groups, const Next& next) {
    const std::string where = in_.where();
    std::array<std::int64_t, 10> nodes{};
    for (int k = 0; k < kind.nodes; ++k) nodes[k] = next();
    if (kind.dimension == 3) {
      if (draft_.nodes_per_element != 0 && draft_.nodes_per_element != kind.nodes)
        in_.refuse("tetrahedra with 4 and with 10 nodes in one file: mesh with one order");
      draft_.nodes_per_element = kind.nodes;
      if (kind.nodes == 10) std::swap(nodes[8], nodes[9]);  // Gmsh has the middle of edge 23 before that of 13
      draft_.elements.insert(draft_.elements.end(), nodes.begin(), nodes.begin() + kind.nodes);
      draft_.where.push_back(where);
    }
    if (kind.dimension == 2 && !groups.empty())
      draft_.triangles.push_back({{nodes[0], nodes[1], nodes[2]}, where, groups});
    if (kind.dimension == 2) return;
    for (const TetDraft::Group& group : groups) {
      TetDraft::GroupNodes& members = draft_.members[group];
      members.nodes.insert(members.nodes.end(), nodes.begin(), nodes.begin() + kind.nodes);
      members.where = where;
    }
  }

  NumberStream in_;
  bool new_ = false, binary_ = false;
  std::map<std::pair<int, int>, Groups> entities_;  ///< physical groups by dimension and number
  std::map<std::string, int> dimensions_;           ///< of the names of groups
  TetDraft draft_;
};

}  // namespace

TetDraft parse_gmsh(const std::string& bytes, const std::string& file) { return GmshReader(bytes, file).read(); }

}  // namespace signorini
