#include "program_path.h"

namespace signorini::testing {

const char* const program_path = SIGNORINI_PROGRAM;

}  // namespace signorini::testing
