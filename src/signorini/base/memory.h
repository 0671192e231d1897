#pragma once

#include <cstdint>

namespace signorini {

/// The most memory that this process has held so far, bytes.
std::int64_t peak_memory_bytes();

}  // namespace signorini
