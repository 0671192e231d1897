#include "signorini/fem/tet_mesh.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "signorini/fem/tet_generators.h"

namespace signorini {
namespace {

/// The only fault, or all of them in one line.
std::string fault_of(const TetMesh& mesh) {
  std::string all;
  for (const std::string& line : faults(mesh)) all += (all.empty() ? "" : " | ") + line;
  return all;
}

TEST(TetMesh, BoundaryOfOneElementPointsOutwards) {
  TetMesh mesh{.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .elements = {0, 1, 2, 3}};
  EXPECT_EQ(fault_of(mesh), "");
  const std::vector<TetMesh::Face> faces = boundary_faces(mesh);
  ASSERT_EQ(faces.size(), 4u);
  for (int side = 0; side < 4; ++side) {
    EXPECT_EQ(faces[side], (TetMesh::Face{0, side}));
    const std::array<int, 6> nodes = face_nodes(mesh, faces[side]);
    const Vector3 &a = mesh.nodes[nodes[0]], &b = mesh.nodes[nodes[1]], &c = mesh.nodes[nodes[2]];
    EXPECT_GT((b - a).cross(c - a).dot(a - mesh.nodes[side]), 0);
    EXPECT_EQ(nodes[3], -1);
  }
  mesh = quadratic(mesh);
  for (int side = 0; side < 4; ++side) {
    const std::array<int, 6> nodes = face_nodes(mesh, {0, side});
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(mesh.nodes[nodes[3 + k]], 0.5 * (mesh.nodes[nodes[k]] + mesh.nodes[nodes[(k + 1) % 3]]));
  }
}

TEST(TetMesh, QuadraticKeepsGroups) {
  TetMesh linear = block_mesh({1, 1, 1}, 2, 2, 2);
  linear.node_groups["edge"] = {0, 1, 2};
  const TetMesh mesh = quadratic(linear);
  EXPECT_EQ(mesh.node_groups.at("edge").size(), 5u);
  EXPECT_EQ(mesh.node_groups.at("z0").size(), 25u);
  EXPECT_EQ(mesh.nodes.size(), 125u);
  EXPECT_EQ(fault_of(mesh), "");
}

TEST(TetMeshFaults, NameElementsAndNodes) {
  const TetMesh good = block_mesh({1, 1, 1}, 2, 2, 2);
  EXPECT_EQ(fault_of(good), "");

  TetMesh bad = good;
  for (int k : {3, 17}) std::swap(bad.elements[4 * k], bad.elements[4 * k + 1]);
  EXPECT_EQ(fault_of(bad).substr(0, 24), "elements 3, 17: inverted");

  bad = good;
  bad.elements.insert(bad.elements.end(), good.elements.begin() + 20, good.elements.begin() + 24);
  EXPECT_NE(fault_of(bad).find("elements 48: have the corners of an earlier element"), std::string::npos);

  bad = good;
  bad.nodes.emplace_back(5, 5, 5);
  EXPECT_EQ(fault_of(bad), "nodes 27: belong to no element: remove them");

  bad = good;
  bad.elements[9] = 27;
  bad.elements[13] = -1;
  EXPECT_EQ(fault_of(bad), "elements 2, 3: name nodes outside 0 to 26");

  bad = good;
  bad.nodes[4][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fault_of(bad), "nodes 4: places that are not finite");

  bad = good;
  for (Vector3& node : bad.nodes) node[2] *= 1e-9;
  EXPECT_EQ(fault_of(bad), "elements 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 38 more: flat, their volume is zero: mesh again");

  bad = good;
  bad.node_groups["here"] = {1, 1};
  bad.face_groups["there"] = {{48, 0}};
  EXPECT_EQ(faults(bad).size(), 2u);
  EXPECT_EQ(fault_of(TetMesh{}), "no elements: there is nothing to compute with");
}

TEST(TetMeshFaults, FindBoundariesThatMeetThemselves) {
  // Two tetrahedra with an edge in common, two with a node in common (allowed), three on one side.
  TetMesh mesh{.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, -1}},
               .elements = {0, 1, 2, 3, 0, 1, 4, 5}};
  EXPECT_EQ(fault_of(mesh).substr(0, 11), "nodes 0, 1:");
  mesh = {.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {0.5, 0.5, 3}},
          .elements = {0, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 5}};
  EXPECT_NE(fault_of(mesh).find("elements 0: a side belongs to three elements"), std::string::npos);
}

TEST(TetMeshFaults, FindMiddlesThatTurnAnElementInsideOut) {
  TetMesh mesh = block_mesh({1, 1, 1}, 1, 1, 1, 10);
  EXPECT_EQ(fault_of(mesh), "");
  mesh.nodes[mesh.element(3)[4]] += 2 * (mesh.nodes[mesh.element(3)[2]] - mesh.nodes[mesh.element(3)[0]]);
  EXPECT_NE(fault_of(mesh).find("inverted"), std::string::npos);
}

}  // namespace
}  // namespace signorini
