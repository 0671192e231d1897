#include "signorini/io/vtk.h"

#include <cstring>
#include <map>
#include <numbers>

#include "io/run_folder_support.h"
#include "io/support.h"
#include "signorini/io/vtk_xml.h"

namespace signorini {
namespace {

using namespace testing;

// ---- Surfaces ----

/// Volume enclosed by a closed surface (divergence theorem), negative when its polygons face inwards.
double volume(const SurfaceMesh& mesh) {
  const auto at = [&](int k) -> const Vector3& { return mesh.points[static_cast<std::size_t>(k)]; };
  double sum = 0;
  for (const std::vector<int>& polygon : mesh.polygons)
    for (std::size_t k = 2; k < polygon.size(); ++k)
      sum += at(polygon[0]).dot(at(polygon[k - 1]).cross(at(polygon[k]))) / 6;
  return sum;
}

/// Edges that not exactly two polygons share, in opposite directions.
int open_edges(const SurfaceMesh& mesh) {
  std::map<std::pair<int, int>, int> balance;
  for (const std::vector<int>& polygon : mesh.polygons)
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const int a = polygon[k], b = polygon[(k + 1) % polygon.size()];
      balance[std::minmax(a, b)] += a < b ? 1 : -1;
    }
  return static_cast<int>(std::ranges::count_if(balance, [](const auto& edge) { return edge.second != 0; }));
}

const SurfaceDetail fine{.sphere_subdivisions = 4, .segments = 200};

TEST(VtkMesh, SolidsAreClosedAndFaceOutwards) {
  const double pi = std::numbers::pi;
  const auto check = [](const Geometry& geometry, double expected) {
    const SurfaceMesh mesh = surface_mesh(geometry, fine);
    EXPECT_EQ(open_edges(mesh), 0);
    EXPECT_NEAR(volume(mesh), expected, 5e-3 * expected);
  };
  check(Sphere{0.5}, 4.0 / 3.0 * pi * 0.125);
  check(Box{{1, 2, 3}}, 48);
  check(Capsule{0.5, 2}, 4.0 / 3.0 * pi * 0.125 + pi * 0.25 * 4);
  check(Cylinder{0.5, 2}, pi * 0.25 * 4);
  check(std::get<4>(sample_model().bodies[1].shapes[3].geometry), 1.0 / 6.0);
}

TEST(VtkMesh, HollowsFaceInwards) {
  EXPECT_NEAR(volume(surface_mesh(BoxInside{{1, 2, 3}, false}, fine)), -48, 1e-12);
  EXPECT_EQ(open_edges(surface_mesh(BoxInside{{1, 2, 3}, false}, fine)), 0);
  EXPECT_EQ(open_edges(surface_mesh(BoxInside{{1, 2, 3}, true}, fine)), 4);
  EXPECT_NEAR(volume(surface_mesh(CylinderInside{0.5, 2, false}, fine)), -std::numbers::pi, 1e-2);
  EXPECT_EQ(open_edges(surface_mesh(CylinderInside{0.5, 2, true}, fine)), fine.segments);
  EXPECT_EQ(open_edges(surface_mesh(ConeInside{1, 2, 3, true}, fine)), fine.segments);
  EXPECT_EQ(open_edges(surface_mesh(ConeInside{1, 2, 3, false}, fine)), 2 * fine.segments);
}

TEST(VtkMesh, CornersLieOnTheSurface) {
  for (const Vector3& point : surface_mesh(Sphere{0.5}, {}).points) EXPECT_NEAR(point.norm(), 0.5, 1e-15);
  for (const Vector3& point : surface_mesh(Capsule{0.5, 2}, {}).points) {
    const Vector3 nearest(0, 0, std::clamp(point.z(), -2.0, 2.0));
    EXPECT_NEAR((point - nearest).norm(), 0.5, 1e-15);
  }
}

// ---- Files ----

/// A file of ours, read back.
class ReadVtk {
 public:
  explicit ReadVtk(const std::filesystem::path& path) : text_(file_content(path)) {
    std::vector<std::string> open;
    for (std::size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at + 1)) {
      const std::string tag = text_.substr(at + 1, text_.find('>', at) - at - 1);
      if (tag.starts_with("?") || tag.ends_with("/")) continue;
      if (tag.starts_with("/")) {
        well_formed_ = well_formed_ && !open.empty() && "/" + open.back() == tag;
        if (!open.empty()) open.pop_back();
      } else {
        open.push_back(tag.substr(0, tag.find(' ')));
      }
    }
    well_formed_ = well_formed_ && open.empty();
  }
  bool well_formed() const { return well_formed_; }
  int count(const std::string& attribute) const {
    const std::size_t at = text_.find(attribute + "=\"");
    return at == std::string::npos ? -1 : std::stoi(text_.substr(at + attribute.size() + 2));
  }
  template <class Number>
  std::vector<Number> array(const std::string& name) const {
    const std::size_t start = text_.find('>', text_.find("Name=\"" + name + "\"")) + 1;
    const std::string bytes = decode(text_.substr(start, text_.find('<', start) - start));
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    EXPECT_EQ(bytes.size(), sizeof length + length) << name;
    std::vector<Number> out(length / sizeof(Number));
    if (!out.empty()) std::memcpy(out.data(), bytes.data() + sizeof length, length);
    return out;
  }

