#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace signorini::testing {

/// Whether a script ends well when Python with h5py runs it on a file: what others see of our files. `setup` installs
/// it.
inline bool python_agrees(const std::string& script, const std::filesystem::path& file) {
  const std::filesystem::path program = file.parent_path() / "script.py";
  std::ofstream(program) << script;
  const bool agrees = std::system((SIGNORINI_PYTHON " " + program.string() + " " + file.string()).c_str()) == 0;
  std::filesystem::remove(program);
  return agrees;
}

}  // namespace signorini::testing
