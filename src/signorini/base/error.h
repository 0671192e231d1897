#pragma once

#include <stdexcept>
#include <string>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// Data or settings that cannot be used as given. The message names the file, the field and the value and says what to
/// do, on one short line whatever they hold. Not for non-convergence (that is a Status) nor for bugs (those assert).
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message);
};

/// An M that is not positive definite. In a file that is bad input; in a step it is a mass that was lost in rounding.
class NotPositiveDefinite : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace signorini
