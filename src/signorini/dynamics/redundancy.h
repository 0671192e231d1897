#pragma once

#include <vector>

#include "signorini/dynamics/constraint_rows.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The joints of mechanisms that move only because their geometry is special, by joint: their rows depend on each other
/// at the model's initial poses, and no longer after a small straight motion that they allow.
///
/// Bricard's six hinges have as many equations as their bodies have velocities. Within a step the bodies are a little
/// off the geometry that makes one of the equations superfluous; then all velocities but 0 contradict them, and the
/// mechanism would jam. Plane mechanisms are not meant: the motion leaves their rows as dependent as they were.
///
/// Joints that act on each other with a motor among them are left alone, because there a contradiction may be real;
/// and those with more than 400 rows, because the search takes time with the third power of that.
std::vector<bool> redundant_joints(const Model& model, const std::vector<int>& places);

/// Lets the rows of such joints give way: a compliance of 1e-7 of what the bodies' own masses give.
void let_give_way(const std::vector<bool>& redundant, const ConstraintRows& rows, const SparseMatrix& mass,
                  ContactProblem& problem);

}  // namespace signorini
