#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace signorini {

/// Writes `bytes` under a hidden temporary name beside `path` and renames it when complete: nobody ever sees half a
/// file, and a failure leaves nothing behind. Throws InputError that names the file and the system's reason.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Throws the InputError that write_atomically would, as far as it can be told without writing: for asking before long
/// work.
void require_writable(const std::filesystem::path& path);

}  // namespace signorini
