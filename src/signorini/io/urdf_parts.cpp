#include "signorini/io/urdf_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/io/mesh.h"

namespace signorini {
namespace {

namespace fs = std::filesystem;

/// package://name/rest is looked for beside the URDF file and in the folders above it: in a folder `name`, or in one
/// that is called so itself.
fs::path resolve(const UrdfElement& element, const std::string& written, const fs::path& folder,
                 const InputFiles& files) {
  static const std::string package = "package://", file = "file://";
  if (written.starts_with(file)) return written.substr(file.size());
  if (!written.starts_with(package)) return folder / written;
  const std::string rest = written.substr(package.size());
  const std::size_t slash = rest.find('/');
  const std::string name = rest.substr(0, slash), inside = slash == std::string::npos ? "" : rest.substr(slash + 1);
  for (fs::path up = absolute_path(folder);; up = up.parent_path()) {
    if (files.has(up / name / inside)) return up / name / inside;
    if (up.filename() == name && files.has(up / inside)) return up / inside;
    if (up == up.parent_path()) break;
  }
  element.refuse(fmt::format("has the filename '{}', which no folder above the file holds", written));
}

Geometry read_mesh_geometry(const UrdfElement& element, const fs::path& folder, InputFiles& files) {
  const fs::path path = resolve(element, element.required_attribute("filename"), folder, files);
  const Vector3 scale = element.vector("scale").value_or(Vector3::Ones());
  if (scale.minCoeff() <= 0) element.refuse(fmt::format("has a scale of {}, expected numbers > 0", scale.minCoeff()));
  try {
    TriangleMesh mesh = read_mesh(path, files);
    for (Vector3& corner : mesh.corners) corner = corner.cwiseProduct(scale);
    return std::make_shared<const TriangleMesh>(std::move(mesh));
  } catch (const InputError& error) {
    element.refuse(fmt::format("cannot be used: {}", error.what()));
  }
}

Geometry read_geometry(const UrdfElement& geometry, const fs::path& folder, InputFiles& files) {
  if (const auto box = geometry.child("box")) {
    box->required_attribute("size");
    const Vector3 size = *box->vector("size");
    if (size.minCoeff() <= 0) box->refuse(fmt::format("has an edge of {}, expected numbers > 0", size.minCoeff()));
    return Box{0.5 * size};
  }
  if (const auto sphere = geometry.child("sphere")) return Sphere{sphere->positive("radius")};
  if (const auto cylinder = geometry.child("cylinder"))
    return Cylinder{cylinder->positive("radius"), 0.5 * cylinder->positive("length")};
  if (const auto capsule = geometry.child("capsule"))
    return Capsule{capsule->positive("radius"), 0.5 * capsule->positive("length")};
  if (const auto mesh = geometry.child("mesh")) return read_mesh_geometry(*mesh, folder, files);
  geometry.refuse("holds no box, sphere, cylinder, capsule or mesh");
}

MassProperties read_inertial(const UrdfElement& inertial) {
  MassProperties properties;
  const Pose origin = inertial.origin();
  properties.mass = inertial.required_child("mass").positive("value");
  const UrdfElement element = inertial.required_child("inertia");
  const double xx = element.number("ixx"), yy = element.number("iyy"), zz = element.number("izz");
  const auto product = [&](const char* name) { return element.attribute(name) ? element.number(name) : 0.0; };
  const double xy = product("ixy"), xz = product("ixz"), yz = product("iyz");
  Matrix3 matrix;
  matrix << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  const std::string defect = inertia_defect(matrix);
  if (!defect.empty()) element.refuse(fmt::format("belongs to no body: {}", defect));
  properties.centre = origin.position;
  properties.inertia = origin.rotation() * matrix * origin.rotation().transpose();
  return properties;
}

UrdfLink read_link(const UrdfElement& element, const fs::path& folder, InputFiles& files) {
  UrdfLink link{element.required_attribute("name"), element.named("link"), {}, {}};
  if (const auto inertial = link.element.child("inertial")) link.inertial = read_inertial(*inertial);
  for (const UrdfElement& collision : link.element.children("collision"))
    link.shapes.push_back({read_geometry(collision.required_child("geometry"), folder, files), collision.origin(), 0});
  return link;
}

UrdfJoint read_joint(const UrdfElement& element) {
  static const std::vector<std::string> types{"fixed", "revolute", "continuous", "prismatic", "planar", "floating"};
  UrdfJoint joint{element.required_attribute("name"),
                  element.required_attribute("type"),
                  element.named("joint"),
                  "",
                  "",
                  element.origin()};
  const UrdfElement& named = joint.element;
  if (std::find(types.begin(), types.end(), joint.type) == types.end())
    named.refuse(fmt::format("has an {}", unknown_name_message("type", joint.type, types)));
  joint.parent = named.required_child("parent").required_attribute("link");
  joint.child = named.required_child("child").required_attribute("link");
  if (const auto mimic = named.child("mimic")) mimic->refuse("is not supported");
  if (const auto axis = named.child("axis")) {
    axis->required_attribute("xyz");
    joint.axis = *axis->vector("xyz");
    if (joint.axis.norm() == 0) axis->refuse("has the xyz '0 0 0', expected a direction");
    joint.axis.normalize();
  }
  if (joint.type == "revolute" || joint.type == "prismatic") {
    const UrdfElement limit = named.required_child("limit");
    joint.lower = limit.attribute("lower") ? limit.number("lower") : 0.0;
    joint.upper = limit.attribute("upper") ? limit.number("upper") : 0.0;
    if (*joint.lower > *joint.upper)
      limit.refuse(fmt::format("has the lower {}, expected at most the {} of upper", *joint.lower, *joint.upper));
  }
  return joint;
}

}  // namespace

std::unique_ptr<UrdfParts> take_urdf_apart(const fs::path& path, InputFiles& files) {
  auto parts = std::make_unique<UrdfParts>();
  parts->file = path.string();
  parts->document = std::make_unique<tinyxml2::XMLDocument>();
  tinyxml2::XMLDocument& document = *parts->document;
  const std::string& text = files.read(path, "a URDF file");
  const auto result = document.Parse(text.data(), text.size());
  if (result != tinyxml2::XML_SUCCESS)
    throw InputError(fmt::format("{}:{}: is not XML: {}", parts->file, document.ErrorLineNum(), document.ErrorName()));
  const auto* xml = document.FirstChildElement("robot");
  if (xml == nullptr) throw InputError(fmt::format("{}: has no <robot>", parts->file));

  const UrdfElement robot(xml, parts->file, "");
  for (const UrdfElement& element : robot.children("link"))
    parts->links.push_back(read_link(element, path.parent_path(), files));
  for (const UrdfElement& element : robot.children("joint")) parts->joints.push_back(read_joint(element));
  if (parts->links.empty()) robot.refuse("has no <link>");
  return parts;
}

}  // namespace signorini
