#pragma once

#include <string>

namespace signorini {

/// A tolerance as people write it: 1e-4, 2.5e-8; 0.5 and 3 where that is shorter. Reading it gives the same bits.
std::string tolerance_text(double tolerance);

}  // namespace signorini
