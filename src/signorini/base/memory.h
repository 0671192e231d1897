#pragma once

#include <cstdint>

namespace signorini {

/// The most memory that this process has held so far, bytes.
std::int64_t peak_memory_bytes();

/// What new allocations may still use without pushing the machine into swap or the kernel's killer, bytes; the largest
/// number when the system does not say.
std::int64_t available_memory_bytes();

}  // namespace signorini
