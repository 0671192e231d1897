#include "signorini/linalg/ordering.h"

namespace signorini {

std::vector<int> nested_dissection(const SparseMatrix&) { return {}; }

}  // namespace signorini
