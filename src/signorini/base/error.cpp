#include "signorini/base/error.h"

#include "signorini/base/short_line.h"

namespace signorini {

InputError::InputError(const std::string& message) : std::runtime_error(one_short_line(message)) {}

}  // namespace signorini
