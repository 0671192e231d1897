#include "signorini/linalg/version.h"

#include <fmt/format.h>

#include "signorini/linalg/cholesky.h"
#include "signorini/linalg/factorization.h"

namespace signorini {

std::string version_text() {
  std::string text = fmt::format("signorini {}, factorisation: {}", SIGNORINI_VERSION, Cholesky::backend());
  if (indefinite_backend() != Cholesky::backend()) text += fmt::format(", {}", indefinite_backend());
  return text;
}

}  // namespace signorini
