#pragma once

#include <stdexcept>
#include <string>

namespace signorini {

/// Data or settings that cannot be used as given. The message names the file, the field and the value and says what to
/// do. Not for non-convergence (that is a Status) nor for bugs (those assert).
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace signorini
