#include "signorini/io/vtk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "signorini/dynamics/step_motion.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/vtk_xml.h"

namespace signorini {
namespace {

/// With more surfaces than this, spheres get coarser: 80 instead of 320 triangles, files four times smaller.
constexpr std::size_t many_surfaces = 1000;
/// A plane reaches this much farther than the bodies at the start.
constexpr double plane_margin = 2.0;
constexpr double smallest_plane = 1.0;  // m, half the edge

SurfaceDetail detail_for(const Model& model) {
  SurfaceDetail detail{.plane_size = smallest_plane};
  std::size_t surfaces = 0;
  for (const Body& body : model.bodies) {
    surfaces += body.shapes.size();
    detail.plane_size = std::max(detail.plane_size, plane_margin * body.pose.position.lpNorm<Eigen::Infinity>());
  }
  if (surfaces > many_surfaces) detail.sphere_subdivisions = 1;
  return detail;
}

void push(std::vector<double>& values, const Vector3& v) { values.insert(values.end(), {v.x(), v.y(), v.z()}); }

std::vector<int> count_up(std::size_t size, int first) {
  std::vector<int> out(size);
  for (int& each : out) each = first++;
  return out;
}

/// Points with a vertex each; the point data are there already.
void write_vertices(VtkXml& data, const std::vector<double>& points, const std::filesystem::path& path,
                    const FileWriter& writer) {
  data.open("Points");
  data.add("Points", points, 3);
  data.close();
  data.open("Verts");
  data.add("connectivity", count_up(points.size() / 3, 0));
  data.add("offsets", count_up(points.size() / 3, 1));
  data.close();
  data.write(path, writer);
}

}  // namespace

VtkBodies::VtkBodies(const Model& model) : velocity_places_(velocity_places(model)) {
  const SurfaceDetail detail = detail_for(model);
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const std::vector<Shape>& shapes = model.bodies[b].shapes;
    for (std::size_t s = 0; s < shapes.size(); ++s) {
      SurfaceMesh mesh = surface_mesh(shapes[s].geometry, detail);
      for (Vector3& point : mesh.points) point = shapes[s].pose.to_world(point);
      surfaces_.push_back({static_cast<int>(b), static_cast<int>(s), std::move(mesh)});
    }
  }
}

void VtkBodies::write(const std::filesystem::path& path, const State& state, const FileWriter& writer) const {
  std::vector<float> points, speeds;
  std::vector<int> corners, ends, bodies, shapes;
  int first = 0;
  for (const Surface& surface : surfaces_) {
    const Pose& pose = state.poses[static_cast<std::size_t>(surface.body)];
    const int place = velocity_places_[static_cast<std::size_t>(surface.body)];
    const double speed = place < 0 ? 0.0 : state.v.segment<3>(place).norm();
    for (const Vector3& point : surface.mesh.points) {
      const Vector3 world = pose.to_world(point);
      for (const double x : world) points.push_back(static_cast<float>(x));
    }
    for (const std::vector<int>& polygon : surface.mesh.polygons) {
      for (const int corner : polygon) corners.push_back(first + corner);
      ends.push_back(static_cast<int>(corners.size()));
      bodies.push_back(surface.body);
      shapes.push_back(surface.shape);
      speeds.push_back(static_cast<float>(speed));
    }
    first += static_cast<int>(surface.mesh.points.size());
  }

  VtkXml data = VtkXml::polydata(points.size() / 3, 0, ends.size());
  data.open("CellData");
  data.add("body", bodies);
  data.add("shape", shapes);
  data.add("speed", speeds);
  data.close();
  data.open("Points");
  data.add("Points", points, 3);
  data.close();
  data.open("Polys");
  data.add("connectivity", corners);
  data.add("offsets", ends);
  data.close();
  data.write(path, writer);
}

void write_vtk_contacts(const std::filesystem::path& path, std::span<const Contact> contacts,
                        std::span<const Vector3> impulses, double step, const FileWriter& writer) {
  assert(contacts.size() == impulses.size());
  std::vector<double> points, normals, impulse, force, gaps;
  std::vector<int> bodies_a, bodies_b;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    push(points, contacts[k].point);
    push(normals, contacts[k].normal);
    push(impulse, impulses[k]);
    push(force, impulses[k] / step);
    gaps.push_back(contacts[k].gap);
    bodies_a.push_back(contacts[k].key.body_a);
    bodies_b.push_back(contacts[k].key.body_b);
  }

  VtkXml data = VtkXml::polydata(contacts.size(), contacts.size(), 0);
  data.open("PointData");
  data.add("force", force, 3);
  data.add("impulse", impulse, 3);
  data.add("normal", normals, 3);
  data.add("gap", gaps);
  data.add("body_a", bodies_a);
  data.add("body_b", bodies_b);
  data.close();
  write_vertices(data, points, path, writer);
}

void write_vtk_joints(const std::filesystem::path& path, std::span<const Joint> joints,
                      std::span<const JointForce> forces, const std::vector<Pose>& poses, const FileWriter& writer) {
  assert(forces.empty() || forces.size() == joints.size());
  std::vector<double> points, force, torque, motor;
  std::vector<int> bodies_a, bodies_b;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    push(points, pose_of(poses, joints[k].body_b).to_world(joints[k].frame_b.position));
    push(force, forces[k].force);
    push(torque, forces[k].torque);
    motor.push_back(forces[k].motor);
    bodies_a.push_back(joints[k].body_a);
    bodies_b.push_back(joints[k].body_b);
  }

  VtkXml data = VtkXml::polydata(forces.size(), forces.size(), 0);
  data.open("PointData");
  data.add("force", force, 3);
  data.add("torque", torque, 3);
  data.add("motor", motor);
  data.add("joint", count_up(forces.size(), 0));
  data.add("body_a", bodies_a);
  data.add("body_b", bodies_b);
  data.close();
  write_vertices(data, points, path, writer);
}

void write_vtk_series(const std::filesystem::path& path, std::span<const VtkSeriesEntry> entries,
                      const FileWriter& writer) {
  std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n";
  for (const VtkSeriesEntry& entry : entries)
    text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", entry.time, entry.file);
  text += "</Collection>\n</VTKFile>\n";
  writer(path, std::as_bytes(std::span(text)));
}

}  // namespace signorini
