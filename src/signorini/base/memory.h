#pragma once

#include <cstdint>

namespace signorini {

/// The most memory that this process has held so far, bytes.
std::int64_t peak_memory_bytes();

/// What new allocations may still use without pushing the machine into swap or the kernel's killer, or this process
/// beyond its limit of address space, bytes; the largest number when the system does not say.
std::int64_t available_memory_bytes();

/// The process's limit of address space (`ulimit -v`), bytes; the largest number when there is none.
std::int64_t address_space_limit();
/// What is left of it, bytes.
std::int64_t address_space_left();

}  // namespace signorini
