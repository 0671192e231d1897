#pragma once

#include <fstream>
#include <map>
#include <string>

#include "io/support.h"
#include "signorini/io/scene.h"

namespace signorini::testing {

inline void write_text(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

using Parameters = std::map<std::string, std::string>;

/// Reads the text as the file scene.yaml in a folder of its own.
inline Scene scene_from(const std::string& text, const Parameters& parameters = {}) {
  const TemporaryFolder folder;
  write_text(folder / "scene.yaml", text);
  return read_scene(folder / "scene.yaml", parameters);
}

/// The message that reading the text gives, without the folder: it begins with "scene.yaml".
inline std::string scene_complaint(const std::string& text, const Parameters& parameters = {}) {
  const TemporaryFolder folder;
  write_text(folder / "scene.yaml", text);
  std::string message = complaint([&] { read_scene(folder / "scene.yaml", parameters); });
  const std::string place = folder.path().string() + "/";
  for (std::size_t at; (at = message.find(place)) != std::string::npos;) message.erase(at, place.size());
  return message;
}

}  // namespace signorini::testing
