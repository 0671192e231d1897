#pragma once

#include <string>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// "signorini 0.1.0, factorisation: CHOLMOD 3.0 (supernodal, GPL), MUMPS 5.5.1".
std::string version_text();

}  // namespace signorini
