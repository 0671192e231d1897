#include "signorini/dynamics/assemble.h"

#include <algorithm>
#include <cmath>

#include "signorini/dynamics/soft_contacts.h"
#include "signorini/math/contact_frame.h"
#include "signorini/problem/body_columns.h"

namespace signorini {
namespace {

bool slides_freely(const Settings& settings, const ContactProperties& properties) {
  return settings.law == Law::frictionless || properties.friction == 0;
}

/// w_N: see Assembly.
double normal_term(const Settings& settings, const Contact& contact, const ContactProperties& properties, double h) {
  // The penetration of a soft contact is its spring: a bound on the way back would be a bound on its force.
  if (properties.compliance > 0) return contact.gap / h;
  return std::max(contact.gap / h, -settings.recovery_speed);
}

/// E and w of a soft contact whose first row is `row`. w_N is in place.
void soften(const Contact& contact, const ContactProperties& properties, bool with_friction, int row, double h,
            const StepForces& acting, ContactProblem& p) {
  const double along_surface = with_friction ? properties.tangential_compliance : 0;
  if (properties.compliance == 0 && along_surface == 0) return;
  if (p.E.size() == 0) p.E = Vector::Zero(p.rows());
  p.E[row] = properties.compliance / (h * h);
  if (along_surface == 0) return;
  p.E.segment<2>(row + 1).setConstant(along_surface / (h * h));
  p.w.segment<2>(row + 1) = tangential_elongation(acting.last_impulses, contact, along_surface, h) / h;
}

}  // namespace

SparseMatrix mass_matrix(const Model& model) {
  std::vector<Eigen::Triplet<double>> entries;
  int place = 0;
  for (const Body& body : model.bodies) {
    if (body.fixed) continue;
    for (int k = 0; k < 3; ++k) entries.emplace_back(place + k, place + k, body.mass);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (body.inertia(i, j) != 0) entries.emplace_back(place + 3 + i, place + 3 + j, body.inertia(i, j));
    place += 6;
  }
  SparseMatrix M(place, place);
  M.setFromTriplets(entries.begin(), entries.end());
  return M;
}

ContactProperties contact_properties(const Model& model, const Contact& contact) {
  const Material &a = model.materials[contact.material_a], &b = model.materials[contact.material_b];
  return {combine(model.combine_friction, a.friction, b.friction),
          combine(model.combine_restitution, a.restitution, b.restitution), a.compliance + b.compliance,
          a.tangential_compliance + b.tangential_compliance};
}

Eigen::Matrix<double, 6, 1> lever(const Pose& pose, const Vector3& point, const Vector3& direction) {
  Eigen::Matrix<double, 6, 1> wrench;
  wrench << direction, pose.orientation.conjugate() * (point - pose.position).cross(direction);
  return wrench;
}

Vector3 relative_velocity(const Contact& contact, const std::vector<Pose>& poses, const Vector& v,
                          const std::vector<int>& places) {
  const auto velocity = [&](int body) -> Vector3 {
    const int place = places[body];
    if (place < 0) return Vector3::Zero();
    const Pose& pose = poses[body];
    const Vector3 spin = pose.orientation * Vector3(v.segment<3>(place + 3));
    return v.segment<3>(place) + spin.cross(contact.point - pose.position);
  };
  return velocity(contact.key.body_b) - velocity(contact.key.body_a);
}

void assemble(const Model& model, const Settings& settings, const StepMotion& motion, const StepForces& acting,
              const std::vector<Contact>& contacts, Assembly& assembly) {
  const std::vector<int> places = velocity_places(model);
  const auto place = [&](int body) { return body < 0 ? -1 : places[body]; };
  const double h = motion.step;
  const ConstraintRows& joints = acting.joints;

  std::vector<ContactProperties> properties;
  std::vector<int> frictionless, frictional;
  for (int k = 0; k < static_cast<int>(contacts.size()); ++k) {
    properties.push_back(contact_properties(model, contacts[k]));
    (slides_freely(settings, properties.back()) ? frictionless : frictional).push_back(k);
  }

  ContactProblem& p = assembly.problem;
  p.form = Form::global;
  p.law = settings.law;
  p.pyramid_sides = settings.pyramid_sides;
  p.M = acting.stiffened;
  p.f = acting.mass * (motion.v_start - motion.v) + p.M * motion.v + h * acting.forces;
  p.cones.free = static_cast<int>(joints.free.size());
  p.cones.positive = static_cast<int>(joints.positive.size() + frictionless.size());
  p.cones.dimension = 3;
  p.cones.mu.resize(static_cast<int>(frictional.size()));
  p.w = Vector::Zero(p.rows());
  p.E.resize(0);
  assembly.contact_row.assign(contacts.size(), -1);

  BodyColumns H(p.H, p.M.rows(), p.rows(), surface_entries(contacts, acting.surfaces));
  int row = 0;
  for (const auto* kind : {&joints.free, &joints.positive})
    for (const ConstraintRow& joint : *kind) {
      H.write(place(joint.body_a), joint.on_a, place(joint.body_b), joint.on_b);
      p.w[row++] = joint.term;
    }
  for (const auto* kind : {&frictionless, &frictional})
    for (const int k : *kind) {
      const Contact& contact = contacts[k];
      const Matrix3 frame = contact_frame(contact.normal);
      assembly.contact_row[k] = row;
      p.w[row] = normal_term(settings, contact, properties[k], h);
      soften(contact, properties[k], kind == &frictional, row, h, acting, p);
      const int directions = kind == &frictional ? 3 : 1;
      for (int d = 0; d < directions && is_flexible(contact); ++d) {
        const SurfaceRow made = surface_row(contact, frame.col(d), motion.start, places, *acting.surfaces);
        H.write(made.entries);
        p.w[row + d] += made.driven;
      }
      for (int d = 0; d < directions && !is_flexible(contact); ++d) {
        const Pose &a = motion.start[contact.key.body_a], &b = motion.start[contact.key.body_b];
        H.write(place(contact.key.body_a), -lever(a, contact.point, frame.col(d)), place(contact.key.body_b),
                lever(b, contact.point, frame.col(d)));
      }
      if (kind == &frictional) p.cones.mu[(row - p.cones.first_friction()) / 3] = properties[k].friction;
      row += directions;
    }
}

}  // namespace signorini
