#include "signorini/linalg/version.h"

#include <fmt/format.h>

#include "signorini/linalg/cholesky.h"

namespace signorini {

std::string version_text() {
  return fmt::format("signorini {}, factorisation: {}", SIGNORINI_VERSION, Cholesky::backend());
}

}  // namespace signorini
