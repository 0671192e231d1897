#include "signorini/io/mesh_tets.h"

#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/gmsh_writer.h"
#include "io/support.h"
#include "signorini/base/short_line.h"
#include "signorini/fem/tet_generators.h"
#include "signorini/math/random.h"

namespace signorini {
namespace {

using namespace signorini::testing;

TetMesh tets_from(const std::string& bytes, const std::string& name = "mesh.msh") {
  const TemporaryFolder folder;
  std::ofstream(folder / name, std::ios::binary) << bytes;
  return read_tet_mesh(folder / name);
}

std::string tets_complaint(const std::string& bytes, const std::string& name = "mesh.msh") {
  const TemporaryFolder folder;
  std::ofstream(folder / name, std::ios::binary) << bytes;
  return complaint([&] { read_tet_mesh(folder / name); }).substr(folder.path().string().size() + 1);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

TEST(GmshFile, GivesBackMeshAndGroupsInEveryFormat) {
  for (int nodes : {4, 10})
    for (bool new_format : {false, true})
      for (bool binary : {false, true}) {
        SCOPED_TRACE(fmt::format("{} nodes, format {}, {}", nodes, new_format ? "4.1" : "2.2", binary));
        const TetMesh mesh = cylinder_mesh(0.3, 1, 1, 2, nodes);
        const TetMesh read = tets_from(GmshWriter(new_format, binary).write(mesh));
        EXPECT_EQ(read.nodes, mesh.nodes);
        EXPECT_EQ(read.nodes_per_element, nodes);
        EXPECT_EQ(read.elements, mesh.elements);
        EXPECT_EQ(read.face_groups, mesh.face_groups);
        ASSERT_EQ(read.node_groups.size(), 4u);
        for (const auto& [name, group] : mesh.node_groups) EXPECT_EQ(read.node_groups.at(name), group);
        EXPECT_EQ(read.node_groups.at("body").size(), mesh.nodes.size());
      }
}

/// One tetrahedron in format 2.2; lines 13 to 16 are the nodes, 20 is a triangle, 21 the element.
const std::string one_tet = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Comments
whatever
$EndComments
$PhysicalNames
1
2 7 "base of it"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
2
1 2 2 7 1 1 3 2
2 4 2 9 1 1 2 3 4
$EndElements
)";

TEST(GmshFile, NamesGroupsByNameOrNumber) {
  const TetMesh mesh = tets_from(one_tet);
  EXPECT_EQ(mesh.face_groups.at("base of it"), (std::vector<TetMesh::Face>{{0, 3}}));
  EXPECT_EQ(mesh.node_groups.at("base of it"), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(mesh.node_groups.at("9"), (std::vector<int>{0, 1, 2, 3}));
}

TEST(GmshFile, RefusalsNameTheLineAndSayWhatToDo) {
  EXPECT_EQ(tets_complaint(replaced(one_tet, "2.2 0 8", "3 0 8")),
            "mesh.msh:2: the format is '3', expected 2.2 or 4.1: save with gmsh -format msh41");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "3 0 1 0", "3 0 one 0")), "mesh.msh:15: 'one' is not a finite number");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "1 1 2 3 4", "1 1 2 3 8")), "mesh.msh:21: there is no node 8");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "4 0 0 1\n", "3 0 0 1\n")), "mesh.msh: node 3 is there twice");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "2 4 2 9 1 1 2 3 4", "2 5 2 9 1 1 2 3 4 1 2 3 4")),
            "mesh.msh:21: holds hexahedra (type 5): only tetrahedra with 4 or 10 nodes are known, mesh without "
            "recombination");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "2 4 2 9 1 1 2 3 4", "2 2 2 7 1 1 2 4")),
            "mesh.msh: holds no tetrahedra: mesh the volume, in 3D");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "1 1 2 3 4", "1 2 1 3 4")).substr(0, 70),
            "mesh.msh: counted from 0 in the order of the file, elements 0: inverte");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "$Elements\n2", "$Elements\n3")),
            "mesh.msh:22: '$EndElements' is not a whole number");
  EXPECT_EQ(tets_complaint(replaced(one_tet, "$EndNodes", "$EndNode")),
            "mesh.msh:17: expected $EndNodes, found '$EndNode'");
  EXPECT_EQ(tets_complaint("solid cube\n"), "mesh.msh:1: expected $MeshFormat, found 'solid cube'");
  std::string apart = replaced(one_tet, "$Nodes\n4\n", "$Nodes\n5\n5 9 9 9\n");
  EXPECT_EQ(tets_complaint(replaced(apart, "7 1 1 3 2", "7 1 1 3 5")),
            "mesh.msh:21: a triangle is no side of a tetrahedron: mesh the volume behind it");
  EXPECT_EQ(tets_complaint(apart),
            "mesh.msh: counted from 0 in the order of the file, nodes 0: belong to no element: "
            "remove them");
}

TEST(GmshFile, CutAndChangedFilesAreReadOrRefused) {
  Random random(6);
  const TemporaryFolder folder;
  for (bool new_format : {false, true})
    for (bool binary : {false, true}) {
      const std::string good = GmshWriter(new_format, binary).write(block_mesh({1, 1, 1}, 1, 1, 1));
      for (int trial = 0; trial < 30; ++trial) {
        std::string bytes = good;
        for (int change = 0; change < 1 + trial % 3; ++change)
          bytes[static_cast<std::size_t>(random.uniform() * static_cast<double>(bytes.size()))] =
              static_cast<char>(random.uniform(0, 256));
        if (trial % 5 == 0) bytes.resize(static_cast<std::size_t>(random.uniform() * static_cast<double>(good.size())));
        std::ofstream(folder / "mesh.msh", std::ios::binary) << bytes;
        try {
          read_tet_mesh(folder / "mesh.msh");
        } catch (const InputError& error) {
          EXPECT_LE(std::string(error.what()).size(), longest_message);
        }
      }
    }
}

