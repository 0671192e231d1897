#pragma once

#include <vector>

#include "signorini/fem/elastic_body.h"

namespace signorini::fem_test {

/// Which of the 3n components are held.
using Held = std::vector<char>;

/// All components of these nodes, or one axis.
void hold(Held& held, const std::vector<int>& nodes, int axis = -1);

/// K with the rows and columns of what is held replaced by those of the unit matrix.
SparseMatrix held_matrix(SparseMatrix K, const Held& held);

/// Small displacements: K(rest) u = f with u given where it is held (zero elsewhere in `given`).
Vector small_displacements(const ElasticBody& body, const Held& held, const Vector& f, const Vector& given);
Vector small_displacements(const ElasticBody& body, const Held& held, const Vector& f);

/// Balance of internal forces and f by Newton's method from x, which already has what is held in place. Fails the test
/// when it does not get there.
Vector balance(const ElasticBody& body, const Held& held, const Vector& f, Vector x);

}  // namespace signorini::fem_test
