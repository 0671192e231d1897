#pragma once

#include <string>

#include "signorini/model/model.h"

namespace signorini {

/// The first moving body whose place or velocity is no number to go on with, and which: "body 'ball' has the velocity
/// (inf, 0, 0) m/s". Empty when all are sound.
std::string motion_fault(const Model& model, const State& state);

/// "body 'ball'", or "body 3" where it has no name.
std::string body_text(const Model& model, std::size_t body);

/// When the solver found nothing that is a number: the body with the largest momentum in f, as the likely reason.
std::string no_answer(const Model& model, const Vector& f);

/// The body that springs, bushings and the tension of joints hold most firmly, as they stand in the matrix of a step:
/// "body 'ball' is held 2e+17 times as firmly by springs or joints as by its inertia".
std::string firmest_hold(const Model& model, const SparseMatrix& mass, const SparseMatrix& stiffened);

}  // namespace signorini
