#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace signorini {

/// Writes `bytes` under a hidden temporary name beside `path` and renames it when complete and on disk: nobody ever
/// sees half a file, not even after a power cut, and a failure leaves nothing behind. Throws InputError that names the
/// file and the system's reason.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Throws the InputError that write_atomically would, as far as it can be told without writing: for asking before long
/// work.
void require_writable(const std::filesystem::path& path);

/// Renames a complete file once its bytes are on disk, then waits for the new name to be. 0, or the errno of what
/// failed.
int rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace signorini
