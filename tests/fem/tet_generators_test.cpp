#include "signorini/fem/tet_generators.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <Eigen/Geometry>

#include "signorini/base/error.h"
#include "signorini/fem/tet_mesh.h"

namespace signorini {
namespace {

/// Sum of the outward vectors of area over the corners' triangles, and of their lengths.
std::pair<Vector3, double> boundary_area(const TetMesh& mesh, const std::vector<TetMesh::Face>& faces) {
  std::pair<Vector3, double> sum{Vector3::Zero(), 0};
  for (const TetMesh::Face& face : faces) {
    const std::array<int, 6> nodes = face_nodes(mesh, face);
    const Vector3& origin = mesh.nodes[nodes[0]];
    const Vector3 area = 0.5 * (mesh.nodes[nodes[1]] - origin).cross(mesh.nodes[nodes[2]] - origin);
    sum.first += area;
    sum.second += area.norm();
  }
  return sum;
}

TEST(BlockMesh, HasTheBoxsVolumeAndSides) {
  for (int nodes : {4, 10}) {
    const TetMesh mesh = block_mesh({2, 3, 5}, 2, 3, 4, nodes);
    EXPECT_TRUE(faults(mesh).empty()) << faults(mesh).front();
    EXPECT_EQ(mesh.element_count(), 6 * 24);
    EXPECT_NEAR(volume(mesh), 30, 1e-12);
    EXPECT_LT(boundary_area(mesh, boundary_faces(mesh)).first.norm(), 1e-12);
    EXPECT_EQ(mesh.face_groups.size(), 6u);
    const std::pair<const char*, Vector3> ends[] = {{"x0", {-15, 0, 0}}, {"x1", {15, 0, 0}}, {"y0", {0, -10, 0}},
                                                    {"y1", {0, 10, 0}},  {"z0", {0, 0, -6}}, {"z1", {0, 0, 6}}};
    const Vector3 half(1, 1.5, 2.5);
    for (const auto& [name, area] : ends) {
      EXPECT_LT((boundary_area(mesh, mesh.face_groups.at(name)).first - area).norm(), 1e-12) << name;
      for (int node : mesh.node_groups.at(name))
        EXPECT_NEAR(mesh.nodes[node].dot(area) / area.norm(), half[name[0] - 'x'], 1e-12);
    }
    EXPECT_EQ(mesh.node_groups.at("x0").size(), nodes == 4 ? 20u : 63u);
  }
}

TEST(SphereMesh, ConvergesToTheBallWithTheOrderOfItsElements) {
  const double exact = 4 * std::numbers::pi / 3 * 8;
  for (const auto& [nodes, order] : {std::pair{4, 2.0}, {10, 4.0}}) {
    std::array<double, 2> error{};
    for (int k : {0, 1}) {
      const TetMesh mesh = sphere_mesh(2, 2 << k, nodes);
      EXPECT_TRUE(faults(mesh).empty()) << faults(mesh).front();
      error[k] = std::abs(volume(mesh) / exact - 1);
      EXPECT_LT(boundary_area(mesh, boundary_faces(mesh)).first.norm(), 1e-12);
      EXPECT_EQ(mesh.face_groups.at("surface").size(), boundary_faces(mesh).size());
      for (int node : mesh.node_groups.at("surface")) EXPECT_NEAR(mesh.nodes[node].norm(), 2, 1e-12);
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), order, 0.2) << nodes;
  }
}

TEST(CylinderMesh, ConvergesToTheCylinderAndNamesItsSides) {
  const double exact = std::numbers::pi * 4 * 3;
  for (const auto& [nodes, order] : {std::pair{4, 2.0}, {10, 4.0}}) {
    std::array<double, 2> error{};
    for (int k : {0, 1}) {
      const TetMesh mesh = cylinder_mesh(2, 3, 2 << k, 3, nodes);
      EXPECT_TRUE(faults(mesh).empty()) << faults(mesh).front();
      error[k] = std::abs(volume(mesh) / exact - 1);
      EXPECT_LT(boundary_area(mesh, boundary_faces(mesh)).first.norm(), 1e-12);
      for (int node : mesh.node_groups.at("side"))
        EXPECT_NEAR(std::hypot(mesh.nodes[node][0], mesh.nodes[node][1]), 2, 1e-12);
      for (int node : mesh.node_groups.at("z1")) EXPECT_NEAR(mesh.nodes[node][2], 1.5, 1e-12);
      std::size_t named = 0;
      for (const auto& [name, faces] : mesh.face_groups) named += faces.size();
      EXPECT_EQ(named, boundary_faces(mesh).size());
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), order, 0.2) << nodes;
  }
}

TEST(SphereMesh, HasNoSlivers) {
  for (const TetMesh& mesh : {sphere_mesh(1, 4), cylinder_mesh(1, 2, 4, 4)}) {
    double worst = 1;
    for (int k = 0; k < mesh.element_count(); ++k) {
      std::array<Vector3, 4> x;
      for (int a = 0; a < 4; ++a) x[a] = mesh.nodes[mesh.element(k)[a]];
      double longest = 0;
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < a; ++b) longest = std::max(longest, (x[a] - x[b]).norm());
      const double V = (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0]) / 6;
      worst = std::min(worst, V / (longest * longest * longest) / 0.11785);
    }
    EXPECT_GT(worst, 0.02);  // of a regular tetrahedron
  }
}

TEST(MeshGenerators, RefuseWhatIsNotPositive) {
  EXPECT_THROW(block_mesh({1, -1, 1}, 1, 1, 1), InputError);
  EXPECT_THROW(block_mesh({1, 1, 1}, 1, 0, 1), InputError);
  EXPECT_THROW(block_mesh({1, 1, 1}, 100000, 100000, 1), InputError);
  EXPECT_THROW(sphere_mesh(1, 2, 8), InputError);
  EXPECT_THROW(cylinder_mesh(1, std::numeric_limits<double>::infinity(), 2, 2), InputError);
}

}  // namespace
}  // namespace signorini
