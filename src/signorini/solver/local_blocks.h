#pragma once

#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The friction coefficients as the problem's law applies them.
Vector effective_friction(const ContactProblem& problem);

/// 1/x entrywise, 0 where x is not positive: rows that nothing moves are left alone.
Vector inverse_or_zero(const Vector& x);

/// Adds a small multiple of the trace to each dimension × dimension block, so that contacts whose tangential rows are
/// empty or dependent keep a solvable one-contact problem. A sweep that uses u - W̃ r as the constant part takes a
/// proximal step, so the fixed point stays the solution of the problem as given.
void regularise_blocks(std::vector<double>& blocks, int dimension);

}  // namespace signorini