 private:
  static std::string decode(const std::string& text) {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    unsigned bits = 0;
    int filled = 0;
    for (const char c : text) {
      if (c == '=') break;
      bits = bits << 6 | static_cast<unsigned>(digits.find(c));
      filled += 6;
      if (filled >= 8) out += static_cast<char>(bits >> (filled -= 8) & 255);
    }
    return out;
  }

  std::string text_;
  bool well_formed_ = true;
};

TEST(Vtk, Base64) {
  const auto encode = [](const std::string& text) { return base64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encode("\xff\xfe\xfd"), "//79");
}

TEST(Vtk, Bodies) {
  const TemporaryFolder folder;
  const Model model = sample_model();
  State state = sample_start(model);
  state.poses[0].position = {10, 20, 30};
  VtkBodies(model).write(folder / "b.vtp", state);

  const ReadVtk file(folder / "b.vtp");
  EXPECT_TRUE(file.well_formed());
  const auto points = file.array<float>("Points");
  const auto corners = file.array<int>("connectivity"), ends = file.array<int>("offsets");
  const auto bodies = file.array<int>("body"), shapes = file.array<int>("shape");
  const auto speeds = file.array<float>("speed");
  ASSERT_EQ(file.count("NumberOfPoints"), static_cast<int>(points.size() / 3));
  ASSERT_EQ(file.count("NumberOfPolys"), static_cast<int>(ends.size()));
  ASSERT_EQ(bodies.size(), ends.size());
  ASSERT_EQ(shapes.size(), ends.size());
  ASSERT_EQ(speeds.size(), ends.size());
  EXPECT_EQ(ends.back(), static_cast<int>(corners.size()));
  for (const int corner : corners) EXPECT_TRUE(corner >= 0 && corner < file.count("NumberOfPoints"));
  EXPECT_EQ(std::ranges::count(bodies, 0), 320);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (bodies[k] == 0) {
      for (int c = k == 0 ? 0 : ends[k - 1]; c < ends[k]; ++c) {
        const float* x = &points[3 * static_cast<std::size_t>(corners[static_cast<std::size_t>(c)])];
        EXPECT_NEAR((Vector3(x[0], x[1], x[2]) - Vector3(10, 20, 30)).norm(), 0.5, 1e-5);
      }
      EXPECT_NEAR(speeds[k], state.v.head<3>().norm(), 1e-6);
    }
    if (bodies[k] == 2) {
      EXPECT_EQ(speeds[k], 0.0f);
    }
  }
}

