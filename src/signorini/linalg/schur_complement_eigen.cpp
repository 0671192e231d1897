#include <limits>

#include "signorini/linalg/schur_complement.h"

namespace signorini {

struct SchurComplement::Factor {};

SchurComplement::SchurComplement() = default;
SchurComplement::~SchurComplement() = default;

double SchurComplement::order(const SparseMatrix&) { return 0; }
double SchurComplement::analyze(const std::vector<int>&) { return std::numeric_limits<double>::infinity(); }
bool SchurComplement::factorize(const SparseMatrix&) { return false; }
SparseMatrix SchurComplement::complement() const { return {}; }
Vector SchurComplement::reduce(const Vector&) const { return {}; }
Vector SchurComplement::expand(const Vector&, const Vector&) const { return {}; }
Vector SchurComplement::solve(const Vector&) const { return {}; }

}  // namespace signorini
