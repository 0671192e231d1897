#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace signorini::cli {

/// A page with a run in it, which opens from disk.
struct ExportedPage {
  std::string text;
  std::string left_out;  ///< what of the run is not in it, in a sentence; empty when nothing
};

/// As much of the run as fits in `most_bytes`: every frame, else every other and so on; contacts go when there would be
/// too few frames left. Throws InputError where nothing fits.
ExportedPage exported_page(const std::filesystem::path& folder, std::size_t most_bytes);

/// "20MB", "500kB", "1GB", "1000000" as bytes. Throws InputError.
std::size_t bytes_from(const std::string& text);

}  // namespace signorini::cli
