#include "signorini/io/mesh.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>

#include "io/support.h"
#include "signorini/model/mass_properties.h"

namespace signorini {
namespace {

using namespace signorini::testing;

TriangleMesh mesh_from(const std::string& name, const std::string& bytes) {
  const TemporaryFolder folder;
  std::ofstream(folder / name, std::ios::binary) << bytes;
  return read_mesh(folder / name);
}

std::string mesh_complaint(const std::string& name, const std::string& bytes) {
  const TemporaryFolder folder;
  std::ofstream(folder / name, std::ios::binary) << bytes;
  return complaint([&] { read_mesh(folder / name); }).substr(folder.path().string().size() + 1);
}

/// The unit cube, by polygons of four corners.
const std::string cube_obj = R"(# a cube
o cube
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1 1.0
vt 0 0
vn 0 0 -1
usemtl stone
f 1 4 3 2
f 5/1 6/1 7/1 8/1
f 1//1 2//1 6//1 5//1
f 2/1/1 3/1/1 7/1/1 6/1/1
f -6 -5 -1 -2
f 4 1 5 8
)";

double volume(const TriangleMesh& mesh) {
  double six = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    six += mesh.corners[static_cast<std::size_t>(a)].dot(
        mesh.corners[static_cast<std::size_t>(b)].cross(mesh.corners[static_cast<std::size_t>(c)]));
  return six / 6;
}

std::string text_stl(const TriangleMesh& mesh) {
  std::string text = "solid cube\n";
  for (const auto& triangle : mesh.triangles) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (const int corner : triangle) {
      const Vector3& p = mesh.corners[static_cast<std::size_t>(corner)];
      text +=
          "      vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " + std::to_string(p.z()) + "\r\n";
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid cube\n";
}

std::string binary_stl(const TriangleMesh& mesh, const std::string& header = "binary") {
  std::string bytes = header + std::string(80 - header.size(), '\0');
  const auto put = [&](const auto& value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
  };
  put(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& triangle : mesh.triangles) {
    for (int k = 0; k < 3; ++k) put(0.0f);
    for (const int corner : triangle)
      for (const double x : mesh.corners[static_cast<std::size_t>(corner)]) put(static_cast<float>(x));
    put(std::uint16_t{0});
  }
  return bytes;
}

TEST(Mesh, ObjPolygonsBecomeTriangles) {
  const TriangleMesh mesh = mesh_from("cube.obj", cube_obj);
  EXPECT_EQ(mesh.corners.size(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_NEAR(volume(mesh), 1, 1e-14);
}

TEST(Mesh, StlSharesCorners) {
  const TriangleMesh cube = mesh_from("cube.obj", cube_obj);
  for (const std::string& bytes : {text_stl(cube), binary_stl(cube), binary_stl(cube, "solid but binary")}) {
    const TriangleMesh mesh = mesh_from("cube.STL", bytes);
    EXPECT_EQ(mesh.corners.size(), 8u);
    EXPECT_EQ(mesh.triangles.size(), 12u);
    EXPECT_NEAR(volume(mesh), 1, 1e-14);
  }
}

TEST(Mesh, BrokenObjIsNamedWithItsLine) {
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 0\n"), "a.obj:1: a corner has the coordinate '', expected a number");
  EXPECT_EQ(mesh_complaint("a.obj", "\nv 0 x 0\n"), "a.obj:2: a corner has the coordinate 'x', expected a number");
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 nan 0\n"), "a.obj:1: a corner has the coordinate 'nan', expected a number");
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 0 0\nf 1 2 3\n"), "a.obj:2: a face has the corner '2', expected one of 1..1");
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 0 0\nf 0 1 1\n"), "a.obj:2: a face has the corner '0', expected one of 1..1");
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 0 0\nf -2 1 1\n"),
            "a.obj:2: a face has the corner '-2', expected one of 1..1");
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 0 0\nf 1 1\n"), "a.obj:2: a face has 2 corners, expected at least 3");
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 0 0\nv 1 0 0\n"), "a.obj: holds no triangles");
  EXPECT_EQ(mesh_complaint("a.obj", "v 0 0 0\nf 1 1 1\n"), "a.obj: holds no triangles");
  EXPECT_EQ(mesh_complaint("a.obj", ""), "a.obj: holds no triangles");
}

TEST(Mesh, BrokenStlIsNamedWithItsPlace) {
  const std::string facet = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
  EXPECT_EQ(mesh_complaint("a.stl", facet + "vertex 0 1\n"),
            "a.stl:6: a vertex has the coordinate '', expected a number");
  EXPECT_EQ(mesh_complaint("a.stl", facet + "endloop\nendfacet\n"), "a.stl:7: a facet has 2 vertices, expected 3");
  EXPECT_EQ(mesh_complaint("a.stl", facet), "a.stl:6: the file ends too early, expected endsolid");
  EXPECT_EQ(mesh_complaint("a.stl", facet + "facet\n"), "a.stl:6: a facet begins before the last one has ended");
  EXPECT_EQ(mesh_complaint("a.stl", "solid\nvertex 0 0 0\n"), "a.stl:2: a vertex outside of any facet");
  EXPECT_EQ(mesh_complaint("a.stl", "solid\nhello\n"), "a.stl:2: 'hello' is not expected in an STL file");
  EXPECT_EQ(mesh_complaint("a.stl", "solid a\nendsolid a\n"), "a.stl: holds no triangles");
  EXPECT_EQ(mesh_complaint("a.stl", ""), "a.stl: 0 bytes are too few for an STL file");

  const TriangleMesh cube = mesh_from("cube.obj", cube_obj);
  std::string bytes = binary_stl(cube);
  EXPECT_EQ(mesh_complaint("a.stl", bytes.substr(0, 300)),
            "a.stl: byte 80: 12 triangles need 684 bytes, the file has 300");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(bytes.data() + 84 + 50 + 12, &nan, sizeof nan);
  EXPECT_EQ(mesh_complaint("a.stl", bytes), "a.stl: byte 146: triangle 1 has the coordinate nan");
}

TEST(Mesh, MissingAndForeignFilesAreNamed) {
  const TemporaryFolder folder;
  const auto says = [&](const std::string& name) { return complaint([&] { read_mesh(folder / name); }); };
  EXPECT_NE(says("none.stl").find("none.stl: cannot be read: No such file"), std::string::npos);
  EXPECT_NE(says("a.dae").find("a mesh file ends in .obj or .stl, not '.dae'"), std::string::npos);
  std::filesystem::create_directory(folder / "d.obj");
  EXPECT_NE(says("d.obj").find("is a directory"), std::string::npos);
}

}  // namespace
}  // namespace signorini
