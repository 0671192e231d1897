#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench_plan.h"

namespace signorini::cli {

/// The problems that the arguments name, in their order: files; folders, whose *.hdf5 and *.h5 are taken at any depth,
/// by name; and recipes such as packing:spheres=100,friction=0.3,seed=2 with the kinds and options of `generate`, which
/// become files in out/problems. What lies in `out` itself is left out of folders and refused as a file. Throws
/// InputError for what is none of these.
std::vector<BenchProblem> find_problems(const std::vector<std::string>& arguments, const std::filesystem::path& out);

/// Writes the files of the recipes that are not there yet. Throws InputError that names the recipe.
void generate_problems(const std::vector<BenchProblem>& problems);

}  // namespace signorini::cli
