#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/vtk_mesh.h"
#include "signorini/model/model.h"

namespace signorini {

/// Writes the bodies of a model as VTK XML polydata (.vtp), one file per state. The surfaces are made once.
class VtkBodies {
 public:
  explicit VtkBodies(const Model& model);
  /// Cell data: body (index into Model::bodies), shape (place in Body::shapes), speed (of the centre of mass, m/s).
  void write(const std::filesystem::path& path, const State& state, const FileWriter& writer = write_atomically) const;

 private:
  struct Surface {
    int body, shape;
    SurfaceMesh mesh;  ///< in the body's frame
  };
  std::vector<Surface> surfaces_;
  std::vector<int> velocity_places_;
};

/// The contacts of a step as VTK XML polydata: a vertex each, with point data normal, impulse (on body B, N s), force
/// (impulse / step, N), gap (m), body_a, body_b. `step` in s.
void write_vtk_contacts(const std::filesystem::path& path, std::span<const Contact> contacts,
                        std::span<const Vector3> impulses, double step, const FileWriter& writer = write_atomically);

/// The joints of a step as VTK XML polydata: a vertex each in the origin of frame b, with point data force, torque (on
/// body B, about that origin, along the world's axes, N and N m), motor (N or N m), joint (index into Model::joints),
/// body_a, body_b. `forces`: one for each joint; none before the first step, and then there are no vertices.
void write_vtk_joints(const std::filesystem::path& path, std::span<const Joint> joints,
                      std::span<const JointForce> forces, const std::vector<Pose>& poses,
                      const FileWriter& writer = write_atomically);

struct VtkSeriesEntry {
  double time;       ///< s
  std::string file;  ///< relative to the series
};
/// A .pvd file, which ParaView opens as an animation.
void write_vtk_series(const std::filesystem::path& path, std::span<const VtkSeriesEntry> entries,
                      const FileWriter& writer = write_atomically);

}  // namespace signorini
