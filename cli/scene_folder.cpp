#include "scene_folder.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::cli {
namespace fs = std::filesystem;
namespace {

/// prefix/bin/signorini has prefix/share/signorini/scenes; a build folder stands somewhere below scenes/.
fs::path beside_program() {
  std::error_code error;
  for (fs::path up = fs::read_symlink("/proc/self/exe", error).parent_path(); !up.empty(); up = up.parent_path()) {
    for (const char* place : {"share/signorini/scenes", "scenes"})
      if (fs::exists(up / place / "schema.json", error)) return up / place;
    if (up == up.parent_path()) break;
  }
  return {};
}

}  // namespace

fs::path scene_folder() {
  std::error_code error;
  if (const char* given = std::getenv("SIGNORINI_SCENES"); given != nullptr && *given != '\0') {
    if (!fs::is_directory(given, error))
      throw InputError(fmt::format("SIGNORINI_SCENES is '{}', which is no folder", given));
    return given;
  }
  if (fs::exists("scenes/schema.json", error)) return "scenes";
  const fs::path found = beside_program();
  if (found.empty()) throw InputError("no folder of scenes is found: set SIGNORINI_SCENES to one");
  return found;
}

std::vector<fs::path> scene_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace signorini::cli
