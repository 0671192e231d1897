#pragma once

#include <string>
#include <vector>

#include "signorini/model/force.h"

namespace signorini {

/// The elastic force of a spring at an elongation e (m beyond its length at rest), N: positive pulls its ends together.
///
///     k e + k₂ |e| e,   or straight lines between the points of its table, the end values beyond them
double elastic_force(const Spring& spring, double elongation);

/// What it stores: ∫₀ᵉ elastic_force, J.
double elastic_energy(const Spring& spring, double elongation);

/// The mean of the elastic force between two elongations: times their difference it is the difference of the energies,
/// and near each other they lose no digits.
double mean_elastic_force(const Spring& spring, double from, double to);

/// Why a table cannot be used (one point, elongations that do not increase, numbers that are not finite), in a
/// sentence; empty when it can, or when there is none.
std::string table_defect(const std::vector<ForcePoint>& table);

}  // namespace signorini
