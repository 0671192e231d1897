#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

namespace signorini {

/// Writes `bytes` under a hidden temporary name beside `path` and renames it when complete and on disk: nobody ever
/// sees half a file, not even after a power cut, and a failure leaves nothing behind. Throws InputError that names the
/// file and the system's reason.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// The same without waiting for the disk: after a power cut the file may be empty, or missing, unless sync_to_disk()
/// was called for it and for its folder.
void write_atomically_unsynced(const std::filesystem::path& path, std::span<const std::byte> bytes);
/// Waits until a file is on disk, or the names in a folder. Throws InputError with path and reason.
void sync_to_disk(const std::filesystem::path& path);

/// How files get to disk where the caller may want more than write_atomically(): a record of them, say.
using FileWriter = std::function<void(const std::filesystem::path&, std::span<const std::byte>)>;

/// Throws the InputError that write_atomically would, as far as it can be told without writing: for asking before long
/// work.
void require_writable(const std::filesystem::path& path);

/// Renames a complete file once its bytes are on disk, then waits for the new name to be. 0, or the errno of what
/// failed.
int rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);

/// A name beside `path` for what will become it, new with every call. To be opened with O_EXCL: whatever is there under
/// that name, a link perhaps, is not ours.
std::filesystem::path temporary_beside(const std::filesystem::path& path);
/// What a file was to become, told from its name; none when it is not a temporary one.
std::optional<std::filesystem::path> target_of_temporary(const std::filesystem::path& temporary);

}  // namespace signorini
