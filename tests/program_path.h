#pragma once

namespace signorini::testing {

/// The program that belongs to the library under test.
extern const char* const program_path;

}  // namespace signorini::testing