TEST(Vtk, BodiesAreWhereTheirShapesAre) {
  const TemporaryFolder folder;
  Model model;
  model.bodies.resize(1);
  model.bodies[0].shapes = {{Box{{1, 2, 3}}, {{5, 0, 0}, Quaternion::Identity()}, 0}};
  State state = sample_start(model);
  state.poses[0] = {{0, 0, 7}, turned(1, 0, 0, 1)};  // a quarter turn about z
  VtkBodies(model).write(folder / "b.vtp", state);
  const auto points = ReadVtk(folder / "b.vtp").array<float>("Points");
  ASSERT_EQ(points.size(), 24u);
  Eigen::Map<const Eigen::Matrix<float, 3, 8>> x(points.data());
  const Eigen::Vector3f lower = x.rowwise().minCoeff(), upper = x.rowwise().maxCoeff();
  EXPECT_TRUE(lower.isApprox(Eigen::Vector3f(-2, 4, 4), 1e-6f)) << lower.transpose();
  EXPECT_TRUE(upper.isApprox(Eigen::Vector3f(2, 6, 10), 1e-6f)) << upper.transpose();
}

TEST(Vtk, Contacts) {
  const TemporaryFolder folder;
  Checkpoint start;
  start.state = sample_start(sample_model());
  SampleRun run(start);
  StepRecord record;
  while (record.contacts.size() < 3) record = run.step();
  write_vtk_contacts(folder / "c.vtp", record.contacts, record.impulses, 0.1);
  const ReadVtk file(folder / "c.vtp");
  EXPECT_TRUE(file.well_formed());
  EXPECT_EQ(file.count("NumberOfVerts"), 3);
  const auto impulse = file.array<double>("impulse"), normal = file.array<double>("normal");
  ASSERT_EQ(impulse.size(), 9u);
  EXPECT_EQ(Vector3(&impulse[6]), record.impulses[2]);
  EXPECT_EQ(Vector3(&normal[3]), record.contacts[1].normal);
  EXPECT_NEAR(file.array<double>("force")[3], 10 * record.impulses[1].x(), 1e-14);
  EXPECT_EQ(file.array<int>("connectivity"), (std::vector{0, 1, 2}));
  EXPECT_EQ(file.array<int>("offsets"), (std::vector{1, 2, 3}));

  write_vtk_contacts(folder / "none.vtp", {}, {}, 0.1);
  EXPECT_TRUE(ReadVtk(folder / "none.vtp").well_formed());
  EXPECT_EQ(ReadVtk(folder / "none.vtp").count("NumberOfPoints"), 0);
}

TEST(Vtk, Joints) {
  const TemporaryFolder folder;
  const Model model = sample_model();
  const StepRecord record = SampleRun(Checkpoint{.state = sample_start(model)}).step();
  write_vtk_joints(folder / "j.vtp", model.joints, record.joints, record.state.poses);
  const ReadVtk file(folder / "j.vtp");
  EXPECT_TRUE(file.well_formed());
  EXPECT_EQ(file.count("NumberOfVerts"), 2);
  const auto points = file.array<double>("Points"), force = file.array<double>("force");
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(Vector3(&points[0]), record.state.poses[0].position);
  EXPECT_EQ(Vector3(&points[3]), record.state.poses[1].to_world({0, 0, 1}));
  EXPECT_EQ(Vector3(&force[3]), record.joints[1].force);
  EXPECT_EQ(Vector3(file.array<double>("torque").data()), record.joints[0].torque);
  EXPECT_EQ(file.array<double>("motor")[1], record.joints[1].motor);
  EXPECT_EQ(file.array<int>("joint"), (std::vector{0, 1}));
  EXPECT_EQ(file.array<int>("body_a"), (std::vector{2, -1}));
  EXPECT_EQ(file.array<int>("body_b"), (std::vector{0, 1}));

  write_vtk_joints(folder / "none.vtp", model.joints, {}, record.state.poses);
  EXPECT_TRUE(ReadVtk(folder / "none.vtp").well_formed());
  EXPECT_EQ(ReadVtk(folder / "none.vtp").count("NumberOfPoints"), 0);
}

TEST(Vtk, Series) {
  const TemporaryFolder folder;
  const std::vector<VtkSeriesEntry> entries{{0, "a.vtp"}, {0.1, "b.vtp"}};
  write_vtk_series(folder / "s.pvd", entries);
  EXPECT_TRUE(ReadVtk(folder / "s.pvd").well_formed());
  EXPECT_NE(file_content(folder / "s.pvd").find("<DataSet timestep=\"0.1\" part=\"0\" file=\"b.vtp\"/>"),
            std::string::npos);
}

}  // namespace
}  // namespace signorini
