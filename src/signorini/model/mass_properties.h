#pragma once

#include <span>
#include <string>

#include "signorini/base/export.h"
#include "signorini/model/shape.h"

namespace SIGNORINI_PUBLIC signorini {

struct MassProperties {
  double mass = 0;                    ///< kg
  Vector3 centre = Vector3::Zero();   ///< centre of mass, m
  Matrix3 inertia = Matrix3::Zero();  ///< about the centre of mass, along the axes of the frame, kg m²
};

/// Of a solid of uniform density, kg/m³, in the geometry's own frame.
MassProperties mass_properties(const Geometry& geometry, double density);
/// Of several solids, in the frame that their poses are given in; where they overlap, mass counts twice.
MassProperties mass_properties(std::span<const Shape> shapes, double density);

/// Why no body can have this inertia (not symmetric, not positive, a principal moment larger than the sum of the other
/// two), in a sentence; empty when one can.
std::string inertia_defect(const Matrix3& inertia);

}  // namespace signorini