TEST(GmshFile, EndingIsChecked) {
  EXPECT_EQ(complaint([] { read_tet_mesh("block.step"); }),
            "block.step: a file of tetrahedra ends in .msh, .vtk or .vtu, not '.step'");
}

/// Of VTK's legacy format; version 5.1 lists offsets and nodes apart.
std::string vtk_text(const TetMesh& mesh, bool offsets) {
  std::string points, cells, ends = "0", nodes, types;
  for (const Vector3& node : mesh.nodes) points += fmt::format("{} {} {}\n", node[0], node[1], node[2]);
  const int per_element = mesh.nodes_per_element;
  for (int k = 0; k < mesh.element_count(); ++k) {
    cells += fmt::format("{} {}\n", per_element, fmt::join(mesh.element(k), mesh.element(k) + per_element, " "));
    ends += fmt::format(" {}", (k + 1) * per_element);
    nodes += fmt::format("{} ", fmt::join(mesh.element(k), mesh.element(k) + per_element, " "));
    types += per_element == 4 ? "10\n" : "24\n";
  }
  const int count = mesh.element_count(), numbers = count * per_element;
  const std::string head = "# vtk DataFile Version 5.1\nmesh\nASCII\nDATASET UNSTRUCTURED_GRID\n";
  const std::string lists = offsets
                                ? fmt::format("CELLS {} {}\nOFFSETS vtktypeint64\n{}\nCONNECTIVITY vtktypeint64\n{}\n",
                                              count + 1, numbers, ends, nodes)
                                : fmt::format("CELLS {} {}\n{}", count, numbers + count, cells);
  return head + fmt::format("POINTS {} double\n{}\n", mesh.nodes.size(), points) + lists +
         fmt::format("CELL_TYPES {}\n{}\nCELL_DATA {}\nSCALARS a int 1\n", count, types, count);
}

std::string vtu_text(const TetMesh& mesh) {
  std::string points, ends, types;
  for (const Vector3& node : mesh.nodes) points += fmt::format("{} {} {}\n", node[0], node[1], node[2]);
  for (int k = 0; k < mesh.element_count(); ++k) {
    ends += fmt::format("{} ", (k + 1) * mesh.nodes_per_element);
    types += mesh.nodes_per_element == 4 ? "10 " : "24 ";
  }
  const auto array = [](const std::string& name, const std::string& text) {
    return fmt::format("<DataArray type=\"Float64\" Name=\"{}\" format=\"ascii\">\n{}\n</DataArray>\n", name, text);
  };
  return fmt::format("<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece>\n<Points>{}</Points>\n<Cells>",
                     array("Points", points)) +
         array("connectivity", fmt::format("{}", fmt::join(mesh.elements, " "))) + array("offsets", ends) +
         array("types", types) + "</Cells></Piece></UnstructuredGrid></VTKFile>\n";
}

TEST(VtkTets, GiveBackTheMesh) {
  for (int nodes : {4, 10}) {
    const TetMesh mesh = sphere_mesh(0.3, 1, nodes);
    for (const TetMesh& read : {tets_from(vtk_text(mesh, false), "a.vtk"), tets_from(vtk_text(mesh, true), "a.vtk"),
                                tets_from(vtu_text(mesh), "a.vtu")}) {
      EXPECT_EQ(read.nodes, mesh.nodes);
      EXPECT_EQ(read.elements, mesh.elements);
      EXPECT_TRUE(read.node_groups.empty());
    }
  }
}

TEST(VtkTets, RefusalsNameLineOrCell) {
  const TetMesh mesh = block_mesh({1, 1, 1}, 1, 1, 1);
  const std::string vtk = vtk_text(mesh, false), vtu = vtu_text(mesh);
  EXPECT_EQ(tets_complaint(replaced(vtk, "ASCII", "BINARY"), "a.vtk"),
            "a.vtk:3: expected ASCII: save the file as text, or as .msh");
  EXPECT_EQ(tets_complaint(replaced(vtk, "CELL_TYPES 6\n10", "CELL_TYPES 6\n12"), "a.vtk"),
            "a.vtk: cell 0 has type 12: only tetrahedra (10) and quadratic tetrahedra (24) are known");
  EXPECT_EQ(tets_complaint(vtk.substr(0, 150), "a.vtk").substr(0, 6), "a.vtk:");
  EXPECT_EQ(tets_complaint(replaced(vtu, "format=\"ascii\"", "format=\"appended\""), "a.vtu"),
            "a.vtu:2: the numbers are not text: save the file as ASCII, or as .msh");
  EXPECT_EQ(tets_complaint(replaced(vtu, "</Cells>", ""), "a.vtu").substr(0, 6), "a.vtu:");
  EXPECT_EQ(tets_complaint(replaced(vtu, "10 10", "10"), "a.vtu"), "a.vtu: 6 cells have 5 types");
}

}  // namespace
}  // namespace signorini
