#pragma once

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "signorini/io/fclib.h"

namespace signorini::bench {

struct NamedProblem {
  std::string name;
  ContactProblem problem;
};

/// Calls f(name, problem) for each problem file below a folder of $SIGNORINI_DATA, in the order of their names, one at
/// a time in memory. Says so when the collection is not there.
template <typename F>
void for_each_collection_problem(const std::string& folder, Law law, F&& f) {
  const char* root = std::getenv("SIGNORINI_DATA");
  const std::filesystem::path path = root == nullptr ? "" : std::filesystem::path(root) / folder;
  if (root == nullptr || !std::filesystem::is_directory(path)) {
    fmt::print("collection skipped: set SIGNORINI_DATA to the folder with the problem collection\n");
    return;
  }
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.path().extension() == ".hdf5") files.insert(entry.path());
  for (const auto& file : files) {
    FclibFile read = read_fclib(file);
    read.problem.law = law;
    f((file.parent_path().filename() / file.stem()).string(), std::move(read.problem));
  }
}

}  // namespace signorini::bench
