#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// How stress follows from deformation. Both have Hooke's law with E and ν as their limit for small strains.
enum class ElasticLaw {
  corotational,  ///< linear in the strain that is left when the rotation is taken out: small strains, any rotation
  neo_hookean,   ///< for large strains of rubber-like materials
};

std::string_view to_string(ElasticLaw law);
/// Throws InputError with the nearest name.
ElasticLaw elastic_law_from_string(const std::string& name);

/// consistent: M_ab = ∫ ρ N_a N_b, exactly. lumped: its diagonal, scaled in each element to the element's mass (Hinton,
/// Rock, Zienkiewicz 1976), which keeps all masses of 10-node elements positive.
enum class MassKind { consistent, lumped };

struct ElasticMaterial {
  double young = 1e6;            ///< E, Pa, > 0
  double poisson = 0.3;          ///< ν in (-1, 0.5), dimensionless; 4-node elements lock above about 0.45
  double density = 1000;         ///< at rest, kg/m³, > 0
  double mass_damping = 0;       ///< Rayleigh's α, 1/s, ≥ 0: damps slow motions, rigid ones too
  double stiffness_damping = 0;  ///< Rayleigh's β, s, ≥ 0: damps fast deformations, never rigid motions
  ElasticLaw law = ElasticLaw::corotational;

  /// Lamé's constants, Pa.
  double mu() const { return young / (2 * (1 + poisson)); }
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }

  /// What is wrong, a line for each field with its value; empty when nothing is.
  std::vector<std::string> validate() const;
};

}  // namespace signorini
